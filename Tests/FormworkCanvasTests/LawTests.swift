import TestSupport
import Testing

/// Drawing differences gives the same screen as drawing everything.
@Suite(.serialized) struct LawTests {
  /// On a terminal that joins emoji, the screen shows the expected text.
  @Test(arguments: UInt64(0)..<(isLongRun ? 500 : 100))
  func differencesAreDrawn(seed: UInt64) {
    var picture = RandomPicture(seed: seed)
    var terminal = NaiveTerminal(rows: picture.rows, columns: picture.columns, joins: true)
    for step in 0..<12 {
      if case .corrupted(let rows, let columns) = picture.change() {
        terminal.corrupt(rows: rows, columns: columns, with: "#")
      }
      terminal.write(picture.flush())
      guard terminal.cells == picture.looks, terminal.faults.isEmpty, isRight(terminal, picture)
      else {
        var redrawn = NaiveTerminal(rows: picture.rows, columns: picture.columns, joins: true)
        redrawn.write(picture.redrawn)
        Issue.record(
          """
          seed \(seed), step \(step): \(terminal.faults) \(terminal.row) \(terminal.column)
          \(terminal.picture)
          instead of
          \(picture.looks.map { $0.map(\.description).joined(separator: "|") }.joined(separator: "\n"))
          redrawn
          \(redrawn.picture)
          """)
        return
      }
      #expect(picture.flush().isEmpty)
    }
  }

  /// On a terminal that joins nothing, it equals a complete drawing.
  @Test(arguments: UInt64(0)..<(isLongRun ? 500 : 100))
  func emojiLeaveNothingBehind(seed: UInt64) {
    var picture = RandomPicture(seed: seed)
    var terminal = NaiveTerminal(rows: picture.rows, columns: picture.columns, joins: false)
    for step in 0..<12 {
      if case .corrupted(let rows, let columns) = picture.change() {
        terminal.corrupt(rows: rows, columns: columns, with: "#")
      }
      terminal.write(picture.flush())
      var redrawn = NaiveTerminal(rows: picture.rows, columns: picture.columns, joins: false)
      redrawn.write(picture.redrawn)
      let isSame = terminal.cells == redrawn.cells
      #expect(terminal.faults + redrawn.faults == [])
      #expect(
        isSame, "seed \(seed), step \(step):\n\(terminal.picture)\ninstead of\n\(redrawn.picture)")
      let isClean = zip(terminal.cells, picture.looks).allSatisfy { shown, put in
        put.indices.allSatisfy { shown[$0] == put[$0] || isEmoji(at: $0, in: put) }
      }
      #expect(isClean, "seed \(seed), step \(step):\n\(terminal.picture)")
      guard isSame, isClean else { return }
    }
  }

  /// Whether the column belongs to an emoji that terminals draw differently.
  private func isEmoji(at column: Int, in row: [Look]) -> Bool {
    let lead = row[...column].last { $0 != NaiveTerminal.behind }
    return lead?.text.first.map(NaiveWidth.isEmojiSequence) ?? false
  }

  private func isRight(_ terminal: NaiveTerminal, _ picture: RandomPicture) -> Bool {
    guard let cursor = picture.cursor else { return !terminal.isCursorVisible }
    return terminal.isCursorVisible && [terminal.row, terminal.column] == cursor
  }
}
