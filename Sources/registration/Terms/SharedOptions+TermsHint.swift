import FormworkCore

extension SharedOptions {
  /// How a person reads terms that are too long for the form, and comes back to it.
  ///
  /// - Parameters:
  ///   - isInShell: Whether the form was opened at the prompt of the shell.
  ///   - isKept: Whether what was entered is kept when the form is left.
  /// - Returns: What to do, as a part of a sentence.
  func termsHint(isInShell: Bool, isKept: Bool) -> Message {
    let path = accounts.map { " --accounts \($0.spelledForShell)" } ?? ""
    let command = "'registration\(path) terms'"
    guard isKept else { return Message("terms.hint", ["command": .verbatim(command)]) }
    return isInShell
      ? "terms.hint.shell" : Message("terms.hint.kept", ["command": .verbatim(command)])
  }
}

extension String {
  /// The text as one word of a shell's command line.
  fileprivate var spelledForShell: String {
    unicodeScalars.map { scalar in
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "._-/+=:,@%".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : "\\\(scalar)"
    }.joined()
  }
}
