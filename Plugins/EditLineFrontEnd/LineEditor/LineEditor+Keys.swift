import CEditLine
import FormworkFrontEnd
import Glibc

extension LineEditor {
  /// Whether `.editrc` leaves editing on.
  var isEditing: Bool { cel_is_editing(editor) != 0 }

  /// Whether Escape is a key of its own: else it is the beginning of one, however long that takes.
  var isEscapeAKey: Bool { isVi || !leads[0x1B] }

  private var isVi: Bool { cel_is_vi(editor) != 0 }

  /// What becomes of keys that were typed.
  enum Meaning: Equatable {
    /// libedit is to have these characters.
    case characters([Unicode.Scalar])
    /// More have to come behind these.
    case beginning([Unicode.Scalar])
    /// They are bound to nothing.
    case nothing
  }

  /// Whether a character is a text or a key by itself, wherever it stands.
  func isWhole(_ character: Unicode.Scalar) -> Bool {
    character.value >= 256 || !leads[Int(character.value)]
  }

  /// Whether a character that is whole is one that libedit puts on the line, and does nothing else with.
  ///
  /// In vi mode it also notes it, for the command that repeats.
  func isText(_ character: Unicode.Scalar) -> Bool {
    guard !isVi else { return false }
    return character.value >= 256
      || bound.singles.contains {
        $0.characters.contains(character) && !$0.isCommand && $0.function == "ed-insert"
      }
  }

  /// What becomes of a key of the terminal's.
  ///
  /// - Parameters:
  ///   - typed: The characters that it sent.
  ///   - held: Those of keys before it that were a beginning.
  ///   - key: What the terminal means by them, where it is one of its own.
  /// - Returns: What libedit is to have, if anything.
  func meaning(of typed: [Unicode.Scalar], after held: [Unicode.Scalar], _ key: TerminalKey?)
    -> Meaning
  {
    let isVi = isVi
    if held.isEmpty, typed == ["\u{1B}"], isEscapeAKey {
      return .characters([isVi ? escape : "\u{1B}"])
    }
    if held.isEmpty, typed.count == 1, isWhole(typed[0]) { return .characters(typed) }
    let ours = key.flatMap(Key.init)
    let all = held + typed
    switch bound.match(all) {
    case .whole(let function):
      if let ours, Self.is(function, whatIs: ours) { break }
      if let key = Key(rawValue: function) { return .characters([key.character]) }
      // Bound for vi's commands alone: Escape goes to them.
      return .characters(
        isVi && !leads[Int(all[0].value & 0xFF)] ? [Self.escapeCharacter] + all : all)
    case .beginning: return .beginning(all)
    case .nothing: break
    }
    if held == ["\u{1B}"] {
      // Escape and an arrow is Alt and an arrow; Escape has no part in another key.
      switch key {
      case .left: return .characters([Key.wordLeft.character])
      case .right: return .characters([Key.wordRight.character])
      default: return meaning(of: typed, after: [], key)
      }
    }
    if !held.isEmpty { return .nothing }
    // As libedit has the arrow keys: the rest of them is bound, as a command.
    let rest = Array(typed.dropFirst())
    let isAlt = rest.first == "\u{1B}"
    if isVi, !isAlt, rest.count > 1, case .whole(let function) = bound.match(rest) {
      let isOurs = ours.map { Self.is(function, whatIs: $0) } ?? false
      if !isOurs { return .characters([Self.escapeCharacter] + rest) }
    }
    if let ours { return .characters([ours.character]) }
    // Alt has no part in a control key.
    if !isVi, case .meta(let control) = key, control.value < 0x20 {
      return meaning(of: [control], after: [], nil)
    }
    if isVi, case .meta(let character) = key {
      let isAlone = character == "[" || character == "O"
      return .characters([escape] + (isAlone ? [] : [character]))
    }
    return .nothing
  }

  /// The function that characters are bound to which libedit is to have, where a text is typed.
  func function(of characters: [Unicode.Scalar]) -> String? {
    if case .whole(let function) = bound.match(characters) { return function }
    guard let first = characters.first, characters.count == 1 else { return nil }
    return Key(character: first)?.rawValue
      ?? bound.singles.first { $0.characters.contains(first) && !$0.isCommand }?.function
  }

  /// Whether a function is what libedit has for a key of the terminal's, in place of ours.
  private static func `is`(_ function: String, whatIs ours: Key) -> Bool {
    function == ours.rawValue || Key.substitutes[function] == ours || ours.stands(for: function)
  }

  func bindKeys(_ settings: EditorSettings) {
    for key in Key.allCases {
      // A C function knows no context: each key has its own.
      guard let name = Self.names[key]?.baseAddress, let function = Self.functions[key]
      else { continue }
      _ = cel_add_function(editor, name, function)
    }
    beginKeys()
    follow(settings)
    // A `bind -v` or `bind -e` there has unbound them all; what was bound otherwise stays.
    bindOurs { isCommand, keys in
      guard let function = Self.function(in: description(of: keys, isCommand)) else { return true }
      return Key.defaults.contains(function) || Key.substitutes[function] != nil
    }
    replaceFunctions()
    for isCommand: Int32 in [0, 1] {
      for key in Key.allCases {
        _ = cel_bind(editor, isCommand, Self.spelled([key.character]), key.rawValue)
      }
      let escape = isCommand == 0 ? "vi-command-mode" : "ed-ignore"
      _ = cel_bind(editor, isCommand, Self.spelled([Self.escapeCharacter]), escape)
    }
    readBindings()
    output.takeWritten { _ in }
  }

  /// The keys as they are before `.editrc` is followed.
  private func beginKeys() {
    _ = cel_begin_with_emacs(editor)
    bindOurs { _, _ in true }
  }

  private func follow(_ settings: EditorSettings) {
    var settings = settings
    var followed: [EditorSettings.Line] = []
    for line in settings.lines {
      let reason = follow(line)
      if let reason, reason != .refused || line.isBinding {
        settings.leaveOut(line, because: reason)
      } else if line.isMacro, BoundKeys(listing: listing).hasLoop {
        // What stood on its keys before is to stand there.
        settings.leaveOut(line, because: .loop)
        beginKeys()
        for line in followed { _ = follow(line) }
      } else {
        followed.append(line)
      }
    }
    complaint = settings.complaint
  }

  private func follow(_ line: EditorSettings.Line) -> EditorSettings.Reason? {
    let characters = line.text.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
    let result = cel_do(editor, characters)
    // What libedit says to that is not kept.
    output.takeWritten { _ in }
    return EditorSettings.Reason(rawValue: result)
  }

  /// Puts functions of ours in place of those that would not do here, on whatever keys they are.
  private func replaceFunctions() {
    bound = BoundKeys(listing: listing)
    for single in bound.singles {
      guard let substitute = Key.substitutes[single.function] else { continue }
      for value in single.characters.lowerBound.value...single.characters.upperBound.value {
        guard let character = Unicode.Scalar(value) else { continue }
        _ = cel_bind(
          editor, single.isCommand ? 1 : 0, Self.spelled([character]),
          substitute?.rawValue ?? "ed-unassigned")
      }
    }
    for (keys, function) in bound.sequences {
      guard let substitute = Key.substitutes[function], let first = keys.unicodeScalars.first,
        let characters = BoundKeys.characters(spelledBy: keys)
      else { continue }
      let isCommand: Int32 = isLead(characters.first ?? first, 0) ? 0 : 1
      _ = cel_bind(
        editor, isCommand, Self.spelled(characters), substitute?.rawValue ?? "ed-unassigned")
    }
  }

  private func readBindings() {
    bound = BoundKeys(listing: listing)
    let isVi = isVi
    for character in bound.leads where character.value < 256 {
      // For what is typed; in vi mode also for commands, since it is not known which of them is on.
      leads[Int(character.value)] = isLead(character, 0) && (!isVi || isLead(character, 1))
    }
    let function = Self.function(in: description(of: "^[", 0))
    if isVi, let function, function != "vi-command-mode", function != "ed-sequence-lead-in" {
      escape = "\u{1B}"
    }
  }

  private var listing: [UInt8] {
    output.takeWritten { _ in }
    _ = cel_show_bindings(editor)
    return output.takeWritten { Array($0) }
  }

  private func isLead(_ character: Unicode.Scalar, _ isCommand: Int32) -> Bool {
    Self.function(in: description(of: Self.spelled([character]), isCommand))
      == "ed-sequence-lead-in"
  }

  /// Characters in the words of editrc(5).
  private static func spelled(_ characters: [Unicode.Scalar]) -> String {
    characters.map { character in
      guard character.value < 256 else { return String(character) }
      let digits = String(character.value, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
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
    .section: { editor, _ in LineEditor.press(.section, editor) },
    .skip: { editor, _ in LineEditor.press(.skip, editor) },
    .rewind: { editor, _ in LineEditor.press(.rewind, editor) },
    .reset: { editor, _ in LineEditor.press(.reset, editor) },
    .reload: { editor, _ in LineEditor.press(.reload, editor) },
    .complete: { editor, _ in LineEditor.press(.complete, editor) },
    .leave: { editor, _ in LineEditor.press(.leave, editor) },
    .erase: { editor, _ in LineEditor.press(.erase, editor) },
    .delete: { editor, _ in LineEditor.press(.delete, editor) },
    .left: { editor, _ in LineEditor.press(.left, editor) },
    .right: { editor, _ in LineEditor.press(.right, editor) },
    .wordLeft: { editor, _ in LineEditor.press(.wordLeft, editor) },
    .wordRight: { editor, _ in LineEditor.press(.wordRight, editor) },
    .home: { editor, _ in LineEditor.press(.home, editor) },
    .end: { editor, _ in LineEditor.press(.end, editor) },
    .up: { editor, _ in LineEditor.press(.up, editor) },
    .down: { editor, _ in LineEditor.press(.down, editor) },
    .searchBack: { editor, _ in LineEditor.press(.searchBack, editor) },
    .searchOn: { editor, _ in LineEditor.press(.searchOn, editor) },
    .clear: { editor, _ in LineEditor.press(.clear, editor) },
    .finish: { editor, _ in LineEditor.press(.finish, editor) },
  ]

  private func bindOurs(where isFree: (_ isCommand: Int32, _ keys: String) -> Bool) {
    for binding in Key.bindings {
      // All are asked first: for keys of several characters libedit tells of both places at once.
      let places: [Int32] =
        switch binding.reach {
        case .everywhere: isVi ? [0, 1] : [0]
        case .typing: [0]
        case .emacs: isVi ? [] : [0]
        }
      for isCommand in places.filter({ isFree($0, binding.keys) }) {
        _ = cel_bind(editor, isCommand, binding.keys, binding.key.rawValue)
      }
    }
  }

  /// The function that libedit tells of a key.
  private static func function(in description: String) -> String? {
    let words = description.split { $0 == " " || $0 == "\t" || $0 == "\n" }
    return words.contains("->") ? words.last.map(String.init) : nil
  }

  private func description(of keys: String, _ isCommand: Int32) -> String {
    output.takeWritten { _ in }
    _ = cel_show_binding(editor, isCommand, keys)
    return output.takeWritten { String(decoding: $0, as: UTF8.self) }
  }
}
