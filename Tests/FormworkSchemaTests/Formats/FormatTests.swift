import Foundation
import FormworkSchema
import TestSupport
import Testing

@Suite struct FormatTests {
  @Test(arguments: FormatRow.times + FormatRow.addresses + FormatRow.identifiers + FormatRow.others)
  func aFormatAcceptsItsTextsAlone(_ row: FormatRow) {
    #expect(row.valid.filter { !row.format.accepts($0) } == [])
    #expect(row.invalid.filter { row.format.accepts($0) } == [])
  }

  @Test func everyFormatButPatternsHasRows() {
    let rows = FormatRow.times + FormatRow.addresses + FormatRow.identifiers + FormatRow.others
    #expect(Set(rows.map(\.format)) == Set(Format.allCases).subtracting([.regex]))
  }

  @Test func unknownNamesAreNoFormats() {
    #expect(Format(rawValue: "date-time") == .dateTime)
    #expect(Format(rawValue: "Date-Time") == nil)
    #expect(Format(rawValue: "color") == nil)
  }

  @Test(arguments: Format.allCases) func cutTextsAreRefusedOrAccepted(_ format: Format) {
    // Every part of a text that is no longer valid UTF-8 must stay within the bounds.
    let text = Array("a://[::1]ä.例え𐌀{~%".utf8)
    for start in text.indices {
      for end in start...text.count {
        text[start..<end].withUnsafeBufferPointer { _ = format.accepts($0) }
      }
    }
  }

  @Test(arguments: Format.allCases.filter { $0 != .regex })
  func theSharedSuiteAgrees(_ format: Format) throws {
    guard let folder = Suites.folder else {
      try Test.cancel("the shared suites are not there")
    }
    let path = "\(folder)/json-schema/draft2020-12/optional/format/\(format.rawValue).json"
    guard FileManager.default.fileExists(atPath: path) else {
      try Test.cancel("the shared suites have no rows for \(format.rawValue)")
    }
    let groups = try JSONDecoder().decode(
      [SuiteGroup].self, from: Data(contentsOf: URL(filePath: path)))
    let rows = groups.flatMap(\.tests)
    #expect(!rows.isEmpty)
    // A format concerns texts alone, so other values are valid.
    for row in rows {
      #expect((row.text.map(format.accepts) ?? true) == row.valid, "\(row.description)")
    }
  }
}

/// A group of rows in a file of JSON Schema's test suite.
private struct SuiteGroup: Decodable {
  struct Row: Decodable {
    let description: String
    let text: String?
    let valid: Bool

    private enum Key: CodingKey {
      case description, data, valid
    }

    init(from decoder: any Decoder) throws {
      let row = try decoder.container(keyedBy: Key.self)
      description = try row.decode(String.self, forKey: .description)
      valid = try row.decode(Bool.self, forKey: .valid)
      text = try? row.decode(String.self, forKey: .data)
    }
  }

  let tests: [Row]
}
