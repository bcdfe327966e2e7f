import FormworkJSON
import FormworkSchema
import Foundation
import TestSupport
import Testing

/// Random schemas and documents.
///
/// Run a failed seed again to reproduce its failure.
@Suite struct RandomSchemaTests {
  private static let seeds = UInt64(0)..<500

  @Test(.serialized, arguments: seeds)
  func onlyInvalidDocumentsHaveViolations(seed: UInt64) throws {
    let random = RandomSchema(seed: seed)
    let schema = try JSONSchema(reading: random.schema.text)
    for document in random.documents {
      let parsed = try JSONDocument(parsing: document.text)
      let isValid = try schema.isValid(parsed)
      let violations = try schema.violations(of: parsed)
      #expect(isValid == violations.isEmpty, "\(random.schema.text)\n\(document.text)")
    }
  }

  @Test func everyKeywordMeetsValidAndInvalidDocuments() throws {
    var counts: [Bool: [String: Int]] = [:]
    for verdict in try Self.seeds.flatMap(Self.verdicts) {
      for keyword in verdict.keywords {
        counts[verdict.isValid, default: [:]][keyword, default: 0] += 1
      }
    }
    for isValid in [true, false] {
      #expect(RandomSchema.keywords.filter { counts[isValid]?[$0] ?? 0 < 100 } == [])
    }
  }

  /// `Scripts/test` installs jsonschema.
  @Test(
    .enabled(
      if: SchemaPeer.isInstalled, "jsonschema, of PyPI, is not installed in .build/test-peers"))
  func verdictsAgreeWithThoseOfJSONSchemaInPython() async throws {
    let directory = try TemporaryDirectory()
    let verdicts = try Self.seeds.flatMap(Self.verdicts)
    let lines = verdicts.map { "\($0.schema)\t\($0.document)\t\($0.isValid)\n" }
    let file = try directory.write(lines.joined(), to: "verdicts")
    let program = PackageFile("Tests/FormworkSchemaTests/Fixtures/peer.py").path
    let outcome = try await onThreadOfItsOwn { try Child.run([SchemaPeer.python, program, file]) }
    #expect(String(decoding: outcome.errors, as: UTF8.self) == "")
    var differences = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
    let count = Int(differences.popLast() ?? "") ?? 0
    #expect(differences == [])
    #expect(count > verdicts.count * 3 / 4)
  }

  private struct Verdict {
    let schema: String
    let document: String
    let keywords: Set<String>
    let isValid: Bool
  }

  private static func verdicts(seed: UInt64) throws -> [Verdict] {
    let random = RandomSchema(seed: seed)
    let schema = try JSONSchema(reading: random.schema.text)
    return try random.documents.map { document in
      Verdict(
        schema: random.schema.text, document: document.text, keywords: random.usedKeywords,
        isValid: try schema.isValid(JSONDocument(parsing: document.text)))
    }
  }
}

/// The validator jsonschema for Python.
enum SchemaPeer {
  static let python = PackageFile(".build/test-peers/bin/python3").path
  static let isInstalled = FileManager.default.isExecutableFile(
    atPath: PackageFile(".build/test-peers/bin/jsonschema").path)
}
