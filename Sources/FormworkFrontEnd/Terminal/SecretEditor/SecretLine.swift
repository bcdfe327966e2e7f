/// Draws a secret that is edited on one line, with the fewest bytes.
///
/// The last column stays free for the cursor, so that nothing ever wraps. A content that is too long
/// is seen around the cursor, with an ellipsis for what is out of sight; the window on masks moves by
/// half its width, that on a secret that is shown has as much in sight as there is room for. To be
/// called with the terminal's cursor where the last drawing left it.
public final class SecretLine {
  /// What stands for a character that is not to be seen.
  public enum Mask: String, Sendable {
    /// `•`, for terminals that show UTF-8.
    case bullet = "\u{2022}"
    /// `*`, for all others.
    case asterisk = "*"
  }

  /// What stands before the secret.
  ///
  /// Where there is not enough room, an ellipsis stands for the end of it.
  public var prompt: String
  /// The width of the terminal; what is below 1 counts as 1.
  public var columns: Int
  /// What stands for a character that is not to be seen.
  public var mask: Mask

  /// About as many bytes as it takes to go to the status and back.
  private static let statusOverhead = 10

  private var drawn = SecretLineImage()
  private var wanted = SecretLineImage()
  /// Whether the line holds what `drawn` says.
  private var isKnown = false

  /// Makes the drawing of a line of which nothing is known.
  public init(prompt: String, columns: Int, mask: Mask) {
    self.prompt = prompt
    self.columns = columns
    self.mask = mask
  }

  /// Notes that the line may hold anything, so that all of it is drawn next: after a newline, after
  /// a stop, or when something else was written.
  public func forget() {
    isKnown = false
    drawn.clear()
  }

  /// How many rows the cursor is below the beginning of the line, where the terminal became narrower since it
  /// was drawn, and has wrapped it.
  package func wrappedRowCount(columns: Int) -> Int {
    isKnown && columns < drawn.columns ? drawn.cursorColumn / max(columns, 1) : 0
  }

  /// Adds to the output what makes the line show an editor and a status.
  ///
  /// It is nothing where the line shows them already. A line on which the secret was shown should
  /// be drawn with it hidden before it is left.
  ///
  /// - Parameters:
  ///   - editor: What is edited.
  ///   - status: A text for the right of the line. Where there is no room for it, it is cut after a
  ///     word, or left out.
  ///   - attributes: What gives the status its weight and colour: sequences of ECMA-48's SGR. What
  ///     comes after the status has none of it.
  ///   - output: It may get the secret itself: to be written, and then wiped.
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
      drawStatus(isOldStanding: drawContent(into: output), into: output)
      output.append(TerminalControl.left(wanted.tailColumnCount))
    }
    swap(&drawn, &wanted)
    wanted.clear()
    isKnown = true
  }

  /// The columns that a prompt may take: the secret can count on some, too.
  package static func promptLimit(columns: Int) -> Int {
    max(columns - 1 - SecretLineImage.contentMinimum, 1)
  }

  /// As much of a status as there is room for beside an editor.
  public func part(of status: String, beside editor: SecretEditor) -> String {
    wanted.compose(editor, prompt: prompt, status: (status, ""), columns: columns, mask: mask)
    defer { wanted.clear() }
    return wanted.status
  }

  private func drawWhole(into output: SecretBytes) {
    output.append(
      "\r" + TerminalControl.up(wrappedRowCount(columns: wanted.columns)) + wanted.prompt)
    wanted.content.withBytes { output.append($0) }
    // A terminal that became narrower may have wrapped the line's end.
    let isResized = isKnown && drawn.columns != wanted.columns
    output.append(isResized ? TerminalControl.clearBelow : TerminalControl.clearRight)
    drawStatus(isOldStanding: false, into: output)
  }

  /// Changes the content, and erases what is no longer to stand behind it.
  ///
  /// - Returns: Whether the old status, if there was one, still stands where the new one is to begin.
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

  /// Writes what differs of the status, and returns to the content's end.
  private func drawStatus(isOldStanding: Bool, into output: SecretBytes) {
    guard !wanted.status.isEmpty else { return }
    var (same, leftover) = ("", 0)
    if isOldStanding {
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
