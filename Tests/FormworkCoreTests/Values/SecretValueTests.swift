import FormworkCore
import TestSupport
import Testing

struct SecretValueTests {
  // MARK: Text

  @Test func isTheSameSecretWhateverKeyboardItWasTypedOn() {
    #expect(Secret("e\u{301}") == Secret("\u{E9}"))
    #expect(Secret("e\u{301}").bytes == [0xC3, 0xA9])
    #expect(Secret("\u{212B}") == Secret("\u{C5}"))
    #expect(Secret("\u{1112}\u{1161}\u{11AB}") == Secret("\u{D55C}"))
  }

  @Test(arguments: [
    ("a\u{323}\u{307}", "\u{1EA1}\u{307}"), ("a\u{307}\u{323}", "\u{1EA1}\u{307}"),
    // Excluded from composition.
    ("\u{FB2C}", "\u{5E9}\u{5BC}\u{5C1}"),
    // Grows threefold in UTF-8, the maximum.
    ("\u{1D160}\u{1D160}", "\u{1D158}\u{1D165}\u{1D16E}\u{1D158}\u{1D165}\u{1D16E}"),
    // Compatibility characters stay.
    ("\u{FB01}", "\u{FB01}"), ("１２", "１２"), ("ß", "ß"),
  ])
  func isInNormalizationFormC(text: String, normalized: String) {
    #expect(Secret(text).bytes == Array(normalized.utf8))
  }

  @Test(arguments: [
    ("", 0, 0), ("abc", 3, 3), ("é", 1, 2), ("e\u{301}", 1, 2), ("x\u{301}", 2, 3), ("😀", 1, 4),
    ("👩‍👩‍👧", 5, 18), (" a ", 3, 3), ("a\0b", 3, 3), ("a\r\n", 3, 3),
  ])
  func countsCodePointsAndBytes(text: String, codePoints: Int, bytes: Int) {
    #expect(Secret(text).codePointCount == codePoints)
    #expect(Secret(text).byteCount == bytes)
    #expect(Secret(text).isEmpty == (bytes == 0))
  }

  @Test func comparesAllOfIt() {
    #expect(Secret("pass") == Secret("pass"))
    #expect(Secret("pass") != Secret("past"))
    #expect(Secret("pass") != Secret("bass"))
    #expect(Secret("pass") != Secret("passw"))
    #expect(Secret("pass") != Secret("Pass"))
    #expect(Secret("") == .empty)
    #expect(Secret("a") != .empty)
    #expect(Secret("a\0") != Secret("a"))
  }

  // MARK: Bytes from outside

  @Test(arguments: ["", "abc", "e\u{301}", "😀"])
  func takesUTF8(text: String) throws {
    let secret = Array(text.utf8).withUnsafeBytes { Secret(utf8: $0) }
    #expect(try #require(secret) == Secret(text))
  }

  @Test(
    arguments: [
      [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xFF], [0x61, 0xFE, 0x62], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func bytesThatAreNoUTF8AreNoSecret(bytes: [UInt8]) {
    #expect(bytes.withUnsafeBytes { Secret(utf8: $0) } == nil)
  }

  @Test func keepsItsOwnCopyAndLeavesTheCallersBytesAlone() throws {
    var bytes = Array("e\u{301}".utf8)
    let secret = try #require(bytes.withUnsafeBytes { Secret(utf8: $0) })
    #expect(bytes == [0x65, 0xCC, 0x81])
    bytes = [0, 0, 0]
    #expect(secret == Secret("é"))
  }

  @Test func leavesAlsoTheTextItIsMadeOf() {
    let text = "e\u{301}, a text that is too long to stand in a word or two"
    #expect(Secret(text) == Secret(text))
    #expect(text == "é, a text that is too long to stand in a word or two")
  }

  @Test func throwsWhatItsReaderThrows() {
    #expect(throws: Stop()) {
      try Secret("abc").withBytes { (_: UnsafeRawBufferPointer) throws(Stop) in throw Stop() }
    }
  }

  private struct Stop: Error, Equatable {}

  // MARK: Silence

  @Test func saysNothingOfItself() {
    let secret = Secret("hunter2")
    #expect(secret.description == "Secret")
    #expect(secret.debugDescription == "Secret")
    #expect("\(secret)" == "Secret")
    #expect(String(describing: secret) == "Secret")
    #expect(String(reflecting: secret) == "Secret")
    #expect(Mirror(reflecting: secret).children.isEmpty)
  }

  @Test func saysNothingInWhateverHoldsIt() {
    let secret = Secret("hunter2")
    let answers = Answers(["password": .secret(secret)])
    let holders: [Any] = [
      secret, [secret], Value.secret(secret), FieldContent.secret(secret), answers,
      FormAction.submit(SubmissionID(rawValue: 1), answers),
      UserInput.edit(NodeID(rawValue: 1), .secret(secret), cursor: 7),
      Field.secret("password", label: "Password").initialAnswer(secret),
    ]
    for holder in holders {
      var dumped = ""
      dump(holder, to: &dumped)
      let told = [dumped, "\(holder)", String(reflecting: holder)].joined(separator: "\n")
      #expect(told.contains("Secret"))
      // Neither the text, nor its bytes or length, nor an address.
      for trace in ["hunter2", "104", "byteCount", "codePointCount", "storage", "0x"] {
        #expect(!told.contains(trace), "\(trace)")
      }
    }
  }

  // MARK: Wiping

  /// With plain ASCII, and with a text that is composed first.
  @Test(arguments: ["", "e\u{301}"])
  func whatIsLetGoIsInMemoryNoMore(beginning: String) throws {
    let marker = ProcessMemory.Marker(seed: beginning.isEmpty ? 21 : 22)
    var secret = marker.withBytes(behind: beginning) { Secret(utf8: $0) }
    #expect(secret?.byteCount == (beginning.isEmpty ? 0 : 2) + 64 * 128)
    #expect(try ProcessMemory.count(of: marker) == 128)
    secret = nil
    #expect(try ProcessMemory.count(of: marker) == 0)
  }
}

extension Secret {
  fileprivate var bytes: [UInt8] { withBytes { Array($0) } }
}
