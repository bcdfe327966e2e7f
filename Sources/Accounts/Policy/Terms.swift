/// The terms that a new account has to accept.
package struct Terms: Equatable, Sendable {
  /// The greatest number of bytes of a text.
  package static let byteLimit = 65_536

  /// The number of the text in the store, from 1, which an account refers to.
  package let version: Int

  /// The text, in lines.
  package let text: String

  package init(version: Int, text: String) {
    self.version = version
    self.text = text
  }
}
