import FormworkCore
import FormworkSystem
import GRDB
import Glibc

/// The reason if a store in a file cannot answer.
struct SQLiteStoreError: UserMessageError, Equatable {
  enum Fault: Equatable, Sendable {
    /// The file is missing, and is not created.
    case missing
    /// The path leads to a directory, a device or the like.
    case notAFile
    case symbolicLink
    /// The file or directory belongs to this user, who is neither root nor the current user.
    case otherOwner(uid_t)
    /// Others than the owner may read the file, or write to it.
    case openToOthers
    /// Others than the owner may write to the directory.
    case writableDirectory
    /// The file cannot be found, made or read; with the system's errno.
    case unreadable(errno: Int32)
    /// The file or its directory cannot be written.
    case readOnly
    /// The path is not UTF-8, which this SQLite needs.
    case notUTF8
    /// The file is not an SQLite database, or belongs to another program.
    case notADatabase
    case damaged
    /// The file was in use for longer than the store waits.
    case locked
    case readOnlyFileSystem
    case diskFull
    /// The disk quota of the user is exceeded.
    case quotaExceeded
    /// The file would exceed the limit of this process.
    case sizeLimitExceeded
    case diskFault
    /// A newer version of this program has changed the file's layout.
    case newerVersion
    /// The system cannot watch the file; with its errno.
    case unwatchable(errno: Int32)
    /// SQLite failed for another reason; with its extended result code.
    case other(code: Int32)

    /// Whether others may have written the file, as its permissions say.
    var isDistrust: Bool {
      if case .otherOwner = self { true } else { self == .openToOthers }
    }
  }

  let fault: Fault
  let path: String

  init(_ fault: Fault, path: String) {
    (self.fault, self.path) = (fault, path)
  }

  var message: Message {
    let (name, detail): (String, (String, Message)?) =
      switch fault {
      case .otherOwner(let owner): ("otherOwner", ("owner", .number(Int(owner))))
      case .unreadable(let errno): ("unreadable", reason(SystemError(code: errno)))
      case .unwatchable(let errno): ("unwatchable", reason(SystemError(code: errno)))
      case .other(let code): ("other", reason(ResultCode(rawValue: code)))
      default: ("\(fault)", nil)
      }
    return .key(
      "store", of: name,
      Dictionary(uniqueKeysWithValues: [("path", .path(path)), detail].compactMap(\.self)))
  }

  private func reason(_ error: some Any) -> (String, Message) { ("reason", "\(error)") }
}
