import FormworkCanvas
import Testing

@Suite struct MeasureTests {
  @Test(arguments: [
    ("", 0), ("a", 1), ("e\u{301}", 1), ("漢字", 4), ("\u{7}a\r\n\u{202E}b", 2), ("\u{301}", 0),
    ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("1️⃣", 2), ("☺️", 2), ("कि", 2), ("שלום", 4),
  ])
  func aTextTakesColumns(_ text: String, _ width: Int) {
    #expect(Canvas.width(of: text) == width)
  }
}
