import Accounts
import AccountsHTTP
import AccountsPostgreSQL
import AccountsSQLite
import Formwork
import FormworkConformance
import FormworkCore
import FormworkDemo
import FormworkHost
import FormworkJSON
import FormworkSchema
import FormworkSession
import FormworkStorage
import Foundation
import Interaction
import RegexBuilder
import TestSupport
import Testing
import Wording

@testable import EditLineFrontEnd
@testable import PlainFrontEnd
@testable import ScreenFrontEnd
@testable import WebFrontEnd
@testable import formwork
@testable import registration

/// Every key in the sources is in a catalogue, and every key of a catalogue is used.
struct KeysTests {
  /// The catalogues of targets that one program may contain.
  private static let libraries: [Catalogue] = [
    .form, .accounts, .sqliteStore, .postgreSQLStore, .serviceStore,
  ]

  private static let keys = Set(
    (libraries + [
      .conformance, .wording, .plain, .lineEditor, .screen, .web, registration.console.catalogue,
      .scripts, formwork.console.catalogue,
    ]).flatMap(\.entries.keys))

  /// Literals that look like keys.
  private static let noKeys: Set = ["accounts.sqlite"]

  /// The possible keys in the sources, and parts of keys.
  private struct Words {
    /// String literals, except those before a colon: labels, and the keys of catalogues.
    var literals: Set<String> = []

    /// The literals that must be keys: first arguments of `key`, and those with a key's prefix.
    var keys: Set<String> = []

    /// Keys of violations, after `customError.`.
    var violations: Set<String> = []

    /// Beginnings of keys, which the program completes, for example with the name of a case.
    var beginnings: Set<String> = []

    /// Names of cases, which may be the end of a key.
    var cases: Set<String> = []

    init(of text: String) {
      let roots = Set(KeysTests.keys.filter { $0.contains(".") }.map { $0.prefix { $0 != "." } })
      for match in text.matches(of: /"([a-z][A-Za-z]*(?:\.[A-Za-z0-9]+)*)"(?!:)/) {
        literals.insert(String(match.1))
        let root = match.1.prefix { $0 != "." }
        if root != match.1, roots.contains(root) { keys.insert(String(match.1)) }
      }
      keys.formUnion(
        text.literals(behind: /\b(?:key|message|say)\(/, before: /(?!, of:)/))
      violations = text.literals(behind: /\bcustomError\(key:/)
      beginnings = text.literals(behind: /\b(?:key|message)\(/, before: /, of:/)
      for match in text.matches(of: /\bcase ([a-z][A-Za-z0-9, ]*)/) {
        cases.formUnion(match.1.split { ", ".contains($0) }.map(String.init))
      }
    }

    /// Whether the sources use a key, as a whole or in parts.
    func use(_ key: String) -> Bool {
      if literals.contains(key) { return true }
      let parts = key.split(separator: ".").map(String.init)
      return (1..<parts.count).reversed().contains { count in
        literals.contains(parts[..<count].joined(separator: "."))
          && parts[count...].allSatisfy { literals.contains($0) || cases.contains($0) }
      }
    }
  }

  private static let words = Words(of: text(in: "Sources") + text(in: "Plugins"))

  private static func text(in folder: String) -> String {
    var text = ""
    for name in FileManager.default.enumerator(atPath: PackageFile(folder).path) ?? .init() {
      guard let name = name as? String, name.hasSuffix(".swift") else { continue }
      text += (try? PackageFile("\(folder)/\(name)").text()) ?? ""
    }
    return text
  }

  @Test func eachKeyHasAnEntry() {
    #expect(Self.words.keys.count > 300)
    #expect(Self.words.keys.subtracting(Self.keys).subtracting(Self.noKeys) == [])
  }

  /// A violation of the form as a whole may have a sentence for a refusal alone.
  @Test func eachViolationHasAnEntry() {
    #expect(Self.words.violations.count > 10)
    let keys = Self.words.violations.map { "customError.\($0)" }
    #expect(
      keys.filter { !Self.keys.contains($0) && !Self.keys.contains("refusedElsewhere.\($0)") } == []
    )
  }

  @Test func eachBeginningGoesOnSomewhere() {
    #expect(Self.words.beginnings.count > 3)
    let points = Self.keys.flatMap { key in
      [key] + key.indices.filter { key[$0] == "." }.map { String(key[..<$0]) }
    }
    #expect(Self.words.beginnings.subtracting(points) == [])
  }

  /// A front end selects one of two catalogues.
  @Test(arguments: [
    "PlainFrontEnd", "EditLineFrontEnd", "ScreenFrontEnd", "Conversation", "Wording",
  ])
  func theCatalogueThatIsAskedHasTheKey(_ folder: String) {
    let text = Self.text(in: "Plugins/\(folder)")
    let own: Catalogue =
      switch folder {
      case "PlainFrontEnd": .plain
      case "ScreenFrontEnd": .screen
      default: .lineEditor
      }
    for (call, catalogue) in [
      (/FrontEndMessages\.text\(/, Catalogue.wording), (/FrontEndMessages\.line\(/, own),
    ] {
      #expect(text.literals(behind: call).subtracting(catalogue.entries.keys) == [])
    }
  }

  /// The catalogues of each program that uses a target.
  private static let catalogues: [String: [Catalogue]] = [
    "FormworkCore": [.english], "FormworkJSON": [.english],
    "FormworkSchema": [.schema], "FormworkSession": [.english],
    "FormworkShell": [.english], "FormworkStorage": [.storage],
    "FormworkHost": [.english, .host], "FormworkDemo": [.english, .demo],
    "FormworkConformance": [.english, .conformance],
    "Accounts": [.accounts],
  ]

  @Test(arguments: catalogues.keys.sorted()) func theProgramHasTheKey(_ target: String) throws {
    let keys = Words(of: Self.text(in: "Sources/\(target)")).keys
    let entries = try #require(Self.catalogues[target]).flatMap(\.entries.keys)
    #expect(!keys.isEmpty && keys.subtracting(Self.noKeys).subtracting(entries) == [])
  }

  @Test func eachEntryIsUsed() {
    // The tests of the page find those that its script uses.
    #expect(Self.keys.filter { !$0.hasPrefix("page.") && !Self.words.use($0) } == [])
  }

  @Test func noKeyHasTwoEntries() {
    let all = Self.libraries.flatMap(\.entries.keys)
    #expect(Dictionary(grouping: all) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
  }
}

extension String {
  /// Returns the string literals without interpolation between two texts.
  fileprivate func literals(
    behind call: Regex<Substring>, before rest: Regex<Substring> = /(?:)/
  ) -> Set<String> {
    let literal = Regex {
      call
      ZeroOrMore(.whitespace)
      "\""
      Capture { OneOrMore(CharacterClass.anyOf("\"\\").inverted) }
      "\""
      rest
    }
    return Set(matches(of: literal).map { String($0.1) })
  }
}
