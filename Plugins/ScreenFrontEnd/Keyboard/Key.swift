import FormworkFrontEnd
import Interaction

/// The meaning of a key, whatever the focused item is.
enum Key: Equatable {
  case character(Unicode.Scalar)
  case edit(EditCommand)
  case enter, next, up, down, pageUp, pageDown
  case older, newer
  case escape, endOfText
  case redraw, chord
  /// An action with a key of its own, or one whose key follows ^X.
  case intent(Intent)
  case mouse(MouseReport)
  case unknown

  /// Creates the key for input; `nil` for a paste, and for input that is not UTF-8.
  ///
  /// The bytes of the input tell keys that the decoder has no names for.
  init?(_ input: TerminalInput, bytes: [UInt8] = []) {
    switch input {
    case .character(let scalar): self = .character(scalar)
    case .key(.unknown) where Self.deletesWord(bytes): self = .edit(.kill(.wordAfter))
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
      self = .intent(intent)
    } else {
      self.init(input)
      if case .intent = self { self = .unknown }
    }
  }

  /// Whether the bytes are Control with Delete, as xterm or rxvt sends it.
  private static func deletesWord(_ bytes: [UInt8]) -> Bool {
    bytes.elementsEqual("\u{1B}[3;5~".utf8) || bytes.elementsEqual("\u{1B}[3^".utf8)
  }

  private init(_ key: TerminalKey) {
    if let intent = Intent(key) {
      self = .intent(intent)
      return
    }
    self =
      switch key {
      case .enter: .enter
      case .tab: .next
      case .escape: .escape
      case .control("D"): .endOfText
      case .up: .up
      case .down: .down
      case .pageUp: .pageUp
      case .pageDown: .pageDown
      case .control("P"): .older
      case .control("N"): .newer
      case .control("L"): .redraw
      case .control("X"): .chord
      case .left, .control("B"): .edit(.move(.characterBefore))
      case .right, .control("F"): .edit(.move(.characterAfter))
      case .wordLeft, .meta("b"): .edit(.move(.wordBefore))
      case .wordRight, .meta("f"): .edit(.move(.wordAfter))
      case .home, .control("A"): .edit(.move(.beginning))
      case .end, .control("E"): .edit(.move(.end))
      case .backspace: .edit(.erase(.characterBefore))
      case .delete: .edit(.erase(.characterAfter))
      case .control("W"): .edit(.killToBlank)
      case .meta("\u{7F}"): .edit(.kill(.wordBefore))
      case .meta("d"): .edit(.kill(.wordAfter))
      case .control("U"): .edit(.kill(.beginning))
      case .control("K"): .edit(.kill(.end))
      case .control("Y"): .edit(.yank)
      case .control("T"): .edit(.transpose)
      case .control("_"): .edit(.undo)
      case .mouse(let report): .mouse(report)
      case .backTab, .insert, .function, .unknown, .control, .meta: .unknown
      }
  }
}
