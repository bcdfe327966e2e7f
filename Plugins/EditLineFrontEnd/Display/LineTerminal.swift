import FormworkFrontEnd
import Interaction
import Wording

/// The terminal of a line editor: the line that is edited, and the lines written above it.
final class LineTerminal {
  let palette = Palette()
  let writer: LineWriter
  var display: LineDisplay
  private var output: TextOutput
  private var shown = (line: Line(), status: "")

  init(descriptor: Int32) {
    output = TextOutput(descriptor: descriptor)
    writer = LineWriter(descriptor: descriptor, dress: palette.dressed)
    display = LineDisplay(columns: 80, rows: 24, palette: palette)
  }

  var shownCount: Int { shown.line.bytes.count }

  func beginLine() { shown = (Line(), "") }

  /// Shows a line with its status: at the right, or above if the user has to know more than fits.
  func show(_ line: Line, of question: Question, _ status: StatusDisplay, options: [OutputLine]?) {
    let added =
      status.text == shown.status && options == nil ? line.character(addedTo: shown.line) : nil
    shown = (line, status.text)
    if let added, display.append(added) { return }
    let cells = line.text.cells
    let cursor = line.isAtEnd ? cells.count : line.head.cells.count
    var content = LineDisplay.Content(
      prompt: question.promptText, text: cells, cursor: cursor, status: status.cells,
      style: status.style)
    var rows: [OutputLine] = []
    let room = display.statusRoom(beside: content)
    if status.cells.width > room {
      let part = status.text.cut(to: max(0, room), ellipsis: TerminalLocale.ellipsis)
      rows = status.rowsAbove(
        besides: part, name: question.prompt.subject, columns: display.columns)
      content.status = rows.isEmpty ? part.cells : []
      // On a low terminal the name gives way to the fault.
      if rows.count >= display.rowLimit {
        rows = status.text.wrapped(to: display.columns).map { OutputLine($0, status.style) }
      }
    }
    content.above = (rows + (options ?? [])).map(LineDisplay.Row.init)
    display.show(content)
  }

  func adoptSize(of picture: ViewTreeReplica) {
    guard let size = picture.size,
      (size.columns, size.rows) != (display.columns, display.rowLimit)
    else { return }
    display.resize(columns: size.columns, rows: size.rows)
  }

  func flush() throws(FrontEndExit) {
    output.write(display.takeOutput())
    try FrontEndExit.onFailure(of: output.flush())
  }
}
