@testable import FormworkFrontEnd
import TestSupport
import Testing

@Suite struct KeyDecoderTests {
  /// An input in a form that can be compared.
  enum Seen: Equatable {
    case character(Unicode.Scalar)
    case key(TerminalKey)
    case paste([UInt8])
    case overlongPaste
    case malformed

    static func mouse(_ action: MouseReport.Action, _ row: Int, _ column: Int) -> Seen {
      .key(.mouse(MouseReport(action, row: row, column: column)))
    }

    init(_ input: TerminalInput) {
      switch input {
      case .character(let scalar): self = .character(scalar)
      case .key(let key): self = .key(key)
      case .paste(let paste): self = .paste(paste.withBytes { Array($0) })
      case .overlongPaste: self = .overlongPaste
      case .malformed: self = .malformed
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let inputs: [Seen]
    /// The inputs after a pause.
    let afterPause: [Seen]
    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

    init(_ text: String, _ inputs: Seen..., afterPause: Seen...) {
      self.init(Array(text.utf8), inputs, afterPause: afterPause)
    }

    init(_ bytes: [UInt8], _ inputs: [Seen], afterPause: [Seen] = []) {
      (self.bytes, self.inputs, self.afterPause) = (bytes, inputs, afterPause)
    }
  }

  static let keys = [
    Row(""), Row("a", .character("a")), Row(" ~", .character(" "), .character("~")),
    Row("\r\r", .key(.enter), .key(.enter)), Row("\n\n", .key(.enter), .key(.enter)),
    // The terminal may translate one into the other.
    Row("\r\n", .key(.enter)), Row("\n\r", .key(.enter)),
    Row("\r\n\r\nx", .key(.enter), .key(.enter), .character("x")),
    Row("\n\ra\n\r", .key(.enter), .character("a"), .key(.enter)),
    Row("\u{7F}\u{8}", .key(.backspace), .key(.backspace)),
    Row("\t", .key(.tab)), Row("\0", .key(.control("@"))), Row("\u{3}", .key(.control("C"))),
    Row("\u{1A}", .key(.control("Z"))), Row("\u{1F}", .key(.control("_"))),
    Row("\u{1B}", afterPause: .key(.escape)),
    Row("\u{1B}\u{1B}", afterPause: .key(.escape), .key(.escape)),
    Row("\u{1B}\u{1B}\u{1B}", .key(.escape), afterPause: .key(.escape), .key(.escape)),
    Row("\u{1B}\u{1B}x", .key(.escape), .key(.meta("x"))),
    Row("\u{1B}x", .key(.meta("x"))), Row("\u{1B}\u{7F}", .key(.meta("\u{7F}"))),
    // Some terminals send ^H for Backspace.
    Row("\u{1B}\u{8}a", .key(.meta("\u{7F}")), .character("a")),
    Row("\u{1B}ä", .key(.meta("ä"))), Row("\u{1B} ", .key(.meta(" "))),
    Row("\u{1B}\r", .key(.meta("\n"))), Row("\u{1B}\n\r", .key(.meta("\n"))),
    Row("\u{1B}\u{13}", .key(.meta("\u{13}"))),
    Row("\u{1B}[", afterPause: .key(.meta("["))), Row("\u{1B}O", afterPause: .key(.meta("O"))),
    Row("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", .key(.up), .key(.down), .key(.right), .key(.left)),
    Row("\u{1B}OA\u{1B}OF\u{1B}OH\u{1B}OM", .key(.up), .key(.end), .key(.home), .key(.enter)),
    Row("\u{1B}[1A\u{1B}[2A", .key(.up), .key(.unknown)),
    Row("\u{1B}[Z\u{1B}\t", .key(.backTab), .key(.backTab)),
    Row("\u{1B}[F\u{1B}[H", .key(.end), .key(.home)),
    Row("\u{1B}[1~\u{1B}[7~\u{1B}[4~\u{1B}[8~", .key(.home), .key(.home), .key(.end), .key(.end)),
    Row("\u{1B}[2~\u{1B}[3~", .key(.insert), .key(.delete)),
    Row("\u{1B}[5~\u{1B}[6~", .key(.pageUp), .key(.pageDown)),
    Row("\u{1B}[9~\u{1B}[~\u{1B}[16~", .key(.unknown), .key(.unknown), .key(.unknown)),
    // Function keys of xterm, of VT220 and rxvt, and of the console of Linux.
    Row("\u{1B}OP\u{1B}OS\u{1B}[P", .key(.function(1)), .key(.function(4)), .key(.function(1))),
    Row("\u{1B}[11~\u{1B}[15~", .key(.function(1)), .key(.function(5))),
    Row("\u{1B}[17~\u{1B}[21~", .key(.function(6)), .key(.function(10))),
    Row("\u{1B}[22~\u{1B}[23~", .key(.unknown), .key(.function(11))),
    Row("\u{1B}[24~\u{1B}[25~", .key(.function(12)), .key(.unknown)),
    Row("\u{1B}[[A\u{1B}[[E", .key(.function(1)), .key(.function(5))),
    Row("\u{1B}[[F\u{1B}[1;5P", .key(.unknown), .key(.unknown)),
    Row("\u{1B}[21;2~\u{1B}[1;5R", .key(.unknown), .key(.unknown)),
    // With Shift, Alt or Control: xterm, then rxvt.
    Row("\u{1B}[1;2D\u{1B}[1;2C\u{1B}[2D", .key(.left), .key(.right), .key(.left)),
    Row("\u{1B}[1;5D\u{1B}[1;3D\u{1B}[5D", .key(.wordLeft), .key(.wordLeft), .key(.wordLeft)),
    Row("\u{1B}[1;5C\u{1B}[1;4C\u{1B}[3C", .key(.wordRight), .key(.wordRight), .key(.wordRight)),
    Row("\u{1B}O5D\u{1B}O1;5C", .key(.wordLeft), .key(.wordRight)),
    Row("\u{1B}[1;5H\u{1B}[1;2F\u{1B}[3;2~", .key(.home), .key(.end), .key(.delete)),
    Row("\u{1B}[3;5~\u{1B}[5;2~\u{1B}[1;5A", .key(.unknown), .key(.unknown), .key(.unknown)),
    Row("\u{1B}[1;17D\u{1B}[1;0D\u{1B}[2;5D", .key(.unknown), .key(.unknown), .key(.unknown)),
    Row("\u{1B}Od\u{1B}Oc\u{1B}Oa", .key(.wordLeft), .key(.wordRight), .key(.unknown)),
    Row("\u{1B}[d\u{1B}[c\u{1B}[a", .key(.left), .key(.right), .key(.unknown)),
    Row("\u{1B}[7$\u{1B}[8^\u{1B}[3$", .key(.home), .key(.end), .key(.delete)),
    Row("\u{1B}[3^\u{1B}[3@\u{1B}[5$", .key(.unknown), .key(.unknown), .key(.unknown)),
  ]

  /// Keys with Alt, if that adds an escape.
  static let withAlt = [
    Row("\u{1B}\u{1B}[D\u{1B}\u{1B}[C", .key(.wordLeft), .key(.wordRight)),
    Row("\u{1B}\u{1B}OD\u{1B}\u{1B}OC", .key(.wordLeft), .key(.wordRight)),
    Row("\u{1B}\u{1B}[1;5D\u{1B}\u{1B}Oc", .key(.wordLeft), .key(.wordRight)),
    Row("\u{1B}\u{1B}[H\u{1B}\u{1B}[8~", .key(.home), .key(.end)),
    Row("\u{1B}\u{1B}[A\u{1B}\u{1B}[5~", .key(.unknown), .key(.unknown)),
    Row("\u{1B}\u{1B}OP\u{1B}\u{1B}[11~", .key(.unknown), .key(.unknown)),
    Row("\u{1B}\u{1B}[3~\u{1B}\u{1B}OM", .key(.unknown), .key(.unknown)),
    Row("\u{1B}\u{1B}[25~\u{1B}\u{1B}[[Ax", .key(.unknown), .key(.unknown), .character("x")),
    Row("\u{1B}\u{1B}\u{1B}[D", .key(.escape), .key(.wordLeft)),
    // The first escape was a key.
    Row("\u{1B}\u{1B}[", afterPause: .key(.escape), .key(.meta("["))),
    Row("\u{1B}\u{1B}O", afterPause: .key(.escape), .key(.meta("O"))),
    Row("\u{1B}\u{1B}[12\r", .key(.escape), .key(.unknown), .key(.enter)),
    Row("\u{1B}\u{1B}[<0;1;1M", .key(.escape), .mouse(.press(button: 0), 0, 0)),
    Row("\u{1B}\u{1B}[M !!", .key(.escape), .mouse(.press(button: 0), 0, 0)),
    Row("\u{1B}\u{1B}[32;1;1M", .key(.escape), .mouse(.press(button: 0), 0, 0)),
    Row("\u{1B}\u{1B}[200~a\u{1B}[201~", .key(.escape), .paste([0x61])),
    Row("\u{1B}\u{1B}]0;\u{7}", .key(.escape), .key(.unknown)),
  ]

  static let sequences = [
    Row("\u{1B}[1;5;1Dx", .key(.unknown), .character("x")),
    Row("\u{1B}[?2026;2$yx", .key(.unknown), .character("x")),
    Row("\u{1B}[?1;2cx", .key(.unknown), .character("x")),
    Row("\u{1B}[ qx", .key(.unknown), .character("x")),
    Row("\u{1B}[[ax", .key(.unknown), .character("x")),
    Row("\u{1B}O5Ax", .key(.unknown), .character("x")),
    Row("\u{1B}[12", afterPause: .key(.unknown)),
    Row("\u{1B}[[", afterPause: .key(.unknown)),
    Row("\u{1B}[201~x", .character("x")), Row("\u{1B}[202~x", .key(.unknown), .character("x")),
    // Interrupted by a key.
    Row("\u{1B}[12\r", .key(.unknown), .key(.enter)),
    Row("\u{1B}[12\u{7F}", .key(.unknown), .key(.backspace)),
    Row("\u{1B}[12\u{1B}[A", .key(.unknown), .key(.up)),
    Row("\u{1B}[12ä", .key(.unknown), .character("ä")),
    Row("\u{1B}O\r", .key(.unknown), .key(.enter)),
    Row("\u{1B}[[\r", .key(.unknown), .key(.enter)),
    // Answers to queries of another program.
    Row("\u{1B}]11;rgb:0/0/0\u{7}x", .key(.unknown), .character("x")),
    Row("\u{1B}]11;rgb:0/0/0\u{1B}\\x", .key(.unknown), .character("x")),
    Row("\u{1B}P>|ä(1)\u{1B}\\x", .key(.unknown), .character("x")),
    Row(
      "\u{1B}_G\u{1B}\\\u{1B}^p\u{1B}\\\u{1B}Xs\u{1B}\\", .key(.unknown), .key(.unknown),
      .key(.unknown)),
    Row("\u{1B}Pass\r", .key(.unknown), .key(.enter)),
    Row("\u{1B}Pass\u{3}", .key(.unknown), .key(.control("C"))),
    Row("\u{1B}P\u{1B}[A", .key(.unknown), .key(.up)),
    Row("\u{1B}P", afterPause: .key(.unknown)), Row("\u{1B}P\u{1B}", afterPause: .key(.unknown)),
  ]

  static let mouse = [
    Row("\u{1B}[<0;10;5Mx", .mouse(.press(button: 0), 4, 9), .character("x")),
    Row("\u{1B}[<2;1;1m", .mouse(.release(button: 2), 0, 0)),
    Row("\u{1B}[<4;200;50M", .mouse(.press(button: 0), 49, 199)),
    Row("\u{1B}[<64;2;3M\u{1B}[<65;2;3M", .mouse(.wheelUp, 2, 1), .mouse(.wheelDown, 2, 1)),
    Row("\u{1B}[<3;1;1M\u{1B}[<32;1;1M", .mouse(.other, 0, 0), .mouse(.other, 0, 0)),
    Row("\u{1B}[<66;1;1M\u{1B}[<128;1;1M", .mouse(.other, 0, 0), .mouse(.other, 0, 0)),
    Row("\u{1B}[<0;0;1M\u{1B}[<0;1M", .key(.unknown), .key(.unknown)),
    Row("\u{1B}[<0;1;1;1M\u{1B}[<0;1;1~", .key(.unknown), .key(.unknown)),
    Row("\u{1B}[0<;1;1M\u{1B}[<<0;1;1M", .key(.unknown), .key(.unknown)),
    Row("\u{1B}[<0;1\r", .key(.unknown), .key(.enter)),
    Row("\u{1B}[<0;1;", afterPause: .key(.unknown)),
    // X10, with a press, a release and the wheel.
    Row("\u{1B}[M !!x", .mouse(.press(button: 0), 0, 0), .character("x")),
    Row("\u{1B}[M\"Z*\u{1B}[M#Z*", .mouse(.press(button: 2), 9, 57), .mouse(.other, 9, 57)),
    Row("\u{1B}[M`$$\u{1B}[Ma$$", .mouse(.wheelUp, 3, 3), .mouse(.wheelDown, 3, 3)),
    Row("\u{1B}[M ~\u{7F}x", .mouse(.press(button: 0), 94, 93), .character("x")),
    Row([0x1B, 0x5B, 0x4D, 0x20, 0xC1, 0xF0], [.mouse(.press(button: 0), 207, 160)]),
    Row([0x1B, 0x5B, 0x4D, 0x20, 0xC5, 0x21], [.mouse(.press(button: 0), 0, 164)]),
    Row([0x1B, 0x5B, 0x4D, 0x20, 0x21, 0xC5], [], afterPause: [.mouse(.press(button: 0), 164, 0)]),
    Row(
      [0x1B, 0x5B, 0x4D, 0x20, 0x21, 0xC5, 0x78],
      [.mouse(.press(button: 0), 164, 0), .character("x")]),
    Row([0x1B, 0x5B, 0x4D, 0x20, 0x00, 0x21, 0x78], [.key(.unknown), .character("x")]),
    // Mode 1005: characters of UTF-8.
    Row("\u{1B}[M \u{A1}\u{101}x", .mouse(.press(button: 0), 224, 128), .character("x")),
    Row("\u{1B}[M \u{7FF}!x", .mouse(.press(button: 0), 0, 2014), .character("x")),
    Row("\u{1B}[M\u{A0}!!x", .mouse(.other, 0, 0), .character("x")),
    // Mode 1015.
    Row("\u{1B}[32;10;5Mx", .mouse(.press(button: 0), 4, 9), .character("x")),
    Row("\u{1B}[35;10;5M\u{1B}[96;2;3M", .mouse(.other, 4, 9), .mouse(.wheelUp, 2, 1)),
    Row("\u{1B}[31;1;1M\u{1B}[32;0;1M", .key(.unknown), .key(.unknown)),
    // Incomplete.
    Row("\u{1B}[M", afterPause: .key(.unknown)), Row("\u{1B}[M !", afterPause: .key(.unknown)),
    Row("\u{1B}[M !\r", .key(.unknown), .key(.enter)),
    Row("\u{1B}[M \u{1B}[A", .key(.unknown), .key(.up)),
  ]

  static let texts = [
    Row("aä€😀", .character("a"), .character("ä"), .character("€"), .character("😀")),
    Row("\u{80}\u{9B}\u{202E}", .character("\u{80}"), .character("\u{9B}"), .character("\u{202E}")),
    Row("\u{7FF}\u{800}", .character("\u{7FF}"), .character("\u{800}")),
    Row("\u{D7FF}\u{E000}", .character("\u{D7FF}"), .character("\u{E000}")),
    Row("\u{10000}\u{10FFFF}", .character("\u{10000}"), .character("\u{10FFFF}")),
    Row([0xFF, 0x61], [.malformed, .character("a")]), Row([0x80], [.malformed]),
    Row([0xC3], [], afterPause: [.malformed]), Row([0xC3, 0x61], [.malformed, .character("a")]),
    Row([0xE2, 0x82, 0x0D], [.malformed, .key(.enter)]),
    Row([0xF0, 0x9F, 0x98, 0xC3, 0xA4], [.malformed, .character("ä")]),
    // Overlong, a surrogate, beyond the last code point.
    Row([0xC0, 0x80], [.malformed, .malformed]), Row([0xC1], [.malformed]),
    Row([0xE0, 0x9F], [.malformed, .malformed]), Row([0xED, 0xA0], [.malformed, .malformed]),
    Row([0xF0, 0x8F], [.malformed, .malformed]), Row([0xF4, 0x90], [.malformed, .malformed]),
    Row([0xF5], [.malformed]),
    Row([0x1B, 0xC3, 0x61], [.malformed, .character("a")]),
  ]

  static let pastes = [
    Row("\u{1B}[200~\u{1B}[201~x", .paste([]), .character("x")),
    Row("\u{1B}[200~aä\u{1B}[201~", .paste(Array("aä".utf8))),
    Row("\u{1B}[200~a\r\n\0\u{3}\u{1B}[201~", .paste(Array("a\n\0\u{3}".utf8))),
    Row("\u{1B}[200~\u{1B}[31m\u{1B}[201~", .paste(Array("\u{1B}[31m".utf8))),
    Row("\u{1B}[200~\u{1B}[20\u{1B}[201~", .paste(Array("\u{1B}[20".utf8))),
    Row("\u{1B}[200~\u{1B}\u{1B}[201~", .paste([0x1B])),
    Row("\u{1B}[200~\u{1B}[200~\u{1B}[201~", .paste(Array("\u{1B}[200~".utf8))),
    Row("\u{1B}[200~a\rb\nc\r\rd\r\n\r\ne\u{1B}[201~", .paste(Array("a\nb\nc\n\nd\n\ne".utf8))),
    Row("\u{1B}[200~a\n\r\n\rb\r\u{1B}[201~", .paste(Array("a\n\nb\n".utf8))),
    Row("\u{1B}[200~a\r\u{1B}[0m\r\n\u{1B}[201~", .paste(Array("a\n\u{1B}[0m\n".utf8))),
    // The end is missing.
    Row("\u{1B}[200~", afterPause: .paste([])),
    Row("\u{1B}[200~a\r", afterPause: .paste([0x61, 0x0A])),
    Row("\u{1B}[200~a\u{1B}", afterPause: .paste([0x61])),
    Row("\u{1B}[200~\u{1B}[201", afterPause: .paste([])),
    Row("\u{1B}[1;200~", .key(.unknown)), Row("\u{1B}[2000~", .key(.unknown)),
  ]

  /// The inputs do not depend on the lengths of the pieces.
  @Test(arguments: keys + withAlt + sequences + mouse + texts + pastes, [1, 2, 1000])
  func inputs(_ row: Row, pieceLength: Int) {
    let decoder = KeyDecoder()
    #expect(decoder.decode(row.bytes, pieceLength: pieceLength) == row.inputs)
    #expect((decoder.timeout != nil) == !row.afterPause.isEmpty)
    #expect(decoder.pause() == row.afterPause)
    #expect(decoder.endSequence() == nil && decoder.timeout == nil)
    if !row.afterPause.isEmpty { #expect(decoder.decode(Array("x".utf8)) == [.character("x")]) }
  }

  /// The standard library decides about validity.
  @Test func eachEdgeOfUTF8() {
    for bytes in UTF8Edges.sequences {
      let decoder = KeyDecoder()
      let inputs = decoder.decode(bytes)
      if let text = String(validating: bytes, as: UTF8.self) {
        #expect(inputs == text.unicodeScalars.map(Seen.character), "\(bytes)")
      } else {
        #expect(inputs.contains(.malformed) || decoder.timeout != nil, "\(bytes)")
      }
    }
  }

  /// Types a sequence in parts with a pause after each.
  @Test(
    arguments: [
      (["[D"], []), (["OH"], []), (["[1;5C"], []), (["[1;5A"], []), (["[[A"], []), (["[25~"], []),
      (["OM"], []), (["[21~"], []), (["[M !!"], []), (["[<0;1;1M"], []), (["[32;1;1M"], []),
      (["[7$"], []), (["[200~se\rcret\u{1B}[201~x"], [.character("x")]), (["[201~"], []),
      // Typed after Escape.
      (["x"], [.character("x")]), (["Os"], [.character("O"), .character("s")]),
      (["[x"], [.character("["), .character("x")]), (["["], [.character("[")]),
      (["[1]"], [.character("["), .character("1"), .character("]")]),
      (["[[a"], [.character("["), .character("["), .character("a")]),
      (["O\r"], [.character("O"), .key(.enter)]),
      (["[M!\r"], "[M!".map(Seen.typed) + [.key(.enter)]),
      (["[ä"], [.character("["), .character("ä")]), (["\u{1B}[D"], [.key(.left)]),
      (["[\u{1B}[D"], [.character("["), .key(.left)]), (["\r"], [.key(.enter)]),
      (["\u{1B}\u{1B}[D"], [.key(.wordLeft)]),
      // After a longer pause, it counts as typed.
      (["", "[D"], [.character("["), .character("D")]),
    ] as [([String], [Seen])])
  func theRestOfAnEscape(typed: [String], inputs: [Seen]) {
    let decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [] && decoder.isAtEscape)
    #expect(decoder.endSequence().map(Seen.init) == .key(.escape))
    #expect(decoder.keyBytes == [0x1B] && !decoder.isAtEscape)
    #expect(
      typed.flatMap { decoder.decode(Array($0.utf8), pieceLength: 1) + decoder.pause() } == inputs)
    #expect(decoder.decode(Array("x".utf8)) == [.character("x")])
  }

  /// The rest of an incomplete sequence is no text either.
  @Test(
    arguments: [
      ("\u{1B}[", .key(.meta("[")), "D"), ("\u{1B}O", .key(.meta("O")), "P"),
      ("\u{1B}[1;", .key(.unknown), "5D"), ("\u{1B}[20", .key(.unknown), "1~"),
      ("\u{1B}[[", .key(.unknown), "A"), ("\u{1B}[M", .key(.unknown), " !!"),
      ("\u{1B}[M ", .key(.unknown), "!!"), ("\u{1B}[200~\u{1B}[20", .paste([]), "1~"),
      ("\u{1B}[200~\u{1B}", .paste([]), "[201~"), ("\u{1B}[200~", .paste([]), "\u{1B}[201~"),
      ("\u{1B}[20", .key(.unknown), "0~rm\r\u{1B}[201~"),
    ] as [(String, Seen, String)])
  func theRestOfASequence(beginning: String, input: Seen, rest: String) {
    let decoder = KeyDecoder()
    #expect(decoder.decode(Array(beginning.utf8)) == [])
    #expect(decoder.endSequence().map(Seen.init) == input)
    #expect(decoder.decode(Array((rest + "x").utf8), pieceLength: 1) == [.character("x")])
    #expect(decoder.timeout == nil)
  }

  /// Neither earlier input nor its late rest is a key.
  @Test(
    arguments: [
      ("ab", "c", [.character("c")]), ("\u{1B}", "[Dx", [.character("x")]),
      ("\u{1B}", "x", [.character("x")]), ("\u{1B}[1;", "5Dx", [.character("x")]),
      ("\u{1B}\u{1B}O", "Px", [.character("x")]), ("\u{1B}[M !", "!x", [.character("x")]),
      ("\u{1B}[[", "Ax", [.character("x")]), ("\r", "\nx", [.character("x")]),
      ("\u{1B}]0;a", "b\u{7}x", [.key(.unknown), .character("x")]),
      ("a\u{1B}[200~b", "c\r\u{1B}[201~x", [.character("x")]),
      ("\u{1B}[20", "0~c\r\u{1B}[201~x", [.character("x")]),
    ] as [(String, String, [Seen])])
  func discarded(typed: String, later: String, inputs: [Seen]) {
    let decoder = KeyDecoder()
    Array(typed.utf8).withUnsafeBytes { decoder.feed($0) }
    decoder.discard()
    #expect(decoder.next() == nil)
    #expect(decoder.decode(Array(later.utf8), pieceLength: 1) == inputs)
    #expect(decoder.keyBytes == [] && decoder.timeout == nil)
  }

  @Test func twoEscapesAfterOnePause() {
    let decoder = KeyDecoder()
    #expect(decoder.decode([0x1B, 0x1B]) == [] && decoder.isAtEscape)
    #expect(decoder.endSequence().map(Seen.init) == .key(.escape))
    #expect(decoder.next().map(Seen.init) == .key(.escape))
    #expect(decoder.next() == nil && decoder.keyBytes == [0x1B])
  }

  @Test func aPasteThatIsCut() {
    let decoder = KeyDecoder()
    _ = decoder.decode(Array("\u{1B}[200~a\u{1B}[201~".utf8))
    #expect(!decoder.isPasteCut)
    #expect(decoder.decode(Array("\u{1B}[200~b".utf8)) == [] && decoder.isWithinPaste)
    #expect(decoder.endSequence().map(Seen.init) == .paste([0x62]))
    #expect(decoder.isPasteCut && !decoder.isWithinPaste)
    #expect(decoder.decode(Array("\u{1B}[200~c\u{1B}[201~".utf8)) == [.paste([0x63])])
    #expect(!decoder.isPasteCut)
    // A paste that is too long, and one that is dropped.
    let long = Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x61, count: 70_000)
    #expect(decoder.decode(long) == [])
    #expect(decoder.endSequence().map(Seen.init) == .overlongPaste)
    #expect(decoder.decode(Array("\u{1B}[200~d".utf8)) == [])
    decoder.dropPaste()
    #expect(decoder.endSequence() == nil && !decoder.isWithinPaste)
  }

  /// A paste that ^C cuts gives nothing, and ends at a short pause.
  @Test func aPasteThatIsInterrupted() {
    let start = ContinuousClock.now
    let decoder = KeyDecoder(escapeDelay: .milliseconds(500)) { start }
    #expect(decoder.decode(Array("\u{1B}[200~a".utf8)) == [])
    #expect(decoder.timeout == .seconds(5))
    decoder.dropPaste(isInterrupted: true)
    #expect(decoder.timeout == .milliseconds(500))
    #expect(decoder.decode(Array("b".utf8)) == [] && decoder.endSequence() == nil)
    #expect(decoder.decode(Array("c".utf8)) == [.character("c")])
    let again = Array("\u{1B}[200~d\u{1B}[201~".utf8)
    #expect(decoder.decode(again) == [.paste([0x64])])
  }

  /// Waiting for something else does not extend the time limit, and each byte restarts it.
  @Test func theTimeOfAnEscape() {
    var now = ContinuousClock.now
    let decoder = KeyDecoder(escapeDelay: .milliseconds(500)) { now }
    _ = decoder.decode([0x1B])
    #expect(decoder.timeout == .milliseconds(500))
    now += .milliseconds(300)
    #expect(decoder.timeout == .milliseconds(200))
    _ = decoder.decode([0x1B])
    #expect(decoder.timeout == .milliseconds(500))
    now += .milliseconds(700)
    #expect(decoder.timeout == .zero)
    #expect(decoder.pause() == [.key(.escape), .key(.escape)])
    #expect(decoder.timeout == nil)
  }

  @Test(arguments: [
    ("\u{1B}", 500, 500), ("\u{1B}", 20, 20), ("\u{1B}", 0, 0), ("\u{1B}[", 20, 1000),
    ("\u{1B}[", 3000, 3000), ("\u{1B}]", 20, 250), ("\u{1B}]", 500, 500),
    ("\u{1B}[200~", 3000, 5000),
  ])
  func theTimeOfEachBeginning(typed: String, escapeDelay: Int, timeout: Int) {
    let start = ContinuousClock.now
    let decoder = KeyDecoder(escapeDelay: .milliseconds(escapeDelay)) { start }
    _ = decoder.decode(Array(typed.utf8))
    #expect(decoder.timeout == .milliseconds(timeout))
  }

  @Test(
    arguments: [
      (nil, 500), ("", 500), ("1000", 1000), ("25", 25), ("0", 0), ("0100", 100), ("9999", 9999),
      ("10001", 10_000), ("99999999999", 10_000), ("99999999999999999999", 500), ("-1", 500),
      ("+1", 500), ("1.5", 500), (" 100", 500), ("100ms", 500), ("0x10", 500), ("²", 500),
    ] as [(String?, Int)])
  func escapeDelay(value: String?, milliseconds: Int) {
    #expect(
      Duration.escapeDelay { $0 == "ESCDELAY" && value != "" ? value : nil }
        == .milliseconds(milliseconds))
  }

  /// A key with the maximum number of reported bytes.
  private static let longest = "\u{1B}[" + String(repeating: "1", count: 61) + "A"

  /// Only keys report their bytes, texts never.
  @Test(arguments: [
    ("a", ""), ("ä", ""), ("\u{1}", "\u{1}"), ("\u{7F}", "\u{7F}"), ("\u{1B}x", "\u{1B}x"),
    ("\u{1B}ä", "\u{1B}ä"), ("\u{1B}[15~", "\u{1B}[15~"), ("\u{1B}[[A", "\u{1B}[[A"),
    ("\u{1B}[Ax", ""), ("x\u{1B}[A", "\u{1B}[A"), ("\u{1B}\u{1B}[A", "\u{1B}\u{1B}[A"),
    ("\u{1B}\r", "\u{1B}\r"), ("\u{1B}\u{1B}x", "\u{1B}x"), ("\r\n\u{1}", "\u{1}"),
    ("\u{1B}\u{1B}[12\r", "\r"), ("\u{1B}\u{1B}\u{1B}OP", "\u{1B}\u{1B}OP"),
    ("\u{1B}\u{1B}[<0;1;1M", "\u{1B}[<0;1;1M"), ("\u{1B}[M !!", "\u{1B}[M !!"),
    ("\u{1B}[201~\u{1}", "\u{1}"),
    ("\u{1B}[12\r", "\r"), ("\u{1B}Pa\u{1B}[A", "\u{1B}[A"),
    ("\u{1B}[200~\u{1}\u{1B}[201~", ""),
    (longest, longest), ("\u{1B}[1" + longest.dropFirst(2), ""),
  ])
  func theBytesOfAKey(typed: String, keyBytes: String) {
    for pieceLength in [1, 1000] {
      let decoder = KeyDecoder()
      _ = decoder.decode(Array(typed.utf8), pieceLength: pieceLength)
      #expect(decoder.keyBytes == Array(keyBytes.utf8))
    }
  }

  // For each beginning, the bytes that continue it and those that cancel it. All others end it.
  @Test(arguments: [
    ("", "1B C2-F4", ""), ("\u{1B}", "1B 4F-50 58 5B 5D-5F C2-F4", ""),
    ("\u{1B}\u{1B}", "4F 5B", ""),
    ("\u{1B}O", "30-3B", "0-2F 3C-3F 7F-FF"),
    ("\u{1B}[", "20-3F 4D 5B", "0-1F 7F-FF"), ("\u{1B}[M", "0 20-FF", "1-1F"),
    ("\u{1B}[M !", "C2-DF", "1-1F"),
    ("\u{1B}[1", "20-23 25-3F", "0-1F 7F-FF"), ("\u{1B}[1;5", "20-3F", "0-1F 7F-FF"),
    ("\u{1B}[[", "", "0-1F 7F-FF"), ("\u{1B}P", "1B 20-7E 80-FF", "0-6 8-1A 1C-1F 7F"),
    ("\u{1B}P\u{1B}", "", "1B 80-FF"),
  ])
  func eachByteAfterABeginning(beginning: String, goingOn: String, breakingOff: String) {
    var (open, broken): ([UInt8], [UInt8]) = ([], [])
    for byte in UInt8.min...255 {
      let start = ContinuousClock.now
      let decoder = KeyDecoder(escapeDelay: .zero) { start }
      let inputs = decoder.decode(Array(beginning.utf8) + [byte])
      let alone = KeyDecoder(escapeDelay: .zero) { start }
      if inputs.isEmpty { open.append(byte) }
      if inputs == [.key(.unknown)] + alone.decode([byte]), decoder.timeout == alone.timeout,
        inputs.count > 1 || decoder.timeout != nil
      {
        broken.append(byte)
      }
    }
    #expect(Self.ranges(open) == goingOn)
    #expect(Self.ranges(broken) == breakingOff)
  }

  /// Returns bytes in order, as `30-39 41`.
  private static func ranges(_ bytes: [UInt8]) -> String {
    var ranges: [ClosedRange<UInt8>] = []
    for byte in bytes {
      if let last = ranges.last, last.upperBound + 1 == byte {
        ranges[ranges.count - 1] = last.lowerBound...byte
      } else {
        ranges.append(byte...byte)
      }
    }
    func hex(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }
    return ranges.map {
      $0.count == 1 ? hex($0.lowerBound) : "\(hex($0.lowerBound))-\(hex($0.upperBound))"
    }.joined(separator: " ")
  }

  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 100))
  func garbage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let telling = Array("\u{1B}\u{1B}\u{1B}[[OP]201~;\u{7}\\a\rä".utf8)
    let bytes = (0..<300).map { _ in
      Bool.random(using: &random)
        ? telling[Int.random(in: telling.indices, using: &random)]
        : UInt8.random(in: 0...255, using: &random)
    }
    let decoder = KeyDecoder()
    let inputs = decoder.decode(bytes, pieceLength: Int.random(in: 1...300, using: &random))
    try #require(inputs == KeyDecoder().decode(bytes))
    for case .character(let scalar) in inputs {
      try #require(scalar.value >= 0x20 && scalar.value != 0x7F)
    }
    // Only its end sequence ends a paste.
    #expect(decoder.decode(Array("\u{1B}[201~\r".utf8)).last == .key(.enter))
  }

  @Test func sequencesWithoutAnEnd() {
    let decoder = KeyDecoder()
    #expect(decoder.decode(Array("\u{1B}[".utf8) + .init(repeating: 0x39, count: 500_000)) == [])
    #expect(decoder.decode(Array("~\u{1B}]".utf8)) == [.key(.unknown)])
    #expect(decoder.decode(.init(repeating: 0x61, count: 500_000)) == [])
    #expect(decoder.decode([0x0D]) == [.key(.unknown), .key(.enter)])
  }

  /// 64 KiB of unusual contents of a paste.
  @Test func longPastes() {
    let pattern = Array("\u{1B}[31m\0\r\n\u{1B}[20ä\u{1B}".utf8)
    let content = (0..<65_538).map { pattern[$0 % pattern.count] }
    let (begin, end) = (Array("\u{1B}[200~".utf8), Array("\u{1B}[201~x".utf8))
    let decoder = KeyDecoder()
    let inputs = decoder.decode(begin + content + end, pieceLength: 4095)
    #expect(
      inputs == [.paste(content.map { $0 == 0x0D ? nil : $0 }.compactMap(\.self)), .character("x")])
    for length in [65_539, 300_000] {
      let content = [UInt8](repeating: 0x61, count: length)
      #expect(
        decoder.decode(begin + content + end, pieceLength: 4095)
          == [.overlongPaste, .character("x")])
    }
    #expect(decoder.decode(begin + [0x61] + end) == [.paste([0x61]), .character("x")])
  }
}

extension KeyDecoderTests.Seen {
  fileprivate static func typed(_ character: Character) -> Self {
    .character(character.unicodeScalars[character.unicodeScalars.startIndex])
  }
}

extension KeyDecoder {
  fileprivate func pause() -> [KeyDecoderTests.Seen] {
    var seen: [KeyDecoderTests.Seen] = []
    while let input = endSequence() ?? next() { seen.append(KeyDecoderTests.Seen(input)) }
    return seen
  }

  fileprivate func decode(
    _ bytes: [UInt8], pieceLength: Int = .max
  ) -> [KeyDecoderTests.Seen] {
    var seen: [KeyDecoderTests.Seen] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pieceLength)
      rest = rest.dropFirst(piece.count)
      piece.withUnsafeBytes { feed($0) }
      while let input = next() { seen.append(KeyDecoderTests.Seen(input)) }
    }
    return seen
  }
}
