import FormworkFrontEnd

/// The reason why a line is not handed to the host; the raw value is the key of its words.
enum LineFault: String {
  /// More bytes than a text of the contract may have.
  case tooLong = "line.tooLong"
  /// Several lines that are too long together.
  case textTooLong = "line.textTooLong"
  /// As long as the longest line that a terminal gives: the rest of it may be gone.
  case maybeCut = "line.maybeCut"
  case notUTF8 = "line.notUTF8"
  case containsNUL = "line.containsNUL"

  /// The bytes of a line that a terminal in canonical mode keeps, beside the newline: it drops the others.
  /// - SeeAlso: termios(3), "Canonical and noncanonical mode".
  static let terminalLimit = 4095

  /// Finds the fault of a line, if there is any.
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
