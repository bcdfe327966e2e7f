/// What the owner of an account may change of it.
package struct Profile: Equatable, Sendable {
  package var givenName: String
  package var familyName: String
  package var email: String
  package var contacts: [Contact]

  package init(
    givenName: String, familyName: String, email: String, contacts: [Contact] = []
  ) {
    self.givenName = givenName
    self.familyName = familyName
    self.email = email
    self.contacts = contacts
  }

  /// The same with all texts in their ``Swift/String/normalForm``.
  package var normalized: Profile {
    Profile(
      givenName: givenName.normalForm, familyName: familyName.normalForm,
      email: email.normalForm, contacts: contacts.map(\.normalized))
  }
}

extension Account {
  package var profile: Profile {
    get {
      Profile(givenName: givenName, familyName: familyName, email: email, contacts: contacts)
    }
    set {
      givenName = newValue.givenName
      familyName = newValue.familyName
      email = newValue.email
      contacts = newValue.contacts
    }
  }
}

package enum ProfileOutcome: Equatable, Sendable {
  /// The account has the profile, now or since an earlier try.
  case saved(Member)
  /// These fields keep it from being stored, each for one reason.
  case refused([AccountField: AccountFault])
  /// The profile was changed since the version that the changes are based on: this is what stands there.
  case conflict(Member)
}
