import FormworkCore

/// How long the texts of an account may be, in code points, whatever a policy says.
///
/// A form's rules tell a person of them; a store keeps to them for every caller.
package enum TextLimits {
  /// A username.
  package static let username = 128
  /// A given or a family name: the longest that are known, and their titles, are shorter.
  package static let name = 200
  /// An address: source of the number is RFC 5321, section 4.5.3.1.3, erratum 1690.
  package static let email = 254
  /// A password: Argon2id takes longer ones, but there is no use in hashing them.
  package static let password = 1024
}

extension NewAccount {
  /// Refuses what is too long, and what no text should have.
  ///
  /// - Throws: ``AccountStoreError/invalidText(_:_:)`` for the first such text.
  func checkTexts() throws(AccountStoreError) {
    for (name, text, limit) in [
      ("username", account.username, TextLimits.username),
      ("given name", account.givenName, TextLimits.name),
      ("family name", account.familyName, TextLimits.name),
      ("e-mail address", account.email, TextLimits.email),
    ] {
      if text.unicodeScalars.count > limit { throw .invalidText(name, .tooLong(limit)) }
      let shown = text.replacingControls()
      guard shown.unicodeScalars.elementsEqual(text.unicodeScalars) else {
        throw .invalidText(name, .controlCharacter)
      }
    }
    if FieldContent.text(account.username).isEmpty { throw .invalidText("username", .empty) }
    if password.codePointCount > TextLimits.password {
      throw .invalidText("password", .tooLong(TextLimits.password))
    }
  }
}
