public import FormworkCore
import FormworkSystem
import Glibc

/// Drafts in files that only their owner may read, one for each open form.
///
/// A file is always complete. It is locked while its form is open: another program begins a file of its
/// own, and offers the newest draft that is not locked. A file that cannot be used is renamed, and a notice
/// says so.
public final class FileDrafts: DraftStore {
  /// The suffix for the name of a file that cannot be used.
  static let suffix = ".set-aside"
  static let limit = 64

  /// The message if the only drafts belong to open forms.
  static let openElsewhere: Message = .key("draft.openElsewhere")

  /// Whether drafts are saved.
  public private(set) var savesDrafts: Bool
  private let directory: String

  /// The file with the data that forms begin with.
  private let data: String?
  private let now: () -> Int
  private var warning: Message?
  private var ownPath: String?

  /// The file of this draft, which is locked while it is open.
  private var ownFile: PrivateFile?

  /// Creates the drafts of a program for this user, by default those of the executable's name.
  ///
  /// Forms of the same name in two programs have separate drafts. Without a home directory no drafts are
  /// saved, and the question before the form is left says so. A home directory that does not exist is not
  /// created: it may belong to a service.
  public convenience init(program: String? = nil) {
    self.init(program: program, data: nil)
  }

  /// Creates the drafts of a program whose forms begin with the data of a file.
  package convenience init(program: String?, data: String?) {
    let name = program ?? Environment.programName
    self.init(
      directory: StateDirectory.path(
        of: "drafts/\(name.percentEncoded(except: "-_"))", isHome: Directory.exists),
      data: data, now: { time(nil) })
  }

  /// Creates drafts in a folder, which is created with the first one.
  public convenience init(in folder: String) {
    self.init(directory: folder, now: { time(nil) })
  }

  init(directory: String?, data: String? = nil, now: @escaping () -> Int) {
    self.directory = directory ?? ""
    self.data = data
    self.now = now
    savesDrafts = directory != nil
  }

  /// Returns the newest draft of a form that is not open elsewhere, and claims this draft.
  public func draft(of form: FormDefinition) -> SavedDraft? {
    guard savesDrafts else { return nil }
    close()
    guard Directory.exists(directory) else { return nil }
    do throws(PrivateFileError) {
      try PrivateFile.checkDirectory(directory)
    } catch {
      fail(path(of: form), "draft.notKept", error.message)
      return nil
    }
    PrivateFile.sweep(directory)
    var isOpenElsewhere = false
    for path in keptPaths(of: form) {
      do {
        guard let file = try PrivateFile.open(path, for: .reading) else { continue }
        // Between the opening and the lock another program may have written a newer file.
        guard file.lock(), file.isStill(at: path) else {
          isOpenElsewhere = true
          continue
        }
        let bytes = try file.contents(limit: DraftDocument.byteLimit)
        if bytes.isEmpty {
          // Another program claimed the name, and was killed before it had a draft.
          unlink(path.systemCString)
          continue
        }
        let document = try DraftDocument(reading: bytes, of: form)
        (ownPath, ownFile) = (path, file)
        if let data, let status = stat(at: data), status.st_mtim.tv_sec > document.time {
          warning = .key("draft.dataChanged", ["path": .path(data)])
        }
        return SavedDraft(document.draft, at: Self.spelled(document.time))
      } catch {
        setAside(path, Message(explaining: error))
      }
    }
    if isOpenElsewhere, warning == nil { warning = Self.openElsewhere }
    return nil
  }

  /// Replaces the draft of a form.
  public func keep(_ draft: Draft, of form: FormDefinition) {
    guard !draft.isEmpty else { return discardDraft(of: form) }
    guard savesDrafts else { return }
    let isFirst = ownPath == nil
    do throws(PrivateFileError) {
      try PrivateFile.checkDirectory(directory, isMade: true)
      if ownPath == nil { ownPath = try claimPath(of: form) }
      let path = ownPath ?? path(of: form)
      ownFile = try PrivateFile.replace(
        path, with: DraftDocument(draft: draft, time: now()).bytes(of: form))
    } catch {
      fail(ownPath ?? path(of: form), "draft.notKept", error.message)
      guard isFirst, let ownPath else { return }
      unlink(ownPath.systemCString)
      // Another program may claim the name now.
      close()
    }
  }

  /// Discards the draft of the open form.
  public func discardDraft(of form: FormDefinition) {
    guard let path = ownPath else { return }
    // The file is locked while it exists: no other program offers a submitted draft.
    if unlink(path.systemCString) != 0 && errno != ENOENT && errno != ENOTDIR {
      fail(path, "draft.notRemoved", Message(explaining: SystemError.last))
    }
    close()
  }

  /// Whether a draft of the open form is saved.
  public var hasDraft: Bool { savesDrafts && ownPath != nil }

  /// Releases the draft of the form that was open.
  public func close() { (ownPath, ownFile) = (nil, nil) }

  /// Returns a problem or other message for the user, once.
  public func takeWarning() -> Message? {
    defer { warning = nil }
    return warning
  }

  // MARK: Files

  /// Returns the path of a draft of a form, with a number from 2 on for further drafts.
  func path(of form: FormDefinition, number: Int = 1) -> String {
    "\(directory)/\(form.name.percentEncoded(except: "-_"))\(number == 1 ? "" : ".\(number)").json"
  }

  private func keptPaths(of form: FormDefinition) -> [String] {
    (1...Self.limit).compactMap { number -> (path: String, time: timespec)? in
      let path = path(of: form, number: number)
      return stat(ofEntryAt: path).map { (path, $0.st_mtim) }
    }
    .sorted { ($0.time.tv_sec, $0.time.tv_nsec) > ($1.time.tv_sec, $1.time.tv_nsec) }.map(\.path)
  }

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

  /// Renames a file, so that its owner still finds its content.
  private func setAside(_ path: String, _ reason: Message) {
    let names = (1...Self.limit).map { path + Self.suffix + ($0 == 1 ? "" : ".\($0)") }
    // Even a broken link takes a name.
    if let name = names.first(where: { stat(ofEntryAt: $0) == nil }),
      rename(path.systemCString, name.systemCString) == 0
    {
      let name = Message.verbatim(name.pathComponents.last ?? name)
      noteComplaint(path, .key("draft.setAside", ["reason": reason, "name": name]))
    } else {
      fail(path, "draft.inTheWay", reason)
    }
  }

  private func fail(_ path: String, _ key: String, _ reason: Message) {
    savesDrafts = false
    noteComplaint(path, .key(key, ["reason": reason]))
  }

  private func noteComplaint(_ path: String, _ reason: Message) {
    warning = .key(
      "draft.refused", ["path": .path(path.replacingControls()), "reason": reason])
  }

  private static func spelled(_ time: Int) -> String {
    var seconds = time_t(time)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "\(time)" }
    return parts.text("%Y-%m-%d %H:%M %Z")
  }
}
