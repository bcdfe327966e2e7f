import FormworkCore
import Glibc

/// A history that outlives the program, in a file that its owner alone may read.
///
/// Several programs may add to one file at the same time: each line is one write at the end. The file
/// is made anew, from its last lines, once it holds twice as many as are kept. Whatever is wrong with
/// it costs the history and never the program: see ``takeComplaint()``.
public final class FileHistory: History {
  /// The most lines that are kept.
  static let lineLimit = 1_000

  /// The longest line that is kept, in bytes.
  static let lengthLimit = 4_096

  /// The largest file that is read.
  static let sizeLimit = 4 * lineLimit * (lengthLimit + 1)

  /// The lines, the oldest first.
  public private(set) var lines: [String] = []

  private let path: String
  private var isUsable = true

  /// How many lines the file had when it was read, and were added since.
  private var storedCount = 0
  private var complaint: String?

  /// Reads the history of a program.
  ///
  /// - Parameter name: The program's name, as a file may be called.
  public convenience init(named name: String) {
    self.init(directory: Self.directory(), name: name)
  }

  init(directory: String?, name: String) {
    path = directory.map { "\($0)/\(name)" } ?? name
    guard let directory else {
      giveUp("no home directory is known: set HOME")
      return
    }
    do throws(PrivateFileError) {
      try PrivateFile.makeDirectory(directory)
      PrivateFile.sweep(directory)
      lines = try readFile()
    } catch {
      giveUp(error)
    }
  }

  /// Keeps a line, unless it is the last one already, is too long, or holds control characters.
  public func remember(_ line: String) {
    guard line != lines.last, Self.isKept(line) else { return }
    lines.append(line)
    guard isUsable else { return }
    do throws(PrivateFileError) {
      if let file = try PrivateFile.open(path, for: .adding) { try file.append(line) }
      storedCount += 1
      // Read again: others may have added to it.
      if storedCount >= 2 * Self.lineLimit { _ = try readFile() }
    } catch {
      giveUp(error)
    }
  }

  /// The last lines of the file, which is made anew where it holds too many.
  private func readFile() throws(PrivateFileError) -> [String] {
    guard let file = try PrivateFile.open(path, for: .reading) else { return [] }
    let stored = try Self.lines(of: try file.contents(limit: Self.sizeLimit))
    let kept = Array(stored.suffix(Self.lineLimit))
    storedCount = stored.count
    if stored.count >= 2 * Self.lineLimit {
      try PrivateFile.replace(path, with: Array(kept.map { $0 + "\n" }.joined().utf8))
      storedCount = kept.count
    }
    return kept
  }

  /// What is wrong with the file, in one line; told once.
  ///
  /// From then on the history is that of this run.
  public func takeComplaint() -> String? {
    defer { complaint = nil }
    return complaint
  }

  private func giveUp(_ error: PrivateFileError) {
    if case .system = error {
      giveUp("\(error): this run's lines are not kept")
    } else {
      giveUp("\(error)")
    }
  }

  private func giveUp(_ reason: String) {
    isUsable = false
    complaint = "history \(path): \(reason)".replacingControls()
  }

  /// The lines of a file that can be shown, each once where it comes several times in a row.
  private static func lines(of bytes: [UInt8]) throws(PrivateFileError) -> [String] {
    var lines: [String] = []
    for part in bytes.split(separator: 0x0A) where part.count <= lengthLimit {
      guard let text = String(validating: part, as: UTF8.self) else { throw .notText }
      let line = text.withoutControls
      if !line.isEmpty, line != lines.last { lines.append(line) }
    }
    return lines
  }

  private static func isKept(_ line: String) -> Bool {
    !line.isEmpty && line.utf8.count <= lengthLimit && line == line.withoutControls
  }

  /// Where histories lie: `$XDG_STATE_HOME/formwork/history`, or else in `~/.local/state`.
  static func directory(
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> String? {
    StateDirectory.path(of: "history", environment: environment)
  }
}

extension String {
  /// The text without the characters that a terminal would obey.
  fileprivate var withoutControls: String {
    let shown = replacingControls()
    if shown == self { return self }
    return String(
      String.UnicodeScalarView(
        zip(unicodeScalars, shown.unicodeScalars).compactMap { $0 == $1 ? $0 : nil }))
  }
}
