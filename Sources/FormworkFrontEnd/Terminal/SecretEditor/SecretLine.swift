/// Draws an edited secret on one line, with the fewest bytes.
///
/// The last column stays free for the cursor, so that the line never wraps. Of a content that is too long,
/// the part around the cursor is visible, with an ellipsis for the rest. The visible part of masks moves by
/// half its width; for a secret in clear text it is as large as possible. Before each call, the cursor of
/// the terminal must be where the last drawing left it.
public final class SecretLine {
  /// The mask of a hidden character.
  public enum Mask: String, Sendable {
    /// `•`, for terminals that show UTF-8.
    case bullet = "\u{2022}"
    /// `*`, for all others.
    case asterisk = "*"
  }

  /// The text before the secret; an ellipsis replaces its end if there is not enough room.
  public var prompt: String
  /// The width of the terminal; values below 1 count as 1.
  public var columns: Int
  /// The mask of a hidden character.
  public var mask: Mask

  /// The approximate number of bytes to move to the status and back.
  private static let statusOverhead = 10

  private var drawn = SecretLineImage()
  private var wanted = SecretLineImage()
  /// Whether the line shows the content of `drawn`.
  private var isKnown = false

  /// Creates the drawing of a line with unknown content.
  public init(prompt: String, columns: Int, mask: Mask) {
    (self.prompt, self.columns, self.mask) = (prompt, columns, mask)
  }

  /// Makes the next drawing complete: call it after a newline, after a stop, or after other output.
  public func forget() {
    isKnown = false
    drawn.clear()
  }

  /// Returns the number of rows from the beginning of the line to the cursor, in a narrower terminal.
  ///
  /// A terminal that became narrower after the last drawing has wrapped the line.
  package func wrappedRowCount(columns: Int) -> Int {
    isKnown && columns < drawn.columns ? drawn.cursorColumn / max(columns, 1) : 0
  }

  /// Adds the output that makes the line show an editor and a status.
  ///
  /// The output is empty if the line shows them already. Draw a visible secret as hidden before you leave
  /// the line.
  ///
  /// - Parameters:
  ///   - editor: The editor of the secret.
  ///   - status: A text for the right side of the line. If there is not enough room, it is cut after a
  ///     word, or left out.
  ///   - attributes: The weight and colour of the status, as SGR sequences of ECMA-48. Text after the
  ///     status has no attributes.
  ///   - output: The output, which may contain the secret: write it, and then wipe it.
  public func draw(
    _ editor: SecretEditor, status: String = "", attributes: String = "",
    into output: SecretBytes
  ) {
    wanted.compose(
      editor, prompt: prompt, status: (status, attributes), columns: columns, mask: mask)
    if !isKnown || !drawn.canBecome(wanted) {
      drawWhole(into: output)
      output.append(TerminalControl.left(wanted.tailColumnCount))
    } else if drawn.differsInCursorAlone(from: wanted) {
      let onward = drawn.tailColumnCount - wanted.tailColumnCount
      output.append(TerminalControl.right(onward) + TerminalControl.left(-onward))
    } else {
      output.append(TerminalControl.right(drawn.tailColumnCount))
      drawStatus(isOldVisible: drawContent(into: output), into: output)
      output.append(TerminalControl.left(wanted.tailColumnCount))
    }
    swap(&drawn, &wanted)
    wanted.clear()
    isKnown = true
  }

  /// Returns the maximum width of a prompt, so that the secret has room too.
  package static func promptLimit(columns: Int) -> Int {
    max(columns - 1 - SecretLineImage.contentMinimum, 1)
  }

  /// Returns the part of a status for which there is room beside an editor.
  public func part(of status: String, beside editor: SecretEditor) -> String {
    wanted.compose(editor, prompt: prompt, status: (status, ""), columns: columns, mask: mask)
    defer { wanted.clear() }
    return wanted.status
  }

  private func drawWhole(into output: SecretBytes) {
    output.append(
      "\r" + TerminalControl.up(wrappedRowCount(columns: wanted.columns)) + wanted.prompt)
    wanted.content.withBytes { output.append($0) }
    // A terminal that became narrower may have wrapped the end of the line.
    let isResized = isKnown && drawn.columns != wanted.columns
    output.append(isResized ? TerminalControl.clearBelow : TerminalControl.clearRight)
    drawStatus(isOldVisible: false, into: output)
  }

  /// Changes the content, and erases everything else after it.
  ///
  /// - Returns: Whether an old status is still visible at the beginning of the new one.
  private func drawContent(into output: SecretBytes) -> Bool {
    let common = drawn.commonStart(with: wanted)
    output.append(TerminalControl.left(drawn.contentColumnCount - common.columnCount))
    wanted.content.withBytes {
      output.append(UnsafeRawBufferPointer(rebasing: $0[common.byteCount...]))
    }
    let stale = drawn.contentColumnCount - wanted.contentColumnCount
    let isStatusElsewhere = !drawn.status.isEmpty && drawn.statusStart != wanted.statusStart
    let isEraserShorter =
      wanted.status.isEmpty ? stale > 1 : stale > wanted.status.utf8.count + Self.statusOverhead
    if isStatusElsewhere || isEraserShorter {
      output.append(TerminalControl.clearRight)
      return false
    }
    if stale > 0 {
      output.append(TerminalControl.blanks(stale) + TerminalControl.left(stale))
    }
    return !drawn.status.isEmpty
  }

  /// Writes the changed part of the status, and returns to the end of the content.
  private func drawStatus(isOldVisible: Bool, into output: SecretBytes) {
    guard !wanted.status.isEmpty else { return }
    var (same, leftover) = ("", 0)
    if isOldVisible {
      if wanted.attributes == drawn.attributes {
        same = String(zip(wanted.status, drawn.status).prefix { $0 == $1 }.map(\.0))
      }
      leftover = max(drawn.statusColumnCount - wanted.statusColumnCount, 0)
      if same == wanted.status && leftover == 0 { return }
    }
    let eraser = leftover > 3 ? TerminalControl.clearRight : TerminalControl.blanks(leftover)
    output.append(
      TerminalControl.saveCursor + TerminalControl.column(wanted.statusStart + same.columnCount)
        + wanted.attributes + wanted.status.dropFirst(same.count) + eraser
        + TerminalControl.restoreCursor)
  }
}

/// The control sequences for a line, which all terminals and the Linux console support.
///
/// - SeeAlso: ECMA-48; console_codes(4).
enum TerminalControl {
  static let clearRight = "\u{1B}[K"
  static let clearBelow = "\u{1B}[J"
  /// Saves the position of the cursor, however wide the terminal drew the characters, and the attributes.
  static let saveCursor = "\u{1B}7"
  static let restoreCursor = "\u{1B}8"

  /// Moves the cursor to a column, counted from zero.
  static func column(_ column: Int) -> String { "\u{1B}[\(column + 1)G" }

  /// Moves the cursor to the left, in the shorter of two ways.
  static func left(_ count: Int) -> String {
    count <= 4 ? String(repeating: "\u{8}", count: max(count, 0)) : "\u{1B}[\(count)D"
  }

  static func right(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)C" : "" }

  static func up(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)A" : "" }

  static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
