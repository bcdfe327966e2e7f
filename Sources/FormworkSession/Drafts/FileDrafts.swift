public import FormworkCore
import Glibc

/// Drafts in files that their owner alone may read, one a form.
///
/// A file is there whole or not at all; of several programs that keep a draft of one form, the last
/// one wins. A file that cannot be used is set aside: it is renamed, and the person is told.
public final class FileDrafts: DraftKeeper {
  /// What is added to the name of a file that cannot be used.
  static let suffix = ".set-aside"

  /// Whether what is handed over is kept.
  public private(set) var isKeeping: Bool

  private let directory: String
  private let now: () -> Int
  private var complaint: String?

  /// The drafts of this person.
  ///
  /// Who has no home has none, and is told only by what the form says before it is left.
  public convenience init() {
    self.init(directory: Self.directory(), now: { time(nil) })
  }

  /// The drafts in a directory.
  ///
  /// - Parameters:
  ///   - directory: Where the files lie; it is made with the first of them.
  ///   - now: The seconds since 1970.
  init(directory: String?, now: @escaping () -> Int) {
    self.directory = directory ?? ""
    self.now = now
    isKeeping = directory != nil
  }

  /// What was kept of a form; what cannot be used is set aside.
  public func draft(of form: FormDefinition) -> KeptDraft? {
    guard isKeeping else { return nil }
    let path = path(of: form)
    let reason: String
    do throws(PrivateFileError) {
      guard let file = try PrivateFile.open(path, for: .reading) else { return nil }
      let bytes = try file.contents(limit: DraftDocument.byteLimit)
      do throws(DraftFault) {
        let document = try DraftDocument(reading: bytes, of: form)
        return KeptDraft(document.draft, at: Self.spelled(document.time))
      } catch {
        reason = "\(error)"
      }
    } catch {
      reason = "\(error)"
    }
    setAside(path, reason)
    return nil
  }

  /// Keeps a draft in the place of the one before.
  public func keep(_ draft: Draft, of form: FormDefinition) {
    guard !draft.isEmpty else { return discardDraft(of: form) }
    guard isKeeping else { return }
    do throws(PrivateFileError) {
      try PrivateFile.makeDirectory(directory)
      try PrivateFile.replace(
        path(of: form), with: DraftDocument(draft: draft, time: now()).bytes(of: form))
    } catch {
      giveUp(path(of: form), "\(error): what is entered is not kept")
    }
  }

  /// Forgets what was kept of a form.
  public func discardDraft(of form: FormDefinition) {
    guard isKeeping else { return }
    let path = path(of: form)
    if unlink(path) != 0 && errno != ENOENT && errno != ENOTDIR {
      giveUp(path, "\(PrivateFileError.system(errno)): remove it")
    }
  }

  /// What went wrong, in one line; told once.
  public func takeComplaint() -> String? {
    defer { complaint = nil }
    return complaint
  }

  /// Where the draft of a form lies.
  func path(of form: FormDefinition) -> String { "\(directory)/\(form.name.fileName).json" }

  /// Gives the file another name, by which its owner still finds what is in it.
  private func setAside(_ path: String, _ reason: String) {
    if rename(path, path + Self.suffix) == 0 {
      complain(path, "\(reason): set aside as \(path.lastName)\(Self.suffix)")
    } else {
      giveUp(path, "\(reason): move it away")
    }
  }

  private func giveUp(_ path: String, _ line: String) {
    isKeeping = false
    complain(path, line)
  }

  private func complain(_ path: String, _ line: String) {
    complaint = "draft \(path): \(line)".replacingControls()
  }

  /// A time as a person reads it, in this place.
  private static func spelled(_ time: Int) -> String {
    var seconds = time_t(time)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "\(time)" }
    func two(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min))"
  }

  /// Where drafts lie: `$XDG_STATE_HOME/formwork/drafts`, or else in `~/.local/state`.
  ///
  /// A home that is not there is that of nobody, as a service's: none is made.
  static func directory(
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> String? {
    StateDirectory.path(
      of: "drafts", environment: environment, isHome: StateDirectory.isDirectory)
  }
}

extension String {
  /// The name as one of a file: letters, digits, `-` and `_` stay; other bytes are `%` and digits.
  fileprivate var fileName: String {
    utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F:
        String(Unicode.Scalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  /// What stands behind the last slash.
  fileprivate var lastName: String { split(separator: "/").last.map(String.init) ?? self }
}
