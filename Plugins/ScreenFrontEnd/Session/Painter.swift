import FormworkCanvas
import FormworkFrontEnd
import Glibc
import Interaction
import Wording

/// A painter of frames on the terminal, with the secret that is shown.
final class Painter {
  /// The place of a shown secret, and the bytes that have room; the canvas has only their masks.
  private typealias ShownSecret = (
    row: Int, columns: Range<Int>, bytes: Range<Int>, cursor: (row: Int, column: Int)
  )

  private unowned let session: ScreenController
  var canvas = Canvas(rows: 24, columns: 80)
  private let scene = Scene()
  var isDirty = false
  var reason = DetachReason.nothing
  private let output = SecretBytes(isLocked: true)
  private var shownSecret: ShownSecret?

  init(_ session: ScreenController) { self.session = session }

  var frame: Frame { scene.frame }

  private var size: WindowSize { WindowSize(columns: canvas.columns, rows: canvas.rows) }

  /// Performs a function with the layout, and keeps the scrolling that this caused.
  func look<Result>(_ find: (Page) -> Result) -> Result {
    let page = Page(session.tree, session.user, size, session.view, scene)
    defer { session.view = page.view }
    return find(page)
  }

  func areaRows(of editor: TextEditor, andMore count: Int = 0) -> TextRows {
    look { scene.areaRows(of: editor, width: $0.layout.boxRoom, andMore: count) }
  }

  func ring() {
    isDirty = true
    // Before a drawing, the output contains nothing but the bell.
    guard output.isEmpty else { return }
    output.append("\u{7}")
  }

  func draw() throws(FrontEndExit) {
    guard isDirty else { return }
    isDirty = false
    let session = session
    session.user.keyboard = session.machine.state
    session.user.readsEscape = session.gate.readsEscape
    if !session.tree.outline.lists.isEmpty { session.focusMover.placeLists() }
    let editor = shownEditor
    session.user.shownEnds = editor.map(ends)
    let frame = scene.compose(session.tree, session.user, size, &session.view)
    canvas.show(
      frame.rows, cursor: frame.cursor, region: frame.body,
      sign: Glyphs(hasMarks: scene.statusText.hasMarks).ellipsis)
    let shown = editor.flatMap(place)
    if let previous = shownSecret, previous.row != shown?.row || previous.columns != shown?.columns
    {
      // The canvas knows only the masks, and not the text in their place.
      canvas.invalidate()
    }
    if (shown != nil) != (shownSecret != nil) {
      try FrontEndExit.onFailure(of: session.modes.deliverStopKey(shown != nil))
    }
    shownSecret = shown
    if let shown { canvas.cursor = shown.cursor }
    var bytes = canvas.flush()
    if shown != nil { canvas.switchStyleOff(into: &bytes) }
    bytes.withUnsafeBytes { output.append($0) }
    if let shown, let editor { drawSecret(editor, at: shown) }
    try flush()
  }

  private func flush() throws(FrontEndExit) {
    guard !output.isEmpty else { return }
    defer { output.wipe() }
    try FrontEndExit.onFailure(of: output.write(to: session.host.outputDescriptor))
  }

  /// Stops the program as ^Z does, after hiding a secret.
  func stop() throws(FrontEndExit) {
    session.fieldEditor.pendingSecret.editor?.isShown = false
    isDirty = true
    try draw()
    // Like the terminal, stop all programs in the foreground.
    kill(0, SIGTSTP)
  }

  // MARK: Leaving

  /// Restores the terminal, and prints the lasting texts if the screen is done.
  func leave() {
    output.wipe()
    if shownSecret != nil { try? session.modes.deliverStopKey(false) }
    canvas.leave().withUnsafeBytes { output.append($0) }
    // If this fails the terminal is gone, and nothing more can be shown.
    do throws(FrontEndExit) {
      try flush()
      let writer = LineWriter(descriptor: session.host.outputDescriptor)
      if reason == .done { for line in session.picture.lastingLines { writer.say(line) } }
      try writer.flush()
    } catch { return }
  }

  // MARK: Secrets

  private func place(of editor: SecretEditor) -> ShownSecret? {
    guard let box = session.user.focus.id.flatMap({ frame.box(of: $0) }) else { return nil }
    let (bytes, column) = editor.window(columns: box.columns.count)
    return (box.row, box.columns, bytes, (box.row, box.columns.lowerBound + column))
  }

  private func ends(of editor: SecretEditor) -> Ends {
    let bytes = editor.window(columns: look { $0.layout.boxRoom }).bytes
    return Ends(left: bytes.lowerBound > 0, right: bytes.upperBound < editor.byteCount)
  }

  /// The secret with the focus; `nil` if the secret is hidden, or covered by a window.
  private var shownEditor: SecretEditor? {
    guard let editor = session.fieldEditor.pendingSecret.editor, editor.isShown,
      case .secret = session.user.focus,
      !session.machine.state.hasWindow,
      session.picture.alert == nil
    else { return nil }
    return editor
  }

  func renewModes() throws(FrontEndExit) {
    try FrontEndExit.onFailure(of: session.modes.renew())
    if shownSecret != nil { try FrontEndExit.onFailure(of: session.modes.deliverStopKey(true)) }
  }

  /// Writes the secret in the place of its masks, and moves the cursor to its place.
  private func drawSecret(_ editor: SecretEditor, at place: ShownSecret) {
    let start = "\u{1B}[\(place.row + 1);\(place.columns.lowerBound + 1)H"
    // Clear the box first: a terminal may show joined emoji in fewer columns.
    output.append(start + String(repeating: " ", count: place.columns.count) + start)
    editor.withBytes { bytes in
      for character in SecretCharacters(bytes)
      where place.bytes.contains(character.range.lowerBound) {
        if character.isVisible {
          output.append(UnsafeRawBufferPointer(rebasing: bytes[character.range]))
        } else {
          // It would combine with the character before it.
          output.append("\u{FFFD}")
        }
      }
    }
    output.append("\u{1B}[\(place.cursor.row + 1);\(place.cursor.column + 1)H")
  }
}

extension SecretEditor {
  /// Returns the bytes that are visible in a box around the cursor, and the column of the cursor.
  fileprivate func window(columns: Int) -> (bytes: Range<Int>, cursor: Int) {
    withBytes { bytes in
      var column = 0
      for character in SecretCharacters(bytes) where character.range.lowerBound < cursorByte {
        column += character.columnCount
      }
      var start = 0
      if column >= columns {
        for character in SecretCharacters(bytes) where column > columns / 2 {
          column -= character.columnCount
          start = character.range.upperBound
        }
      }
      var (end, width) = (start, 0)
      for character in SecretCharacters(bytes) where character.range.lowerBound >= start {
        width += character.columnCount
        if width > columns { break }
        end = character.range.upperBound
      }
      return (start..<end, min(column, columns - 1))
    }
  }
}

extension ViewTreeReplica {
  /// The lasting texts to print at the end, or all texts of a picture without fields and buttons.
  fileprivate var lastingLines: [String] {
    let all = nodes()
    let lasting = all.filter { $0.number(.lasting) == 1 }.flatMap { lines(of: $0) }
    let isAsked = all.contains { $0.kind.isField || $0.kind == .button }
    let shown = !lasting.isEmpty || isAsked ? lasting : all.flatMap { lines(of: $0) }
    return shown.map { $0.replacingControls() }
  }

  private func lines(of node: PictureNode) -> [String] {
    switch node.kind {
    case .screen:
      [title, node.text(.detail), node.text(.explanation)].filter { !$0.isEmpty }
    case .note, .notice: FrontEndMessages.statement(of: node, title: title).map { [$0] } ?? []
    default: []
    }
  }
}
