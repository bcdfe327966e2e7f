import FormworkJSON
import FormworkSchema

/// Feeds any bytes to the readers of JSON, YAML, schemas and patterns, by their first byte.
///
/// `Scripts/fuzz schema` builds and runs it. The readers accept or refuse any input, within their limits.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let reader = input.first else { return 0 }
  let rest = Array(input.dropFirst())
  switch reader % 4 {
  case 0: (try? JSONDocument(parsing: rest)).map { visit($0.root) }
  case 1: (try? YAMLReader.read(rest)).map { visit($0.root) }
  case 2: compile(String(decoding: rest, as: UTF8.self))
  default: match(String(decoding: rest, as: UTF8.self))
  }
  return 0
}

/// Reads all parts of a value.
private func visit(_ value: JSONElement) {
  precondition(value.place.line > 0 && value.place.column > 0)
  precondition((value.string != nil) == (value.kind == .string))
  precondition((value.number != nil) == (value.kind == .number))
  for element in value.elements { visit(element) }
  for (name, member) in value.members {
    precondition(value[name]?.kind == member.kind)
    visit(member)
  }
}

private let sample = """
  {"a": [1, -2.5, "1.2.3.4", true, null, {"b": {}}], "b": "2024-02-29", "ab": [[]], "": 1e2}
  """

/// Validates a sample, and the schema itself, against a schema.
private func compile(_ text: String) {
  guard let schema = try? JSONSchema(reading: text) else { return }
  for document in [sample, text] {
    guard let document = try? JSONDocument(parsing: document),
      let isValid = try? schema.isValid(document),
      let violations = try? schema.violations(of: document)
    else { continue }
    precondition(isValid == violations.isEmpty)
  }
}

/// Matches the lines of a text by the pattern in its first line.
private func match(_ text: String) {
  let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
  guard let pattern = try? Pattern(String(lines[0])) else { return }
  var subject = String(lines.last ?? "")
  _ = subject.withUTF8 { try? pattern.matches($0) }
}
