import CFormwork
import Foundation
import FormworkContract
import FormworkFrontEnd
import TestSupport
import Testing

/// The vocabulary and `formwork.h` must have the same constants.
struct VocabularyTests {
  typealias Numbers = [String: UInt32]

  @Test func namesAndNumbersAreThoseOfTheContract() throws {
    #expect(
      try Self.contract() == [
        "message_kind": Self.displays.merging(Self.inputs) { one, _ in one },
        "flag": [
          "HAS_TEXT": 1, "HAS_NUMBER": 2, "ON": 4, "NEXT": 8, "PREVIOUS": 16, "LOST": 32,
          "INSIST": 64, "SECTION": 128,
        ],
        "reason": Self.numbers(of: DetachReason.allCases, "REASON_") { UInt32($0.rawValue) },
        "refusal": Self.numbers(of: InputRejection.allCases, "REFUSAL_") { UInt32($0.rawValue) },
        "layout": Self.numbers(of: ListLayout.allCases, "LAYOUT_") { UInt32($0.rawValue) },
        "order": Self.numbers(of: SortOrder.allCases, "ORDER_") { UInt32($0.rawValue) },
        "align": Self.numbers(of: CellAlignment.allCases, "ALIGN_") { UInt32($0.rawValue) },
        "node_kind": Self.numbers(of: NodeKind.allCases.filter { $0 != .unknown }) { $0.rawValue },
        "property": Self.numbers(of: Property.allCases) { $0.rawValue },
        "status": Self.numbers(of: NodeStatus.allCases, "STATUS_") { UInt32($0.rawValue) },
        "format": Self.numbers(of: NodeFormat.allCases, "FORMAT_") { UInt32($0.rawValue) },
        "role": Self.numbers(of: NodeRole.allCases, "ROLE_") { UInt32($0.rawValue) },
        "need": [
          "NEEDS_TERMINAL": FrontEndNeeds.terminal, "MODES_NAMED": .modesNamed,
          "USES_PASTE": .paste, "USES_POINTER": .pointer, "USES_KEYS": .keys, "USES_LINES": .lines,
          "USES_CHARACTERS": .characters, "USES_SCREEN": .alternateScreen,
        ].mapValues(\.rawValue),
      ])
    #expect(NodeKind.unknown.rawValue == 0)
  }

  /// `Scripts/fuzz` begins with each kind of message, and with these properties.
  @Test func theFuzzersBeginWithAllOfIt() throws {
    func words(_ name: String, at places: Int...) throws -> [Set<UInt32>] {
      let folder = PackageFile("Tests/Fuzz/\(name)/Corpus").path
      let messages = try FileManager.default.contentsOfDirectory(atPath: folder)
        .map { try Data(contentsOf: URL(filePath: "\(folder)/\($0)")) }.filter { $0.count >= 64 }
      return places.map { place in
        Set(messages.map { $0.withUnsafeBytes { $0.load(fromByteOffset: place, as: UInt32.self) } })
      }
    }
    #expect(try words("Host", at: 0)[0].isSuperset(of: Self.inputs.values))
    let (kinds, properties) = try { ($0[0], $0[1]) }(words("Runner", at: 0, 28))
    #expect(kinds.isSuperset(of: Self.displays.values))
    #expect(properties.isSuperset(of: FORMWORK_CELLS.rawValue...FORMWORK_LASTING.rawValue))
  }

  @Test func textsHaveTheLimitOfTheContract() {
    #expect(LineInput.limit == Int(FORMWORK_TEXT_LIMIT))
  }

  /// The kinds of messages to a front end, by number.
  private static var displays: Numbers {
    let node = NodeID(rawValue: 1)
    let displays: [(String, DisplayMessage)] = [
      ("ATTACH", .attach(title: "")),
      ("INSERT", .change(.inserted(node, kind: .note, name: "", parent: nil, index: 0))),
      ("SET", .change(.set(node, .label, nil))), ("MOVE", .change(.moved(node, index: 0))),
      ("REMOVE", .change(.removed(node))), ("FOCUS", .change(.focused(node))),
      ("SUGGEST", .suggestion(node, nil, revision: 0)),
      ("RESIZED", .resized(WindowSize(columns: 80, rows: 24))), ("FLUSH", .flush(revision: 0)),
      ("DETACH", .detach()), ("HISTORY", .history(node, "")),
      ("REFUSED", .refused(node, .stale, "")),
    ]
    let lent = LentMessage()
    return Dictionary(
      uniqueKeysWithValues: displays.map { name, message in
        lent.fill(with: message)
        return (name, lent.pointer.pointee.kind)
      })
  }

  /// The kinds of messages of a front end, by number.
  private static var inputs: Numbers {
    let node = NodeID(rawValue: 1)
    let inputs: [(String, InputMessage<String>)] = [
      ("EDIT", .edit(node, "", cursor: 0)), ("COMMIT", .commit(node, nil)),
      ("CHOOSE", .choose(node, isOn: true)), ("ACTIVATE", .activate(node)), ("GO", .go(.next)),
      ("BACK", .back()), ("WINDOW", .window(node, firstRow: 0, rowCount: 0)),
      ("EDIT_OUTSIDE", .editOutside(node)), ("COMPLETE", .complete(node, "", cursor: 0)),
      ("RELOAD", .reload), ("QUIT", .quit), ("SWITCH", .switchFrontEnd("")), ("LOG", .log("")),
      ("RESET", .reset(node)),
    ]
    return Dictionary(uniqueKeysWithValues: inputs.map { ($0, formwork_message($1).kind) })
  }

  /// Returns the numbers of cases by their C names: `textField` is `TEXT_FIELD`.
  private static func numbers<Case>(
    of cases: [Case], _ prefix: String = "", _ number: (Case) -> UInt32
  ) -> Numbers {
    Dictionary(
      uniqueKeysWithValues: cases.map { one in
        let words = "\(one)".map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
        return (prefix + (words == "NOTHING" ? "NONE" : words), number(one))
      })
  }

  /// Returns the numbers of the header's enumerations, without the common prefixes.
  private static func contract() throws -> [String: Numbers] {
    let header = try PackageFile("Sources/CFormwork/include/formwork.h").text()
    var contract: [String: Numbers] = [:]
    for part in header.split(separator: "\nenum formwork_").dropFirst() {
      let body = part.prefix { $0 != "}" }
      for found in body.matches(of: /FORMWORK_([A-Z_]+) = ([0-9]+)(u << ([0-9]+))?/) {
        let number = try #require(UInt32(found.2))
        let shift = found.4.flatMap { UInt32($0) } ?? 0
        contract[String(body.prefix { $0 != " " }), default: [:]][String(found.1)] =
          number << shift
      }
    }
    return contract
  }
}
