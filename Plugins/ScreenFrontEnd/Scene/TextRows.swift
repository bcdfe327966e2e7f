import FormworkCanvas

/// A text of several lines in rows of a width, laid out as far as the caller has asked for.
struct TextRows: Equatable {
  struct Row: Equatable {
    /// The first byte of the row.
    let start: Int
    let text: String
  }

  private(set) var rows: [Row] = []
  private(set) var text: String
  let width: Int

  /// The first byte of the next row; `nil` if all rows are laid out.
  private var next: Int? = 0

  /// Breaks a text at newlines, between and within words; the last row of a limit has all the rest.
  init(_ text: String, width: Int, limit: Int = .max) {
    self.init(notLaidOut: text, width: width)
    while let start = next, rows.count < limit - 1 { layOutRow(at: start) }
    if let start = next, rows.count < limit {
      rows.append(Row(start: start, text: String(self.text[self.text.index(atByte: start)...])))
      next = nil
    }
  }

  init(notLaidOut text: String, width: Int) {
    (self.text, self.width) = (text, max(1, width))
    self.text.makeContiguousUTF8()
  }

  /// Lays out the rows to the one that a byte is in, and a number of rows after it.
  mutating func layOut(to byte: Int, andMore count: Int = 0) {
    while let start = next, start <= byte { layOutRow(at: start) }
    let wanted = row(of: byte) + 1 + count
    while let start = next, rows.count < wanted { layOutRow(at: start) }
  }

  /// Takes over another text: the rows before the change stay.
  mutating func change(to other: String) {
    let place =
      zip(text.utf8, other.utf8).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(text.utf8.count, other.utf8.count)
    guard place < max(text.utf8.count, other.utf8.count) else { return }
    text = other
    text.makeContiguousUTF8()
    // A row ends where a word does not fit that may reach into the second row after it, and a character may combine
    // with the last one before the change.
    let kept = max(0, row(of: place) - 3)
    guard kept < rows.count else { return }
    next = rows[kept].start
    rows.removeSubrange(kept...)
  }

  private mutating func layOutRow(at start: Int) {
    let end = end(ofRowAt: start)
    let (first, last) = (text.index(atByte: start), text.index(atByte: end))
    rows.append(Row(start: start, text: String(text[first..<last])))
    next =
      last == text.endIndex ? nil : text.utf8[last] == UInt8(ascii: "\n") ? end + 1 : end
  }

  /// Returns the end, in bytes, of the row that begins at a byte.
  private func end(ofRowAt start: Int) -> Int {
    let bytes = text.utf8
    let first = text.index(atByte: start)
    var place = first
    var (end, columns, blankEnd) = (start, 0, Int?.none)
    while place < bytes.endIndex, bytes[place] != UInt8(ascii: "\n") {
      let byte = bytes[place]
      var after = bytes.index(after: place)
      // Most characters are ASCII, and no part of another one.
      var isBlank = byte == UInt8(ascii: " ")
      if 0x20..<0x7F ~= byte && (after == bytes.endIndex || bytes[after] < 0x80) {
        columns += 1
      } else {
        let character = text[place...][place]
        after = bytes.index(place, offsetBy: character.utf8.count)
        columns += character.columnCount
        isBlank = character == " "
      }
      guard columns <= width else {
        if let blankEnd { return blankEnd }
        return end > start ? end : text.byte(of: after)
      }
      end = text.byte(of: after)
      if isBlank, place > first { blankEnd = end }
      place = after
    }
    return end
  }

  func row(of byte: Int) -> Int { (rows.lastIndex { $0.start <= byte }) ?? 0 }

  func byte(row: Int, column: Int) -> Int {
    guard rows.indices.contains(row) else { return 0 }
    var text = rows[row].text
    // A blank at a break belongs to the row, and the next row begins after it.
    if (row + 1 < rows.count ? rows[row + 1].start : next) == rows[row].start + text.utf8.count {
      text = String(text.dropLast())
    }
    return rows[row].start + text[...].prefix(columns: column).utf8.count
  }

  func column(of byte: Int) -> Int {
    let row = rows[row(of: byte)]
    return row.text[..<row.text.index(atByte: byte - row.start)].reduce(0) { $0 + $1.columnCount }
  }
}
