import FormworkCore

/// The key of a submission, which all its tries share: 1 to 128 visible characters of ASCII.
package enum SubmissionKey {
  private static let length = 1...128

  /// The message about an invalid key.
  static let expectation = Message(
    "accounts.invalidSubmission",
    ["minimum": .number(length.lowerBound), "maximum": .number(length.upperBound)])

  /// Checks a key.
  ///
  /// - Throws: ``AccountStoreError/invalidSubmission`` if it is invalid.
  package static func check(_ key: String) throws(AccountStoreError) {
    guard length.contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .invalidSubmission }
  }
}
