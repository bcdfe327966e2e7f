/// What is known of the terminal besides its cells, and the control sequences that change it.
///
/// - SeeAlso: ECMA-48, 8.3 (CUF, CUP, CHA, EL, SGR); DEC STD 070, "DECSTBM".
struct Pen {
  /// The row of the cursor; `nil` where that is not known.
  var row: Int?

  /// The column of the cursor; `nil` where that is not known, or where it waits behind the last one for what comes.
  var column: Int?

  /// The style that is on; `nil` where that is not known.
  var style: Canvas.Style?

  /// Whether the cursor is shown; `nil` where that is not known.
  var isVisible: Bool?

  /// Whether a cell looks as it should in the style that is on: a blank does in all but reverse.
  func suits(_ cell: Cell) -> Bool {
    guard let style else { return false }
    return style == cell.style || cell == .blank && !style.contains(.reverse)
  }

  /// Switches a style on.
  mutating func set(_ new: Canvas.Style, into output: inout [UInt8]) {
    guard new != style else { return }
    // One colour takes the place of the other one.
    let kept = new.isDisjoint(with: .colors) ? style : style?.subtracting(.colors)
    output.append(escape: "[")
    if let style, let kept, kept.isSubset(of: new) {
      output.append(new.subtracting(style).codes)
    } else if !new.isEmpty {
      // Without a number it is 0: all off.
      output.append(";")
      output.append(new.codes)
    }
    output.append("m")
    style = new
  }

  /// Goes to a place wherever the cursor is.
  mutating func jump(row: Int, column: Int, into output: inout [UInt8]) {
    output.append(escape: "[")
    if row > 0 { output.append(decimal: row + 1) }
    if column > 0 {
      output.append(";")
      output.append(decimal: column + 1)
    }
    output.append("H")
    (self.row, self.column) = (row, column)
  }

  /// Goes to a column of the row.
  mutating func jump(column: Int, into output: inout [UInt8]) {
    output.append(escape: "[")
    if column > 0 { output.append(decimal: column + 1) }
    output.append("G")
    self.column = column
  }

  /// Shows the cursor, or hides it.
  mutating func show(_ isVisible: Bool, into output: inout [UInt8]) {
    guard self.isVisible != isVisible else { return }
    output.append(escape: isVisible ? "[?25h" : "[?25l")
    self.isVisible = isVisible
  }

  /// Moves what stands in some rows up, or down by less than 0.
  mutating func scroll(
    rows: Range<Int>, by count: Int, of rowCount: Int, into output: inout [UInt8]
  ) {
    // The rows that become free have the background that is on.
    set([], into: &output)
    let isPart = rows != 0..<rowCount
    if isPart {
      output.append(escape: "[")
      output.append(decimal: rows.lowerBound + 1)
      output.append(";")
      output.append(decimal: rows.upperBound)
      output.append("r")
    }
    jump(row: count > 0 ? rows.upperBound - 1 : rows.lowerBound, column: 0, into: &output)
    for _ in 0..<abs(count) {
      if count > 0 { output.append("\n") } else { output.append(escape: "M") }
    }
    if isPart {
      output.append(escape: "[r")
      (row, column) = (0, 0)
    }
  }
}

extension Canvas.Style {
  /// The numbers of SGR that switch it on.
  ///
  /// The terminal's own green is faint on white. These colours of the palette of 256 have a contrast of
  /// 3.9 to 5.4 with black and with white.
  fileprivate var codes: StaticString {
    let color: (StaticString, StaticString, StaticString, StaticString) =
      contains(.red)
      ? ("38;5;160", "1;38;5;160", "7;38;5;160", "1;7;38;5;160")
      : contains(.green)
        ? ("38;5;28", "1;38;5;28", "7;38;5;28", "1;7;38;5;28") : ("", "1", "7", "1;7")
    return switch (contains(.bold), contains(.reverse)) {
    case (false, false): color.0
    case (true, false): color.1
    case (false, true): color.2
    case (true, true): color.3
    }
  }
}

extension [UInt8] {
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  mutating func append(escape text: StaticString) {
    append(0x1B)
    append(text)
  }

  /// Adds a number in decimal digits.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

extension Int {
  /// How many decimal digits a number from 0 on has.
  var digitCount: Int { self < 10 ? 1 : 1 + (self / 10).digitCount }
}
