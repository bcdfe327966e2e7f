import Foundation
import FormworkFrontEnd
import TestSupport
import Testing

@testable import EditLineFrontEnd

extension WithinThisProcess {
  struct ManualTests {
    /// The keys of each function that a user may bind.
    private static let keys = Dictionary(grouping: EditorFunction.bindings, by: \.key.rawValue)
      .mapValues { Set($0.map(\.keys)) }
      .merging(terminalKeys) { $0.union($1) }

    /// The keys with names, as most terminals send them.
    private static let terminalKeys: [String: Set<String>] = [
      "formwork-previous": ["\\e[Z", "\\e^I"], "formwork-delete": ["\\e[3~"],
      "formwork-left": ["\\e[D", "\\eOD"], "formwork-right": ["\\e[C", "\\eOC"],
      "formwork-word-left": ["\\e[1;5D", "\\e[1;3D"],
      "formwork-word-right": ["\\e[1;5C", "\\e[1;3C"],
      "formwork-home": ["\\e[H", "\\eOH", "\\e[1~", "\\e[7~"],
      "formwork-end": ["\\e[F", "\\eOF", "\\e[4~", "\\e[8~"],
      "formwork-submit": ["\\e[21~"], "formwork-help": ["\\eOP", "\\e[11~"],
      "formwork-up": ["\\e[A", "\\eOA"], "formwork-down": ["\\e[B", "\\eOB"],
    ]

    /// Returns the keys of each function of libedit that works in a secret, without settings.
    ///
    /// The keys are single characters or in the notation of editrc(5).
    private static func keysOfSecrets() throws -> [String: Set<String>] {
      let bound = try LineEditor(settings: EditorSettings(file: "/dev/null")).bound
      var keys: [String: Set<String>] = [:]
      for single in bound.singles where !single.isCommand {
        for character in [single.characters.lowerBound, single.characters.upperBound] {
          guard character.value < 0x20, let letter = Unicode.Scalar(character.value + 0x40) else {
            continue
          }
          keys[single.function, default: []].insert("^\(letter)")
        }
      }
      // With Alt, a capital letter does the same.
      for (sequence, function) in bound.sequences {
        let characters = BoundKeys.characters(spelledBy: sequence) ?? []
        guard characters.count == 2, characters[0] == "\u{1B}",
          !characters[1].properties.isUppercase
        else { continue }
        keys[function, default: []].insert("\\e" + sequence.dropFirst(2))
      }
      return keys.filter {
        EditorFunction.edits[$0.key] != nil && EditorFunction(rawValue: $0.key) == nil
      }
    }

    @Test func theTerminalsKeysAreDecodedToThose() {
      for (function, spellings) in Self.terminalKeys {
        for spelled in spellings {
          let decoder = KeyDecoder()
          let bytes = spelled.replacing("\\e", with: "\u{1B}").replacing("^I", with: "\t")
          Array(bytes.utf8).withUnsafeBytes { decoder.feed($0) }
          guard case .key(let key) = decoder.next() else {
            Issue.record("\(spelled) is no key")
            continue
          }
          #expect(EditorFunction.of(key)?.rawValue == function, "\(spelled)")
        }
      }
    }

    @Test func eachFunctionHasAKey() {
      #expect(
        Set(Self.keys.keys) == Set(EditorFunction.allCases.filter { $0 != .finish }.map(\.rawValue))
      )
    }

    /// The page of `registration` lists ten functions, with keys from the manual page.
    @Test func theReadmeHasTheKeysThatMatter() throws {
      let readme = try PackageFile("Sources/registration/Manual/registration.md").text()
      let section = try #require(readme.components(separatedBy: "\n### Keys\n").dropFirst().first)
      var written: [String: Set<String>] = [:]
      for line in section.components(separatedBy: "\n### ")[0].split(separator: "\n") {
        let cells = line.split(separator: "|").map { Self.quoted(in: $0) }
        guard cells.count == 3, let function = cells[2].first else { continue }
        #expect(written.updateValue(Set(cells[0]), forKey: function) == nil, "\(function) twice")
      }
      #expect(written.count == 10)
      for (function, keys) in written {
        #expect(!keys.isEmpty && keys.isSubset(of: Self.keys[function] ?? []), "\(function)")
      }
    }

    @Test func theManualPageHasTheKeys() throws {
      var written: [String: Set<String>] = [:]
      let page = try ManualPage("Plugins/Manual/formwork.7")
      for entry in page["THE LINE EDITOR"] + page["SECRETS"] {
        let function = String(entry.text.dropFirst().prefix { $0 != ")" })
        let keys = Set(entry.tag.components(separatedBy: ", "))
        #expect(written.updateValue(keys, forKey: function) == nil, "\(function) twice")
      }
      #expect(try written == Self.keys.merging(Self.keysOfSecrets()) { $0.union($1) })
    }

    /// Returns the texts between backticks.
    private static func quoted(in text: Substring) -> [String] {
      text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
  }
}
