import FormworkCore
public import FormworkJSON
public import FormworkMessages
public import FormworkSystem
import Glibc

/// Files of JSON or YAML.
///
/// The name of a file decides the format if it ends with `.json`, `.yaml` or `.yml`. Other files and standard input
/// are JSON if the first character except blanks is `{`, `[` or `"`, and YAML otherwise: numbers and words mean the
/// same in both.
public enum DocumentFile {
  /// Reads a file, or standard input if the path is `-`.
  ///
  /// Stops beyond the limit of bytes. A named pipe or device is refused if it sends nothing for 10 seconds. Standard
  /// input may wait without a limit.
  public static func read(
    _ path: String, limits: JSONDocument.Limits = JSONDocument.Limits()
  ) throws(DocumentError) -> JSONDocument {
    try read(path, limits: limits, timeout: .seconds(timeout))
  }

  /// The seconds for which a named pipe or device may send nothing.
  fileprivate static let timeout = 10

  static func read(
    _ path: String, limits: JSONDocument.Limits, timeout: Duration
  ) throws(DocumentError) -> JSONDocument {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Self.bytes(of: path, limit: limits.byteCount, timeout: timeout)
    } catch {
      throw .unreadable(path: path, error)
    }
    do throws(JSONError) {
      return isJSON(path, bytes)
        ? try JSONDocument(parsing: bytes, limits: limits)
        : try YAMLReader.read(bytes, limits: limits)
    } catch {
      throw error.isLimit ? .limit(path: path, error) : .fault(path: path, error)
    }
  }

  private static func isJSON(_ path: String, _ bytes: [UInt8]) -> Bool {
    let path = path.lowercased()
    if path.hasSuffix(".json") { return true }
    if path.hasSuffix(".yaml") || path.hasSuffix(".yml") { return false }
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first.map("{[\"".utf8.contains) ?? false
  }

  private static func bytes(
    of path: String, limit: Int, timeout: Duration
  ) throws(SystemError) -> [UInt8] {
    if path == "-" {
      return try [UInt8](readingFrom: STDIN_FILENO, limit: limit, keepsMarks: true)
    }
    // Opening a pipe would wait for a writer without a limit.
    let descriptor = open(path.systemCString, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    return try [UInt8](
      readingFrom: descriptor, limit: limit, keepsMarks: true
    ) { descriptor throws(SystemError) in try awaitInput(of: descriptor, for: timeout) }
  }

  /// Waits until a read would not block, which regular files never do.
  private static func awaitInput(
    of descriptor: CInt, for timeout: Duration
  ) throws(SystemError) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&entry, 1, timeout.wholeMilliseconds)
      if count > 0 { return }
      if count == 0 { throw SystemError(code: ETIMEDOUT) }
      if errno != EINTR { throw .last }
    }
  }
}

/// The reason why a document cannot be read from a file.
public enum DocumentError: UserMessageError, Equatable {
  /// The document exceeds a limit, and may be valid otherwise.
  case limit(path: String, JSONError)

  /// The document is neither JSON nor YAML that JSON can express.
  case fault(path: String, JSONError)

  /// The file cannot be read.
  case unreadable(path: String, SystemError)

  /// Whether the document may be valid beyond a limit.
  package var isLimit: Bool { if case .limit = self { true } else { false } }

  /// A line with the file, the place, the fault and the solution.
  public var message: Message {
    let (path, reason): (String, Message) =
      switch self {
      case .limit(let path, let error), .fault(let path, let error): (path, error.message)
      case .unreadable(let path, SystemError(code: ETIMEDOUT)):
        (path, .key("schema.noInput", count: DocumentFile.timeout))
      case .unreadable(let path, let error):
        (path, .key("schema.unreadable", ["reason": Message(explaining: error)]))
      }
    return .document(path, reason)
  }
}

extension Message {
  /// Returns a line about a document, whose name is `-` for standard input.
  package static func document(_ path: String, _ reason: Message) -> Message {
    .key("schema.document", ["file": .documentName(path), "reason": reason])
  }

  /// Returns the name of a document: its path, or that of standard input for `-`.
  package static func documentName(_ path: String) -> Message {
    path == "-" ? .key("schema.standardInput") : .path(path.replacingControls())
  }
}
