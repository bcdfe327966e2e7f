import Foundation
import FormworkJSON
import FormworkSchema
import TestSupport
import Testing

/// The tests of the JSON Schema Test Suite for draft 2020-12.
@Suite(.enabled(if: Suites.folder != nil, "the shared suites are not there"))
struct SchemaSuiteTests {
  private static let folder = "\(Suites.folder ?? "")/json-schema/draft2020-12"

  /// The paths of all files; those of `optional/format` are about asserted formats.
  private static let files =
    (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".json") }.sorted()

  @Test(arguments: files)
  func verdictsAreThoseOfTheSuite(file: String) throws {
    var options = JSONSchema.Options()
    options.isFormatAsserted = file.hasPrefix("optional/format/")
    let text = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8)
    var count = 0
    var wrong: [String] = []
    for group in try JSONReader.read(text).elements {
      let schema = try JSONSchema(reading: try #require(group["schema"]).text(), options: options)
      for test in group["tests"]?.elements ?? [] {
        count += 1
        let document = try JSONDocument(parsing: try #require(test["data"]).text())
        let isValid = JSONNode(.bool(try schema.isValid(document)))
        if test["valid"] != isValid {
          wrong.append("\(group.name): \(test.name)")
        }
      }
    }
    #expect(wrong == [])
    #expect(count > 0)
  }

  @Test func theSuiteIsWhole() { #expect(Self.files.count > 25) }
}

extension JSONNode {
  fileprivate var elements: [JSONNode] {
    if case .array(let elements) = value { elements } else { [] }
  }

  fileprivate var name: String { self["description"]?.text() ?? "" }
}
