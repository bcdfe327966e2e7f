import FormworkCanvas

/// The part of a text that is visible in a box of one row.
struct TextWindow {
  /// The first byte of the part.
  let start: Int
  /// The visible text.
  let text: String
  /// The column of the cursor in the box.
  let cursor: Int
  /// Whether the text continues at the left, and at the right.
  let hasMore: (left: Bool, right: Bool)

  /// Finds the part with the cursor: the former one if it will do.
  ///
  /// - Complexity: The width of the box.
  init(_ editor: TextEditor, from former: Int, width: Int) {
    let text = editor.text
    // Most texts have room, with a column for the cursor, and are ASCII.
    if text.utf8.count < width, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
      (start, self.text, cursor, hasMore) = (0, text, editor.cursor, (false, false))
      return
    }
    let place = text.index(atByte: editor.cursor)
    let width = max(1, width)
    // A text that has room is visible as a whole.
    let former = former > 0 && Self.fits(text[...], width) ? 0 : former
    var start = text.index(atByte: min(former, editor.cursor))
    if former > editor.cursor || !Self.fits(text[start..<place], width) {
      start = Self.beginning(in: text, before: place, columns: width / 2)
    }
    self.start = text.byte(of: start)
    cursor = Canvas.width(of: text[start..<place])
    let part = text[start...].prefix(columns: width)
    self.text = String(part)
    hasMore = (start > text.startIndex, part.endIndex < text.endIndex)
  }

  /// Whether a text takes fewer columns, so that there is one left for the cursor.
  private static func fits(_ text: Substring, _ width: Int) -> Bool {
    // No character takes more columns than bytes.
    if text.utf8.count < width { return true }
    if text.utf8.prefix(width).allSatisfy({ 0x20..<0x7F ~= $0 }) { return false }
    var columns = 0
    for character in text {
      columns += Canvas.width(of: character)
      if columns >= width { return false }
    }
    return true
  }

  private static func beginning(
    in text: String, before place: String.Index, columns: Int
  ) -> String.Index {
    var (start, width) = (place, 0)
    while start > text.startIndex {
      let next = text.start(ofCharacterBefore: start)
      width += Canvas.width(of: text[next..<start])
      if width > columns { break }
      start = next
    }
    return start
  }
}
