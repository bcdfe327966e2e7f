import FormworkCore
import FormworkOperations
import FormworkSession
import FormworkSystem
import Glibc
package import Logging

/// A log in a file of the person's own, which is made for its owner alone.
///
/// A line has its time in UTC, its level, its metadata and its message, without control characters.
/// What cannot be written is dropped: a log is no reason to end a form, or to wait.
package struct LogFile: LogHandler {
  /// A file of so many bytes gets no more lines: a front end may have them without an end.
  static let sizeLimit = 16 << 20

  package var logLevel = Logger.Level.info
  package var metadata: Logger.Metadata = [:]
  private let lines: SerialQueue<String>

  /// Opens the file that an option or, where there is none, `FORMWORK_LOG` names.
  ///
  /// - Parameters:
  ///   - option: The option's value.
  ///   - label: The name of the program.
  /// - Returns: A logger that writes there; `nil` where no file is named.
  /// - Throws: ``Failure`` of wrong usage where the file cannot be used.
  package static func logger(_ option: String?, label: String) throws(Failure) -> Logger? {
    // As for every such variable, an empty one is none; what is written there is gone.
    let path = option ?? Environment.value("FORMWORK_LOG") ?? ""
    guard let file = try file(path, of: option == nil ? "FORMWORK_LOG" : "--log") else {
      return nil
    }
    let lines = SerialQueue<String> { last, next in
      // What a disk that does not answer holds up is bounded: the newest lines are dropped.
      last.utf8.count < 1 << 16 ? "\(last)\n\(next)" : last
    } perform: { line in
      if file.byteCount < sizeLimit { _ = try? file.append(line) }
    }
    return Logger(label: label) { _ in LogFile(lines: lines) }
  }

  /// Opens the file that an option names, for lines without a time.
  ///
  /// - Returns: Adds a line, whatever that takes; `nil` where no file is named.
  /// - Throws: ``Failure`` of wrong usage where the file cannot be used.
  package static func lines(
    addedTo path: String, of option: String
  ) throws(Failure) -> ((String) -> Void)? {
    try file(path, of: option).map { file in { _ = try? file.append($0) } }
  }

  private static func file(_ path: String, of option: String) throws(Failure) -> PrivateFile? {
    if path.isEmpty || path == "/dev/null" { return nil }
    do throws(PrivateFileError) {
      return try PrivateFile.open(path, for: .adding)
    } catch {
      let words = [
        "option": Message.verbatim(option), "path": .path(path),
        "reason": [.noFile, .symbolicLink].contains(error)
          ? "log.noFile" : Message(explaining: error),
      ]
      throw Failure(Message("log.refused", words), status: Failure.usage)
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

  /// The time in UTC, as ISO 8601 has it.
  private static var now: String {
    var (seconds, parts) = (time(nil), tm())
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%FT%TZ", &parts)
    return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
