import FormworkHost
import Testing

@Suite struct FrontEndNameTests {
  @Test(arguments: ["a", "plain", "editline-2", "-", "0", String(repeating: "x", count: 64)])
  func whatIsAName(_ text: String) {
    #expect(FrontEndName(text)?.text == text)
    #expect(FrontEndName(fileName: "libformwork-front-end-\(text).so")?.text == text)
    #expect(FrontEndName(text)?.fileName == "libformwork-front-end-\(text).so")
  }

  @Test(arguments: [
    "", "Plain", "plain ", "../plain", "a/b", ".", "a.b", "a_b", "ä", "e\u{301}", "\u{FF41}",
    String(repeating: "x", count: 65),
  ])
  func whatIsNone(_ text: String) {
    #expect(FrontEndName(text) == nil)
    #expect(FrontEndName(fileName: "libformwork-front-end-\(text).so") == nil)
  }

  @Test func controlCharactersAreNone() {
    #expect(["a\0", "\0a", "a\0b", "a\n", "\u{1B}[m"].compactMap { FrontEndName($0) } == [])
  }

  @Test(arguments: [
    "plain", "libformwork-front-end-plain", "libformwork-front-end-plain.so.1",
    "formwork-front-end-plain.so", "libformwork-front-end-.so", "libformwork-front-end-so",
  ])
  func whatIsNoFileOfOne(_ fileName: String) {
    #expect(FrontEndName(fileName: fileName) == nil)
  }
}
