import FormworkFrontEnd

/// What keeps a line from being handed on; the raw value is the key of its words.
///
/// Everything else about it is for the host to judge.
enum LineFault: String {
  /// More bytes than a text of the contract may have.
  case tooLong = "line.tooLong"
  /// Several lines that are too long together.
  case textTooLong = "line.textTooLong"
  /// As long as the longest line that a terminal gives: the rest of it may be gone.
  case maybeCut = "line.maybeCut"
  case notUTF8 = "line.notUTF8"
  case containsNUL = "line.containsNUL"

  /// The length from which on a terminal in canonical mode may have cut a line: it keeps 4095
  /// bytes and the newline, and drops what is between.
  /// - SeeAlso: termios(3), "Canonical and noncanonical mode".
  static let terminalLimit = 4095

  /// What is wrong with a line, if anything.
  init?(_ line: SecretBytes, fromTerminal: Bool) {
    if fromTerminal && line.byteCount >= Self.terminalLimit {
      self = .maybeCut
    } else if line.withBytes({ $0.contains(0) }) {
      self = .containsNUL
    } else if !line.isUTF8 {
      self = .notUTF8
    } else {
      return nil
    }
  }
}
