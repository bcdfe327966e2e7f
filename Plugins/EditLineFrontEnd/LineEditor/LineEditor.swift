import CEditLine
import FormworkFrontEnd
import Glibc

/// Whom a line editor asks for characters, and tells of keys.
protocol LineEditorDelegate: AnyObject {
  /// The next character for libedit; `nil` ends the line.
  func nextCharacter() -> Unicode.Scalar?

  /// A key of ours was pressed.
  ///
  /// - Returns: Whether it did something; otherwise the terminal rings.
  func pressed(_ key: Key) -> Bool
}

/// libedit as an editor of one line: keys, modes, `.editrc` and history are its own.
///
/// It is given a terminal of its own. What it draws there is not shown: its right prompt makes it move
/// the cursor with every key, and it loses count of combining accents. ``LineDisplay`` shows the line
/// instead, and the person's terminal has just the modes that this front end gives it.
/// - SeeAlso: editline(3), editrc(5).
final class LineEditor {
  /// Bound to ``Key/finish``: a control character that is never handed on as typed.
  static let finishCharacter: Unicode.Scalar = "\u{80}"

  /// The size of that terminal: room for lines of 64 KiB, without many rows to look after.
  private static let size: (columns: UInt16, rows: UInt16) = (512, 128)

  /// Who is asked while ``edit(history:)`` runs: has to be there as long as the editor is.
  ///
  /// Not weak: once somebody refers to it weakly, each reference to it takes a way round.
  unowned var delegate: (any LineEditorDelegate)?

  private let editor: OpaquePointer
  private let descriptors: [Int32]
  private let input: UnsafeMutablePointer<FILE>

  /// What libedit writes: all that counts of it is whether it rings, and what it says of a binding.
  private let output: Recording

  /// The line as it was read since libedit last called: with each key it is asked for more than once.
  private var lineRead: Line?

  /// Makes one, with the keys of `~/.editrc`, or of the file that `EDITRC` names.
  ///
  /// - Throws: The `errno` of what could not be had.
  init() throws(SystemError) {
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
      guard let editor, let character, let next = LineEditor.called(by: editor)?.nextCharacter()
      else { return 0 }
      character.pointee = wchar_t(bitPattern: next.value)
      return 1
    }
    bindKeys()
  }

  deinit {
    el_end(editor)
    fclose(input)
    for descriptor in descriptors { close(descriptor) }
  }

  private static func of(_ editor: OpaquePointer) -> LineEditor? {
    cel_client_data(editor).map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whom to ask or to tell, now that libedit calls: it may have changed the line.
  private static func called(by editor: OpaquePointer) -> (any LineEditorDelegate)? {
    let lineEditor = of(editor)
    lineEditor?.lineRead = nil
    return lineEditor?.delegate
  }

  // MARK: The line

  /// Edits a line until ``Key/finish``, or until libedit takes it for complete.
  ///
  /// - Returns: Whether it is complete; else libedit took something for the end of the input.
  func edit(history: LineHistory?) -> Bool {
    if let history { _ = cel_set_history(editor, history.pointer) }
    var count: Int32 = 0
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

  /// Puts a text in place of the line.
  func replaceLine(with text: String.UnicodeScalarView, cursor: Int) {
    guard let before = el_wline(editor)?.pointee, let start = before.buffer,
      let end = before.lastchar, let place = before.cursor
    else { return }
    lineRead = nil
    _ = el_cursor(editor, Int32(end - place))
    el_deletestr(editor, Int32(end - start))
    insert(text)
    moveCursor(by: cursor - text.count)
  }

  /// Puts a text at the cursor.
  func insert(_ text: String.UnicodeScalarView) {
    lineRead = nil
    // It ends at a NUL.
    let characters = text.map { wchar_t(bitPattern: $0.value == 0 ? 0xFFFD : $0.value) } + [0]
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
  func takeRing() -> Bool { output.take { $0.contains(0x07) } }

  // MARK: Keys

  /// Whether `.editrc` leaves editing on.
  var isEditing: Bool { cel_is_editing(editor) != 0 }

  private func bindKeys() {
    _ = cel_begin_with_emacs(editor)
    for key in Key.allCases { addFunction(key) }
    for binding in Key.bindings { bind(binding) }
    _ = el_source(editor, nil)
    // A `bind -v` or `bind -e` there has unbound them all; what was bound otherwise stays.
    for binding in Key.bindings where !isBound(binding) { bind(binding) }
    for isCommand: Int32 in [0, 1] {
      _ = cel_bind(editor, isCommand, "\\200", Key.finish.rawValue)
    }
    output.take { _ in }
  }

  private func addFunction(_ key: Key) {
    // A C function knows no context: each key has its own.
    guard let name = Self.names[key]?.baseAddress else { return }
    _ = cel_add_function(editor, name, Self.functions[key] ?? { _, _ in 0 })
  }

  /// The names of our keys as libedit keeps them, for as long as the process lives.
  private nonisolated(unsafe) static let names = Dictionary(
    uniqueKeysWithValues: Key.allCases.map { key in
      let characters = key.rawValue.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
      let name = UnsafeMutableBufferPointer<wchar_t>.allocate(capacity: characters.count)
      _ = name.initialize(from: characters)
      return (key, UnsafeBufferPointer(name))
    })

  private static func press(_ key: Key, _ editor: OpaquePointer?) -> UInt8 {
    guard let editor, let delegate = called(by: editor) else { return UInt8(CC_ERROR) }
    if key == .finish { return UInt8(CC_NEWLINE) }
    return UInt8(delegate.pressed(key) ? CC_REFRESH : CC_ERROR)
  }

  private typealias Function = @convention(c) (OpaquePointer?, wint_t) -> UInt8

  private static let functions: [Key: Function] = [
    .accept: { editor, _ in LineEditor.press(.accept, editor) },
    .next: { editor, _ in LineEditor.press(.next, editor) },
    .previous: { editor, _ in LineEditor.press(.previous, editor) },
    .submit: { editor, _ in LineEditor.press(.submit, editor) },
    .reveal: { editor, _ in LineEditor.press(.reveal, editor) },
    .switchFrontEnd: { editor, _ in LineEditor.press(.switchFrontEnd, editor) },
    .editOutside: { editor, _ in LineEditor.press(.editOutside, editor) },
    .help: { editor, _ in LineEditor.press(.help, editor) },
    .complete: { editor, _ in LineEditor.press(.complete, editor) },
    .leave: { editor, _ in LineEditor.press(.leave, editor) },
    .erase: { editor, _ in LineEditor.press(.erase, editor) },
    .delete: { editor, _ in LineEditor.press(.delete, editor) },
    .left: { editor, _ in LineEditor.press(.left, editor) },
    .right: { editor, _ in LineEditor.press(.right, editor) },
    .clear: { editor, _ in LineEditor.press(.clear, editor) },
    .finish: { editor, _ in LineEditor.press(.finish, editor) },
  ]

  private func bind(_ binding: Key.Binding) {
    for (isCommand, keys) in places(of: binding) {
      _ = cel_bind(editor, isCommand, keys, binding.key.rawValue)
    }
  }

  private func places(of binding: Key.Binding) -> [(isCommand: Int32, keys: String)] {
    let isVi = cel_is_vi(editor) != 0
    switch binding.reach {
    case .everywhere where isVi: return [(0, binding.keys), (1, binding.keys)]
    case .everywhere, .typing: return [(0, binding.keys)]
    case .escaped where isVi: return [(1, String(binding.keys.dropFirst(2)))]
    case .escaped: return [(0, binding.keys)]
    }
  }

  /// Whether all keys of a binding do something that was asked for: ours, or what `.editrc` says.
  private func isBound(_ binding: Key.Binding) -> Bool {
    places(of: binding).allSatisfy { isCommand, keys in
      let words = description(of: keys, isCommand).split { $0 == " " || $0 == "\t" || $0 == "\n" }
      guard words.contains("->"), let function = words.last else { return false }
      return function.hasPrefix("formwork-") || !Self.defaults.contains(String(function))
    }
  }

  /// What libedit has for our keys where nobody has bound them.
  private static let defaults: Set<String> = [
    "ed-newline", "ed-insert", "ed-unassigned", "ed-delete-prev-char", "vi-delete-prev-char",
    "em-delete-prev-char", "em-delete-or-list", "vi-list-or-eof", "ed-list-choices",
    "ed-clear-screen", "ed-prev-char", "ed-next-char", "vi-insert", "ed-next-history",
    "ed-sequence-lead-in", "ed-delete-next-char",
  ]

  private func description(of keys: String, _ isCommand: Int32) -> String {
    output.take { _ in }
    _ = cel_show_binding(editor, isCommand, keys)
    return output.take { String(decoding: $0, as: UTF8.self) }
  }
}
