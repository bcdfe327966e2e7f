import Foundation
import TestSupport
import Testing

@testable import EditLineFrontEnd

/// What is written of the keys is what they are.
struct ManualTests {
  /// The keys of each function that a person may bind.
  private static let keys = Dictionary(grouping: Key.bindings, by: \.key.rawValue)
    .mapValues { Set($0.map(\.keys)) }
    .merging(terminalKeys) { $0.union($1) }

  /// The terminal's own keys, as terminals mostly spell them.
  private static let terminalKeys: [String: Set<String>] = [
    "formwork-previous": ["\\e[Z", "\\e^I"], "formwork-delete": ["\\e[3~"],
    "formwork-left": ["\\e[D", "\\eOD"], "formwork-right": ["\\e[C", "\\eOC"],
    "formwork-word-left": ["\\e[1;5D", "\\e[1;3D"],
    "formwork-word-right": ["\\e[1;5C", "\\e[1;3C"],
    "formwork-home": ["\\e[H", "\\eOH", "\\e[1~", "\\e[7~"],
    "formwork-end": ["\\e[F", "\\eOF", "\\e[4~", "\\e[8~"],
    "formwork-up": ["\\e[A", "\\eOA"], "formwork-down": ["\\e[B", "\\eOB"],
  ]

  @Test func eachFunctionHasAKey() {
    #expect(
      Set(Self.keys.keys) == Set(Key.allCases.filter { $0 != .finish }.map(\.rawValue)))
  }

  @Test func theReadmeHasTheKeys() throws {
    let readme = try PackageFile("README.md").text()
    let section = try #require(readme.components(separatedBy: "\n## Keys\n").dropFirst().first)
    var written: [String: Set<String>] = [:]
    for line in section.components(separatedBy: "\n## ")[0].split(separator: "\n") {
      let cells = line.split(separator: "|").map { Self.quoted(in: $0) }
      guard cells.count == 3, let function = cells[2].first else { continue }
      #expect(written.updateValue(Set(cells[0]), forKey: function) == nil, "\(function) twice")
    }
    #expect(written == Self.keys)
  }

  @Test func theManualPageHasTheKeys() throws {
    var written: [String: Set<String>] = [:]
    for entry in try ManualPage("Plugins/Manual/formwork.7")["THE LINE EDITOR"] {
      let function = String(entry.text.dropFirst().prefix { $0 != ")" })
      let keys = Set(entry.tag.components(separatedBy: ", "))
      #expect(written.updateValue(keys, forKey: function) == nil, "\(function) twice")
    }
    #expect(written == Self.keys)
  }

  /// What stands between backticks.
  private static func quoted(in text: Substring) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
