import FormworkJSON
import FormworkMessages
import FormworkSchema
import TestSupport
import Testing

/// The faults of schemas, and the limits.
@Suite struct SchemaErrorTests {
  @Test(arguments: [
    ("1", "line 1, column 1: #: is a number: one of these is required: true or false, an object"),
    (
      "{\n  \"properties\": {\"a\": {\"type\": \"text\"}}\n}",
      """
      line 2, column 32: #/properties/a/type: must be one of: "array", "boolean", "integer", \
      "null", "number", "object", "string"
      """
    ),
    (
      ##"{"$ref": "#/$defs/a"}"##,
      "line 1, column 10: #/$ref: #/$defs/a leads to nothing: correct the reference"
    ),
    (
      ##"{"$ref": "#/$defs/%zz"}"##,
      "line 1, column 10: #/$ref: #/$defs/%zz leads to nothing: correct the reference"
    ),
    (##"{"$ref": "#a"}"##, "line 1, column 10: #/$ref: #a names no anchor: correct the reference"),
    (
      ##"{"$dynamicRef": "#a"}"##,
      "line 1, column 17: #/$dynamicRef: #a names no anchor: correct the reference"
    ),
    (
      #"{"$ref": "https://example.org/a"}"#,
      """
      line 1, column 10: #/$ref: the document of https://example.org/a is not available: \
      give its folder by --map
      """
    ),
    (
      ##"{"$ref": "#"}"##,
      "line 1, column 10: #/$ref: the schema refers to itself for the same value: remove the reference"
    ),
    (
      ##"{"allOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"not": {"$ref": "#"}}}}"##,
      "line 1, column 68: #/$defs/a/not/$ref: the schema refers to itself for the same value: remove the reference"
    ),
    (
      #"{"$schema": "https://json-schema.org/draft/2019-09/schema"}"#,
      "line 1, column 13: #/$schema: draft 2019-09 is not supported: use 2020-12, 7 or 4"
    ),
    (
      #"{"$schema": "https://example.org/m"}"#,
      """
      line 1, column 13: #/$schema: the metaschema https://example.org/m is not available: \
      use 2020-12, 7 or 4, or give its folder by --map
      """
    ),
  ])
  func isALine(_ schema: String, _ line: String) throws {
    let error = #expect(throws: SchemaError.self) { try JSONSchema(reading: schema) }
    #expect(error.map { Self.catalogue.text(for: $0.message) } == line)
  }

  @Test func aSchemaThatDoublesItsWorkIsLimited() throws {
    let parts = (0..<40).map {
      ##""d\##($0)": {"allOf": [{"$ref": "#/$defs/d\##($0 + 1)"}, {"$ref": "#/$defs/d\##($0 + 1)"}]}"##
    }
    var options = JSONSchema.Options()
    options.limits.steps = 10_000
    let schema = try JSONSchema(
      reading:
        ##"{"$ref": "#/$defs/d0", "$defs": {\##(parts.joined(separator: ", ")), "d40": true}}"##,
      options: options)
    #expect(throws: SchemaLimitExceeded.steps(10_000)) {
      try schema.isValid(JSONDocument(parsing: "1"))
    }
  }

  @Test func aDynamicReferenceWithoutProgressIsLimited() throws {
    let schema = try JSONSchema(
      reading:
        ##"{"$id": "https://example.org/a", "$dynamicAnchor": "x", "properties": {"a": {"$id": "b", "$dynamicAnchor": "y", "$ref": "a#x"}}}"##
    )
    #expect(try schema.isValid(JSONDocument(parsing: #"{"a": {"a": {}}}"#)))
  }

  @Test func numbersOfManyDigitsAreLimited() throws {
    let number = String(repeating: "7", count: 9_000)
    var options = JSONSchema.Options()
    options.limits.steps = 100_000
    let schema = try JSONSchema(
      reading: "{\"items\": {\"multipleOf\": \(number)}}", options: options)
    let data = try JSONDocument(parsing: "[\(number), \(number), \(number)]")
    #expect(throws: SchemaLimitExceeded.steps(100_000)) { try schema.isValid(data) }
  }

  /// A deep document needs the stack in proportion to the schemas at each level.
  @Test func aSmallStackIsALimit() async throws {
    let nested = String(repeating: #"{"allOf": ["#, count: 20)
    let closing = String(repeating: "]}", count: 20)
    let schema = try JSONSchema(
      reading: ##"{"properties": {"a": {"$ref": "#"}}, "not": \##(nested)false\##(closing)}"##)
    var limits = JSONDocument.Limits()
    limits.depth = 1_000
    let depth = 990
    let data = try JSONDocument(
      parsing: String(repeating: #"{"a": "#, count: depth) + "1"
        + String(repeating: "}", count: depth),
      limits: limits)
    let verdict = try await onThreadOfItsOwn { Result { try schema.isValid(data) } }
    switch verdict {
    case .success(let isValid): #expect(isValid)
    case .failure(let error): #expect(error as? SchemaLimitExceeded == .depth)
    }
  }

  @Test func aPatternThatExplodesIsALimit() throws {
    let schema = try JSONSchema(reading: #"{"pattern": "^(a+)+$"}"#)
    let text = String(repeating: "a", count: 65_536) + "!"
    do {
      #expect(try !schema.isValid(JSONDocument(parsing: "\"\(text)\"")))
    } catch {
      #expect(error as? SchemaLimitExceeded == .pattern(at: JSONPlace(line: 1, column: 1)))
    }
  }

  private static let catalogue = Catalogue.json.overriding(Catalogue.schema.entries)
}
