package import FormworkCore

/// Turns passwords into hashes that can be stored.
package protocol PasswordHashing: Sendable {
  /// A hash of no password, to verify against for an unknown name, which takes the same time.
  var decoy: String { get }

  /// Returns a hash to store; two hashes of one password differ.
  ///
  /// - Throws: The reason, such as a lack of memory.
  func hash(_ password: Secret) async throws(AccountStoreError) -> String

  /// Returns whether a hash is one of the password.
  ///
  /// - Throws: The reason, such as a lack of memory.
  func verify(_ password: Secret, _ hash: String) async throws(AccountStoreError) -> Bool

  /// Returns whether a hash has another cost than new ones.
  func needsRehash(_ hash: String) -> Bool
}
