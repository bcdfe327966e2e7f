package import FormworkCore

/// A store of accounts, and of the policy that a new account must follow.
///
/// Texts are stored in their ``Swift/String/normalForm``, and names are compared in it, without the case
/// of ASCII letters. A store that failed can be asked again: it recovers by itself.
package protocol AccountStore: MemberStore {
  func policy() async throws(AccountStoreError) -> RegistrationPolicy

  /// Returns whether the name belongs to no account and is not reserved.
  ///
  /// The answer may be old when it arrives: only `register` decides.
  func isFree(_ username: String) async throws(AccountStoreError) -> Bool

  /// Creates an account if it follows the policy, which the store validates for every caller.
  ///
  /// A submission is stored once, however often it is sent: if the outcome of a try is unknown, the
  /// caller sends the next try with the same key. The account of the earlier try then gets the content
  /// of the next one, if that follows the policy. The next try is refused neither for its own name nor
  /// because the policy or the terms have changed in between, since the person is registered already.
  /// After the account's deletion, the store refuses the key for some days: a try that arrives late does
  /// not create the account again. All outcomes except `registered` leave the store as it is. After
  /// ``AccountStoreError/cancelled``, the outcome is unknown.
  func register(
    _ account: NewAccount, submission: String
  ) async throws(AccountStoreError) -> RegistrationOutcome

  /// Returns the account of a name, in letters of either case.
  func account(named username: String) async throws(AccountStoreError) -> Account?

  /// Returns the accounts after a name, in the order of the bytes of their names in lower case.
  func accounts(
    after username: String?, limit: Int
  ) async throws(AccountStoreError) -> [Account]

  func count() async throws(AccountStoreError) -> Int

  /// Closes the store, after the limit in the background; a later request opens it again.
  func close(limit: Duration)
}

package enum RegistrationOutcome: Equatable, Sendable {
  /// The account is stored, now or by an earlier try of the same submission.
  case registered(Account)
  /// The account was refused, with these issues, in the order of the form.
  case refused([FormIssue])
  /// The submission was made before, and no password for its account is looked at for a time.
  case held(SignInFailures.RetryDelay)
  /// New accounts are not accepted at present.
  case closed
}

extension Violation {
  /// No account may have the name.
  package static let reserved = Violation.customError(key: "reserved")
  /// The name belongs to another account.
  package static let taken = Violation.customError(key: "taken")

  /// The submission was made before, with another password.
  package static let submittedBefore = Violation.customError(key: "submittedBefore")

  package static func tooManyContacts(limit: Int) -> Violation {
    .customError(key: "tooManyContacts", ["limit": .number(limit)])
  }
}

/// The key of a submission, which all its tries share: 1 to 128 visible characters of ASCII.
package enum SubmissionKey {
  private static let length = 1...128

  /// The message about an invalid key.
  static let expectation = Message.key(
    "accounts.invalidSubmission",
    ["minimum": .number(length.lowerBound), "maximum": .number(length.upperBound)])

  /// Checks a key.
  package static func check(_ key: String) throws(AccountStoreError) {
    guard length.contains(key.utf8.count), key.isVisibleASCII else { throw .invalidSubmission }
  }
}

extension StringProtocol {
  /// Whether all characters are visible characters of ASCII, which the header of a request can contain.
  package var isVisibleASCII: Bool { utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}

/// A type that hashes passwords for storage.
package protocol PasswordHashing: Sendable {
  /// A hash of no password, to verify against for an unknown name, which takes the same time.
  var dummyHash: String { get }

  /// Returns a hash to store; two hashes of one password differ.
  func hash(_ password: Secret) async throws(AccountStoreError) -> String

  /// Returns whether a hash is a hash of the password.
  func verify(_ password: Secret, _ hash: String) async throws(AccountStoreError) -> Bool

  /// Returns whether a hash has another cost than new ones.
  func needsRehash(_ hash: String) -> Bool
}
