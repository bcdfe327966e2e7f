package import FormworkCore

/// Turns a password into a text that can be stored: the password cannot be read from it.
package protocol PasswordHashing: Sendable {
  /// What no password has made: it is verified against for a name without an account, and takes as long.
  var decoy: String { get }

  /// The text to store: no two are alike, not even for one password.
  ///
  /// - Throws: What kept it from being made, such as a lack of memory.
  func hash(_ password: Secret) async throws(AccountStoreError) -> String

  /// Whether the password has made this text.
  ///
  /// - Throws: What kept it from being found out.
  func verify(_ password: Secret, _ hash: String) async throws(AccountStoreError) -> Bool

  /// Whether the text was made at another cost than texts are made at now.
  func needsRehash(_ hash: String) -> Bool
}
