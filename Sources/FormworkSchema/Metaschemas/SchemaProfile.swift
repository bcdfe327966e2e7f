/// A subset of JSON Schema that another program reads.
public enum SchemaProfile: String, CaseIterable, Sendable {
  /// The flat objects that a server of the Model Context Protocol may ask a person for.
  case mcp

  /// Returns the schema that all schemas of the subset match.
  public func schema() throws -> JSONSchema { try JSONSchema(reading: Self.mcpText) }

  // Source: Model Context Protocol 2025-11-25, schema.ts, `ElicitRequestFormParams`.
  private static let mcpText = #"""
    {"type": "object", "required": ["type", "properties"], "additionalProperties": false,
    "properties": {"$schema": {"type": "string"}, "type": {"const": "object"}, "properties": {
    "type": "object", "additionalProperties": {"$ref": "#/$defs/field"}}, "required": {"type":
    "array", "items": {"type": "string"}}}, "$defs": {"field": {"type": "object", "required": [
    "type"], "properties": {"type": {"enum": ["string", "number", "integer", "boolean", "array"]}},
    "anyOf": [{"$ref": "#/$defs/string"}, {"$ref": "#/$defs/number"}, {"$ref": "#/$defs/boolean"}, {
    "$ref": "#/$defs/choice"}, {"$ref": "#/$defs/titledChoice"}, {"$ref": "#/$defs/choices"}, {
    "$ref": "#/$defs/titledChoices"}]}, "annotations": {"properties": {"title": {"type": "string"},
    "description": {"type": "string"}}}, "string": {"$ref": "#/$defs/annotations",
    "unevaluatedProperties": false, "required": ["type"], "properties": {"type": {"const":
    "string"}, "minLength": {"type": "integer"}, "maxLength": {"type": "integer"}, "format": {
    "enum": ["email", "uri", "date", "date-time"]}, "default": {"type": "string"}}}, "number": {
    "$ref": "#/$defs/annotations", "unevaluatedProperties": false, "required": ["type"],
    "properties": {"type": {"enum": ["number", "integer"]}, "minimum": {"type": "number"},
    "maximum": {"type": "number"}, "default": {"type": "number"}}}, "boolean": {"$ref":
    "#/$defs/annotations", "unevaluatedProperties": false, "required": ["type"], "properties": {
    "type": {"const": "boolean"}, "default": {"type": "boolean"}}}, "texts": {"type": "array",
    "items": {"type": "string"}}, "titled": {"type": "array", "items": {"type": "object",
    "required": ["const", "title"], "properties": {"const": {"type": "string"}, "title": {"type":
    "string"}}, "additionalProperties": false}}, "choice": {"$ref": "#/$defs/annotations",
    "unevaluatedProperties": false, "required": ["type", "enum"], "properties": {"type": {"const":
    "string"}, "enum": {"$ref": "#/$defs/texts"}, "enumNames": {"$ref": "#/$defs/texts"}, "default":
    {"type": "string"}}}, "titledChoice": {"$ref": "#/$defs/annotations", "unevaluatedProperties":
    false, "required": ["type", "oneOf"], "properties": {"type": {"const": "string"}, "oneOf": {
    "$ref": "#/$defs/titled"}, "default": {"type": "string"}}}, "list": {"$ref":
    "#/$defs/annotations", "required": ["type", "items"], "properties": {"type": {"const": "array"},
    "minItems": {"type": "integer"}, "maxItems": {"type": "integer"}, "default": {"$ref":
    "#/$defs/texts"}}}, "choices": {"$ref": "#/$defs/list", "unevaluatedProperties": false,
    "properties": {"items": {"type": "object", "required": ["type", "enum"], "additionalProperties":
    false, "properties": {"type": {"const": "string"}, "enum": {"$ref": "#/$defs/texts"}}}}},
    "titledChoices": {"$ref": "#/$defs/list", "unevaluatedProperties": false, "properties": {
    "items": {"type": "object", "required": ["anyOf"], "additionalProperties": false, "properties":
    {"anyOf": {"$ref": "#/$defs/titled"}}}}}}}
    """#
}
