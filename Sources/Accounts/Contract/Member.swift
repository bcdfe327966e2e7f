package import FormworkCore

/// An account, as far as the one who asks may see it.
package struct Member: Equatable, Sendable {
  /// The number of the account: that of a deleted one may be given to the next.
  package var id: Int64
  package var username: String
  package var givenName: String
  package var familyName: String

  /// `nil` where the one who asks may not see it.
  package var email: String?

  /// Those that the one who asks may see, in the member's order.
  package var contacts: [Contact]

  /// The version of the terms that the member has accepted; `nil` where none were asked, or the one who asks may not
  /// see it.
  package var termsVersion: Int?

  /// What only those see who have signed in.
  package var record: Record?

  package init(
    id: Int64, username: String, givenName: String, familyName: String, email: String?,
    contacts: [Contact], termsVersion: Int? = nil, record: Record?
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

  /// What a store has noted of an account.
  package struct Record: Equatable, Sendable {
    package var isAdministrator: Bool

    /// `nil` where an earlier version of the program has made the account.
    package var created: Moment?

    /// When the member last signed in; `nil` where that was never noted.
    package var lastSeen: Moment?

    /// When the profile was made or last changed; `nil` where that was never noted.
    package var lastChanged: Moment?

    /// Grows with each change of the profile.
    package var version: Int

    package init(
      isAdministrator: Bool, created: Moment?, lastSeen: Moment?, lastChanged: Moment?, version: Int
    ) {
      self.isAdministrator = isAdministrator
      self.created = created
      self.lastSeen = lastSeen
      self.lastChanged = lastChanged
      self.version = version
    }
  }
}
