import FormworkCore
import TestSupport
import Testing

/// Joins lines by Unicode scalars: joining by characters is slow with many combining marks.
struct JoinedLinesTests {
  private static let pieces = ["a", "\n", "\r", "\r\n", "\t", "\u{85}", "\u{2028}", "\u{301}", "福"]

  @Test(arguments: UInt64(0)..<200)
  func itIsTheSameAsByCharacters(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = (0..<Int.random(in: 0...9, using: &random))
      .compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
    for withTabs in [false, true] {
      var lines = text.split(omittingEmptySubsequences: false) {
        $0.isNewline || withTabs && $0 == "\t"
      }
      if lines.last?.isEmpty == true { lines.removeLast() }
      #expect(
        text.joinedLines(withTabs: withTabs) == lines.joined(separator: " "),
        "\(text.debugDescription)")
    }
  }
}
