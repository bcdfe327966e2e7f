import TestSupport
import Testing

@testable import FormworkJSON

@Suite struct JSONDocumentTests {
  /// The values with their places, in order; names have a colon.
  private static func listing(of element: JSONElement) -> [String] {
    let place = "\(element.place.line):\(element.place.column) "
    switch element.kind {
    case .null, .false, .true: return [place + "\(element.kind)"]
    case .number: return [place + (element.number?.description ?? "?")]
    case .string: return [place + "'\(element.string ?? "?")'"]
    case .array: return [place + "[\(element.count)]"] + element.elements.flatMap(listing)
    case .object:
      return [place + "{\(element.count)}"]
        + element.members.flatMap { ["\($0.name):"] + listing(of: $0.value) }
    }
  }

  @Test(arguments: [
    ("null", ["1:1 null"]), ("\n true ", ["2:2 true"]), ("false", ["1:1 false"]),
    ("-0.50e1", ["1:1 -5"]), ("\"\"", ["1:1 ''"]), ("[]", ["1:1 [0]"]), ("{ }", ["1:1 {0}"]),
    ("[[],\r\n[1,2]]", ["1:1 [2]", "1:2 [0]", "2:1 [2]", "2:2 1", "2:4 2"]),
    (
      "{\"é\": {\"b\": []}, \"a\\n\\\\\\\"\": \"long enough \\ud83d\\ude00 é\\u00e9\\/\", \"c\" : null}",
      [
        "1:1 {3}", "é:", "1:7 {1}", "b:", "1:13 [0]", "a\n\\\":", "1:29 'long enough 😀 éé/'", "c:",
        "1:73 null",
      ]
    ),
  ])
  func indexes(_ document: String, _ listing: [String]) throws {
    #expect(Self.listing(of: try JSONDocument(parsing: document).root) == listing)
  }

  @Test(.serialized, arguments: UInt64(0)..<500)
  func randomDocumentsAreIndexedAsTheyAre(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let node = JSONNode.random(using: &generator, depth: 5)
    for isPretty in [false, true] {
      let document = try JSONDocument(parsing: node.text(isPretty: isPretty))
      #expect(Self.node(document.root) == node)
      #expect(document.index(after: 0) == document.count)
    }
  }

  private static func node(_ element: JSONElement) -> JSONNode {
    switch element.kind {
    case .array: JSONNode(.array(element.elements.map(node)))
    case .object: JSONNode(.object(element.members.map { JSONMember($0.name, node($0.value)) }))
    default:
      JSONNode(
        element.bool.map { .bool($0) } ?? element.number.map { .number($0) }
          ?? element.string.map { .string($0) } ?? .null)
    }
  }

  private static func fault(_ limits: JSONDocument.Limits, _ document: String) -> String? {
    do throws(JSONError) {
      _ = try JSONDocument(parsing: document, limits: limits)
      return nil
    } catch {
      return error.inEnglish + (error.isLimit ? " (limit)" : "")
    }
  }

  @Test(
    arguments: [
      ("[[[]]]", nil), ("12345678901234567890", nil), ("[0.0000000000000000001]", nil),
      ("0e999999999999999999999999", nil), ("1e-000000000000000000000000001", nil),
      ("[[[[]]]]", "line 1, column 4: nested more than 3 deep: nest it less (limit)"),
      (
        "[123456789012345678901]",
        "line 1, column 2: a number of more than 20 digits: shorten it (limit)"
      ),
      (
        "0.12345678901234567890e5",
        "line 1, column 1: a number of more than 20 digits: shorten it (limit)"
      ),
      (
        "[1,\n1e999999999999999999999999]",
        "line 2, column 1: an exponent of more than 18 digits: write a smaller one (limit)"
      ),
      (
        "\"\(String(repeating: "a", count: 49))\"",
        "line 1, column 1: more than 50 bytes: shorten the document (limit)"
      ),
      ("[1,", "line 1, column 4: the document ends here: finish it"),
    ] as [(String, String?)])
  func hasLimits(_ document: String, _ fault: String?) {
    var limits = JSONDocument.Limits()
    (limits.byteCount, limits.depth, limits.digitCount) = (50, 3, 20)
    #expect(Self.fault(limits, document) == fault)
  }

  @Test(arguments: [2, 16, 17, 18, 100, 5_000])
  func noNameStandsTwice(_ count: Int) throws {
    func object(_ names: [Int]) -> String {
      "{" + names.map { "\"name \($0)\":[{\"name\":\($0)}]" }.joined(separator: ",\n") + "}"
    }
    let names = Array(1...count)
    let root = try JSONDocument(parsing: object(names)).root
    #expect(root.count == count)
    #expect(
      root["name \(count)"]?.elements.first { _ in true }?["name"]?.number?.wholeNumber == count)
    #expect(root["name 0"] == nil)
    #expect(
      Self.fault(.init(), object(names + [count / 2 + 1, 1]))
        == "line \(count + 1), column 1: the name \"name \(count / 2 + 1)\" occurs twice: remove one"
    )
  }

  @Test(
    arguments: [
      [0xFE, 0xFF, 0, 0x31], [0xFF, 0xFE, 0x31, 0], [0, 0x31], [0x7B, 0, 0x7D, 0], [0, 0, 0, 0x31],
      [0x31, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x31],
    ] as [[UInt8]])
  func recognizesUTF16AndUTF32(_ bytes: [UInt8]) {
    let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
    #expect(error?.inEnglish == "line 1, column 1: not UTF-8: save the document as UTF-8")
  }

  // MARK: Builder

  private static let place = JSONPlace(line: 7, column: 9)

  @Test func isBuiltFromValues() throws {
    var builder = JSONDocumentBuilder(limits: .init())
    try builder.begin(.object, at: Self.place)
    try builder.add(.string, "é".utf8, at: Self.place)
    try builder.begin(.array, at: Self.place)
    try builder.add(.null, at: JSONPlace(line: 8, column: 1))
    try builder.add(.true, at: Self.place)
    try builder.add(.number, "1.5".utf8, at: Self.place)
    try builder.end()
    try builder.add(.string, "".utf8, at: Self.place)
    try builder.add(.string, "x".utf8, at: Self.place)
    try builder.end()
    let document = builder.finish()
    #expect(
      Self.listing(of: document.root) == [
        "7:9 {2}", "é:", "7:9 [3]", "8:1 null", "7:9 true", "7:9 1.5", ":", "7:9 'x'",
      ])
  }

  @Test func buildingHasTheSameRules() {
    var limits = JSONDocument.Limits()
    (limits.byteCount, limits.depth, limits.digitCount) = (20, 2, 3)
    func fault(_ build: (inout JSONDocumentBuilder) throws(JSONError) -> Void) -> String? {
      var builder = JSONDocumentBuilder(limits: limits)
      do throws(JSONError) {
        try builder.begin(.object, at: Self.place)
        try builder.add(.string, "a".utf8, at: Self.place)
        try build(&builder)
        return nil
      } catch {
        return error.inEnglish + (error.isLimit ? " (limit)" : "")
      }
    }
    let faults = [
      fault { builder throws(JSONError) in
        try builder.add(.null, at: Self.place)
        try builder.add(.string, "a".utf8, at: Self.place)
      },
      fault { builder throws(JSONError) in
        try builder.begin(.array, at: Self.place)
        try builder.begin(.array, at: Self.place)
      },
      fault { builder throws(JSONError) in try builder.add(.number, "1234".utf8, at: Self.place) },
      fault { builder throws(JSONError) in
        try builder.add(.string, Array(repeating: 0x61, count: 20), at: Self.place)
      },
    ]
    #expect(
      faults.map { $0?.replacing("line 7, column 9: ", with: "") } == [
        "the name \"a\" occurs twice: remove one",
        "nested more than 2 deep: nest it less (limit)",
        "a number of more than 3 digits: shorten it (limit)",
        "more than 20 bytes: shorten the document (limit)",
      ])
  }
}
