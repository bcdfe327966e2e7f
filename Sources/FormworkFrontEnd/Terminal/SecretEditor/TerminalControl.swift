/// The control sequences that a line needs: all terminals know them, and the console of Linux.
///
/// - SeeAlso: ECMA-48; console_codes(4).
enum TerminalControl {
  /// Clears from the cursor to the end of the line.
  static let clearRight = "\u{1B}[K"
  /// Clears from the cursor to the end of the screen.
  static let clearBelow = "\u{1B}[J"
  /// Notes where the cursor is, whatever the terminal made of the characters before it, and the
  /// attributes of what is written.
  static let saveCursor = "\u{1B}7"
  /// Puts the cursor where it was noted, with the attributes of then.
  static let restoreCursor = "\u{1B}8"

  /// Moves the cursor to a column, counted from zero.
  static func column(_ column: Int) -> String { "\u{1B}[\(column + 1)G" }

  /// Moves the cursor to the left, in the shorter of two ways.
  static func left(_ count: Int) -> String {
    count <= 4 ? String(repeating: "\u{8}", count: max(count, 0)) : "\u{1B}[\(count)D"
  }

  /// Moves the cursor to the right.
  static func right(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)C" : "" }

  /// Moves the cursor up.
  static func up(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)A" : "" }

  /// As many spaces.
  static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
