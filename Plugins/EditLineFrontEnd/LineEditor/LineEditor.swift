import CEditLine
import FormworkFrontEnd
import Glibc

/// libedit as an editor of one line: keys, modes and `.editrc` are its own.
///
/// libedit is given a terminal of its own. What it draws there is not shown: its right prompt makes it move
/// the cursor with every key, and it loses count of combining accents. ``LineDisplay`` shows the line
/// instead, and the person's terminal has just the modes that this front end gives it. It is handed keys
/// as a whole, and none that is bound to nothing: it would take the rest of those for text.
/// - SeeAlso: editline(3), editrc(5).
final class LineEditor {
  /// Bound to what Escape alone does in vi mode: also a control that is never handed on as typed.
  static let escapeCharacter: Unicode.Scalar = "\u{9F}"

  /// The size of that terminal: room for lines of 64 KiB, without many rows to look after.
  private static let size: (columns: UInt16, rows: UInt16) = (512, 128)

  /// What ``edit()`` asks for characters, and tells of keys.
  weak var delegate: Asking?

  let editor: OpaquePointer
  private let descriptors: [Int32]
  private let input: UnsafeMutablePointer<FILE>

  /// What libedit writes: all that counts of it is whether it rings, and what it says of a binding.
  let output: Recording

  /// What the keys are bound to.
  var bound = BoundKeys(listing: [])

  /// Which characters begin keys of several, among those that have a code below 256.
  var leads = [Bool](repeating: false, count: 256)

  /// What Escape alone is in vi mode.
  var escape = LineEditor.escapeCharacter

  /// What of `.editrc` was left out, in words.
  var complaint: Message?

  /// Whether libedit has not asked for a character of the line yet.
  private var isLineDue = false

  /// The line as it was read since libedit last called: with each key it is asked for more than once.
  private var lineRead: Line?

  /// Makes an editor, with the keys of `~/.editrc`, or of the file that `EDITRC` names.
  ///
  /// - Throws: The `errno` of what could not be had.
  init(settings: EditorSettings = EditorSettings()) throws(SystemError) {
    var (ours, its): (Int32, Int32) = (-1, -1)
    guard cel_open_terminal(&ours, &its, Self.size.columns, Self.size.rows) == 0 else {
      throw SystemError(code: errno)
    }
    descriptors = [ours, its]
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    guard let output = Recording(), let input = fdopen(dup(its), "r") else {
      throw SystemError(code: errno)
    }
    (self.output, self.input) = (output, input)
    guard let editor = cel_init("formwork", input, output.stream, its) else {
      throw SystemError(code: ENOTTY)
    }
    self.editor = editor
    _ = cel_set_client_data(editor, Unmanaged.passUnretained(self).toOpaque())
    _ = cel_set_signals(editor, 0)
    _ = cel_set_reader(editor) { editor, character in
      guard let editor, let character, let next = LineEditor.nextCharacter(for: editor)
      else { return 0 }
      character.pointee = wchar_t(bitPattern: next.value)
      return 1
    }
    bindKeys(settings)
  }

  deinit {
    el_end(editor)
    fclose(input)
    for descriptor in descriptors { close(descriptor) }
  }

  private static func of(_ editor: OpaquePointer) -> LineEditor? {
    cel_client_data(editor).map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The delegate, for a call of libedit's, which may have changed the line.
  static func called(by editor: OpaquePointer) -> Asking? {
    let lineEditor = of(editor)
    lineEditor?.lineRead = nil
    return lineEditor?.delegate
  }

  private static func nextCharacter(for editor: OpaquePointer) -> Unicode.Scalar? {
    guard let lineEditor = of(editor), let delegate = lineEditor.delegate else { return nil }
    lineEditor.lineRead = nil
    if lineEditor.isLineDue {
      lineEditor.isLineDue = false
      delegate.beginLine()
    }
    return delegate.nextCharacter()
  }

  // MARK: The line

  /// Edits a line until ``Key/finish``, or until libedit takes it for complete.
  ///
  /// - Returns: Whether it is complete; else libedit took something for the end of the input.
  func edit() -> Bool {
    var count: Int32 = 0
    isLineDue = true
    defer { lineRead = nil }
    return el_wgets(editor, &count) != nil
  }

  /// The line as it is now.
  var line: Line {
    if let lineRead { return lineRead }
    guard let line = el_wline(editor)?.pointee, let start = line.buffer, let end = line.lastchar,
      let cursor = line.cursor
    else { return Line() }
    let read = Line(UnsafeBufferPointer(start: start, count: end - start), cursor: cursor - start)
    lineRead = read
    return read
  }

  /// How many code points the line has: not so much work as ``line`` is.
  var characterCount: Int {
    guard let line = el_wline(editor)?.pointee else { return 0 }
    return line.lastchar - line.buffer
  }

  /// Whether libedit has put a character before others, as it does with each one that is typed then.
  ///
  /// - Parameters:
  ///   - character: The character that it was given last.
  ///   - count: The number of code points that the line had before.
  /// - Returns: Whether the line is longer by that character, and the cursor is behind it.
  func hasInserted(_ character: Unicode.Scalar, into count: Int) -> Bool {
    guard let line = el_wline(editor)?.pointee, let start = line.buffer, let end = line.lastchar,
      let cursor = line.cursor
    else { return false }
    return end - start == count + 1 && start < cursor && cursor < end
      && cursor[-1] == wchar_t(bitPattern: character.value)
  }

  /// Puts another line in place of the line.
  func replaceLine(with line: Line) {
    guard let before = el_wline(editor)?.pointee, let start = before.buffer,
      let end = before.lastchar, let place = before.cursor
    else { return }
    lineRead = nil
    _ = el_cursor(editor, Int32(end - place))
    el_deletestr(editor, Int32(end - start))
    insert(line.text)
    moveCursor(by: -line.tail.unicodeScalars.count)
  }

  /// Puts a text at the cursor.
  func insert(_ text: String) {
    lineRead = nil
    // The array ends at a NUL.
    let characters =
      text.unicodeScalars.map { wchar_t(bitPattern: $0.value == 0 ? 0xFFFD : $0.value) } + [0]
    if characters.count > 1 { _ = el_winsertstr(editor, characters) }
  }

  /// Takes code points away before the cursor.
  func deleteBackwards(_ count: Int) {
    lineRead = nil
    if count > 0 { el_deletestr(editor, Int32(count)) }
  }

  /// Moves the cursor by code points.
  func moveCursor(by count: Int) {
    lineRead = nil
    _ = el_cursor(editor, Int32(count))
  }

  /// Whether libedit has rung since this was asked last.
  func takeRing() -> Bool { output.takeWritten { $0.contains(0x07) } }
}
