import FormworkCore
import FormworkSystem

extension SharedOptions {
  /// The program, with the accounts that an argument names, as a command line has it.
  private var spelledProgram: String {
    accounts.map { "registration --accounts \($0.spelledForShell)" } ?? "registration"
  }

  /// How a script deletes the account of a name: by a command of its own.
  func deletionHint(of username: String) -> Message {
    let name = username.spelledForShell
    let command = "\(spelledProgram) delete --as \(name) --password-file FILE --confirm \(name)"
    return Message("delete.unattended", ["command": .verbatim(command)])
  }

  /// How a person reads terms that are too long for the form, and comes back to it.
  ///
  /// - Parameters:
  ///   - isInShell: Whether the form was opened at the prompt of the shell.
  ///   - isKept: Whether what was entered is kept when the form is left.
  /// - Returns: What to do, as a part of a sentence.
  func termsHint(isInShell: Bool, isKept: Bool) -> Message {
    let command = "'\(spelledProgram) terms'"
    guard isKept else { return Message("terms.hint", ["command": .verbatim(command)]) }
    return isInShell
      ? "terms.hint.shell" : Message("terms.hint.kept", ["command": .verbatim(command)])
  }
}

extension String {
  /// The text as one word of a shell's command line.
  ///
  /// A byte that is no part of UTF-8 is quoted like `$'\xff'`.
  fileprivate var spelledForShell: String {
    unicodeScalars.map { scalar in
      let text = String(scalar)
      if !text.isSystemUTF8 { return "$'\(text.systemTextShown)'" }
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "._-/+=:,@%".unicodeScalars.contains(scalar)
      return isPlain ? text : "\\\(text)"
    }.joined()
  }
}
