/// Draws a secret that is edited on one line, with the fewest bytes.
///
/// The last column stays free for the cursor, so that nothing ever wraps. A content that is too long
/// is seen around the cursor; the window on it moves by half its width. To be called with the terminal's
/// cursor where the last drawing left it.
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
  /// Where there is not enough room, the end of it is left out.
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

  /// Adds to the output what makes the line show an editor and a status.
  ///
  /// It is nothing where the line shows them already. A line on which the secret was shown should
  /// be drawn with it hidden before it is left.
  ///
  /// - Parameters:
  ///   - editor: What is edited.
  ///   - status: A text for the line's right end. Where there is no room for it, it is cut after a word,
  ///     or left out.
  ///   - output: It may get the secret itself: to be written, and then wiped.
  public func draw(_ editor: SecretEditor, status: String = "", into output: SecretBytes) {
    wanted.compose(editor, prompt: prompt, status: status, columns: columns, mask: mask)
    if !isKnown || !drawn.canBecome(wanted) {
      drawWhole(into: output)
      output.append(TerminalControl.left(wanted.tailColumnCount))
    } else if drawn.differsInCursorAlone(from: wanted) {
      let onward = drawn.tailColumnCount - wanted.tailColumnCount
      output.append(TerminalControl.right(onward) + TerminalControl.left(-onward))
    } else {
      output.append(TerminalControl.right(drawn.tailColumnCount))
      let standing = drawContent(into: output)
      if standing != wanted.statusColumnCount || wanted.status != drawn.status {
        drawStatus(over: standing, into: output)
      }
      output.append(TerminalControl.left(wanted.tailColumnCount))
    }
    swap(&drawn, &wanted)
    wanted.clear()
    isKnown = true
  }

  private func drawWhole(into output: SecretBytes) {
    output.append("\r" + wanted.prompt)
    wanted.content.withBytes { output.append($0) }
    // A terminal that became narrower may have wrapped the line's end.
    let isResized = isKnown && drawn.columns != wanted.columns
    output.append(isResized ? TerminalControl.clearBelow : TerminalControl.clearRight)
    drawStatus(over: 0, into: output)
  }

  /// Changes the content, and erases what is no longer to stand behind it.
  ///
  /// - Returns: The number of columns at the right end at which the old status still stands.
  private func drawContent(into output: SecretBytes) -> Int {
    let common = drawn.commonStart(with: wanted)
    output.append(TerminalControl.left(drawn.contentColumnCount - common.columnCount))
    wanted.content.withBytes {
      output.append(UnsafeRawBufferPointer(rebasing: $0[common.byteCount...]))
    }
    let stale = drawn.contentColumnCount - wanted.contentColumnCount
    let leftover = drawn.statusColumnCount - wanted.statusColumnCount
    let isStatusDrawn =
      wanted.status != drawn.status || stale > wanted.status.utf8.count + Self.statusOverhead
    if wanted.status.isEmpty ? stale > 1 || leftover > 0 : isStatusDrawn && max(stale, leftover) > 3
    {
      output.append(TerminalControl.clearRight)
      return 0
    }
    if stale > 0 {
      output.append(TerminalControl.blanks(stale) + TerminalControl.left(stale))
    }
    // A longer content may have gone over the beginning of it.
    return min(drawn.statusColumnCount, wanted.lastColumn - wanted.contentEnd)
  }

  /// Writes the status over what stands at the right end, and returns to the content's end.
  private func drawStatus(over standing: Int, into output: SecretBytes) {
    guard !wanted.status.isEmpty else { return }
    let width = max(standing, wanted.statusColumnCount)
    output.append(
      TerminalControl.saveCursor + TerminalControl.column(wanted.lastColumn - width)
        + TerminalControl.blanks(width - wanted.statusColumnCount) + wanted.status
        + TerminalControl.restoreCursor)
  }
}
