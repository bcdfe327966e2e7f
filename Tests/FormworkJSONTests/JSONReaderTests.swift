import FormworkJSON
import TestSupport
import Testing

@Suite struct JSONReaderTests {
  @Test(arguments: [
    ("null", JSONValue.null), (" true\n", .bool(true)), ("false", .bool(false)),
    ("\"\"", .string("")), ("\"a\\n\\u00e9\\ud83d\\ude00/\"", .string("a\né😀/")),
    ("[]", .array([])), ("{ }", .object([])),
    (
      "[1, [2], {\"a\" : null}]",
      .array([
        JSONNode(.number(ExactDecimal(1))), JSONNode(.array([JSONNode(.number(ExactDecimal(2)))])),
        JSONNode(.object([JSONMember("a", JSONNode(.null))])),
      ])
    ),
    (
      "{\"b\": 1, \"a\": 2}",
      .object([
        JSONMember("b", JSONNode(.number(ExactDecimal(1)))),
        JSONMember("a", JSONNode(.number(ExactDecimal(2)))),
      ])
    ),
  ])
  func reads(_ document: String, _ value: JSONValue) throws {
    #expect(try JSONReader.read(document).value == value)
  }

  @Test(arguments: [
    ("", "line 1, column 1: the document ends here: finish it"),
    ("[1,\n 2", "line 2, column 3: ',' or ']' is missing: put it here"),
    ("[1,]", "line 1, column 3: nothing follows this comma: remove it"),
    ("{\"a\": 1,\n}", "line 1, column 8: nothing follows this comma: remove it"),
    (
      "[1,}",
      "line 1, column 4: no value of JSON: write a string in quotation marks, a number, "
        + "true or false"
    ),
    ("{\"é\": 1 \"b\"}", "line 1, column 9: ',' or '}' is missing: put it here"),
    ("{\"a\" 1}", "line 1, column 6: ':' is missing: put it here"),
    ("{a: 1}", "line 1, column 2: a name in quotation marks is missing: put it here"),
    ("{\"a\": 1,\n  \"a\": 2}", "line 2, column 3: the name \"a\" occurs twice: remove one"),
    (
      "{\"\\u001b\": 1, \"\\u001b\": 2}",
      "line 1, column 15: the name \"\u{FFFD}\" occurs twice: remove one"
    ),
    ("1 2", "line 1, column 3: something follows the value: remove it"),
    ("01", "line 1, column 1: a number begins with a zero: remove it"),
    ("[-00.5]", "line 1, column 2: a number begins with a zero: remove it"),
    (
      "+1",
      "line 1, column 1: no value of JSON: write a string in quotation marks, a number, "
        + "true or false"
    ),
    ("\"abc", "line 1, column 1: the string that begins here does not end: close it"),
    ("\"a\tb\"", "line 1, column 3: a control character in a string: write it as an escape"),
    ("\"\\x\"", "line 1, column 2: no such escape: write \\\\ for a backslash"),
    ("\"\\u12g4\"", "line 1, column 2: \\u needs four hexadecimal digits: write them"),
    ("\"\\ud800\"", "line 1, column 2: half of a surrogate pair: write both halves"),
    ("\"\\ud800\\u0041\"", "line 1, column 2: half of a surrogate pair: write both halves"),
    ("\"\\udc00\"", "line 1, column 2: half of a surrogate pair: write both halves"),
    ("\u{FEFF}1", "line 1, column 1: a byte order mark: save the document without one"),
    (
      "{\"\(longName)\": 1, \"\(longName)\": 2}",
      "line 1, column 79: the name \"\(longName.prefix(64))...\" occurs twice: remove one"
    ),
    (
      "// no\n1",
      "line 1, column 1: no value of JSON: write a string in quotation marks, "
        + "a number, true or false"
    ),
  ])
  func refuses(_ document: String, _ description: String) throws {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(document) }
    #expect(error?.inEnglish == description)
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82],
      [0x22, 0xF0, 0x80, 0x80, 0x80, 0x22],
    ] as [[UInt8]])
  func refusesWhatIsNoUTF8(_ document: [UInt8]) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(document) }
    #expect(error?.inEnglish == "line 1, column 2: not UTF-8: save the document as UTF-8")
  }

  /// The standard library decides about validity.
  @Test func eachEdgeOfUTF8() {
    for bytes in UTF8Edges.sequences where !bytes.contains(0x22) && !bytes.contains(0x5C) {
      let read = (try? JSONReader.read([0x22] + bytes + [0x22]))?.value
      #expect(read == String(validating: bytes, as: UTF8.self).map(JSONValue.string), "\(bytes)")
    }
  }

  @Test func depthHasALimit() throws {
    let limit = 128
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONReader.read(nested(limit))
    let error = #expect(throws: JSONError.self) { try JSONReader.read(nested(limit + 1)) }
    #expect(error?.inEnglish == "line 1, column 129: nested more than 128 deep: nest it less")
    #expect(throws: JSONError.self) {
      try JSONReader.read(String(repeating: "[", count: 1_000_000))
    }
  }

  @Test func placesAreThoseOfTheFirstCharacters() throws {
    let root = try JSONReader.read("{\n  \"é\": [true,\n 2]}")
    #expect(root.place == JSONPlace(line: 1, column: 1))
    #expect(root["é"]?.place == JSONPlace(line: 2, column: 8))
    guard case .object(let members) = root.value, case .array(let items)? = root["é"]?.value else {
      return
    }
    #expect(items.map(\.place) == [JSONPlace(line: 2, column: 9), JSONPlace(line: 3, column: 2)])
    #expect(members.map(\.namePlace) == [JSONPlace(line: 2, column: 3)])
  }

  private static let longName = String(repeating: "n", count: 70)

  @Test func sizeHasALimit() {
    let limit = 16 << 20
    func refusal(_ byteCount: Int) -> String? {
      let document = [UInt8](repeating: 0x2C, count: byteCount)
      return #expect(throws: JSONError.self) { try JSONReader.read(document) }?.inEnglish
    }
    #expect(refusal(limit)?.hasPrefix("line 1, column 1: no value of JSON") == true)
    #expect(
      refusal(limit + 1) == "line 1, column 1: more than 16777216 bytes: shorten the document")
  }

  /// In JSON, a composed and a decomposed `é` are different texts, unlike in Swift.
  @Test func textsAreComparedScalarByScalar() throws {
    let root = try JSONReader.read("{\"\u{E9}\": \"\u{E9}\", \"e\u{301}\": \"e\u{301}\"}")
    let values = [root["\u{E9}"], root["e\u{301}"]].map { $0?.value }
    #expect(values == [.string("\u{E9}"), .string("e\u{301}")])
    #expect(values[0] != values[1])
    #expect(JSONMember("\u{E9}", JSONNode(.null)) != JSONMember("e\u{301}", JSONNode(.null)))
  }
}
