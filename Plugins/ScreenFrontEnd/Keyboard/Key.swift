import FormworkFrontEnd
import Interaction
import Wording

/// The meaning of a key, whatever the focused item is.
enum Key: Equatable {
  case character(Unicode.Scalar)
  case edit(EditCommand)
  case enter, next, previous, up, down, pageUp, pageDown
  case older, newer
  case submit, escape, endOfText
  case help, redraw, chord
  /// A key that was pressed after ^X.
  case chorded(Intent)
  case mouse(MouseReport)
  case unknown

  /// The key for what the terminal has sent; `nil` for what is pasted, and for what is no UTF-8.
  ///
  /// - Parameters:
  ///   - input: What was sent.
  ///   - bytes: The bytes of it, by which those keys are known that the decoder has no names for.
  init?(_ input: TerminalInput, bytes: [UInt8] = []) {
    switch input {
    case .character(let scalar): self = .character(scalar)
    case .key(.unknown) where Self.deletesWord(bytes): self = .edit(.killWordRight)
    case .key(let key): self.init(key)
    case .paste, .overlongPaste, .malformed: return nil
    }
  }

  /// Creates the key for input after ^X, where most keys have a meaning of their own.
  init?(behindChord input: TerminalInput) {
    let scalar: Unicode.Scalar? =
      switch input {
      case .character(let scalar): scalar
      case .key(.control(let letter)): Unicode.Scalar(letter.value & 0x1F)
      case .key, .paste, .overlongPaste, .malformed: nil
      }
    if let intent = scalar.flatMap({ Intent(chord: $0) }) {
      self = .chorded(intent)
    } else {
      self.init(input)
    }
  }

  /// Whether it is Delete with Control: of xterm, or of rxvt.
  private static func deletesWord(_ bytes: [UInt8]) -> Bool {
    bytes.elementsEqual("\u{1B}[3;5~".utf8) || bytes.elementsEqual("\u{1B}[3^".utf8)
  }

  /// The key for an intent that a key has alone.
  private static func own(_ intent: Intent?) -> Key? {
    switch intent {
    case .submit: .submit
    case .help: .help
    case .previous: .previous
    case .next, .reveal, .switchFrontEnd, .editOutside, .section, .skip, .rewind, .reset, .reload,
      nil:
      nil
    }
  }

  private init(_ key: TerminalKey) {
    if let own = Self.own(Intent(key)) {
      self = own
      return
    }
    switch key {
    case .enter: self = .enter
    case .backspace: self = .edit(.erase)
    case .tab: self = .next
    case .escape: self = .escape
    case .control(let letter): self.init(control: letter)
    case .meta(let letter): self.init(meta: letter)
    case .up: self = .up
    case .down: self = .down
    case .left: self = .edit(.left)
    case .right: self = .edit(.right)
    case .wordLeft: self = .edit(.wordLeft)
    case .wordRight: self = .edit(.wordRight)
    case .home: self = .edit(.home)
    case .end: self = .edit(.end)
    case .delete: self = .edit(.delete)
    case .pageUp: self = .pageUp
    case .pageDown: self = .pageDown
    case .mouse(let report): self = .mouse(report)
    case .backTab, .insert, .function, .unknown: self = .unknown
    }
  }

  private init(control letter: Unicode.Scalar) {
    switch letter {
    case "A": self = .edit(.home)
    case "B": self = .edit(.left)
    case "D": self = .endOfText
    case "E": self = .edit(.end)
    case "F": self = .edit(.right)
    case "K": self = .edit(.killRest)
    case "L": self = .redraw
    case "N": self = .newer
    case "P": self = .older
    case "T": self = .edit(.transpose)
    case "U": self = .edit(.killHead)
    case "W": self = .edit(.killWord)
    case "X": self = .chord
    case "Y": self = .edit(.yank)
    case "_": self = .edit(.undo)
    default: self = .unknown
    }
  }

  private init(meta letter: Unicode.Scalar) {
    switch letter {
    case "b": self = .edit(.wordLeft)
    case "f": self = .edit(.wordRight)
    case "d": self = .edit(.killWordRight)
    case "\u{7F}": self = .edit(.killWordLeft)
    default: self = .unknown
    }
  }
}

extension EditCommand {
  /// Whether it moves the cursor, and leaves the text as it is.
  var isMotion: Bool {
    switch self {
    case .left, .right, .wordLeft, .wordRight, .home, .end: true
    case .erase, .delete, .killWord, .killWordLeft, .killWordRight, .killHead, .killRest, .yank,
      .transpose, .undo:
      false
    }
  }

  /// The corresponding edit of a secret; `nil` if there is none.
  ///
  /// An erased part of a secret is not kept.
  var secretEdit: TextEdit? {
    switch self {
    case .left: .move(.characterBefore)
    case .right: .move(.characterAfter)
    case .wordLeft: .move(.wordBefore)
    case .wordRight: .move(.wordAfter)
    case .home: .move(.beginning)
    case .end: .move(.end)
    case .erase: .erase(.characterBefore)
    case .delete: .erase(.characterAfter)
    case .killWord, .killWordLeft: .erase(.wordBefore)
    case .killWordRight: .erase(.wordAfter)
    case .killHead: .erase(.beginning)
    case .killRest: .erase(.end)
    case .yank, .transpose, .undo: nil
    }
  }
}
