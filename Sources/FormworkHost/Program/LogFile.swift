import FormworkCore
import FormworkOperations
import FormworkStorage
import FormworkSystem
import Glibc
package import Logging

/// A log in a file that only the user may read; a line that cannot be written is dropped.
package struct LogFile: LogHandler {
  /// The maximum size of a log in bytes, because front ends may log without end.
  static let sizeLimit = 16 << 20

  package var logLevel = Logger.Level.info
  package var metadata: Logger.Metadata = [:]
  private let lines: SerialQueue<String>

  /// Opens the log file that an option or `FORMWORK_LOG` names; `nil` if none is named.
  package static func logger(_ option: String?, label: String) throws(ProgramFailure) -> Logger? {
    // As for every such variable, an empty value counts as none.
    let path = option ?? Environment.value("FORMWORK_LOG") ?? ""
    guard let file = try file(path, of: option == nil ? "FORMWORK_LOG" : "--log") else {
      return nil
    }
    let lines = SerialQueue<String> { last, next in
      // While a disk does not respond, the memory is limited: the newest lines are dropped.
      last.utf8.count < 1 << 16 ? "\(last)\n\(next)" : last
    } perform: { line in
      if file.byteCount < sizeLimit { _ = try? file.append(line) }
    }
    return Logger(label: label) { _ in LogFile(lines: lines) }
  }

  /// Returns a function that writes a line to the file of an option at once; `nil` if none is named.
  package static func lines(
    addedTo path: String, of option: String
  ) throws(ProgramFailure) -> ((String) -> Void)? {
    try file(path, of: option).map { file in { _ = try? file.append($0) } }
  }

  private static func file(_ path: String, of option: String) throws(ProgramFailure) -> PrivateFile?
  {
    if path.isEmpty || path == "/dev/null" { return nil }
    do throws(PrivateFileError) {
      return try PrivateFile.open(path, for: .adding)
    } catch {
      let words = [
        "option": Message.verbatim(option), "path": .path(path),
        "reason": [.noFile, .symbolicLink].contains(error)
          ? .key("log.noFile") : Message(explaining: error),
      ]
      throw ProgramFailure(usage: .key("log.refused", words))
    }
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let words = [Self.now, "\(event.level)"] + facts.map { "\($0)=\($1)" }
    let line = "\(words.joined(separator: " ")): \(event.message)"
    lines.add(line.replacingControls())
  }

  private static var now: String {
    var (seconds, parts) = (time(nil), tm())
    gmtime_r(&seconds, &parts)
    return parts.text("%FT%TZ")
  }
}
