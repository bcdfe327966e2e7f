import FormworkFrontEnd
import Interaction
import Wording

/// The characters that were typed since the host was told of a text or a secret.
struct UntoldTyping {
  /// The characters for a text.
  private(set) var text = ""
  /// The characters for a secret, in memory that is locked and wiped.
  private(set) var secret: SecretBytes?
  /// The number of their bytes.
  private(set) var byteCount = 0
  /// The number of bytes that were read after the first character.
  var readCount = 0

  var isEmpty: Bool { byteCount == 0 }

  /// Adds a character.
  mutating func append(_ scalar: Unicode.Scalar, isSecret: Bool) {
    byteCount += scalar.utf8.count
    guard isSecret else { return text.unicodeScalars.append(scalar) }
    let bytes = secret ?? SecretBytes(isLocked: true)
    for byte in scalar.utf8 { bytes.append(byte) }
    secret = bytes
  }
}

extension TerminalInput {
  /// Whether it is a typed character.
  var isCharacter: Bool { if case .character = self { true } else { false } }
}

/// Typing: the host is told of all characters that wait at the terminal together, since each report costs the length
/// of the text.
extension Session {
  /// The most bytes that a text may have.
  static let limit = LineInput.limit

  func type(_ scalar: Unicode.Scalar) {
    let knownCount: Int
    switch person.focus {
    case .text(_, let editor):
      guard !scalar.steersTerminals || scalar == "\n" && editor.hasLines else { return ring() }
      knownCount = editor.text.utf8.count
    case .secret:
      guard !scalar.steersTerminals else { return refuse("controlCharacter") }
      // One that was submitted may be replaced.
      knownCount = secrets.keptByteCount(status: picture.focus.flatMap { picture[$0]?.status })
    case .nothing, .options, .node: return ring()
    }
    guard knownCount + untold.byteCount + scalar.utf8.count <= Self.limit else {
      return refuse("tooLong")
    }
    let isSecret = if case .secret = person.focus { true } else { false }
    untold.append(scalar, isSecret: isSecret)
  }

  /// Puts the characters that were typed where the cursor is, and tells the host.
  func tellTyped() {
    let typed = untold
    untold = UntoldTyping()
    switch person.focus {
    case .text(let id, var editor) where !typed.text.isEmpty:
      editor.insert(typed.text, isTyped: true)
      adopt(editor, of: id, isText: true)
    case .secret(let id, _, _): if let bytes = typed.secret { enter(.paste(bytes), at: id) }
    case .text, .nothing, .options, .node: break
    }
  }

  /// Tells the host something; where the person goes elsewhere by that, the cursor's place first.
  func tell(_ message: InputMessage<EnteredText>) {
    tellCursor()
    post(message)
  }

  /// Tells the host where the cursor is, if it has moved since.
  func tellCursor() {
    if isCursorNews, case .text(let id, let editor) = person.focus, picture[id] != nil {
      post(.edit(id, .text(editor.text), cursor: editor.cursor))
      tree.noteEdit(of: id, value: .text(editor.text), cursor: editor.cursor)
    }
    isCursorNews = false
  }

  /// Reads more of what waits at the terminal while the host does not know what was typed.
  ///
  /// The host is told when the text is twice as long as it was: the work for all reports together grows with the text.
  ///
  /// - Returns: Whether there was something; the end of the input is left to the owner.
  func readsOn() throws(Ending) -> Bool {
    let knownCount =
      switch person.focus {
      case .text(_, let editor): editor.text.utf8.count
      case .secret: secrets.editor?.byteCount ?? 0
      case .nothing, .options, .node: 0
      }
    guard untold.readCount <= knownCount + 64, !reader.keys.isWithinPaste,
      let count = try Ending.onFailure(of: reader.fill())
    else { return false }
    untold.readCount += count
    return count > 0
  }
}
