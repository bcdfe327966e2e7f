import CEditLine
import FormworkFrontEnd
import Glibc

extension LineEditor {
  /// Whether `.editrc` leaves editing on.
  var isEditing: Bool { cel_is_editing(editor) != 0 }

  /// Whether Escape is a key of its own, and not only the beginning of another one.
  var isEscapeAKey: Bool { isVi || !leads[0x1B] }
  private var isVi: Bool { cel_is_vi(editor) != 0 }

  enum Meaning: Equatable {
    case characters([Unicode.Scalar])
    case beginning([Unicode.Scalar])
    case nothing
  }

  /// Whether a character is a text or a key by itself.
  func isWhole(_ character: Unicode.Scalar) -> Bool {
    character.value >= 256 || !leads[Int(character.value)]
  }

  /// Whether libedit only inserts a whole character.
  ///
  /// In vi mode it also notes the character, for the command that repeats.
  func isText(_ character: Unicode.Scalar) -> Bool {
    guard !isVi else { return false }
    return character.value >= 256
      || bound.singles.contains {
        $0.characters.contains(character) && !$0.isCommand && $0.function == "ed-insert"
      }
  }

  /// Returns the meaning of the characters of a key, after those of keys before it that begin bound keys.
  func meaning(of typed: [Unicode.Scalar], after held: [Unicode.Scalar], _ key: TerminalKey?)
    -> Meaning
  {
    let isVi = isVi
    if held.isEmpty, typed == ["\u{1B}"], isEscapeAKey {
      return .characters([isVi ? escape : "\u{1B}"])
    }
    if held.isEmpty, typed.count == 1, isWhole(typed[0]) { return .characters(typed) }
    let ours = key.flatMap(EditorFunction.of)
    let all = held + typed
    switch bound.match(all) {
    case .whole(let function):
      if ours?.stands(for: function) == true { break }
      if let key = EditorFunction(rawValue: function) { return .characters([key.character]) }
      // The keys are bound for the commands of vi alone, which Escape leads to.
      return .characters(
        isVi && !leads[Int(all[0].value & 0xFF)] ? [Self.escapeCharacter] + all : all)
    case .beginning: return .beginning(all)
    case .nothing: break
    }
    if held == ["\u{1B}"] {
      // Escape before an arrow is Alt; before another key it means nothing.
      switch key {
      case .left: return .characters([EditorFunction.wordLeft.character])
      case .right: return .characters([EditorFunction.wordRight.character])
      default: return meaning(of: typed, after: [], key)
      }
    }
    if !held.isEmpty { return .nothing }
    // libedit binds arrow keys without their Escape, as commands of vi.
    let rest = Array(typed.dropFirst())
    if isVi, rest.first != "\u{1B}", rest.count > 1, case .whole(let function) = bound.match(rest),
      ours?.stands(for: function) != true
    {
      return .characters([Self.escapeCharacter] + rest)
    }
    if let ours { return .characters([ours.character]) }
    // Alt means nothing with a control key.
    if !isVi, case .meta(let control) = key, control.value < 0x20 {
      return meaning(of: [control], after: [], nil)
    }
    if isVi, case .meta(let character) = key {
      let isAlone = character == "[" || character == "O"
      return .characters([escape] + (isAlone ? [] : [character]))
    }
    return .nothing
  }

  /// Returns the function of the characters of a meaning, if a text is typed.
  func function(of characters: [Unicode.Scalar]) -> String? {
    if case .whole(let function) = bound.match(characters) { return function }
    guard let first = characters.first, characters.count == 1 else { return nil }
    return EditorFunction.allCases.first { $0.character == first }?.rawValue
      ?? bound.singles.first { $0.characters.contains(first) && !$0.isCommand }?.function
  }

  func bindKeys(_ settings: EditorSettings) {
    for key in EditorFunction.allCases {
      guard let name = Self.names[key], let function = Self.functions[key] else { continue }
      _ = cel_add_function(editor, name, function)
    }
    beginKeys()
    follow(settings)
    // `bind -v` and `bind -e` unbind all keys of ours; keys that were bound otherwise stay.
    bindOurs { keys, isCommand in
      guard let function = function(of: keys, isCommand) else { return true }
      return EditorFunction.defaults.contains(function)
        || EditorFunction.substitutes[function] != nil
    }
    replaceFunctions()
    for isCommand: Int32 in [0, 1] {
      for key in EditorFunction.allCases { bind([key.character], isCommand, key.rawValue) }
      bind([Self.escapeCharacter], isCommand, isCommand == 0 ? "vi-command-mode" : "ed-ignore")
    }
    readBindings()
    output.takeWritten { _ in }
  }

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
        settings.leaveOut(line, because: .loop)
        // The keys get back what they were bound to before.
        beginKeys()
        for line in followed { _ = follow(line) }
      } else {
        followed.append(line)
      }
    }
    warning = settings.warning
  }

  private func follow(_ line: EditorSettings.Line) -> EditorSettings.SkipReason? {
    let result = cel_do(editor, line.text.wideCharacters)
    output.takeWritten { _ in }
    return EditorSettings.SkipReason(rawValue: result)
  }

  private func replaceFunctions() {
    bound = BoundKeys(listing: listing)
    for single in bound.singles {
      guard let substitute = EditorFunction.substitutes[single.function] else { continue }
      for value in single.characters.lowerBound.value...single.characters.upperBound.value {
        guard let character = Unicode.Scalar(value) else { continue }
        bind([character], single.isCommand ? 1 : 0, substitute?.rawValue ?? "ed-unassigned")
      }
    }
    for (keys, function) in bound.sequences {
      guard let substitute = EditorFunction.substitutes[function],
        let characters = BoundKeys.characters(spelledBy: keys)
      else { continue }
      bind(
        characters, isLead(characters[0], 0) ? 0 : 1, substitute?.rawValue ?? "ed-unassigned")
    }
  }

  private func readBindings() {
    bound = BoundKeys(listing: listing)
    let isVi = isVi
    for character in bound.leads where character.value < 256 {
      // In vi mode a key may be typed text or a command.
      leads[Int(character.value)] = isLead(character, 0) && (!isVi || isLead(character, 1))
    }
    if isVi, let function = function(of: "^[", 0), function != "vi-command-mode",
      function != "ed-sequence-lead-in"
    {
      escape = "\u{1B}"
    }
  }

  private func bindOurs(where isFree: (_ keys: String, _ isCommand: Int32) -> Bool) {
    for binding in EditorFunction.bindings {
      var places: [Int32] = isVi && binding.key.isForCommands ? [0, 1] : [0]
      // In vi mode Escape is a key of its own.
      if isVi, binding.keys.hasPrefix("\\e") { places = [] }
      // libedit describes keys of several characters for both places at once: ask before binding.
      for isCommand in places.filter({ isFree(binding.keys, $0) }) {
        _ = cel_bind(editor, isCommand, binding.keys, binding.key.rawValue)
      }
    }
  }

  private func bind(_ characters: [Unicode.Scalar], _ isCommand: Int32, _ function: String) {
    _ = cel_bind(editor, isCommand, Self.spelled(characters), function)
  }

  private func isLead(_ character: Unicode.Scalar, _ isCommand: Int32) -> Bool {
    function(of: Self.spelled([character]), isCommand) == "ed-sequence-lead-in"
  }

  private func function(of keys: String, _ isCommand: Int32) -> String? {
    let description = answer { cel_show_binding($0, isCommand, keys) }
    let words = String(decoding: description, as: UTF8.self)
      .split { $0 == " " || $0 == "\t" || $0 == "\n" }
    return words.contains("->") ? words.last.map(String.init) : nil
  }

  private var listing: [UInt8] { answer { cel_show_bindings($0) } }

  private func answer(_ ask: (OpaquePointer) -> Int32) -> [UInt8] {
    output.takeWritten { _ in }
    _ = ask(editor)
    return output.takeWritten { Array($0) }
  }

  private static func spelled(_ characters: [Unicode.Scalar]) -> String {
    characters.map { character in
      guard character.value < 256 else { return String(character) }
      let digits = String(character.value, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  }

  /// The names of our functions, which libedit keeps.
  private nonisolated(unsafe) static let names = Dictionary(
    uniqueKeysWithValues: EditorFunction.allCases.map { ($0, wcsdup($0.rawValue.wideCharacters)) })

  private static func press(_ key: EditorFunction, _ editor: OpaquePointer?) -> UInt8 {
    guard let delegate = called(by: editor)?.delegate else { return UInt8(CC_ERROR) }
    if key == .finish { return UInt8(CC_NEWLINE) }
    return UInt8(delegate.pressed(key) ? CC_REFRESH : CC_ERROR)
  }

  private typealias Function = @convention(c) (OpaquePointer?, wint_t) -> UInt8

  /// The functions of our keys: a C function has no context, and each key needs its own.
  private static let functions: [EditorFunction: Function] = [
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
}
