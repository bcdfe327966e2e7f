import TestSupport

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

  /// Waits for the flush after a text, or the next one.
  func flush(after text: String = "") throws {
    if !text.isEmpty { try child.expect(text) }
    try child.expect(#"{"message":"flush","revision":"#)
    try child.expect("\n")
  }

  /// Writes a line, and waits for the next flush.
  func send(_ line: String) throws {
    try child.write(line + "\n")
    try flush()
  }

  /// Closes the input, and waits for the end.
  func end() throws -> Child.Outcome {
    try child.closeInput()
    return try child.wait()
  }
}
