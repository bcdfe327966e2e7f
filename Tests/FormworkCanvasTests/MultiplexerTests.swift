import FormworkCanvas
import Foundation
import TestSupport
import Testing

/// Compares with a terminal of another project: tmux.
@Suite(.serialized) struct MultiplexerTests {
  static let seeds: Range<UInt64> =
    0..<(isLongRun ? 500 : 20)

  @Test func differencesAreDrawn() async throws {
    try await onThreadOfItsOwn {
      let (pane, other) = (try Pane(), try Pane())
      for seed in Self.seeds { try Self.run(seed, on: pane, and: other) }
    }
  }

  private static func run(_ seed: UInt64, on pane: Pane, and other: Pane) throws {
    // tmux draws some emoji differently: with them, only both drawings are compared.
    let hasEmoji = seed % 2 == 0
    var picture = RandomPicture(seed: seed, hasEmoji: hasEmoji)
    for pane in [pane, other] { try pane.corrupt(rows: picture.rows, columns: picture.columns) }
    for step in 0..<8 {
      if case .corrupted(let rows, let columns) = picture.change() {
        for pane in [pane, other] { try pane.corrupt(rows: rows, columns: columns) }
      }
      let bytes = picture.flush()
      let shown = try pane.show(bytes)
      let redrawn = try other.show(picture.redrawn)
      let isSame = shown.looks == redrawn.looks
      let isRight = hasEmoji || shown.looks == picture.looks.map(\.trimmed)
      #expect(
        isSame && isRight,
        "seed \(seed), step \(step): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
      #expect(shown.isCursorVisible == (picture.canvas.cursor != nil))
      #expect(picture.cursor == nil || [shown.cursor.row, shown.cursor.column] == picture.cursor)
      guard isSame, isRight else { return }
    }
  }
}

extension [Look] {
  /// The row without trailing blanks.
  fileprivate var trimmed: [Look] {
    var rest = self[...]
    while rest.last == Look() { rest.removeLast() }
    return Array(rest)
  }
}

/// The screen of tmux.
private struct Capture {
  let lines: [String]
  let cursor: Screen.Place
  let isCursorVisible: Bool

  /// The looks of all lines, without trailing blanks.
  var looks: [[Look]] {
    var numbers: [Int] = []
    return lines.map { line in
      var row: [Look] = []
      var rest = line.unicodeScalars[...]
      while let first = rest.first {
        if first == "\u{1B}" {
          let words = String(rest.dropFirst(2).prefix { $0 != "m" }).split(separator: ";")
          rest = rest.drop { $0 != "m" }.dropFirst()
          for word in words { numbers.append(Int(word) ?? 0) }
          if words.isEmpty { numbers = [] }
        } else {
          let text = String(rest.prefix { $0 != "\u{1B}" })
          rest = rest.dropFirst(text.unicodeScalars.count)
          for character in text {
            row.append(Look(String(character), numbers: numbers))
            let width = NaiveWidth.width(of: character, joining: true)
            row += Array(repeating: NaiveTerminal.behind, count: width - 1)
          }
        }
      }
      return row.trimmed
    }
  }
}

/// A pane without a program, which displays bytes written to its terminal.
private final class Pane {
  private let screen: Screen
  private let terminal: FileHandle
  private var count = 0

  init() throws {
    screen = try Screen(["sh", "-c", "stty raw -echo; echo ready; exec cat"])
    try screen.expect("ready")
    terminal = try FileHandle(forWritingTo: URL(filePath: try screen.format("#{pane_tty}")))
  }

  /// Resizes and fills the pane.
  func corrupt(rows: Int, columns: Int) throws {
    try screen.resize(to: PseudoTerminal.Size(columns: columns, rows: rows))
    let text =
      "\u{1B}[1;31m\u{1B}[H\(String(repeating: "#", count: rows * columns))\u{1B}[2;3H\u{1B}[?25l"
    _ = try show(Array(text.utf8))
  }

  /// Writes bytes, and waits until they are displayed.
  func show(_ bytes: [UInt8]) throws -> Capture {
    count += 1
    try terminal.write(contentsOf: bytes + "\u{1B}]2;\(count)\u{7}".utf8)
    let deadline = ContinuousClock.now + .seconds(60)
    while try screen.format("#{pane_title}") != "\(count)" {
      try #require(ContinuousClock.now < deadline)
    }
    return Capture(
      lines: try screen.styledLines, cursor: try screen.cursor,
      isCursorVisible: try screen.format("#{cursor_flag}") == "1")
  }
}
