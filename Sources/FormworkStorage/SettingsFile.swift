package import FormworkCore
import FormworkSystem
import Glibc

/// The settings of a user for a program, in a file with a name and a value on each line.
///
///     style everyday
///     order newest
///
/// Users may edit the file: the program preserves what it does not know. A name is one word; a value is one
/// line without blanks at its ends.
package struct SettingsFile: Sendable {
  /// A generous limit, because a user writes only a few lines.
  private static let sizeLimit = 65_536

  private let path: String?

  /// The settings of a program, in `$XDG_CONFIG_HOME/formwork`, or else in `~/.config/formwork`.
  package init(of program: String, environment: (String) -> String? = Environment.value) {
    path = StateDirectory.path(
      of: program, in: "XDG_CONFIG_HOME", or: ".config", environment: environment)
  }

  package func read() throws(Message) -> [String: String] {
    Dictionary(try lines().compactMap(Self.entry)) { _, last in last }
  }

  package func set(_ name: String, to value: String?) throws(Message) {
    guard let path else { throw .key("settings.noHome") }
    var lines = try lines().filter { Self.entry(in: $0)?.name != name }
    if let value { lines.append("\(name) \(value)") }
    try reportingFaults(of: path) { () throws(PrivateFileError) in
      try PrivateFile.checkDirectory(Directory.parent(of: path), isMade: true)
      try PrivateFile.replace(path, with: Array(lines.map { $0 + "\n" }.joined().utf8))
    }
  }

  private static func entry(in line: String) -> (name: String, value: String)? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let name = words.first, let last = words.last, words.count > 1 else { return nil }
    return (String(name), String(line[words[1].startIndex..<last.endIndex]))
  }

  private func lines() throws(Message) -> [String] {
    guard let path else { return [] }
    return try reportingFaults(of: path) { () throws(PrivateFileError) in
      let opened: PrivateFile?
      do throws(PrivateFileError) { opened = try .open(path, for: .reading) } catch {
        // If the directory is not a directory, the file does not exist either.
        if error == .system(SystemError(code: ENOTDIR)) { return [] }
        throw error
      }
      guard let file = opened else { return [] }
      let bytes = try file.contents(limit: Self.sizeLimit)
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
      let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      // The last line break begins no further line.
      return (lines.last?.isEmpty == true ? lines.dropLast() : lines[...]).map { String($0) ?? "" }
    }
  }

  private func reportingFaults<Result>(
    of path: String, _ body: () throws(PrivateFileError) -> Result
  ) throws(Message) -> Result {
    do throws(PrivateFileError) { return try body() } catch {
      let path = Message.path(path.replacingControls())
      throw .key("settings.refused", ["path": path, "reason": error.message])
    }
  }
}
