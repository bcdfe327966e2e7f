import FormworkMessages
import FormworkSystem
import TestSupport
import Testing

@testable import FormworkJSON
@testable import FormworkSchema

@Suite struct YAMLReaderTests {
  @Test(arguments: [
    ("a: 1\nb: [x, 'y', \"z\"]\n", #"{"a":1,"b":["x","y","z"]}"#),
    ("- - 1\n  - {}\n- []\n-\n", "[[1,{}],[],null]"),
    ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", #"{"a":"one\ntwo\n","b":"one two"}"#),
    ("--- # a comment\n...\n", "null"),
    ("%YAML 1.2\n---\na", #""a""#),
    ("a %TAG", #""a %TAG""#),
    // Keys are texts as written.
    (
      "1: a\n0x10: b\n~: c\ntrue: d\n.inf: e\n\"f\": g",
      #"{"1":"a","0x10":"b","~":"c","true":"d",".inf":"e","f":"g"}"#
    ),
    ("<<: {a: 1}\nb: 2", #"{"<<":{"a":1},"b":2}"#),
    ("{\"a\":1,'b':[2,],c}", #"{"a":1,"b":[2],"c":null}"#),
  ])
  func aDocumentIsJSON(_ document: String, _ json: String) {
    #expect(compact(document) == json)
  }

  /// The core schema, of a plain scalar.
  @Test(arguments: [
    ("~", "null"), ("null", "null"), ("Null", "null"), ("NULL", "null"), ("nULL", #""nULL""#),
    ("true", "true"), ("True", "true"), ("TRUE", "true"), ("false", "false"), ("False", "false"),
    ("FALSE", "false"), ("tRUE", #""tRUE""#), ("yes", #""yes""#), ("off", #""off""#),
    ("0", "0"), ("-0", "-0"), ("+12", "12"), ("007", "7"), ("-00", "-0"), ("0o17", "15"),
    ("0x1F", "31"), ("0xff", "255"), ("0o", #""0o""#), ("0x", #""0x""#), ("0o8", #""0o8""#),
    ("0xg", #""0xg""#), ("-0x1", #""-0x1""#), ("0X1", #""0X1""#), ("0b1", #""0b1""#),
    ("0xffffffffffffffff", "18446744073709551615"), ("0x0", "0"), ("0x3b9aca00", "1000000000"),
    ("0x1000000000000000000000000000000", "1329227995784915872903807060280344576"),
    ("0o3777777777777777777777", "36893488147419103231"),
    (".5", "0.5"), ("5.", "5"), ("-.5e3", "-0.5e3"), ("1e3", "1e3"), ("1.E+3", "1E+3"),
    ("01.50e-02", "1.50e-02"), ("1e", #""1e""#), (".", #"".""#), ("+", #""+""#),
    ("1.2.3", #""1.2.3""#),
    ("1_000", #""1_000""#), ("1:30", #""1:30""#), ("2001-01-01", #""2001-01-01""#),
    (".e3", #"".e3""#),
    ("'1'", #""1""#), ("\"null\"", #""null""#), ("''", #""""#),
    ("123456789012345678901234567890", "123456789012345678901234567890"),
    ("!!str 1", #""1""#), ("!!str", #""""#), ("!!int '1'", "1"), ("!!int 0x10", "16"),
    ("!!float 1", "1"), ("!!float '1.5'", "1.5"), ("!!bool 'true'", "true"), ("!!null ''", "null"),
    ("!!seq []", "[]"), ("!!map {}", "{}"), ("! []", "[]"), ("! {}", "{}"), ("! 'a'", #""a""#),
    ("!<tag:yaml.org,2002:str> 1", #""1""#),
  ])
  func aPlainScalarIsResolved(_ scalar: String, _ json: String) {
    #expect(compact("- \(scalar)\n") == "[\(json)]")
    if !scalar.hasPrefix("!") { #expect(compact(scalar) == json) }
  }

  @Test(arguments: [
    (
      "a: .inf",
      "line 1, column 4: JSON has no infinity: write a number, or a string in quotation marks"
    ),
    (
      "-.INF",
      "line 1, column 1: JSON has no infinity: write a number, or a string in quotation marks"
    ),
    (
      ".nan",
      "line 1, column 1: JSON has no infinity: write a number, or a string in quotation marks"
    ),
    ("a: 1\nb: 2\na: 3", "line 3, column 1: the name \"a\" occurs twice: remove one"),
    ("{1: a, '1': b}", "line 1, column 8: the name \"1\" occurs twice: remove one"),
    ("? [a]\n: b", "line 1, column 3: a key must be a string: write one"),
    ("a: &x [1]\n*x : 2", "line 1, column 4: a key must be a string: write one"),
    ("--- a\n--- b\n", "line 2, column 1: a second document begins here: put it into another file"),
    (
      "a\n...\n--- b\n", "line 3, column 1: a second document begins here: put it into another file"
    ),
    (
      "%YAML 1.1\n--- yes",
      "line 1, column 1: a version of YAML before 1.2: write 1.2, or remove the line"
    ),
    (
      "%TAG !y! !x\n--- 1",
      "line 1, column 1: a %TAG directive: write tags such as !!str without it"
    ),
    (
      "# a\r%TAG !y! !x\r--- 1",
      "line 1, column 5: a %TAG directive: write tags such as !!str without it"
    ),
    ("", "line 1, column 1: no value: write one"),
    ("# nothing\n", "line 2, column 1: no value: write one"),
    (
      "!!binary aGk=",
      noTag(1, "tag:yaml.org,2002:binary")
    ),
    ("- !own 1", noTag(3, "!own")),
    ("!own [1]", noTag(1, "!own")),
    ("!own 1: 2", noTag(1, "!own")),
    (
      "!!int 1.5",
      noTag(1, "tag:yaml.org,2002:int")
    ),
    (
      "!!seq {}",
      noTag(1, "tag:yaml.org,2002:seq")
    ),
    (
      "a: *b",
      noAnchor(4)
    ),
    (
      "&a [*a]",
      noAnchor(5)
    ),
    ("a: [1", "line 2, column 1: did not find expected ',' or ']': correct the YAML here"),
    (
      "a:\n\tb: 1",
      "line 2, column 1: found character that cannot start any token: correct the YAML here"
    ),
    (
      "é: \u{7F}",
      "line 1, column 4: a control character: write it as an escape in double quotes"
    ),
    (
      "a: b\nc: 1\u{2028}2",
      "line 2, column 5: U+0085, U+2028 or U+2029: write it as an escape in double quotes"
    ),
    (
      "\u{85}", "line 1, column 1: U+0085, U+2028 or U+2029: write it as an escape in double quotes"
    ),
    ("\u{FEFF}a: 1", "line 1, column 1: a byte order mark: save the document without one"),
  ])
  func aFaultHasAPlaceAndASolution(_ document: String, _ text: String) {
    #expect(fault(Array(document.utf8)) == text)
  }

  @Test(
    arguments: [
      ([0x61, 0x3A, 0x0A, 0x20, 0xFF], "line 2, column 2: not UTF-8: save the document as UTF-8"),
      ([0xC3, 0xA9, 0xC3], "line 1, column 2: not UTF-8: save the document as UTF-8"),
      ([0xED, 0xA0, 0x80], "line 1, column 1: not UTF-8: save the document as UTF-8"),
      // UTF-16 in both byte orders.
      ([0xFF, 0xFE, 0x61, 0x00], "line 1, column 1: not UTF-8: save the document as UTF-8"),
      ([0xFE, 0xFF, 0x00, 0x61], "line 1, column 1: not UTF-8: save the document as UTF-8"),
    ] as [([UInt8], String)])
  func anotherEncodingIsRefused(_ bytes: [UInt8], _ text: String) {
    #expect(fault(bytes) == text)
  }

  @Test func valuesAndKeysHavePlaces() throws {
    let document = try YAMLReader.read(Array("é: [1,\n  x]\nb: &a\n  c: d\ne: *a\n".utf8))
    let places = (0..<document.count).map { index in
      let place = document.place(at: index)
      return "\(place.line):\(place.column)"
    }
    #expect(
      places == [
        "1:1", "1:1", "1:4", "1:5", "2:3", "3:1", "3:4", "4:3", "4:6", "5:1", "3:4", "4:3", "4:6",
      ])
  }

  // MARK: Aliases

  @Test(arguments: [
    ("a: &x 1\nb: *x", #"{"a":1,"b":1}"#),
    ("- &x {a: [1, &y 0x10]}\n- *x\n- *y", #"[{"a":[1,16]},{"a":[1,16]},16]"#),
    ("- &x [&y 1, *y]\n- [*x, *y]", "[[1,1],[[1,1],1]]"),
    // A later anchor of the same name counts from there on.
    ("- &x 1\n- *x\n- &x 2\n- *x", "[1,1,2,2]"),
    ("- &x [&x 1]\n- *x", "[[1],1]"),
    // As a key, a text; as a value, what the original would be.
    ("&x 0x10: *x", #"{"0x10":16}"#),
    ("- &x 0x10\n- *x : *x", #"[16,{"0x10":16}]"#),
    ("- &x !!str 1\n- *x\n- &e\n- *e", #"["1","1",null,null]"#),
    ("- &x []\n- *x", "[[],[]]"),
  ])
  func anAliasRepeatsTheValue(_ document: String, _ json: String) {
    #expect(compact(document) == json)
  }

  @Test(arguments: [2, 9])
  func aBillionLaughsAreLimited(width: Int) {
    var document = "- &a0 [ha]\n"
    for level in 1...60 {
      let aliases = Array(repeating: "*a\(level - 1)", count: width).joined(separator: ", ")
      document += "- &a\(level) [\(aliases)]\n"
    }
    let error = #expect(throws: JSONError.self) { try YAMLReader.read(Array(document.utf8)) }
    #expect(error?.isLimit == true)
    #expect(
      error?.fault == .key("schema.yaml.aliases", count: YAMLReader.aliasLimit))
  }

  @Test func aChainOfAliasesIsLimitedInDepth() {
    var document = "- &a0 [x]\n"
    for level in 1...600 { document += "- &a\(level) [*a\(level - 1)]\n" }
    #expect(
      fault(Array(document.utf8))
        == "line 1, column 3: nested more than 500 deep: nest it less")
  }

  // MARK: Limits

  @Test(arguments: ["[", "{a: ", "{? ", "- ", "? ", "[\n"])
  func deepNestingIsLimited(_ unit: String) throws {
    let document = Array(String(repeating: unit, count: 100_000).utf8)
    let error = #expect(throws: JSONError.self) { try YAMLReader.read(document) }
    #expect(error?.isLimit == !unit.contains("?") && error?.place.line ?? 0 > 0)
  }

  @Test func theLimitsOfADocumentHold() throws {
    var limits = JSONDocument.Limits()
    (limits.byteCount, limits.depth, limits.digitCount) = (20, 2, 5)
    _ = try YAMLReader.read(Array("[[12345, 0xffff]]".utf8), limits: limits)
    for (document, text) in [
      ("[[[1]]]", "line 1, column 3: nested more than 2 deep: nest it less"),
      ("[123456]", "line 1, column 2: a number of more than 5 digits: shorten it"),
      ("[0x100000]", "line 1, column 2: a number of more than 5 digits: shorten it"),
      ("[0xffffff]", "line 1, column 2: a number of more than 5 digits: shorten it"),
      ("[a, b, c, d, e, f, g]", "line 1, column 1: more than 20 bytes: shorten the document"),
    ] {
      let error = #expect(throws: JSONError.self) {
        try YAMLReader.read(Array(document.utf8), limits: limits)
      }
      #expect(error?.isLimit == true && error?.inEnglish == text)
    }
  }

  // MARK: Both readers

  /// JSON is YAML, except characters that YAML does not allow as they are.
  @Test(.serialized, arguments: UInt64(0)..<300)
  func bothReadersAgree(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = randomJSON(depth: 4, using: &generator)
    let json = try JSONDocument(parsing: text)
    #expect(json.root.compact == text)
    #expect(compact(text) == text)
    #expect(try places(YAMLReader.read(Array(text.utf8))) == places(json))
  }

  /// Any bytes are read or refused.
  @Test(.serialized, arguments: UInt64(0)..<2_000)
  func mutationsDoNoHarm(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var bytes = Array("a: &x [1, 'b']\n? \"c\"\n: *x\nd: !!str |\n  e\n...\n".utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: bytes.indices, using: &generator)
      bytes[place] = UInt8.random(in: 0...255, using: &generator)
    }
    do {
      let json = try YAMLReader.read(bytes).root.compact
      #expect(compact(json) == json)
    } catch {
      #expect(error.place.line >= 1 && error.place.column >= 1)
    }
  }
}

private func compact(_ yaml: String) -> String {
  do { return try YAMLReader.read(Array(yaml.utf8)).root.compact } catch { return error.inEnglish }
}

private func fault(_ bytes: [UInt8]) -> String? {
  #expect(throws: JSONError.self) { try YAMLReader.read(bytes) }?.inEnglish
}

private func noTag(_ column: Int, _ tag: String) -> String {
  "line 1, column \(column): the tag \"\(tag)\" is not possible for this value: remove it"
}

private func noAnchor(_ column: Int) -> String {
  "line 1, column \(column): no complete value before it has this anchor: "
    + "define one, or write the value out"
}

private func places(_ document: JSONDocument) -> [JSONPlace] {
  (0..<document.count).map(document.place(at:))
}

private func randomJSON(depth: Int, using generator: inout SeededGenerator) -> String {
  func text() -> String {
    let pool = [
      "a", "é", "\\\"", "\\\\", "\\n", "😀", " ", "#", ": ", "- ", "'", "{", "&", "!", "%",
    ]
    let parts = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      pool.randomElement(using: &generator) ?? ""
    }
    return "\"\(parts.joined())\""
  }
  let parts = (0..<Int.random(in: 0...4, using: &generator))
  switch Int.random(in: 0...(depth > 0 ? 7 : 4), using: &generator) {
  case 0: return "null"
  case 1: return Bool.random(using: &generator) ? "true" : "false"
  case 2: return "\(Int.random(in: -1000...1000, using: &generator))"
  case 3: return ["-12.5e-3", "0.0", "1E+2", "-0"].randomElement(using: &generator) ?? "0"
  case 4: return text()
  case 5, 6:
    let elements = parts.map { _ in randomJSON(depth: depth - 1, using: &generator) }
    return "[\(elements.joined(separator: ","))]"
  default:
    let names = Set(parts.map { _ in text() }).sorted()
    let members = names.map { "\($0):\(randomJSON(depth: depth - 1, using: &generator))" }
    return "{\(members.joined(separator: ","))}"
  }
}

extension JSONError {
  fileprivate var inEnglish: String { Catalogue.reading.text(for: message) }
}

extension Catalogue {
  static let reading = json.overriding(schemaReading.entries)
}

extension JSONElement {
  /// The value as JSON on one line.
  fileprivate var compact: String {
    func quoted(_ text: String) -> String {
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"\(escaped.replacing("\n", with: "\\n"))\""
    }
    switch kind {
    case .null: return "null"
    case .true: return "true"
    case .false: return "false"
    case .number: return String(decoding: document.text(at: index), as: UTF8.self)
    case .string: return quoted(string ?? "")
    case .array: return "[\(elements.map(\.compact).joined(separator: ","))]"
    case .object:
      let members = members.map { "\(quoted($0.name)):\($0.value.compact)" }
      return "{\(members.joined(separator: ","))}"
    }
  }
}
