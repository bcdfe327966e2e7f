import Foundation
import Testing

@testable import EditLineFrontEnd

/// What is written of the keys is what they are.
struct ManualTests {
  private static func text(_ path: String) throws -> String {
    try String(
      contentsOf: URL(filePath: #filePath).appending(path: "../../../\(path)").standardized,
      encoding: .utf8)
  }

  @Test func theReadmeHasEachKey() throws {
    let table = try Self.text("README.md").components(separatedBy: "## Keys")[1]
      .components(separatedBy: "\n## ")[0]
    for binding in Key.bindings {
      #expect(table.contains("`\(binding.keys)`"), "\(binding.keys)")
    }
    for key in Key.allCases where key != .finish {
      #expect(table.contains("`\(key.rawValue)`"), "\(key.rawValue)")
    }
  }

  @Test func theManualPageHasEachKey() throws {
    let page = try Self.text("Plugins/Manual/formwork.7")
      .replacingOccurrences(of: "\\e", with: "\\")
    let words = page.split { " ,\"()\n".contains($0) }.map(String.init)
    for binding in Key.bindings { #expect(words.contains(binding.keys), "\(binding.keys)") }
    for key in Key.allCases where key != .finish {
      #expect(page.contains("\\fB\(key.rawValue)\\fR"), "\(key.rawValue)")
    }
  }
}
