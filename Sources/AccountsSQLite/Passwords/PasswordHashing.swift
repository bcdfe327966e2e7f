package import FormworkCore

/// Turns a password into a text that can be stored: the password cannot be read from it.
package protocol PasswordHashing: Sendable {
  /// The text to store: no two are alike, not even for one password.
  ///
  /// - Throws: ``SQLiteStoreError/hashingFailed``.
  func hash(_ password: Secret) async throws(SQLiteStoreError) -> String
}
