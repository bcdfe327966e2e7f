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
      line 1, column 10: #/$ref: the document https://example.org/a is not available: \
      give its folder by --map
      """
    ),
    (
      #"{"$id": "https://example.org/a", "$ref": "b#c"}"#,
      """
      line 1, column 42: #/$ref: the document https://example.org/b is not available: \
      give its folder by --map
      """
    ),
    (
      #"{"$defs": {"a": {"$id": "urn:a"}, "b": {"$id": "urn:a"}}}"#,
      "line 1, column 48: #/$defs/b/$id: a second schema has the URI urn:a: choose another one"
    ),
    (
      #"{"$id": "urn:a", "not": {"$id": "urn:a"}}"#,
      "line 1, column 33: #/not/$id: a second schema has the URI urn:a: choose another one"
    ),
    (
      #"{"$anchor": "a", "items": {"$anchor": "a"}}"#,
      "line 1, column 39: #/items/$anchor: a second schema has the anchor a: choose another name"
    ),
    (
      #"{"$anchor": "a", "items": {"$dynamicAnchor": "a"}}"#,
      """
      line 1, column 46: #/items/$dynamicAnchor: a second schema has the anchor a: choose another name
      """
    ),
    (
      ##"""
      {"$schema": "http://json-schema.org/draft-07/schema", "items": [{"$id": "#a"}, {"$id": "#a"}]}
      """##,
      "line 1, column 88: #/items/1/$id: a second schema has the anchor a: choose another name"
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

  /// Names are compared by their bytes, although Swift takes the last two for one.
  @Test(arguments: ["~1", "x", "e\u{301}", "\u{E9}"])
  func aReferenceReachesAMemberOfMany(_ name: String) throws {
    let names = (0..<20).map(String.init) + ["/", "x", "e\u{301}", "\u{E9}"]
    let members = names.map { "\"\($0)\": {\"const\": \"\($0.replacing("/", with: "~1"))\"}" }
    let schema = try JSONSchema(
      reading:
        "{\"$ref\": \"#/$defs/\(name)\", \"$defs\": {\(members.joined(separator: ", "))}}")
    #expect(try schema.isValid(JSONDocument(parsing: "\"\(name)\"")))
  }

  @Test func aResourceMayBeReferredToTwice() throws {
    let schema = try JSONSchema(
      reading: ##"""
        {"allOf": [{"$ref": "#/x/not"}, {"$ref": "#/x"}],
        "x": {"not": {"$id": "urn:a", "$anchor": "b", "type": "string"}}}
        """##)
    #expect(try !schema.isValid(JSONDocument(parsing: "1")))
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

  private static let longText = "\"\(String(repeating: "a", count: 100_000))\""

  /// The work of a keyword on a long text is counted, and so is that of patterns on many short ones.
  @Test(arguments: [
    (#"{"maxLength": 1000000}"#, longText), (#"{"format": "iri-reference"}"#, longText),
    ("{\"const\": \(longText)}", longText), ("{\"enum\": [1, [\(longText)]]}", "[\(longText)]"),
    (#"{"uniqueItems": true}"#, "[\(longText)]"), (#"{"pattern": "^[a-z]*$"}"#, longText),
    (#"{"properties": {}}"#, members), (#"{"minimum": 0}"#, String(repeating: "7", count: 9_999)),
    (
      ##"""
      {"$schema": "http://json-schema.org/draft-07/schema#", "contentEncoding": "base64"}
      """##,
      longText
    ),
  ])
  func longValuesTakeSteps(_ schema: String, _ data: String) throws {
    var options = JSONSchema.Options()
    let data = try JSONDocument(parsing: data)
    #expect(try JSONSchema(reading: schema, options: options).isValid(data))
    options.limits.steps = 600
    let limited = try JSONSchema(reading: schema, options: options)
    #expect(throws: SchemaLimitExceeded.self) { try limited.isValid(data) }
  }

  private static let members =
    "{" + (0..<5_000).map { "\"\($0)\": 1" }.joined(separator: ", ") + "}"

  @Test func patternsOfAllTextsTakeSteps() throws {
    var options = JSONSchema.Options()
    options.limits.steps = 100_000
    let schema = try JSONSchema(
      reading: #"{"items": {"pattern": "^(a|a|b)*[cd]$"}}"#, options: options)
    let text = "\"\(String(repeating: "a", count: 13))\""
    func data(_ count: Int) throws -> JSONDocument {
      let texts = [String](repeating: text, count: count)
      return try JSONDocument(parsing: "[\(texts.joined(separator: ", "))]")
    }
    #expect(try !schema.isValid(data(1)))
    #expect(throws: SchemaLimitExceeded.self) { try schema.violations(of: data(900)) }
  }

  /// The pattern of an AWS resource, whose repetitions explode.
  @Test func theStepsOfAPatternAreThoseOfTheValidation() throws {
    let schema = #"{"properties": {"a": {"pattern": "(.*){1,5} (.*){1,5} (.*){1,5} [cd]"}}}"#
    let data = try JSONDocument(parsing: #"{"a": "0 12 * *"}"#)
    var options = JSONSchema.Options()
    options.limits.steps = 5_000
    let limited = try JSONSchema(reading: schema, options: options)
    let error = #expect(throws: SchemaLimitExceeded.self) { try limited.isValid(data) }
    #expect(
      error.map { Self.catalogue.text(for: $0.message(in: "a.json")) } == """
        a.json: line 1, column 7: #/a: the pattern "(.*){1,5} (.*){1,5} (.*){1,5} [cd]" needs too many \
        steps: simplify it, or raise --limit-steps
        """)
    options.limits.steps = 50_000_000
    #expect(try !JSONSchema(reading: schema, options: options).isValid(data))
  }

  /// A schema is refused if its metaschema, as the draft publishes it, refuses it as a document.
  @Test(arguments: [
    "{}", ##"{"$anchor": "a", "not": {"items": {"$dynamicRef": "#a"}}}"##, #"{"$anchor": "1"}"#,
    #"{"$defs": {"a": {"$comment": 1}}}"#, #"{"definitions": {"a": {"not": 1}}}"#,
    #"{"dependencies": {"a": ["b", "b"]}}"#, #"{"oneOf": []}"#, #"{"title": 1}"#,
    #"{"unevaluatedItems": {"minLength": -1}}"#, #"{"format": 1}"#, #"{"contentSchema": 1}"#,
  ])
  func aSchemaMatchesTheMetaschemaOfItsDraft(_ text: String) throws {
    let metaschema = try JSONSchema(
      reading: #"{"$ref": "https://json-schema.org/draft/2020-12/schema"}"#)
    let isSchema = (try? JSONSchema(reading: text)) != nil
    #expect(try metaschema.isValid(JSONDocument(parsing: text)) == isSchema)
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
    var options = JSONSchema.Options()
    options.limits.steps = 100_000
    let schema = try JSONSchema(reading: #"{"pattern": "^(a+)+$"}"#, options: options)
    let text = String(repeating: "a", count: 65_536) + "!"
    #expect(
      throws: SchemaLimitExceeded.pattern(
        "^(a+)+$", at: JSONPlace(line: 1, column: 1), pointer: "")
    ) { try schema.isValid(JSONDocument(parsing: "\"\(text)\"")) }
  }

  private static let catalogue = Catalogue.json.overriding(Catalogue.schema.entries)
}
