package import FormworkCore

/// An account, as far as its reader may see it.
package struct Member: Equatable, Sendable {
  /// The number of the account; the number of a deleted account may be given to the next one.
  package var id: Int64
  package var username: String
  package var givenName: String
  package var familyName: String

  /// The e-mail address; `nil` if the reader may not see it.
  package var email: String?

  /// The contacts that the reader may see, in the member's order.
  package var contacts: [Contact]

  /// The version of the accepted terms; `nil` if there were none, or the reader may not see it.
  package var termsVersion: Int?

  /// The record; `nil` if the reader has not signed in.
  package var record: Record?

  package init(
    id: Int64, username: String, givenName: String, familyName: String, email: String?,
    contacts: [Contact], termsVersion: Int? = nil, record: Record? = nil
  ) {
    self.id = id
    self.username = username
    self.givenName = givenName
    self.familyName = familyName
    self.email = email
    self.contacts = contacts
    self.termsVersion = termsVersion
    self.record = record
  }

  /// The facts that a store has noted about an account.
  package struct Record: Equatable, Sendable {
    package var isAdministrator: Bool

    /// The time of creation; `nil` if it was never noted.
    package var created: Timestamp?

    /// The time of the last sign-in; `nil` if it was never noted.
    package var lastSeen: Timestamp?

    /// The time of the last change of the profile; `nil` if it was never noted.
    package var lastChanged: Timestamp?

    /// The version of the profile, which grows with each change.
    package var version: Int

    package init(
      isAdministrator: Bool, created: Timestamp?, lastSeen: Timestamp?, lastChanged: Timestamp?,
      version: Int
    ) {
      self.isAdministrator = isAdministrator
      self.created = created
      self.lastSeen = lastSeen
      self.lastChanged = lastChanged
      self.version = version
    }
  }
}
