import Conversation
import Interaction
import TestSupport
import Testing
import Wording

@testable import EditLineFrontEnd

/// The output for a line and its status, and the result on a terminal.
struct LineDisplayTests {
  private func content(
    _ prompt: String, _ text: String, cursor: Int? = nil, status: String = ""
  ) -> LineDisplay.Content {
    let cells = text.cells
    return LineDisplay.Content(
      prompt: prompt, text: cells, cursor: cursor ?? cells.count, status: status.cells)
  }

  private static let plain = Palette { $0 == "NO_COLOR" ? "1" : nil }
  private static let colored = Palette { _ in nil }

  /// Returns a display that already shows a content.
  private func display(
    showing content: LineDisplay.Content, columns: Int = 40, palette: Palette = Self.plain
  ) -> LineDisplay {
    var display = LineDisplay(columns: columns, rows: 10, palette: palette)
    display.show(content)
    _ = display.takeOutput()
    return display
  }

  /// After a full row the next line already exists.
  @Test(arguments: [("ab", "\r\n"), ("abcd", "\r"), ("abcde", "\r\n")])
  func whatIsShownStaysAbove(_ text: String, _ bytes: String) {
    var display = display(showing: content("> ", text), columns: 6)
    display.finish()
    #expect(display.takeOutput() == bytes)
  }

  // MARK: Bytes

  @Test(
    arguments: [
      ("", "a", "a"), ("ab", "abc", "c"), ("abc", "ab", "\u{8} \u{8}"), ("ab", "ab", ""),
      ("ab", "axb", "\u{8}xb"), ("日", "", "\u{8}\u{8}  \u{8}\u{8}"),
      ("abcdef", "ab", "\u{8}\u{8}\u{8}\u{8}\u{1B}[K"),
      // The accent comes and goes with its letter.
      ("e\u{301}", "", "\u{8} \u{8}"),
      ("e", "e\u{301}", "\u{8}e\u{301}\u{1B}[4G"),
      // Without a letter it is drawn on the blank of the prompt.
      ("", "\u{301}", "\u{8} \u{301}"), ("\u{301}", "", "\u{8} "), ("\u{301}", "\u{301}a", "a"),
    ])
  func writesWhatDiffers(_ before: String, _ after: String, _ bytes: String) {
    var display = display(showing: content("> ", before))
    display.show(content("> ", after))
    #expect(display.takeOutput() == bytes)
  }

  @Test func nothingIsWrittenForNothing() {
    let shown = content("> ", "text", cursor: 2, status: "ok")
    var display = display(showing: shown)
    display.show(shown)
    #expect(display.takeOutput() == "")
  }

  @Test func aMoveOfTheCursorWritesTheMoveAlone() {
    var display = display(showing: content("> ", "abcdefgh", status: "ok"))
    display.show(content("> ", "abcdefgh", cursor: 7, status: "ok"))
    #expect(display.takeOutput() == "\u{8}")
    display.show(content("> ", "abcdefgh", cursor: 0, status: "ok"))
    #expect(display.takeOutput() == "\u{1B}[3G")
    display.show(content("> ", "abcdefgh", cursor: 1, status: "ok"))
    #expect(display.takeOutput() == "\u{1B}[4G")
  }

  @Test func aStatusThatStaysIsNotWrittenAgain() {
    var display = display(showing: content("> ", "ab", status: "7 more"))
    display.show(content("> ", "abc", status: "7 more"))
    #expect(display.takeOutput() == "c")
    display.show(content("> ", "ab", status: "7 more"))
    #expect(display.takeOutput() == "\u{8} \u{8}")
  }

  @Test func ofAStatusThatChangesTheEndIsWritten() {
    var display = display(showing: content("> ", "ab", status: "7 more"))
    display.show(content("> ", "ab", status: "6 more"))
    #expect(display.takeOutput() == "\u{1B}7\u{1B}[34G6 more\u{1B}8")
    display.show(content("> ", "ab", status: "6 most"))
    #expect(display.takeOutput() == "\u{1B}7\u{1B}[38Gst\u{1B}8")
    display.show(content("> ", "ab", status: "ok"))
    #expect(display.takeOutput() == "\u{1B}7\u{1B}[34G\u{1B}[K\u{1B}[38Gok\u{1B}8")
    display.show(content("> ", "ab"))
    #expect(display.takeOutput() == "\u{1B}7\u{1B}[38G\u{1B}[K\u{1B}8")
  }

  /// The terminal itself restores the saved position and attributes.
  @Test func aStyleCostsNoMoreThanItsBeginning() {
    var status = content("> ", "ab", status: "7 more")
    status.style = .fault
    var display = display(showing: content("> ", "ab"), palette: Self.colored)
    display.show(status)
    #expect(display.takeOutput() == "\u{1B}7\u{1B}[34G\u{1B}[38;5;160m7 more\u{1B}8")
    status.status = "6 more".cells
    display.show(status)
    #expect(display.takeOutput() == "\u{1B}7\u{1B}[34G\u{1B}[38;5;160m6 more\u{1B}8")
    status.style = .ok
    display.show(status)
    #expect(display.takeOutput() == "\u{1B}7\u{1B}[34G\u{1B}[38;5;28m6 more\u{1B}8")
  }

  @Test func ofARowAboveTheDifferenceIsWritten() {
    var complaint = content("> ", "ab")
    complaint.above = [LineDisplay.Row(OutputLine("9 left", .fault))]
    var display = display(showing: content("> ", "ab"), palette: Self.colored)
    display.show(complaint)
    #expect(
      display.takeOutput() == "\r\r\u{1B}[J\u{1B}[38;5;160m9 left\u{1B}[m\r\n> ab")
    complaint.above = [LineDisplay.Row(OutputLine("9 let", .fault))]
    display.show(complaint)
    #expect(display.takeOutput() == "\u{1B}7\u{1B}M\u{1B}[38;5;160mt \u{1B}8")
    display.show(content("> ", "ab"))
    #expect(display.takeOutput() == "\u{1B}[1A\r\r\u{1B}[J> ab")
  }

  @Test func aPromptIsBrokenBetweenWords() {
    let terminal = shown(content("one two three: ", "abc"), columns: 9, rows: 6)
    #expect(terminal.lines == ["one two", "three: ab", "c"])
  }

  @Test(arguments: [("", 8), ("abcd", 4), ("日日", 4), ("abcdefgh", 0)])
  func aStatusHasTheRoomBehindTheText(_ text: String, _ room: Int) {
    let narrow = LineDisplay(columns: 12, rows: 4, palette: Self.plain)
    #expect(narrow.statusRoom(beside: content("> ", text)) == room)
  }

  @Test func controlCharactersAreShownAsWhatTheyAre() {
    #expect(
      "a\u{1B}b\u{0}\u{7F}\u{9B}\u{202E}".cells.map(\.scalar).map(String.init).joined()
        == "a^[b^@^?\u{FFFD}\u{FFFD}")
  }

  @Test func linesAboveLeaveTheLineBelow() {
    var display = display(showing: content("> ", "ab"))
    display.write([OutputLine("one"), OutputLine("tw\u{1B}o")])
    display.show(content("> ", "ab"))
    #expect(display.takeOutput() == "\r\r\u{1B}[Jone\r\ntw\u{FFFD}o\r\n> ab")
  }

  // MARK: Rows

  private func shown(_ contents: LineDisplay.Content..., columns: Int, rows: Int) -> TerminalModel {
    var display = LineDisplay(columns: columns, rows: rows, palette: Self.plain)
    var terminal = TerminalModel(columns: columns, rows: rows)
    for content in contents {
      display.show(content)
      terminal.write(display.takeOutput())
    }
    return terminal
  }

  @Test func aLongLineGoesOnInTheNextRow() {
    let terminal = shown(content("> ", "abcdefgh"), columns: 5, rows: 4)
    #expect(terminal.lines == ["> abc", "defgh"])
    #expect((terminal.row, terminal.column) == (2, 0))
  }

  @Test func ofALineThatIsLongerThanTheTerminalThePartAtTheCursorIsSeen() {
    let text = (0..<40).map { String($0 % 10) }.joined()
    let end = shown(content("> ", text), columns: 10, rows: 3)
    #expect(end.lines == ["8901234567", "89"].suffix(3).map { $0 } || end.lines.last == "89")
    let start = shown(content("> ", text), content("> ", text, cursor: 0), columns: 10, rows: 3)
    #expect(start.lines == ["> 01234567", "8901234567", "8901234567"])
    #expect((start.row, start.column) == (0, 2))
  }

  /// The cursor may be anywhere in a text that is longer than the terminal.
  @Test(arguments: [0, 25, 40]) func aComplaintStaysAboveALongText(cursor: Int) {
    var complaint = content("> ", (0..<40).map { String($0 % 10) }.joined(), cursor: cursor)
    complaint.above = ["31 too", "many"].map { LineDisplay.Row(OutputLine($0)) }
    let windows = [
      0: ["> 01234567", "8901234567"], 25: ["8901234567", "8901234567"],
      40: ["8901234567", "89"],
    ]
    let shown = shown(content("> ", "0"), complaint, columns: 10, rows: 4)
    #expect(shown.lines == ["31 too", "many"] + (windows[cursor] ?? []))
    let narrow = self.shown(content("> ", "0"), complaint, columns: 10, rows: 2)
    #expect(narrow.lines.first == "31 too")
  }

  /// The status of a text whose end is not visible must be above.
  @Test func aStatusIsNotDrawnIntoALongText() {
    let text = String(repeating: "x", count: 33)
    let start = content("> ", text, cursor: 0, status: "ok")
    #expect(shown(content("> ", "x"), start, columns: 10, rows: 3).lines.last == "xxxxxxxxxx")
    let display = LineDisplay(columns: 10, rows: 3, palette: Self.plain)
    #expect(display.statusRoom(beside: start) == 0)
  }

  @Test func whatWasWrittenStaysAboveALongText() {
    var display = LineDisplay(columns: 10, rows: 6, palette: Self.plain)
    var terminal = TerminalModel(columns: 10, rows: 6)
    let long = content("> ", String(repeating: "x", count: 75))
    display.show(long)
    display.write([OutputLine("one"), OutputLine("two")])
    display.show(long)
    display.show(content("> ", String(repeating: "x", count: 85)))
    terminal.write(display.takeOutput())
    #expect(terminal.lines.prefix(3) == ["one", "two", "xxxxxxxxxx"])
    display.finish()
    display.show(long)
    terminal.write(display.takeOutput())
    #expect(!terminal.lines.contains("two"))
  }

  @Test func aWideCharacterIsNotCutInTwo() {
    let terminal = shown(content("> ", "a日日日"), columns: 6, rows: 4)
    #expect(terminal.lines == ["> a日", "日日"])
  }

  @Test func oneColumnIsEnough() {
    let terminal = shown(content("> ", "ab"), content("> ", "abc"), columns: 1, rows: 6)
    #expect(terminal.lines == [">", "a", "b", "c"])
  }

  // MARK: Appending a character

  /// Returns the output for an appended character; `nil` if the whole content must be shown.
  private func append(_ character: Unicode.Scalar, to display: inout LineDisplay) -> String? {
    display.append(LineCell(UInt8(ascii: character))) ? display.takeOutput() : nil
  }

  @Test func aCharacterIsAppendedWhereNothingElseDiffers() {
    var display = display(showing: content("> ", "ab", status: "ok"), columns: 9)
    var written = [append("c", to: &display)]
    // The status must be removed first.
    written.append(append("d", to: &display))
    // The cursor is not at the end.
    display.show(content("> ", "abc", cursor: 2, status: "ok"))
    written.append(display.takeOutput())
    written.append(append("d", to: &display))
    // Nothing is shown.
    display.clear()
    written.append(append("d", to: &display))
    #expect(written == ["c", nil, "\u{8}", nil, nil])
  }

  @Test func aCharacterIsAppendedToTheLastRow() {
    var display = display(showing: content("> ", "abcdefgh", status: "ok"), columns: 8)
    var written = [append("i", to: &display)]
    display.show(content("> ", "abcdefghijklm", status: "ok"))
    written.append(display.takeOutput())
    // After a full row the cursor must be in the next one.
    written.append(append("n", to: &display))
    display.show(content("> ", "abcdefghijklmn", status: "ok"))
    written.append(display.takeOutput())
    written.append(append("o", to: &display))
    #expect(written == ["i", "jklm", nil, "n\r\n", "o"])
  }

  // MARK: Random runs

  /// After any series of contents, each looks as if it were shown alone.
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 60))
  func everythingLooksAsIfShownAlone(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let columns = Int.random(in: 2...30, using: &generator)
    let rows = Int.random(in: 2...6, using: &generator)
    var display = LineDisplay(columns: columns, rows: rows, palette: Self.colored)
    var terminal = TerminalModel(columns: columns, rows: rows)
    var text: [Character] = []
    for _ in 0..<40 {
      Self.change(&text, &generator, isWide: columns > 8)
      let cells = String(text).cells
      let isAtEnd = Bool.random(using: &generator)
      var content = LineDisplay.Content(
        prompt: "> ", text: cells,
        cursor: isAtEnd ? cells.count : .random(in: 0...cells.count, using: &generator),
        status: ["", "ok", "7 more"].randomElement(using: &generator)?.cells ?? [],
        style: [.ok, .fault, .plain].randomElement(using: &generator) ?? .plain)
      if columns > 4, Int.random(in: 0..<3, using: &generator) == 0 {
        content.above =
          [["a", "b 1"], ["a", "b 12"], ["c"]].randomElement(using: &generator)?
          .map { LineDisplay.Row(OutputLine($0, content.style)) } ?? []
      }
      display.show(content)
      while Int.random(in: 0..<3, using: &generator) > 0,
        display.append(LineCell(UInt8(ascii: "z")))
      {
        text.append("z")
        content.text.append(LineCell(UInt8(ascii: "z")))
        content.cursor += 1
      }
      terminal.write(display.takeOutput())
      let alone = shown(content, columns: columns, rows: rows)
      // The scroll position of a long line depends on the earlier one. A wide character may leave a column
      // of its row empty.
      let rowCount = content.above.count + 3 + content.text.width / max(1, columns - 1)
      if rowCount <= rows {
        try #require(terminal.lines == alone.lines)
        try #require((terminal.row, terminal.column) == (alone.row, alone.column))
      }
      try #require(terminal.unknown == [])
    }
  }

  private static func change(
    _ text: inout [Character], _ generator: inout SeededGenerator, isWide: Bool
  ) {
    let place = Int.random(in: 0...text.count, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0..<4:
      var letters: [Character] = ["a", "b", " ", "é", "e\u{301}", "日", "\u{1B}"]
      if isWide { letters += ["👩\u{200D}👧", "👍🏽", "❤\u{FE0F}", "🇨🇭"] }
      text.insert(letters.randomElement(using: &generator) ?? "c", at: place)
    case 4..<6: if !text.isEmpty { text.remove(at: min(place, text.count - 1)) }
    case 6: text.insert(contentsOf: Array(repeating: "x", count: 25), at: place)
    default: text.removeSubrange(place...)
    }
  }
}
