/// What a person has to agree to before there is an account.
package struct Terms: Equatable, Sendable {
  /// The most bytes of UTF-8 that a text has.
  package static let byteLimit = 65_536

  /// Counts the texts that the store has had, from 1: an account names the one that was accepted.
  package let version: Int

  /// What is asked, in lines.
  package let text: String

  package init(version: Int, text: String) {
    self.version = version
    self.text = text
  }
}
