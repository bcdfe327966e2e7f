public import FormworkCore
import FormworkSystem
import Glibc

/// Drafts in files that their owner alone may read, one for each form that is open.
///
/// A file is there whole or not at all. It is locked while its form is open: another program begins
/// anew, in a file of its own, and offers the newest one that is not locked. A file that cannot be used
/// is set aside: it is renamed, and the person is told.
public final class FileDrafts: DraftKeeper {
  /// What is added to the name of a file that cannot be used.
  static let suffix = ".set-aside"

  static let limit = 64

  /// What is said where the only drafts are those of forms that are open.
  static let openElsewhere: Message = "draft.openElsewhere"

  /// Whether what is handed over is kept.
  public private(set) var isKeeping: Bool

  private let directory: String
  private let now: () -> Int
  private var complaint: Message?

  /// Where the form that is open is kept; `nil` while nothing is kept of it.
  private var ownPath: String?

  /// That file: it stays locked for as long as it is open.
  private var ownFile: PrivateFile?

  /// The drafts of this person.
  ///
  /// A person without a home directory has no drafts, and learns of it only by what the form says before
  /// it is left.
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

  /// What was kept of a form that is not open now, the newest; what cannot be used is set aside.
  ///
  /// It is this form's from now on.
  public func draft(of form: FormDefinition) -> KeptDraft? {
    guard isKeeping else { return nil }
    close()
    guard Directory.exists(directory) else { return nil }
    do throws(PrivateFileError) {
      try PrivateFile.checkDirectory(directory)
    } catch {
      giveUp(path(of: form), Message("draft.notKept", ["reason": error.message]))
      return nil
    }
    PrivateFile.sweep(directory)
    var isOpenElsewhere = false
    for path in keptPaths(of: form) {
      do throws(PrivateFileError) {
        guard let file = try PrivateFile.open(path, for: .reading) else { continue }
        guard file.lock() else {
          isOpenElsewhere = true
          continue
        }
        // Between the opening and the lock another program may have put a newer one there.
        guard file.isStill(at: path) else {
          isOpenElsewhere = true
          continue
        }
        let bytes = try file.contents(limit: DraftDocument.byteLimit)
        if bytes.isEmpty {
          // A program was killed that had the name and nothing to keep yet.
          unlink(path.systemCString)
          continue
        }
        do throws(DraftFault) {
          let document = try DraftDocument(reading: bytes, of: form)
          ownPath = path
          ownFile = file
          return KeptDraft(document.draft, at: Self.spelled(document.time))
        } catch {
          setAside(path, error.message)
        }
      } catch {
        setAside(path, error.message)
      }
    }
    if isOpenElsewhere, complaint == nil { complaint = Self.openElsewhere }
    return nil
  }

  /// Keeps a draft in the place of the one before.
  public func keep(_ draft: Draft, of form: FormDefinition) {
    guard !draft.isEmpty else { return discardDraft(of: form) }
    guard isKeeping else { return }
    let isFirst = ownPath == nil
    do throws(PrivateFileError) {
      try PrivateFile.checkDirectory(directory, isMade: true)
      if ownPath == nil { ownPath = try claimPath(of: form) }
      let path = ownPath ?? path(of: form)
      ownFile = try PrivateFile.replace(
        path, with: DraftDocument(draft: draft, time: now()).bytes(of: form))
    } catch {
      giveUp(ownPath ?? path(of: form), Message("draft.notKept", ["reason": error.message]))
      guard isFirst, let ownPath else { return }
      unlink(ownPath.systemCString)
      // Another program may claim the name from now on.
      close()
    }
  }

  /// Forgets what was kept of the form that is open.
  public func discardDraft(of form: FormDefinition) {
    guard let path = ownPath else { return }
    // As long as it is there it is locked: no other program offers what has been submitted.
    if unlink(path.systemCString) != 0 && errno != ENOENT && errno != ENOTDIR {
      let reason = Message(explaining: SystemError.last)
      giveUp(path, Message("draft.notRemoved", ["reason": reason]))
    }
    close()
  }

  /// Whether something is kept of the form that is open.
  public var hasDraft: Bool { isKeeping && ownPath != nil }

  /// Lets go of the draft of the form that was open.
  public func close() {
    ownPath = nil
    ownFile = nil
  }

  /// What went wrong, or has to be known; told once.
  public func takeComplaint() -> Message? {
    defer { complaint = nil }
    return complaint
  }

  // MARK: Files

  /// Where the draft of a form lies; with a number from 2 on, where others have a draft of it.
  func path(of form: FormDefinition, number: Int = 1) -> String {
    "\(directory)/\(form.name.fileName)\(number == 1 ? "" : ".\(number)").json"
  }

  /// All paths where there is a draft of a form, the one that was kept last first.
  private func keptPaths(of form: FormDefinition) -> [String] {
    (1...Self.limit).compactMap { number -> (path: String, time: timespec)? in
      var status = stat()
      let path = path(of: form, number: number)
      return lstat(path.systemCString, &status) == 0 ? (path, status.st_mtim) : nil
    }
    .sorted { ($0.time.tv_sec, $0.time.tv_nsec) > ($1.time.tv_sec, $1.time.tv_nsec) }.map(\.path)
  }

  /// Takes the first path that no draft has.
  private func claimPath(of form: FormDefinition) throws(PrivateFileError) -> String {
    for number in 1...Self.limit {
      let path = path(of: form, number: number)
      guard let file = try PrivateFile.open(path, for: .claiming), file.lock(),
        file.isStill(at: path)
      else { continue }
      ownFile = file
      return path
    }
    throw .tooMany(limit: Self.limit)
  }

  /// Gives the file another name, by which its owner still finds what is in it.
  private func setAside(_ path: String, _ reason: Message) {
    let names = (1...Self.limit).map { path + Self.suffix + ($0 == 1 ? "" : ".\($0)") }
    if let name = names.first(where: { !Self.isTaken($0) }),
      rename(path.systemCString, name.systemCString) == 0
    {
      complain(
        path, Message("draft.setAside", ["reason": reason, "name": .verbatim(name.lastName)]))
    } else {
      giveUp(path, Message("draft.inTheWay", ["reason": reason]))
    }
  }

  /// Whether anything has that name, a link that leads nowhere among it.
  private static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.systemCString, &status) == 0
  }

  private func giveUp(_ path: String, _ reason: Message) {
    isKeeping = false
    complain(path, reason)
  }

  private func complain(_ path: String, _ reason: Message) {
    complaint = Message(
      "draft.refused", ["path": .path(path.replacingControls()), "reason": reason])
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
  /// A home that does not exist belongs to a service, say, and not to a person: it is not made.
  static func directory(
    environment: (String) -> String? = Environment.value
  ) -> String? {
    StateDirectory.path(
      of: "drafts", environment: environment, isHome: Directory.exists)
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
  fileprivate var lastName: String { pathComponents.last ?? self }
}
