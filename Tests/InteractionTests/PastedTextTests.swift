import FormworkFrontEnd
import Interaction
import Testing

struct PastedTextTests {
  private static func paste(_ bytes: [UInt8]) -> SecretBytes {
    let secret = SecretBytes()
    bytes.withUnsafeBytes { secret.append($0) }
    return secret
  }

  /// Text pasted into a field of one line, and then into one of several.
  @Test(
    arguments: [
      ("", "", ""), ("ann", "ann", ""), ("ann\n", "ann", ""), ("ann\n\n", "ann", ""),
      ("a\nb", "a b", "joined"), ("a\n\n\nb", "a b", "joined"), ("a\tb", "a b", "joined"),
      ("a\t\n\tb", "a b", "joined"), ("\na", " a", "joined"), ("a b", "a b", ""),
      ("a\u{2028}b\u{85}c", "a b c", "joined"), ("a\u{B}b\u{C}", "a b", "joined"),
      ("a\u{1B}[31mb", "a[31mb", "cleaned"), ("\u{0}\u{7F}\u{9B}x\u{202E}", "x", "cleaned"),
      ("a\n\u{7}b", "a b", "joined cleaned"), ("e\u{301}\u{200D}", "e\u{301}\u{200D}", ""),
    ].map { (false, $0, $1, $2) }
      + [
        ("a\nb\n", "a\nb\n", ""), ("\ta", " a", "joined"), ("a\t\tb\t", "a b", "joined"),
        ("a\t\nb", "a \nb", "joined"), ("a\u{1B}b", "ab", "cleaned"),
        ("a\u{2028}b", "ab", "cleaned"), ("\u{7}a\tb", "a b", "joined cleaned"),
      ].map { (true, $0, $1, $2) } as [(Bool, String, String, String)])
  func isTaken(allowingLines: Bool, pasted: String, text: String, notes: String) throws {
    let paste = Self.paste(Array(pasted.utf8))
    let taken = try #require(PastedText(paste, allowingLines: allowingLines))
    #expect(taken.text == text)
    let told = (taken.isJoined ? ["joined"] : []) + (taken.isCleaned ? ["cleaned"] : [])
    #expect(told.joined(separator: " ") == notes)
  }

  @Test(arguments: [true, false]) func whatIsNotUTF8IsRefused(allowingLines: Bool) {
    #expect(PastedText(Self.paste([0x61, 0xFF]), allowingLines: allowingLines) == nil)
  }
}
