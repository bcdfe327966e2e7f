import Foundation
import FormworkJSON
import FormworkMessages
import FormworkSchema
import TestSupport
import Testing

/// The documents that references may reach.
@Suite struct SchemaSourcesTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func write(_ text: String, to name: String) throws -> String {
    try directory.write(Array(text.utf8), to: name)
    return directory.path(of: name)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory.path(of: name), withDestinationPath: target)
  }

  @Test func areFilesBesideTheSchema() throws {
    _ = try write("type: string\n", to: "part.yaml")
    let schema = try JSONSchema(
      readingFile: write(#"{"items": {"$ref": "part.yaml"}}"#, to: "schema.json"))
    #expect(try schema.isValid(JSONDocument(parsing: #"["a"]"#)))
    #expect(try !schema.isValid(JSONDocument(parsing: "[1]")))
  }

  /// The reason does not tell whether a file exists.
  @Test(arguments: [
    ("../../../../../../../etc/passwd", "/etc/passwd"), ("file:///etc/passwd", "/etc/passwd"),
    ("file:///etc/none", "/etc/none"), ("file:///none/%2e%2e/etc/passwd", "/etc/passwd"),
    ("..%2F..%2F..%2F..%2F..%2F..%2Fnone", "/none"), ("file:///", "/"),
  ])
  func areNotOutsideTheFolder(_ reference: String, _ file: String) throws {
    let path = try write("{\"$ref\": \"\(reference)\"}", to: "schema.json")
    let error = #expect(throws: SchemaError.self) { try JSONSchema(readingFile: path) }
    let text = "\(file) is outside the folder of the schema: allow its folder by --allow-files"
    #expect(error?.fault.text == text)
    #expect(error?.pointer == "/$ref")
  }

  @Test func areNotOutsideByALink() throws {
    try link("part.json", to: "/etc/passwd")
    let path = try write(#"{"$ref": "part.json"}"#, to: "schema.json")
    let error = #expect(throws: SchemaError.self) { try JSONSchema(readingFile: path) }
    #expect(error?.fault.text.contains("part.json is outside the folder") == true)
  }

  /// An allowed folder may be a link, and be relative.
  @Test func areInAnAllowedFolder() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array(#"{"type": "null"}"#.utf8), to: "null.json")
    try link("link", to: folder.path)
    for way in [folder.path, directory.path(of: "link")] {
      var options = JSONSchema.Options()
      options.sources.allowedFolders = [way]
      let path = try write("{\"$ref\": \"file://\(way)/null.json\"}", to: "schema.json")
      let schema = try JSONSchema(readingFile: path, options: options)
      #expect(try schema.isValid(JSONDocument(parsing: "null")))
    }
  }

  @Test func areMappedFolders() throws {
    _ = try write(#"{"type": "null"}"#, to: "null.json")
    var options = JSONSchema.Options()
    options.sources.folders = [("https://example.org/", directory.path)]
    let schema = try JSONSchema(
      reading: #"{"$ref": "https://example.org/null.json"}"#, options: options)
    #expect(try !schema.isValid(JSONDocument(parsing: "1")))
    #expect(throws: SchemaError.self) {
      try JSONSchema(reading: #"{"$ref": "https://example.org/../x"}"#, options: options)
    }
  }

  @Test func areInTheFolderOfTheLongestPrefix() throws {
    _ = try write(#"{"type": "null"}"#, to: "null.json")
    var options = JSONSchema.Options()
    options.sources.folders = [
      ("https://example.org/", "/nowhere"), ("https://example.org/a/", directory.path),
    ]
    let schema = try JSONSchema(
      reading: #"{"$ref": "https://example.org/a/null.json"}"#, options: options)
    #expect(try schema.isValid(JSONDocument(parsing: "null")))
  }

  /// `FOLDER` is that of the schema.
  @Test(arguments: [
    ("file://localhostFOLDER/null.json", nil), ("//localhostFOLDER/null.json", nil),
    ("//etc/null.json", "the document file://etc/null.json is not available"),
    ("file://hostFOLDER/null.json", "the document file://hostFOLDER/null.json is not available"),
    ("null.json%00x", "the document file://FOLDER/null.json%00x is not available"),
  ])
  func areOnThisHost(_ reference: String, _ fault: String?) throws {
    _ = try write(#"{"type": "null"}"#, to: "null.json")
    let folder = directory.path
    let path = try write(
      "{\"$ref\": \"\(reference.replacing("FOLDER", with: folder))\"}", to: "schema.json")
    let expected = fault.map {
      $0.replacing("FOLDER", with: folder) + ": give its folder by --map"
    }
    do {
      _ = try JSONSchema(readingFile: path)
      #expect(expected == nil)
    } catch let error as SchemaError {
      #expect(error.fault.text == expected)
    }
  }

  /// Draft 4 has an exclusive minimum of the kind Boolean.
  @Test func haveTheDraftOfTheSchemaThatRefersToThem() throws {
    _ = try write(#"{"minimum": 1, "exclusiveMinimum": true}"#, to: "part.json")
    let schema = try JSONSchema(
      readingFile: write(
        #"""
        {"$schema": "http://json-schema.org/draft-04/schema#", "items": {"$ref": "part.json"}}
        """#, to: "schema.json"))
    #expect(try !schema.isValid(JSONDocument(parsing: "[1]")))
  }

  @Test func aMetaschemaIsNotItsOwn() throws {
    let path = try write(
      "{\"$schema\": \"file://\(directory.path)/schema.json\"}", to: "schema.json")
    let error = #expect(throws: SchemaError.self) { try JSONSchema(readingFile: path) }
    #expect(error?.fault.text == "the document is its own metaschema: name a draft by $schema")
  }

  @Test func areGivenDocuments() throws {
    var options = JSONSchema.Options()
    options.sources.documents["urn:a"] = try JSONDocument(
      parsing: #"{"$anchor": "b", "type": "null"}"#)
    let schema = try JSONSchema(reading: #"{"$ref": "urn:a#b"}"#, options: options)
    #expect(try !schema.isValid(JSONDocument(parsing: "1")))
    #expect(try schema.isValid(JSONDocument(parsing: "null")))
  }
}

extension Message {
  fileprivate var text: String { Catalogue.schema.text(for: self) }
}
