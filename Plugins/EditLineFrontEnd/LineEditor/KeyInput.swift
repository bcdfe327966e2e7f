import FormworkFrontEnd
import Interaction
import Wording

/// The input of the terminal for libedit.
final class KeyInput {
  enum Outcome {
    case character(Unicode.Scalar)
    case done
    case ring
    case noted(OutputLine)

    static func refused(_ key: String) -> Outcome {
      .noted(OutputLine(sentences.text(key, count: LineInput.limit), .fault))
    }
  }

  var keys: KeyDecoder { reader.keys }

  /// Whether the last input was a character: the effect of each other key is shown at once.
  var isTyping: Bool { lastTyped != nil }

  /// The input from sequences whose rest did not come.
  private var late: [TerminalInput] = []

  /// The characters of keys that begin a bound sequence.
  private var held: [Unicode.Scalar] = []

  /// The rest of bound keys for libedit.
  private var ready: [Unicode.Scalar] = []

  /// The character that was typed last, with the number of code points before it was.
  private var lastTyped: (character: Unicode.Scalar, count: Int)?
  let reader: KeyReader

  init(descriptor: Int32) { reader = KeyReader(descriptor: descriptor) }

  var isWithinKeys: Bool { !held.isEmpty }

  func endKeys() { held = [] }

  func beginLine() { (held, ready, lastTyped) = ([], [], nil) }

  func nextReady() -> Unicode.Scalar? { ready.isEmpty ? nil : ready.removeFirst() }

  func next() -> TerminalInput? { late.isEmpty ? keys.next() : late.removeFirst() }

  func endSequence() {
    if let typed = keys.endSequence() { late = [typed] }
  }

  /// Inserts a text into the line, and passes characters and bound keys to libedit.
  func take(_ typed: TerminalInput, in editor: LineEditor) -> Outcome {
    let previous = lastTyped
    lastTyped = nil
    switch typed {
    case .character(let character) where (0x80..<0xA0).contains(character.value):
      // These are the codes of functions: a typed one is a text.
      editor.insert(String(character))
    case .character(let character) where held.isEmpty && editor.isWhole(character):
      lastTyped = (character, editor.characterCount)
      // libedit draws the whole line for each character that it inserts before others.
      guard let previous, editor.hasInserted(previous.character, into: previous.count),
        editor.isText(character)
      else { return .character(character) }
      editor.insert(String(character))
    case .character(let character): return press(meaning(of: [character], in: editor))
    case .key(let key): return press(meaning(of: key, in: editor))
    case .paste(let paste): return insert(paste, into: editor)
    case .overlongPaste: return .refused("paste.tooLong")
    case .malformed: return .character("\u{FFFD}")
    }
    return .done
  }

  private func insert(_ paste: SecretBytes, into editor: LineEditor) -> Outcome {
    endKeys()
    guard let pasted = PastedText(paste, allowingLines: false) else {
      return .refused("paste.notUTF8")
    }
    guard pasted.text.utf8.count + editor.line.bytes.count <= LineInput.limit else {
      return .refused("text.tooLong")
    }
    editor.insert(pasted.text)
    return FrontEndMessages.note(on: pasted).map { .noted($0) } ?? .done
  }

  private func press(_ meaning: LineEditor.Meaning) -> Outcome {
    switch meaning {
    case .characters(let characters): ready = characters
    case .beginning: break
    case .nothing: return .ring
    }
    return .done
  }

  func noteOfCut(_ typed: TerminalInput) -> OutputLine? {
    guard case .paste = typed, keys.isPasteCut else { return nil }
    return OutputLine(FrontEndMessages.text("paste.cut"))
  }

  func meaning(of key: TerminalKey, in editor: LineEditor) -> LineEditor.Meaning {
    let text = String(decoding: keys.keyBytes, as: UTF8.self)
    var (characters, key) = (Array(text.unicodeScalars), key)
    // A string of the terminal has an end. Otherwise the user typed a letter with Alt, and more.
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

  func discard() {
    (late, held) = ([], [])
    reader.discard()
  }
}
