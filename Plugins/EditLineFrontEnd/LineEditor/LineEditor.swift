import CEditLine
import FormworkFrontEnd
import Glibc

/// An editor of one line: libedit with its keys, its modes and `.editrc`.
///
/// libedit has a terminal of its own, which is not visible: it draws the right prompt with every key, and miscounts
/// combining accents. ``LineDisplay`` shows the line instead. libedit gets only whole keys that are bound: it would
/// insert the rest of any other key as text.
/// - SeeAlso: editline(3), editrc(5).
final class LineEditor {
  /// The control character for Escape alone in vi mode, which is never passed on as typed.
  static let escapeCharacter: Unicode.Scalar = "\u{9F}"

  /// The size of libedit's terminal, which takes 8 bytes a cell: in many rows, a line of 64 KiB has room.
  private static let size: (columns: UInt16, fewRows: UInt16, rows: UInt16) = (512, 8, 128)

  /// The question that is asked: it gives characters to libedit, and performs keys.
  weak var delegate: Asking?
  let editor: OpaquePointer

  /// The side of libedit's terminal that controls it, and the side that libedit uses.
  private let control: Int32
  private let input: UnsafeMutablePointer<FILE>

  /// The output of libedit: bells, and descriptions of bindings.
  let output: Recording
  var bound = BoundKeys(listing: [])

  /// The flags of the characters below 256 that begin a key of several characters.
  var leads = [Bool](repeating: false, count: 256)

  var escape = LineEditor.escapeCharacter
  var warning: Message?

  /// Whether libedit's terminal has its few rows, until a line takes half of them.
  private var isSmall = true

  /// Whether libedit has not asked for a character of the line yet.
  private var isLineDue = false

  /// The line since the last call of libedit: each key needs it several times.
  private var lineRead: Line?

  init(settings: EditorSettings = EditorSettings()) throws(SystemError) {
    var (ours, its): (Int32, Int32) = (-1, -1)
    guard cel_open_terminal(&ours, &its, Self.size.columns, Self.size.fewRows) == 0 else {
      throw .last
    }
    for descriptor in [ours, its] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let input = fdopen(its, "r")
    guard let input, let output = Recording(),
      let editor = cel_init("formwork", input, output.stream, its)
    else {
      let error = SystemError.last
      close(ours)
      _ = input.map { fclose($0) } ?? close(its)
      throw error
    }
    (control, self.input, self.output, self.editor) = (ours, input, output, editor)
    _ = cel_set_client_data(editor, Unmanaged.passUnretained(self).toOpaque())
    _ = cel_set_signals(editor, 0)
    _ = cel_set_reader(editor) { editor, character in
      guard let character, let next = LineEditor.called(by: editor)?.nextCharacter()
      else { return 0 }
      character.pointee = wchar_t(bitPattern: next.value)
      return 1
    }
    bindKeys(settings)
  }

  deinit {
    el_end(editor)
    fclose(input)
    close(control)
  }

  /// Returns the editor for a call of libedit, which may have changed the line.
  static func called(by editor: OpaquePointer?) -> LineEditor? {
    guard let editor, let data = cel_client_data(editor) else { return nil }
    let lineEditor = Unmanaged<LineEditor>.fromOpaque(data).takeUnretainedValue()
    lineEditor.lineRead = nil
    return lineEditor
  }

  private func nextCharacter() -> Unicode.Scalar? {
    if isLineDue {
      isLineDue = false
      delegate?.beginLine()
    }
    let next = delegate?.nextCharacter()
    if isSmall, characterCount > Self.size.fewRows * Self.size.columns / 2 {
      isSmall = false
      var size = winsize()
      (size.ws_col, size.ws_row) = (Self.size.columns, Self.size.rows)
      if ioctl(control, UInt(TIOCSWINSZ), &size) == 0 { el_resize(editor) }
    }
    return next
  }

  /// Edits a line until ``EditorFunction/finish``; returns `false` if libedit found the end of the input.
  func edit() -> Bool {
    var count: Int32 = 0
    isLineDue = true
    defer { lineRead = nil }
    return el_wgets(editor, &count) != nil
  }

  private var buffer: (characters: UnsafeBufferPointer<wchar_t>, cursor: Int)? {
    guard let line = el_wline(editor)?.pointee, let start = line.buffer, let end = line.lastchar,
      let cursor = line.cursor
    else { return nil }
    return (UnsafeBufferPointer(start: start, count: end - start), cursor - start)
  }

  var line: Line {
    if let lineRead { return lineRead }
    guard let buffer else { return Line() }
    let read = Line(buffer.characters, cursor: buffer.cursor)
    lineRead = read
    return read
  }

  /// The number of code points of the line, which costs less than ``line``.
  var characterCount: Int { buffer?.characters.count ?? 0 }

  /// Whether libedit has inserted a character before others, into a line of a number of code points.
  func hasInserted(_ character: Unicode.Scalar, into count: Int) -> Bool {
    guard let (line, cursor) = buffer, line.count == count + 1, (1..<line.count).contains(cursor)
    else { return false }
    return line[cursor - 1] == wchar_t(bitPattern: character.value)
  }

  func replaceLine(with line: Line) {
    guard let (old, cursor) = buffer else { return }
    moveCursor(by: old.count - cursor)
    deleteBackwards(old.count)
    insert(line.text)
    moveCursor(by: -line.tail.unicodeScalars.count)
  }

  func insert(_ text: String) {
    lineRead = nil
    if !text.isEmpty { _ = el_winsertstr(editor, text.wideCharacters) }
  }

  func deleteBackwards(_ count: Int) {
    lineRead = nil
    if count > 0 { el_deletestr(editor, Int32(count)) }
  }

  func moveCursor(by count: Int) {
    lineRead = nil
    _ = el_cursor(editor, Int32(count))
  }

  func takeRing() -> Bool { output.takeWritten { $0.contains(0x07) } }
}

extension String {
  /// The text for functions of the C library, with a NUL at its end only.
  var wideCharacters: [wchar_t] {
    unicodeScalars.map { wchar_t(bitPattern: $0.value == 0 ? 0xFFFD : $0.value) } + [0]
  }
}

/// A stream of the C library that writes to memory.
final class Recording {
  let stream: UnsafeMutablePointer<FILE>

  /// The maximum number of bytes that are kept after they were taken.
  private static let limit = 512
  private var takenCount = 0

  // The C library writes to these when the stream is flushed.
  private let start = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
  private let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  init?() {
    start.initialize(to: nil)
    count.initialize(to: 0)
    guard let stream = open_memstream(start, count) else { return nil }
    self.stream = stream
  }

  deinit {
    fclose(stream)
    free(start.pointee)
    start.deallocate()
    count.deallocate()
  }

  /// Lends the bytes that were written since the last call.
  func takeWritten<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    fflush(stream)
    let written = UnsafeRawBufferPointer(start: start.pointee, count: count.pointee)
    defer {
      takenCount = written.count
      // Going back with each key would cost more.
      if takenCount >= Self.limit {
        fseek(stream, 0, SEEK_SET)
        takenCount = 0
      }
    }
    return body(UnsafeRawBufferPointer(rebasing: written[takenCount...]))
  }
}
