import Accounts
import FormworkCore
import FormworkSession

/// The form in which a member changes names and e-mail address.
enum ProfileForm {
  static let name = "profile"
  static let title: Message = "profile.title"

  /// A field, and what it is about.
  struct Part: Sendable {
    let field: Field<String>
    let text: any WritableKeyPath<Profile, String> & Sendable
  }

  static let parts = [
    Part(field: RegistrationForm.givenName, text: \.givenName),
    Part(field: RegistrationForm.familyName, text: \.familyName),
    Part(field: RegistrationForm.email, text: \.email),
  ]

  /// All that may be answered.
  static let answered = parts.map(\.field.item)

  /// The form where it may not be filled in.
  static let refused = RefusedForm(name: name, title: title, items: answered)

  /// The form, which begins with what is stored.
  static func definition(of profile: Profile) throws(DefinitionError) -> FormDefinition {
    try FormDefinition(name, title: title, submitLabel: "profile.submit") {
      for part in parts { part.field.initially(profile[keyPath: part.text]) }
    }
  }

  /// What is told where others have changed the profile meanwhile: at each field that they have changed to something
  /// else than the person has entered, what stands there.
  static func differences(
    of present: Profile, from former: Profile, wanted: Profile
  ) -> [Refusal] {
    parts.compactMap { part in
      .changedElsewhere(
        part.field.id, from: former[keyPath: part.text], to: present[keyPath: part.text],
        wanted: wanted[keyPath: part.text])
    }
  }
}

/// Works for the form of a member's profile.
struct ProfileOperations: MemberFormOperations {
  private let owner: SignedIn
  private let store: any AccountStore

  private let bases = FormBases<ProfileVersion>()

  private let sessionEnded: (any NotificationSender<SessionEnded>)?
  private let isScript: Bool

  /// Makes them.
  ///
  /// - Parameters:
  ///   - owner: Whose profile it is.
  ///   - store: Where it is.
  ///   - sessionEnded: Told where that one is not signed in any more when the form is to begin.
  ///   - isScript: Whether a script fills the form in: then the form takes its lines before that is told.
  init(
    of owner: SignedIn, in store: any AccountStore,
    sessionEnded: (any NotificationSender<SessionEnded>)? = nil, isScript: Bool = false
  ) {
    (self.owner, self.store, self.sessionEnded) = (owner, store, sessionEnded)
    self.isScript = isScript
  }

  /// Reads the profile, and makes the form that begins with it.
  @concurrent func load() async throws -> FormDefinition {
    do {
      let version = try await version()
      let form = try ProfileForm.definition(of: version.profile)
      bases.begin(form, with: version)
      return form
    } catch AccountStoreError.sessionEnded {
      // No version is the basis of a submission of it, which says that the session has ended.
      if isScript { return try ProfileForm.refused.definition() }
      sessionEnded?.send(SessionEnded(session: owner.session))
      throw AccountStoreError.sessionEnded
    }
  }

  /// The profile as it is now.
  private func version() async throws(AccountStoreError) -> ProfileVersion {
    let member = try await store.member(named: owner.member.username, as: owner.session)
    guard let version = member.flatMap({ ProfileVersion($0, of: owner.session) }) else {
      throw .sessionEnded
    }
    return version
  }

  /// Stores the profile, if what the person has changed of it is still what the person was shown.
  @concurrent func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<MemberFormEnding> {
    guard let shown = bases.version(for: submission) else { return .accepted(.sessionEnded) }
    var basis = shown
    do {
      while true {
        // What the form does not ask for stays.
        var profile = basis.profile
        for part in ProfileForm.parts {
          profile[keyPath: part.text] = submission.answers[part.field]
        }
        switch try await store.updateProfile(profile, basedOn: basis.number, as: owner.session) {
        case .saved(let member): return .accepted(.saved(member))
        case .refused(let faults): return .refused(faults.refusals)
        case .conflict(let member):
          guard let present = ProfileVersion(member, of: owner.session) else {
            return .accepted(.sessionEnded)
          }
          let differences = ProfileForm.differences(
            of: present.profile, from: shown.profile, wanted: profile.normalized)
          if !differences.isEmpty {
            bases.tell(present, inAnswerTo: submission)
            return .refused(differences)
          }
          // Others have changed what the form does not ask for, or to what the person has entered.
          basis = present
        }
      }
    } catch .sessionEnded {
      return .accepted(.sessionEnded)
    }
  }
}

/// A profile as it was at one time.
struct ProfileVersion {
  let profile: Profile
  let number: Int

  /// The profile of an account that the session is the owner's of.
  init?(_ member: Member, of session: AccountSession) {
    guard member.id == session.account, let email = member.email, let record = member.record
    else { return nil }
    profile = Profile(
      givenName: member.givenName, familyName: member.familyName, email: email,
      contacts: member.contacts)
    number = record.version
  }
}
