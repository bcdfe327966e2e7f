import FormworkJSON
import TestSupport
import Testing

/// A program with the front end `lines`, whose lines are on the descriptors 3 and 4.
struct LinesClient {
  let child: Child

  init(_ arguments: [String], isolation: String = "never") throws {
    child = try Child(
      [
        "sh", "-c", #"FORMWORK_FRONT_END_LINES=3,4 exec "$@" 3<&0 4>&1 0</dev/null 1>&2"#, "sh",
      ] + arguments + ["--front-end", "lines", "--isolate", isolation],
      input: .pipe)
  }

  /// Waits for the flush after a text, or the next one; returns the output up to there.
  @discardableResult
  func flush(after text: String = "") throws -> String {
    let beginning = text.isEmpty ? "" : try child.expect(text)
    return try beginning + child.expect(#"{"message":"flush","revision":"#) + child.expect("\n")
  }

  /// Writes a line, and waits for the flush after a text.
  @discardableResult
  func send(_ line: String, flushAfter text: String = "") throws -> String {
    try child.write(line + "\n")
    return try flush(after: text)
  }

  /// Closes the input, and waits for the end.
  func end() throws -> Child.Outcome {
    try child.closeInput()
    return try child.wait()
  }
}

extension String {
  /// Returns the number of the last node that was inserted with a name.
  func node(named name: String) throws -> Int {
    let lines = split(separator: "\n").filter { $0.contains(#""insert""#) }
    let nodes = try lines.map { try JSONReader.read(String($0)) }
    let node = nodes.last { $0["name"]?.value == .string(name) }?["node"]?.value
    guard case .number(let number)? = node else { throw CancellationError() }
    return try #require(number.wholeNumber)
  }
}
