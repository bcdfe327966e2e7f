import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// A secret that is typed, and what of it is on the terminal.
final class SecretPrompt {
  let editor: SecretEditor

  /// What is to be told above it.
  var remarks: [Remark] = []

  private let line: SecretLine
  private let prompt: String
  private let palette: Palette
  private var above: RowsAbove

  init(_ editor: SecretEditor, prompt: String, columns: Int, hasMarks: Bool, palette: Palette) {
    (self.editor, self.prompt, self.palette) = (editor, prompt, palette)
    line = SecretLine(prompt: prompt, columns: columns, mask: hasMarks ? .bullet : .asterisk)
    above = RowsAbove(columns: columns, palette: palette)
  }

  /// Notes that the terminal was cleared.
  func forget() {
    above = RowsAbove(columns: line.columns, palette: palette)
    line.forget()
  }

  /// Brings the terminal to what is true now, with the status at the right, or above where the person has
  /// to know it.
  ///
  /// What a prompt has no room for stands above, too.
  ///
  /// - Returns: What is to be written, one after the other.
  func draw(
    _ told: ToldStatus, of subject: String, columns: Int
  ) -> (above: String, line: SecretBytes) {
    line.columns = columns
    var promptRows = prompt.wrapped(to: columns)
    // Where there is hardly any room behind the prompt, the secret has a row of its own.
    let limit = SecretLine.promptLimit(columns: columns)
    if promptRows.last?.columnCount ?? 0 > limit { promptRows.append("") }
    line.prompt = promptRows.last ?? ""
    let part = line.part(of: told.text, beside: editor)
    let isWhole = part == told.text.replacingControls()
    let isAbove = !isWhole && told.isAbove(besides: part)
    let statusRows = isAbove ? told.rows(above: subject, columns: columns) : []
    let rows =
      statusRows + promptRows.dropLast().map { Remark($0) }
    let lines = remarks.flatMap { line in
      line.text.replacingControls().wrapped(to: columns).map { palette.dressed($0, line.style) }
    }
    remarks = []
    let (output, isRowGone) = above.show(
      rows, below: lines, columns: columns,
      wrappedRowCount: line.wrappedRowCount(columns: columns))
    if isRowGone { line.forget() }
    let drawing = SecretBytes(isLocked: true)
    line.draw(
      editor, status: isAbove ? "" : told.text, attributes: palette.start(of: told.style),
      into: drawing)
    return (output, drawing)
  }
}
