/// A key that is no character of a text.
public enum TerminalKey: Hashable, Sendable {
  /// Enter: a carriage return or a newline.
  case enter
  /// Backspace: DEL or ^H.
  case backspace
  /// Tab, which is also ^I.
  case tab
  /// Shift and Tab.
  case backTab
  /// Escape by itself.
  case escape
  /// Another control character, by the key that is held down with Control: `"C"` for ^C.
  case control(Unicode.Scalar)
  /// A character after an escape: the key was held down with Alt. Backspace is DEL and Enter a newline, whatever the
  /// terminal sends.
  case meta(Unicode.Scalar)
  /// An arrow.
  case up, down, left, right
  /// Left or right with Control or Alt.
  case wordLeft, wordRight
  /// A key of the block above the arrows.
  case home, end, insert, delete, pageUp, pageDown
  /// A function key by its number: 1 for F1, at most 12.
  case function(Int)
  /// What the mouse did, where a front end has switched its reports on (SGR, mode 1006).
  case mouse(MouseReport)
  /// An escape sequence of another meaning, or one that broke off.
  case unknown
}

extension TerminalKey {
  /// The key with Alt held down as well.
  var withAlt: TerminalKey { ControlSequence.modified(self, by: 3) }
}
