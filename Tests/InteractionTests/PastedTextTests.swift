import FormworkFrontEnd
import Interaction
import Testing

struct PastedTextTests {
  private static func paste(_ bytes: [UInt8]) -> SecretBytes {
    let secret = SecretBytes()
    bytes.withUnsafeBytes { secret.append($0) }
    return secret
  }

  @Test(
    arguments: [
      ("", "", ""), ("ann", "ann", ""), ("ann\n", "ann", ""), ("ann\n\n", "ann", ""),
      ("a\nb", "a b", "joined"), ("a\n\n\nb", "a b", "joined"), ("a\tb", "a b", "joined"),
      ("a\t\n\tb", "a b", "joined"), ("\na", " a", "joined"), ("a b", "a b", ""),
      ("a\u{2028}b\u{85}c", "a b c", "joined"), ("a\u{B}b\u{C}", "a b", "joined"),
      ("a\u{1B}[31mb", "a[31mb", "cleaned"), ("\u{0}\u{7F}\u{9B}x\u{202E}", "x", "cleaned"),
      ("a\n\u{7}b", "a b", "joined cleaned"), ("e\u{301}\u{200D}", "e\u{301}\u{200D}", ""),
    ])
  func oneLine(pasted: String, text: String, notes: String) throws {
    let taken = try #require(PastedText(Self.paste(Array(pasted.utf8)), allowingLines: false))
    #expect(taken.text == text)
    let told = (taken.isJoined ? ["joined"] : []) + (taken.isCleaned ? ["cleaned"] : [])
    #expect(told.joined(separator: " ") == notes)
  }

  @Test(
    arguments: [
      ("a\nb\n", "a\nb\n", ""), ("\ta", " a", "joined"), ("a\t\tb\t", "a b", "joined"),
      ("a\t\nb", "a \nb", "joined"), ("a\u{1B}b", "ab", "cleaned"),
      ("a\u{2028}b", "ab", "cleaned"), ("\u{7}a\tb", "a b", "joined cleaned"),
    ])
  func severalLines(pasted: String, text: String, notes: String) throws {
    let taken = try #require(PastedText(Self.paste(Array(pasted.utf8)), allowingLines: true))
    #expect(taken.text == text)
    let told = (taken.isJoined ? ["joined"] : []) + (taken.isCleaned ? ["cleaned"] : [])
    #expect(told.joined(separator: " ") == notes)
  }

  @Test(arguments: [true, false]) func whatIsNotUTF8IsRefused(allowingLines: Bool) {
    #expect(PastedText(Self.paste([0x61, 0xFF]), allowingLines: allowingLines) == nil)
  }
}
