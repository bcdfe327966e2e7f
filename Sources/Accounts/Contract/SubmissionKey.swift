import FormworkCore

/// What a submission is sent under: the same for each of its tries, and for nothing else.
///
/// It is 1 to 128 visible characters of ASCII. Each of them counts as it is, and none has a second
/// spelling.
package enum SubmissionKey {
  private static let length = 1...128

  /// What a key has to be.
  static let expectation = Message(
    "accounts.invalidSubmission",
    ["minimum": .number(length.lowerBound), "maximum": .number(length.upperBound)])

  /// - Throws: ``AccountStoreError/invalidSubmission``, where the text is no key.
  package static func check(_ key: String) throws(AccountStoreError) {
    guard length.contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .invalidSubmission }
  }
}
