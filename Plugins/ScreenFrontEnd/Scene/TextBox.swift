import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The box of a field, and the text in it.
struct TextBox {
  /// The number of spans of a row; others may follow.
  static let spanCount = 3

  typealias Brackets = (left: String, right: String)

  let layout: Layout
  let glyphs: Glyphs

  /// Composes the box of a focused text or secret, scrolled to the cursor; `nil` for other items.
  func frame(
    _ user: UserState, height: Int, _ view: inout ViewState, _ scene: Scene
  ) -> Frame? {
    switch user.focus {
    case .text(let id, let editor):
      let previous = view.text.node == id ? view.text.first : 0
      guard editor.hasLines else {
        let window = TextWindow(editor, from: previous, width: layout.boxRoom)
        view.text = (id, window.start)
        return frame(
          window.text, of: id, start: window.start, cursor: window.cursor, ends(window.hasMore))
      }
      let rows = scene.areaRows(of: editor, width: layout.boxRoom, andMore: height)
      let row = rows.row(of: editor.cursor)
      let first = Self.first(height, of: rows.rows.count, at: row, previous)
      view.text = (id, first)
      let column = min(rows.column(of: editor.cursor), layout.boxRoom)
      return frame(rows, of: id, from: first, height: height, cursor: (row, column))
    case .secret(let id, let count, let cursor):
      let room = layout.boxRoom
      let start = cursor < room ? 0 : cursor - room / 2
      let masks = String(repeating: glyphs.bullet, count: min(room, count - start))
      // A shown secret takes other columns than its masks.
      let hasMore = user.shownEnds ?? Ends(left: start > 0, right: count - start > room)
      return frame(masks, of: id, cursor: cursor - start, ends(hasMore))
    case .nothing, .options, .node: return nil
    }
  }

  func frame(
    _ text: String, of id: NodeID, start: Int = 0, opener: String = "", isFocus: Bool = false,
    cursor: Int? = nil, _ brackets: Brackets = ("[", "]")
  ) -> Frame {
    let (column, room) = (layout.boxColumn, layout.boxRoom)
    var row: Canvas.Row = [
      .init(brackets.left, at: column, width: 1),
      .init(
        text, at: column + 1, width: room - (opener.isEmpty ? 0 : 2), isFocus ? .reverse : [],
        to: .text(id, start: start)),
      .init(brackets.right, at: column + 1 + room, width: 1),
    ]
    if !opener.isEmpty { row.append(.init(opener, at: column + room)) }
    return Frame(rows: [row], cursor: cursor.map { (0, column + 1 + $0) })
  }

  func frame(
    _ rows: TextRows, of id: NodeID, from first: Int = 0, height: Int,
    cursor: (row: Int, column: Int)? = nil, _ brackets: Brackets = ("[", "]")
  ) -> Frame {
    var frame = Frame()
    for index in first..<first + height {
      let row = rows.rows.indices.contains(index) ? rows.rows[index] : nil
      let parts = row?.text.split(separator: "\t", omittingEmptySubsequences: false) ?? []
      var brackets = brackets
      if index == first, first > 0 { brackets.right = glyphs.more.above }
      if index == first + height - 1, index + 1 < rows.rows.count {
        brackets.right = glyphs.more.below
      }
      frame.append(
        self.frame(
          parts.joined(separator: Character.tabBlanks), of: id,
          start: row?.start ?? rows.text.utf8.count,
          cursor: cursor?.row == index ? cursor?.column : nil, brackets))
    }
    return frame
  }

  private func ends(_ hasMore: Ends) -> Brackets {
    (hasMore.left ? glyphs.more.left : "[", hasMore.right ? glyphs.more.right : "]")
  }

  /// Returns the first visible row that makes a row visible: the previous one if possible.
  static func first(_ height: Int, of count: Int, at row: Int, _ previous: Int) -> Int {
    let least = max(0, row - height + 1)
    return min(max(previous, least), row, max(0, count - height))
  }
}

/// The ends of a text in its box: whether the text continues beyond them.
struct Ends {
  var left = false
  var right = false
}

/// The part of a text that is visible in a box of one row.
struct TextWindow {
  /// The first byte of the part.
  let start: Int
  let text: String
  /// The column of the cursor in the box.
  let cursor: Int
  let hasMore: Ends

  /// Finds the part with the cursor, if possible the previous one, in a time that grows with the width.
  init(_ editor: TextEditor, from previous: Int, width: Int) {
    let text = editor.text
    // Most texts have room, with a column for the cursor, and are ASCII.
    if text.utf8.count < width, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
      (start, self.text, cursor, hasMore) = (0, text, editor.cursor, Ends())
      return
    }
    let width = max(1, width)
    func fits(_ text: Substring) -> Bool {
      text.prefix(columns: width - 1).endIndex == text.endIndex
    }
    let place = text.index(atByte: editor.cursor)
    // A text that has room is visible as a whole.
    let previous = previous > 0 && fits(text[...]) ? 0 : previous
    var start = text.index(atByte: min(previous, editor.cursor))
    if previous > editor.cursor || !fits(text[start..<place]) {
      start = place
      while start > text.startIndex {
        let next = text.index(of: .characterBefore, from: start)
        if Canvas.width(of: text[next..<place]) > width / 2 { break }
        start = next
      }
    }
    self.start = text.byte(of: start)
    cursor = Canvas.width(of: text[start..<place])
    let part = text[start...].prefix(columns: width)
    self.text = String(part)
    hasMore = Ends(left: start > text.startIndex, right: part.endIndex < text.endIndex)
  }
}

/// The characters and styles of marks, boxes and windows; in ASCII if the terminal shows no others.
struct Glyphs {
  let hasMarks: Bool

  var ellipsis: String { hasMarks ? "…" : "..." }
  var focusMark: String { hasMarks ? "›" : ">" }
  var bullet: Character { hasMarks ? "\u{2022}" : "*" }
  /// The sign of a box that opens a window.
  var opener: String { hasMarks ? "▾" : "v" }
  var rule: Character { hasMarks ? "─" : "-" }

  /// The marks that replace a bracket if the text continues.
  var more: (left: String, right: String, above: String, below: String) {
    hasMarks ? ("‹", "›", "↑", "↓") : ("<", ">", "^", "v")
  }

  var corners: (topLeft: String, topRight: String, bottomLeft: String, bottomRight: String) {
    hasMarks ? ("┌", "┐", "└", "┘") : ("+", "+", "+", "+")
  }
  var side: String { hasMarks ? "│" : "|" }

  func style(of style: TextRole) -> Canvas.TextAttributes {
    switch style {
    case .plain, .help, .doubt: []
    case .title: .bold
    case .ok: .green
    case .fault: .red
    }
  }

  func button(_ button: PictureNode) -> String { "[ \(button.spokenName) ]" }

  func toggle(isOn: Bool) -> String {
    "[\(isOn ? "x" : " ")] \(FrontEndMessages.text(isOn ? "answer.yes" : "answer.no"))"
  }

  func option(_ name: String, isSelected: Bool, isMultiple: Bool) -> String {
    let mark = !isSelected ? " " : isMultiple ? "x" : hasMarks ? "•" : "*"
    return isMultiple ? "[\(mark)] \(name)" : "(\(mark)) \(name)"
  }

  /// Returns a bar of a width, with two columns more for the brackets.
  func bar(filled: Int, of width: Int) -> String {
    let (full, rest): (Character, Character) = hasMarks ? ("█", "░") : ("#", ".")
    return "[" + String(repeating: full, count: max(0, filled))
      + String(repeating: rest, count: max(0, width - filled)) + "]"
  }
}
