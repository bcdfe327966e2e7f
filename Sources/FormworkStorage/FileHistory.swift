public import FormworkCore
import FormworkOperations
import FormworkSystem

/// The accepted lines of a prompt, confined to one thread.
public protocol History: AnyObject {
  /// The lines, oldest first. New lines are only added at the end.
  var lines: [String] { get }

  /// Adds a line, unless it repeats the last line or must not be kept.
  func remember(_ line: String)
}

/// A history that ends with the program.
public final class MemoryHistory: History {
  /// The lines, oldest first.
  public private(set) var lines: [String]

  /// Creates a history from lines.
  public init(_ lines: [String] = []) { self.lines = lines }

  /// Adds a line, unless it repeats the last line.
  public func remember(_ line: String) {
    if line != lines.last { lines.append(line) }
  }
}

/// A history that outlives the program, in a file that only its owner may read.
///
/// Several programs may add to one file at the same time: each line is one write at the end. The file is
/// rewritten with its last lines when it has twice the kept number of lines. A problem with the file
/// costs the history, but never the program: see ``takeWarning(limit:)``. The thread that adds a line
/// does not wait for the file.
public final class FileHistory: History {
  static let lineLimit = 1_000

  /// The length of the longest line that is kept, in bytes.
  static let lengthLimit = 4_096
  static let sizeLimit = 4 * lineLimit * (lengthLimit + 1)

  /// The lines, oldest first.
  public private(set) var lines: [String]
  private let warning = Synchronized<Message?>(nil)
  private let queue: SerialQueue<String>

  /// Reads the history of a program, whose name must be valid as a file name.
  public convenience init(named name: String) {
    self.init(directory: StateDirectory.path(of: "history"), name: name)
  }

  init(directory: String?, name: String) {
    let file = HistoryFile(directory: directory, name: name) { [warning] message in
      warning.withState { $0 = message }
    }
    lines = file.readFirst()
    // The queue adds one line at a time: the file is never used by two threads at once.
    nonisolated(unsafe) let added = file
    queue = SerialQueue { added.add($0) }
  }

  /// Adds a line, unless it repeats the last line, is too long, or contains control characters.
  public func remember(_ line: String) {
    guard line != lines.last, !line.isEmpty, line.utf8.count <= Self.lengthLimit,
      line == line.withoutControls
    else { return }
    lines.append(line)
    queue.add(line)
  }

  /// Returns a problem with the file, once, after which the history is that of this run only.
  ///
  /// The call waits for lines that are being written: call it when no front end is shown.
  public func takeWarning(limit: Duration = .seconds(1)) -> Message? {
    queue.settle(limit: limit)
    return warning.exchange(nil)
  }

  /// Returns the lines of a file that can be shown, without immediate repetitions.
  fileprivate static func lines(of bytes: [UInt8]) throws(PrivateFileError) -> [String] {
    var lines: [String] = []
    for part in bytes.split(separator: 0x0A) where part.count <= lengthLimit {
      guard let text = String(validating: part, as: UTF8.self) else {
        // A full disk may have cut the last line within a character.
        if part.endIndex == bytes.endIndex { break }
        throw .notText
      }
      let line = text.withoutControls
      if !line.isEmpty, line != lines.last { lines.append(line) }
    }
    return lines
  }
}

private final class HistoryFile {
  private let directory: String?
  private let path: String
  private let report: (Message) -> Void
  private var isUsable = true
  private var storedCount = 0

  /// Whether the last line is incomplete, so that the next line needs a line break before it.
  private var endsWithinLine = false

  init(directory: String?, name: String, report: @escaping (Message) -> Void) {
    self.directory = directory
    self.report = report
    path = directory.map { "\($0)/\(name)" } ?? name
  }

  func readFirst() -> [String] {
    guard let directory else {
      fail(for: .key("history.noHome"))
      return []
    }
    do throws(PrivateFileError) {
      try PrivateFile.checkDirectory(directory, isMade: true)
      PrivateFile.sweep(directory)
      // The user waits for this: a file that is too long is shortened with a later line.
      return try read(shortening: false)
    } catch {
      fail(error)
      return []
    }
  }

  func add(_ line: String) {
    guard isUsable else { return }
    do throws(PrivateFileError) {
      if let file = try PrivateFile.open(path, for: .adding) {
        try file.append(endsWithinLine ? "\n" + line : line)
      }
      endsWithinLine = false
      storedCount += 1
      // Read again: other programs may have added lines.
      if storedCount >= 2 * FileHistory.lineLimit { _ = try read(shortening: true) }
    } catch {
      fail(error)
    }
  }

  /// Returns the last lines of the file, and shortens a file that is too long if required.
  private func read(shortening: Bool) throws(PrivateFileError) -> [String] {
    guard let file = try PrivateFile.open(path, for: .reading) else { return [] }
    let bytes = try file.contents(limit: FileHistory.sizeLimit)
    endsWithinLine = bytes.last.map { $0 != 0x0A } ?? false
    let stored = try FileHistory.lines(of: bytes)
    let kept = Array(stored.suffix(FileHistory.lineLimit))
    storedCount = stored.count
    if shortening, stored.count >= 2 * FileHistory.lineLimit {
      try PrivateFile.replace(path, with: Array(kept.map { $0 + "\n" }.joined().utf8))
      endsWithinLine = false
      storedCount = kept.count
    }
    return kept
  }

  private func fail(_ error: PrivateFileError) {
    var reason = error.message
    if case .system = error { reason = .key("history.notKept", ["reason": reason]) }
    fail(for: reason)
  }

  private func fail(for reason: Message) {
    isUsable = false
    report(
      .key(
        "history.refused", ["path": .path(path.replacingControls()), "reason": reason]))
  }
}

extension String {
  /// The text without the characters that would control a terminal.
  fileprivate var withoutControls: String {
    let shown = replacingControls()
    if shown == self { return self }
    let kept = zip(unicodeScalars, shown.unicodeScalars).filter { $0 == $1 }.map(\.0)
    return String(String.UnicodeScalarView(kept))
  }
}
