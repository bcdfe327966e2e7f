import Accounts
import FormworkCore
import FormworkSession

/// The form in which a member changes names and e-mail address.
enum ProfileForm {
  /// A field with its part of the profile.
  struct Part: Sendable {
    let field: Field<String>
    let text: any WritableKeyPath<Profile, String> & Sendable
  }

  static let parts = [
    Part(field: RegistrationForm.givenName, text: \.givenName),
    Part(field: RegistrationForm.familyName, text: \.familyName),
    Part(field: RegistrationForm.email, text: \.email),
  ]

  static let answered = parts.map(\.field.item)

  static func definition(of profile: Profile) throws(DefinitionError) -> FormDefinition {
    try FormDefinition("profile", title: .key("profile.title"), submitLabel: .key("profile.submit"))
    {
      for part in parts { part.field.initialAnswer(profile[keyPath: part.text]) }
    }
  }

  /// Returns a refusal of each field that others have changed to another value than the user's.
  static func differences(
    of present: Profile, from previous: Profile, wanted: Profile
  ) -> [FormIssue] {
    parts.compactMap { part in
      .changedElsewhere(
        part.field.id, from: previous[keyPath: part.text], to: present[keyPath: part.text],
        wanted: wanted[keyPath: part.text])
    }
  }
}

struct ProfileOperations: MemberFormOperations {
  static let name = "profile"

  let owner: SignedIn
  let store: any AccountStore

  private let bases = FormBases<ProfileVersion>()

  /// The sender of a notification if the session has ended before the form is loaded.
  var sessionEnded: (any NotificationSender<SessionEnded>)?

  /// Whether a script fills in the form: its lines are dropped even if the session has ended.
  var isScript = false

  @concurrent func load() async throws -> FormDefinition {
    do {
      let member = try await store.member(named: owner.member.username, as: owner.session)
      let version = try ProfileVersion(member, of: owner.session)
      let form = try ProfileForm.definition(of: version.profile)
      bases.begin(form, with: version)
      return form
    } catch AccountStoreError.sessionEnded {
      // This form has no version: its submission reports that the session has ended.
      if isScript {
        return try RefusedForm(name: Self.name, items: ProfileForm.answered).definition()
      }
      sessionEnded?.send(SessionEnded(session: owner.session))
      throw AccountStoreError.sessionEnded
    }
  }

  /// Stores the profile, unless others have changed the same parts of it.
  @concurrent func change(
    by submission: Submission
  ) async throws -> SubmissionOutcome<MemberFormResult> {
    guard let shown = bases.version(for: submission) else { throw AccountStoreError.sessionEnded }
    var basis = shown
    while true {
      // Keep values that the form does not ask for.
      var profile = basis.profile
      for part in ProfileForm.parts {
        profile[keyPath: part.text] = submission.answers[part.field]
      }
      switch try await store.updateProfile(profile, basedOn: basis.number, as: owner.session) {
      case .saved(let member): return .accepted(.saved(member))
      case .refused(let faults): return .refused(faults)
      case .conflict(let member):
        let present = try ProfileVersion(member, of: owner.session)
        let differences = ProfileForm.differences(
          of: present.profile, from: shown.profile, wanted: profile.normalized)
        if !differences.isEmpty {
          bases.noteAnswer(present, to: submission)
          return .refused(differences)
        }
        // Others have changed other values, or made the same changes.
        basis = present
      }
    }
  }
}

struct ProfileVersion {
  let profile: Profile
  let number: Int

  /// Creates the version of a session's owner; for another member, the session has ended.
  init(_ member: Member?, of session: AccountSession) throws(AccountStoreError) {
    guard let member, member.id == session.account, let email = member.email,
      let record = member.record
    else { throw .sessionEnded }
    profile = Profile(
      givenName: member.givenName, familyName: member.familyName, email: email,
      contacts: member.contacts)
    number = record.version
  }
}
