/// What a terminal sends, decoded.
public enum TerminalInput {
  /// A character that was typed.
  ///
  /// Never C0 or DEL, which are keys.
  case character(Unicode.Scalar)
  /// Another key.
  case key(TerminalKey)
  /// The content of a bracketed paste, with a newline for each line end that the terminal sent.
  case paste(SecretBytes)
  /// A bracketed paste of more bytes than a text may have, which was skipped.
  case overlongPaste
  /// Bytes that are no UTF-8, which were skipped.
  case malformed
}
