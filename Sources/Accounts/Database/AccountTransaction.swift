package import FormworkCore

/// The statements of a database of accounts, in one transaction.
///
/// ``DatabaseAccountStore`` makes the decisions; the statements only read and write.
package protocol AccountTransaction {
  /// Reads the policy; if it `isLocked`, no other transaction changes it before the end of this one.
  func policy(isLocked: Bool) throws -> RegistrationPolicy

  /// Replaces the policy, except its terms.
  func save(_ policy: RegistrationPolicy) throws

  /// Writes the terms: a text gets the next version.
  func saveTerms(_ text: String?) throws

  /// Returns whether a name belongs to no account and is not reserved.
  func isFree(_ username: String) throws -> Bool

  /// Returns whether a name belongs to an account.
  func isTaken(_ username: String) throws -> Bool

  /// Returns the account of an earlier try of a submission, if any.
  func previousTry(ofSubmission key: String) throws -> PreviousTry?

  /// Writes a new account, or replaces the one of an earlier try of the submission.
  ///
  /// The first account is the administrator's.
  func save(_ account: RegisteredAccount, isReplaced: Bool) throws

  /// Reads the account of a name in letters of either case, if any.
  func account(named username: String) throws -> Account?

  /// Returns the accounts after a name, in the order of the bytes of their names in lower case.
  func accounts(after username: String?, limit: Int) throws -> [Account]

  func count() throws -> Int

  func hasAccounts() throws -> Bool

  /// Reads the account of a name with its record, if any.
  func member(named username: String) throws -> StoredMember?

  /// Reads the account of a session with its record; `nil` if the session has ended.
  func member(of session: AccountSession) throws -> StoredMember?

  /// Reads the places of a query.
  func page(_ query: MemberQuery, for viewer: Viewer) throws -> MemberPage

  /// Replaces the profile of a session's account, and increases its version.
  func save(_ profile: Profile, at time: Timestamp, of session: AccountSession) throws

  /// Deletes a session's account, and returns whether there was one; its submission is remembered.
  ///
  /// Without an administrator the policy could never be changed again: the oldest account becomes one.
  func delete(_ session: AccountSession) throws -> Bool

  /// Reads the preferences of a session's account; `nil` if the session has ended.
  func preferences(of session: AccountSession) throws -> Preferences?

  /// Replaces the preferences of a session's account, and returns whether there was one.
  func save(_ preferences: Preferences, of session: AccountSession) throws -> Bool

  /// Reads the password of a name, if any.
  func password(named username: String) throws -> StoredPassword?

  /// Reads the password of a session's account; `nil` if the session has ended.
  func password(of session: AccountSession) throws -> StoredPassword?

  /// Replaces the password of a session's account, and returns whether there was one.
  func savePassword(_ hash: String, credentials: Int64, of session: AccountSession) throws -> Bool

  /// Notes a visit to a session's account and the hash of its password; returns whether there was one.
  func saveVisit(at time: Timestamp, hash: String, of session: AccountSession) throws -> Bool

  /// Returns the key by which failures to sign in are found.
  func failureKey() throws -> FailureKey

  /// Reads the failures at a place, which no other transaction changes before the end of this one.
  func failures(at place: Int) throws -> SignInFailures

  /// Replaces the failures at a place, and removes forgotten ones.
  func save(_ failures: SignInFailures, at place: Int) throws

  /// Removes the failures at a place.
  func removeFailures(at place: Int) throws
}

/// The account of an earlier try of a submission.
package enum PreviousTry: Sendable {
  case registered(username: String, hasSignedIn: Bool)
  case deleted

  /// The number of days for which the key of a deleted account's submission is remembered.
  package static let days = 7
}

/// An account to write, with the facts that a store notes about it.
package struct RegisteredAccount: Sendable {
  package let account: Account
  package let passwordHash: String
  package let submission: String
  package let time: Timestamp
}

/// An account in a database.
package struct StoredMember: Sendable {
  package let id: Int64
  package let account: Account
  package let record: Member.Record

  package init(id: Int64, account: Account, record: Member.Record) {
    self.id = id
    self.account = account
    self.record = record
  }

  /// The owner as a reader of members.
  var viewer: Viewer { Viewer(id, isAdministrator: record.isAdministrator) }

  /// Returns the part of the account that a reader may see.
  package func member(for viewer: Viewer) -> Member { viewer.view(of: account, id: id, record) }
}

/// The hash to verify a password against.
package struct StoredPassword: Sendable {
  package let session: AccountSession
  package let username: String
  package let hash: String

  package init(session: AccountSession, username: String, hash: String) {
    self.session = session
    self.username = username
    self.hash = hash
  }
}

extension AccountTransaction {
  /// Reads the account of a session.
  func present(_ session: AccountSession) throws -> StoredMember {
    guard let member = try member(of: session) else { throw AccountStoreError.sessionEnded }
    return member
  }

  /// Returns the reader with a session, or the anonymous reader.
  func viewer(of session: AccountSession?) throws -> Viewer {
    try session.map { try present($0).viewer } ?? .anonymous
  }

  /// Checks whether a session is an administrator's.
  func checkAdministrator(_ session: AccountSession) throws {
    guard try present(session).record.isAdministrator else { throw AccountStoreError.notAllowed }
  }

  /// Writes the terms unless they are the present ones.
  func changeTerms(to text: String?) throws {
    let present = try policy(isLocked: true).terms?.text
    if let text, let present, present.utf8.elementsEqual(text.utf8) { return }
    try saveTerms(text)
  }

  /// Changes the failures of a name, with an account or without one.
  func changeFailures<Result>(
    of username: String, _ change: (inout SignInFailures) -> Result
  ) throws -> Result {
    let place = try failureKey().place(of: UsernameKey(username))
    let previous = try failures(at: place)
    var failures = previous
    let result = change(&failures)
    if failures != previous { try save(failures, at: place) }
    return result
  }

  /// Clears the failures of a name after the right password.
  func clearFailures(of username: String) throws {
    try removeFailures(at: try failureKey().place(of: UsernameKey(username)))
  }
}
