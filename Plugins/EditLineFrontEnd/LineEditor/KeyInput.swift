import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// What a person types, out of the bytes that a terminal sends.
final class KeyInput {
  /// What the bytes amount to; the caller takes it out.
  var keys: KeyDecoder { reader.keys }

  /// What sequences amount to whose rest did not come.
  private var late: [TerminalInput] = []

  /// The characters of keys that are the beginning of one that is bound.
  private var held: [Unicode.Scalar] = []

  private let reader: KeyReader

  init(descriptor: Int32) { reader = KeyReader(descriptor: descriptor) }

  /// Whether keys were typed that are the beginning of one that is bound.
  var isWithinKeys: Bool { !held.isEmpty }

  /// Forgets keys that are the beginning of one.
  func endKeys() { held = [] }

  /// The next input, if it has come as a whole.
  func next() -> TerminalInput? {
    guard let first = late.first else { return keys.next() }
    late = Array(late.dropFirst())
    return first
  }

  /// Gives up waiting for the rest of a sequence.
  func endSequence() {
    if let typed = keys.endSequence() { late = [typed] }
  }

  /// The note for the person if an input is a paste whose end did not come.
  func noteOfCut(_ typed: TerminalInput) -> Remark? {
    guard case .paste = typed, keys.isPasteCut else { return nil }
    return Remark(Words.text("paste.cut"))
  }

  /// What becomes of a key of the terminal's, by its bytes.
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

  /// What becomes of characters, behind keys that were the beginning of one.
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

  /// Drops what was typed and not used.
  func discard() {
    (late, held) = ([], [])
    reader.discard()
  }

  /// Reads once what there is, and does not wait: a byte, but for what is pasted.
  ///
  /// - Returns: The number of bytes; 0 at the end, `nil` where there is nothing now.
  func fill() throws(SystemError) -> Int? { try reader.fill() }
}
