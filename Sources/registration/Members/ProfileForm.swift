import Accounts
import FormworkCore
import FormworkOperations
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

  /// The form, which begins with what is stored.
  static func definition(of profile: Profile) throws(DefinitionError) -> FormDefinition {
    try FormDefinition(name, title: title, submitLabel: "profile.submit") {
      for part in parts { part.field.initially(profile[keyPath: part.text]) }
    }
  }

  /// What is told where others have changed the profile meanwhile: at each field that says something else
  /// now, what stands there.
  ///
  /// - Parameters:
  ///   - present: What stands there.
  ///   - wanted: What the person has entered.
  /// - Returns: The violations.
  static func differences(of present: Profile, from wanted: Profile) -> [Refusal] {
    parts.compactMap { part in
      let (stands, entered) = (present[keyPath: part.text], wanted[keyPath: part.text])
      if stands.hasSameCodePoints(as: entered) { return nil }
      return Refusal(
        part.field.id,
        stands.isEmpty
          ? .customError("emptiedElsewhere")
          : .customError("changedElsewhere", parameters: [stands.replacingControls()]))
    }
  }
}

/// Works for the form of a member's profile.
struct ProfileOperations: MemberFormOperations {
  private let owner: SignedIn
  private let store: any AccountStore

  /// What each form that was loaded is about.
  private let bases = Synchronized<[FormDefinition: ProfileBasis]>([:])

  init(of owner: SignedIn, in store: any AccountStore) {
    (self.owner, self.store) = (owner, store)
  }

  /// Reads the profile, and makes the form that begins with it.
  @concurrent func load() async throws -> FormDefinition {
    let member = try await store.member(named: owner.member.username, as: owner.session)
    guard let version = member.flatMap({ ProfileVersion($0, of: owner.session) }) else {
      throw AccountStoreError.sessionEnded
    }
    let form = try ProfileForm.definition(of: version.profile)
    bases.withState { $0[form] = ProfileBasis(version) }
    return form
  }

  /// Stores the profile, if it is still what the person was shown.
  @concurrent func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<MemberFormEnding> {
    let basis = bases.withState { $0[submission.form]?.version(for: submission.key) }
    guard let basis else { return .accepted(.sessionEnded) }
    // What the form does not ask for stays.
    var profile = basis.profile
    for part in ProfileForm.parts {
      profile[keyPath: part.text] = submission.answers[part.field]
    }
    do {
      switch try await store.updateProfile(profile, basedOn: basis.number, as: owner.session) {
      case .saved(let member): return .accepted(.saved(member))
      case .refused(let faults): return .refused(faults.refusals)
      case .conflict(let member):
        guard let present = ProfileVersion(member, of: owner.session) else {
          return .accepted(.sessionEnded)
        }
        let differences = ProfileForm.differences(of: present.profile, from: profile.normalized)
        if differences.isEmpty { return .accepted(.saved(member)) }
        bases.withState { bases -> Void in
          bases[submission.form]?.told = (submission.key, present)
        }
        return .refused(differences)
      }
    } catch .sessionEnded {
      return .accepted(.sessionEnded)
    }
  }
}

/// A profile as it was at one time.
private struct ProfileVersion {
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

/// What the changes in a form are based on: what the person was shown last.
private struct ProfileBasis {
  private var shown: ProfileVersion

  /// What the answer to a submission tells, which may come too late to be shown.
  var told: (key: String, version: ProfileVersion)?

  init(_ shown: ProfileVersion) { self.shown = shown }

  /// The version that a submission is based on.
  ///
  /// Another key than that of the submission before says that its answer was shown.
  mutating func version(for key: String) -> ProfileVersion {
    if let told, told.key != key { (shown, self.told) = (told.version, nil) }
    return shown
  }
}
