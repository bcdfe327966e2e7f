import FormworkCore
import FormworkSystem

extension SharedOptions {
  /// Returns the command by which a script deletes the account of a name.
  func deletionHint(of username: String) -> Message {
    let name = username.spelledForShell
    let program = accounts.map { "registration --accounts \($0.spelledForShell)" } ?? "registration"
    let command = "\(program) delete --as \(name) --password-file FILE --confirm \(name)"
    return Message("delete.unattended", ["command": .verbatim(command)])
  }
}

extension String {
  /// The text as one word of a shell's command line.
  ///
  /// A byte that is not part of UTF-8 is quoted like `$'\xff'`.
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
