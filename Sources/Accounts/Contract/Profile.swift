package import FormworkCore

/// The part of an account that its owner may change.
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

  /// The profile with all texts in ``Swift/String/normalForm``.
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
  /// The profile is stored, now or by an earlier try.
  case saved(Member)
  /// The profile was refused, with these issues, in the order of the form.
  case refused([FormIssue])
  /// Others have changed the profile since; this is the present one.
  case conflict(Member)
}
