import FormworkJSON
import FormworkMessages
import FormworkSchema
import Testing

/// The violations of each keyword.
@Suite struct ViolationTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let schema: String
    let data: String
    let violations: [String]

    init(_ schema: String, _ data: String, _ violations: String...) {
      (self.schema, self.data, self.violations) = (schema, data, violations)
    }

    var testDescription: String { "\(schema) \(data)" }
  }

  @Test(arguments: rows)
  func areReported(_ row: Row) throws {
    let schema = try JSONSchema(reading: row.schema)
    let data = try JSONDocument(parsing: row.data)
    let found = try schema.violations(of: data).map {
      "\($0.pointer) \($0.keywordPath): \(Catalogue.schema.text(for: $0.reason))"
    }
    #expect(found == row.violations)
    #expect(try schema.isValid(data) == row.violations.isEmpty)
  }

  @Test func havePlacesInTheOrderOfTheDocument() throws {
    let schema = try JSONSchema(
      reading: ##"""
        {"type": ["object", "array"], "additionalProperties": {"$ref": "#"}, "items": {"$ref": "#"},
        "propertyNames": {"maxLength": 1}}
        """##)
    let data = try JSONDocument(
      parsing: """
        {"a": [1, {"b": "x"}, []],
        "cc": {"d": {}, "e/": null},
        "f": [[], [[2], {}, 3]]}
        """)
    let found = try schema.violations(of: data).map {
      "\($0.place.line):\($0.place.column) \($0.pointer)"
    }
    #expect(
      found == [
        "1:8 /a/0", "1:17 /a/1/b", "2:1 /cc", "2:17 /cc/e~1", "2:23 /cc/e~1", "3:13 /f/1/0/0",
        "3:21 /f/1/2",
      ])
  }

  @Test func areReportedOnce() throws {
    let parts = (0..<8).map {
      ##""d\##($0)": {"allOf": [{"$ref": "#/$defs/d\##($0 + 1)"}, {"$ref": "#/$defs/d\##($0 + 1)"}]}"##
    }
    let schema = try JSONSchema(
      reading: ##"""
        {"$ref": "#/$defs/d0", "$defs": {\##(parts.joined(separator: ", ")),
        "d8": {"required": ["a", "b"], "maxProperties": 0}}}
        """##)
    let found = try schema.violations(of: JSONDocument(parsing: #"{"c": 1}"#))
    #expect(
      found.map { Catalogue.schema.text(for: $0.reason) } == [
        "must have at most 0 members", #"the member "a" is missing"#, #"the member "b" is missing"#,
      ])
  }

  /// A violation outside the branches does not make a branch nearer.
  @Test func areThoseOfTheNearestBranch() throws {
    let schema = try JSONSchema(
      reading: ##"""
        {"allOf": [{"$ref": "#/$defs/a"}, {"anyOf": [{"$ref": "#/$defs/a"}, {"minimum": 5}]}],
        "$defs": {"a": {"type": "string"}}}
        """##)
    let found = try schema.violations(of: JSONDocument(parsing: "1"))
    #expect(
      found.map(\.keywordPath) == [
        "/allOf/0/$ref/type", "/allOf/1/anyOf", "/allOf/1/anyOf/1/minimum",
      ])
  }

  @Test func areLimited() throws {
    var options = JSONSchema.Options()
    #expect(options.limits.violations == 1_000)
    options.limits.violations = 2
    let schema = try JSONSchema(
      reading: #"{"items": {"anyOf": [{"required": ["a", "b", "c"]}]}}"#, options: options)
    let found = try schema.violations(of: JSONDocument(parsing: "[{}, {}]"))
    #expect(found.map(\.keywordPath) == ["/items/anyOf", "/items/anyOf/0/required"])
  }

  static let rows = [
    Row("true", "1"),
    Row("false", "1", " : is not allowed: remove it"),
    Row(#"{"type": "string"}"#, "1", " /type: is a number: a string is required"),
    Row(
      #"{"type": ["null", "integer"]}"#, "1.5",
      " /type: is a number: one of these is required: null, a whole number"),
    Row(#"{"type": "integer"}"#, "1.0"),
    Row(#"{"type": "integer"}"#, "1e400"),
    Row(
      #"{"type": "number"}"#, "true", " /type: is true or false: a number is required"
    ),
    Row(#"{"const": {"a": [1.0]}}"#, #"{"a": [1]}"#),
    Row(#"{"const": 1}"#, "true", " /const: must be 1"),
    Row(#"{"enum": ["a", null]}"#, #""b""#, #" /enum: must be one of: "a", null"#),
    Row(
      #"{"enum": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}"#, "0",
      " /enum: must be one of: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, or one of 2 more"),
    Row(#"{"multipleOf": 0.0001}"#, "0.00751", " /multipleOf: must be a multiple of 0.0001"),
    Row(#"{"multipleOf": 0.0001}"#, "0.0075"),
    Row(#"{"minimum": 2}"#, "1", " /minimum: must be at least 2"),
    Row(
      #"{"maximum": 9007199254740992}"#, "9007199254740993",
      " /maximum: must be at most 9007199254740992"),
    Row(#"{"exclusiveMinimum": 2}"#, "2.0", " /exclusiveMinimum: must be more than 2"),
    Row(#"{"exclusiveMaximum": 2}"#, "2", " /exclusiveMaximum: must be less than 2"),
    Row(#"{"minLength": 1}"#, #""""#, " /minLength: must have at least 1 character"),
    Row(#"{"maxLength": 1}"#, #""\ud83d\ude00""#),
    Row(#"{"maxLength": 1}"#, #""ab""#, " /maxLength: must have at most 1 character"),
    Row(#"{"pattern": "^a+$"}"#, #""ab""#, #" /pattern: must match the pattern "^a+$""#),
    Row(
      #"{"format": "ipv4"}"#, #""1.2.3""#, " /format: must be an IPv4 address, such as 192.0.2.1"),
    Row(#"{"format": "unknown"}"#, #""x""#),
    Row(#"{"minItems": 2}"#, "[1]", " /minItems: must have at least 2 items"),
    Row(#"{"maxItems": 0}"#, "[1]", " /maxItems: must have at most 0 items"),
    Row(
      #"{"uniqueItems": true}"#, "[1, true, 1.0]",
      " /uniqueItems: items 0 and 2 are equal: all must differ"),
    Row(
      #"{"uniqueItems": true}"#, #"[{"a": 1, "b": 2}, {"b": 2, "a": 1}]"#,
      " /uniqueItems: items 0 and 1 are equal: all must differ"),
    Row(
      #"{"prefixItems": [{"type": "null"}], "items": {"minimum": 3}}"#, "[1, 2]",
      "/0 /prefixItems/0/type: is a number: null is required",
      "/1 /items/minimum: must be at least 3"),
    Row(
      #"{"contains": {"const": 1}, "minContains": 2}"#, "[1, 2]",
      " /contains: must have at least 2 items that match 'contains'"),
    Row(
      #"{"contains": {"const": 1}, "maxContains": 1}"#, "[1, 1]",
      " /contains: must have at most 1 item that matches 'contains'"),
    Row(
      #"{"properties": {"a/b": {"minimum": 1}}, "patternProperties": {"^x": false}, "additionalProperties": {"type": "null"}}"#,
      #"{"a/b": 0, "x1": 1, "y": 2}"#,
      "/a~1b /properties/a~1b/minimum: must be at least 1",
      "/x1 /patternProperties/^x: is not allowed: remove it",
      "/y /additionalProperties/type: is a number: null is required"),
    Row(
      #"{"propertyNames": {"maxLength": 1}}"#, #"{"ab": 1}"#,
      #"/ab /propertyNames/maxLength: the name "ab" must have at most 1 character"#),
    Row(#"{"minProperties": 1}"#, "{}", " /minProperties: must have at least 1 member"),
    Row(
      #"{"required": ["a", "b", "c"]}"#, #"{"b": 1}"#,
      #" /required: the member "a" is missing"#, #" /required: the member "c" is missing"#),
    Row(
      #"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#,
      #" /dependentRequired: the member "b" is missing, which "a" requires"#),
    Row(
      #"{"dependentSchemas": {"a": {"maxProperties": 1}}}"#, #"{"a": 1, "b": 1}"#,
      " /dependentSchemas/a/maxProperties: must have at most 1 member"),
    Row(
      #"{"allOf": [{"minimum": 2}, {"maximum": 0}]}"#, "1",
      " /allOf/0/minimum: must be at least 2", " /allOf/1/maximum: must be at most 0"),
    Row(#"{"not": {"type": "number"}}"#, "1", " /not: must not match the schema of 'not'"),
    Row(
      #"{"oneOf": [true, false, true]}"#, "1",
      " /oneOf: matches the alternatives 0 and 2: only one may match"),
    Row(
      #"{"if": {"minimum": 5}, "then": {"multipleOf": 5}, "else": {"multipleOf": 2}}"#, "7",
      " /then/multipleOf: must be a multiple of 5"),
    Row(
      #"{"if": {"minimum": 5}, "then": {"multipleOf": 5}, "else": {"multipleOf": 2}}"#, "3",
      " /else/multipleOf: must be a multiple of 2"),
    Row(
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "null"}}}"##, "1",
      " /$ref/type: is a number: null is required"),
    Row(
      #"{"properties": {"a": true}, "unevaluatedProperties": false}"#, #"{"a": 1, "b": 2}"#,
      "/b /unevaluatedProperties: is not allowed: remove it"),
    Row(
      #"{"prefixItems": [true], "unevaluatedItems": false}"#, "[1, 2]",
      "/1 /unevaluatedItems: is not allowed: remove it"),
    // The branch whose constant matches is nearer than one with fewer violations.
    Row(
      #"""
      {"anyOf": [
        {"properties": {"kind": {"const": "a"}}},
        {"properties": {"kind": {"const": "b"}, "size": {"minimum": 1}, "name": {"type": "string"}}}
      ]}
      """#, #"{"kind": "b", "size": 0, "name": 1}"#,
      " /anyOf: matches none of the alternatives",
      "/size /anyOf/1/properties/size/minimum: must be at least 1",
      "/name /anyOf/1/properties/name/type: is a number: a string is required"),
    Row(
      #"{"oneOf": [{"type": "string"}, {"type": "number", "minimum": 5}]}"#, "1",
      " /oneOf: matches none of the alternatives", " /oneOf/1/minimum: must be at least 5"),
  ]
}
