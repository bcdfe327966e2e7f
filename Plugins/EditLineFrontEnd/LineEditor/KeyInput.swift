import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// The input of the terminal, as libedit takes it.
final class KeyInput {
  /// The result of an input for libedit.
  enum Outcome {
    /// A character that libedit has to have.
    case character(Unicode.Scalar)
    /// Nothing is left to do for the input.
    case done
    /// The input means nothing: the terminal rings.
    case ring
    /// There is something to say about the input: why it is not taken, or what became of it.
    case noted(Remark)
  }

  /// The decoder of the bytes, from which the caller takes the input.
  var keys: KeyDecoder { reader.keys }

  /// Whether the last input was a character: what each other key does is shown at once.
  private(set) var isTyping = false

  /// The input from sequences whose rest did not come.
  private var late: [TerminalInput] = []

  /// The characters of keys that begin a bound sequence.
  private var held: [Unicode.Scalar] = []

  /// The characters that libedit gets next.
  private var ready: [Unicode.Scalar] = []

  /// The character that was typed last, and the number of code points of the line before it.
  private var lastTyped: (character: Unicode.Scalar, count: Int)?

  private let reader: KeyReader

  init(descriptor: Int32) { reader = KeyReader(descriptor: descriptor) }

  /// Whether the keys typed last begin a bound sequence.
  var isWithinKeys: Bool { !held.isEmpty }

  /// Forgets keys that begin a bound sequence.
  func endKeys() { held = [] }

  /// Forgets what was typed into the line before.
  func beginLine() { (held, ready, isTyping, lastTyped) = ([], [], false, nil) }

  /// Returns the next character of a bound sequence.
  func nextReady() -> Unicode.Scalar? { ready.isEmpty ? nil : ready.removeFirst() }

  /// The next input, if it has come as a whole.
  func next() -> TerminalInput? { late.isEmpty ? keys.next() : late.removeFirst() }

  /// Stops waiting for the rest of a sequence.
  func endSequence() {
    if let typed = keys.endSequence() { late = [typed] }
  }

  /// Takes an input: inserts a text into the line, and hands characters and bound keys to libedit.
  func take(_ typed: TerminalInput, in editor: LineEditor) -> Outcome {
    isTyping = if case .character = typed { true } else { false }
    let former = lastTyped
    lastTyped = nil
    switch typed {
    case .character(let character) where (0x80..<0xA0).contains(character.value):
      // The front end's own keys have these codes: a typed one is a text, which the host names.
      editor.insert(String(character))
    case .character(let character) where held.isEmpty && editor.isWhole(character):
      lastTyped = (character, editor.characterCount)
      // libedit draws the whole line for each character that it puts before others.
      guard let former, editor.hasInserted(former.character, into: former.count),
        editor.isText(character)
      else { return .character(character) }
      editor.insert(String(character))
    case .character(let character): return press(meaning(of: [character], in: editor))
    case .key(let key): return press(meaning(of: key, in: editor))
    case .paste(let paste): return insert(paste, into: editor)
    case .overlongPaste:
      return .noted(Remark(Words.line("paste.tooLong", count: LineInput.limit), .fault))
    case .malformed: return .character("\u{FFFD}")
    }
    return .done
  }

  /// Inserts a paste.
  private func insert(_ paste: SecretBytes, into editor: LineEditor) -> Outcome {
    endKeys()
    guard let pasted = PastedText(paste, allowingLines: false) else {
      return .noted(Remark(Words.line("paste.notUTF8"), .fault))
    }
    guard pasted.text.utf8.count + editor.line.bytes.count <= LineInput.limit else {
      return .noted(Remark(Words.line("text.tooLong", count: LineInput.limit), .fault))
    }
    editor.insert(pasted.text)
    return Words.note(on: pasted).map { .noted($0) } ?? .done
  }

  private func press(_ meaning: LineEditor.Meaning) -> Outcome {
    switch meaning {
    case .characters(let characters): ready = characters
    case .beginning: break
    case .nothing: return .ring
    }
    return .done
  }

  /// Returns the note for the user if the end of a paste did not come.
  func noteOfCut(_ typed: TerminalInput) -> Remark? {
    guard case .paste = typed, keys.isPasteCut else { return nil }
    return Remark(Words.text("paste.cut"))
  }

  /// Returns the meaning of a key of the terminal, by its bytes.
  func meaning(of key: TerminalKey, in editor: LineEditor) -> LineEditor.Meaning {
    let text = String(decoding: keys.keyBytes, as: UTF8.self)
    var (characters, key) = (Array(text.unicodeScalars), key)
    // A string that a terminal sends has an end. Without one a letter was typed with Alt, and more.
    if characters.count > 1, characters[0] == "\u{1B}",
      "PX^_".unicodeScalars.contains(characters[1]),
      characters.last != "\u{7}", !characters.suffix(2).elementsEqual(["\u{1B}", "\\"])
    {
      if characters.count > 2, characters.last == "\u{1B}" { characters.removeLast() }
      late = characters.dropFirst(2).map { .character($0) } + late
      (characters, key) = (Array(characters.prefix(2)), .meta(characters[1]))
    }
    return meaning(of: characters, key, in: editor)
  }

  /// Returns the meaning of characters that follow those of the keys before.
  func meaning(
    of characters: [Unicode.Scalar], _ key: TerminalKey? = nil, in editor: LineEditor
  ) -> LineEditor.Meaning {
    let before = held
    held = []
    guard !characters.isEmpty else { return .nothing }
    let meaning = editor.meaning(of: characters, after: before, key)
    if case .beginning(let characters) = meaning { held = characters }
    return meaning
  }

  /// Discards input that was not used.
  func discard() {
    (late, held) = ([], [])
    reader.discard()
  }

  /// Reads once without waiting: one byte, except within a paste.
  ///
  /// - Returns: The number of bytes; 0 at the end of the input, `nil` if there is none now.
  func fill() throws(SystemError) -> Int? { try reader.fill() }
}
