import FormworkJSON
import FormworkMessages
import FormworkSchema
import Testing

@Suite struct ExampleTests {
  @Test func aDocumentIsValidated() throws {
    let schema = try JSONSchema(
      reading: """
        {
          "type": "object",
          "properties": {
            "name": {"type": "string", "minLength": 2},
            "age": {"type": "integer", "minimum": 0}
          },
          "required": ["name"]
        }
        """)

    let document = try JSONDocument(parsing: #"{"name": "A", "age": -1}"#)
    #expect(try schema.isValid(document) == false)

    let lines = try schema.violations(of: document).map { violation in
      Catalogue.schema.text(for: violation.message(in: "person.json"))
    }
    #expect(
      lines == [
        "person.json: line 1, column 10: #/name: must have at least 2 characters",
        "person.json: line 1, column 22: #/age: must be at least 0",
      ])
  }

  @Test func referencesReachGivenDocuments() throws {
    var options = JSONSchema.Options()
    options.sources.documents["https://example.org/name"] = try JSONDocument(
      parsing: #"{"type": "string"}"#)

    let schema = try JSONSchema(
      reading: #"{"items": {"$ref": "https://example.org/name"}}"#, options: options)
    #expect(try schema.isValid(JSONDocument(parsing: #"["Ann"]"#)))
  }
}
