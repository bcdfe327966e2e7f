import FormworkCanvas

/// Whether a text continues beyond its box, at each side.
struct Ends {
  var left = false
  var right = false
}

/// The part of a text that is visible in a box of one row.
struct TextWindow {
  /// The first byte of the part.
  let start: Int
  /// The visible text.
  let text: String
  /// The column of the cursor in the box.
  let cursor: Int
  let hasMore: Ends

  /// Finds the part with the cursor: the former one if it will do.
  ///
  /// - Complexity: The width of the box.
  init(_ editor: TextEditor, from former: Int, width: Int) {
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
    let former = former > 0 && fits(text[...]) ? 0 : former
    var start = text.index(atByte: min(former, editor.cursor))
    if former > editor.cursor || !fits(text[start..<place]) {
      start = place
      while start > text.startIndex {
        let next = text.start(ofCharacterBefore: start)
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
