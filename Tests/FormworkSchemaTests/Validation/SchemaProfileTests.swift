import FormworkJSON
import FormworkSchema
import Testing

@Suite struct SchemaProfileTests {
  @Test(arguments: [
    (#"{"type": "object", "properties": {}}"#, true),
    (
      #"{"type": "object", "properties": {"a": {"type": "string", "format": "email", "title": "A"}}}"#,
      true
    ),
    (
      #"{"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}, "required": ["a"]}"#,
      true
    ),
    (#"{"type": "object", "properties": {"a": {"type": "boolean", "default": true}}}"#, true),
    (
      #"{"type": "object", "properties": {"a": {"type": "string", "enum": ["x"], "enumNames": ["X"]}}}"#,
      true
    ),
    (
      #"{"type": "object", "properties": {"a": {"type": "string", "oneOf": [{"const": "x", "title": "X"}]}}}"#,
      true
    ),
    (
      #"{"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string", "enum": ["x"]}}}}"#,
      true
    ),
    (
      #"{"type": "object", "properties": {"a": {"type": "array", "items": {"anyOf": [{"const": "x", "title": "X"}]}}}}"#,
      true
    ),
    (#"{"type": "array"}"#, false),
    (#"{"type": "object", "properties": {"a": {"type": "object"}}}"#, false),
    (#"{"type": "object", "properties": {"a": {"type": "string", "pattern": "x"}}}"#, false),
    (#"{"type": "object", "properties": {"a": {"type": "string", "format": "ipv4"}}}"#, false),
    (
      #"{"type": "object", "properties": {"a": {"type": "array", "items": {"type": "number"}}}}"#,
      false
    ),
  ])
  func mcpHasFlatObjectsOnly(_ schema: String, _ isInside: Bool) throws {
    let profile = try SchemaProfile.mcp.schema()
    #expect(try profile.isValid(JSONDocument(parsing: schema)) == isInside)
  }
}
