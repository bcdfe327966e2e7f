import Accounts
import Formwork
import FormworkCore
import FormworkHost
import FormworkSession

/// A form that the owner of an account fills in.
enum MemberForm: CaseIterable, Sendable {
  case profile, password, delete
}

/// What has come of a member's form.
enum MemberFormEnding: Equatable, Sendable {
  /// The profile is what stands here.
  case saved(Member)
  /// All sessions have ended but this one.
  case passwordChanged(AccountSession)
  /// The account is gone.
  case deleted
  /// Nothing was done: the account was gone, or its password was changed elsewhere.
  case sessionEnded
  /// Nothing was done: the person left.
  case cancelled
  /// The person left before the store had answered.
  case unknown

  /// One line for the person.
  var words: Message {
    switch self {
    case .saved: "memberForm.saved"
    case .passwordChanged: "memberForm.passwordChanged"
    case .deleted: "memberForm.deleted"
    case .sessionEnded: AccountStoreError.sessionEnded.message
    case .cancelled: "memberForm.cancelled"
    case .unknown: "memberForm.unknown"
    }
  }

  /// What is said in place of the words, where these cannot be said.
  func untold(_ reason: Failure) -> Failure {
    switch self {
    case .saved: .untold(reason, as: "memberForm.untold.saved")
    case .passwordChanged: .untold(reason, as: "memberForm.untold.passwordChanged")
    case .deleted: .untold(reason, as: "memberForm.untold.deleted")
    case .sessionEnded, .cancelled, .unknown: reason
    }
  }
}

/// The screens of the members' forms.
enum MemberForms {
  /// Makes the screen of a form.
  ///
  /// - Parameters:
  ///   - form: Which one.
  ///   - owner: Whose account it is about.
  ///   - store: Where that is.
  ///   - wakeUp: What the form's operations raise.
  ///   - isLeftByInterrupt: Whether ^C leaves the form, and not the whole program.
  ///   - catalogue: Has the sentences that the person reads.
  ///   - present: The present password, if it was typed just now.
  ///   - sessionEnded: Told where a form finds, as it begins, that the owner is not signed in any more.
  ///   - clerk: Told what has come of the form; says where the person goes.
  /// - Returns: The screen, not opened yet.
  static func screen(
    _ form: MemberForm, of owner: SignedIn, store: any AccountStore, wakeUp: WakeUp,
    isLeftByInterrupt: Bool, catalogue: Catalogue = speaker.catalogue, present: Secret? = nil,
    sessionEnded: (any NotificationSender<SessionEnded>)? = nil,
    clerk: FormClerk<MemberFormEnding>
  ) -> any Screen {
    func screen(
      _ name: String, _ title: Message, _ operations: some MemberFormOperations
    ) -> any Screen {
      FormScreen(
        FormViewModel(name, title: title, catalogue: catalogue), operations: operations,
        responder: clerk, wakeUp: wakeUp, isLeftByInterrupt: isLeftByInterrupt)
    }
    return switch form {
    case .profile:
      screen(
        ProfileForm.name, ProfileForm.title,
        ProfileOperations(
          of: owner, in: store, sessionEnded: sessionEnded,
          isScript: sessionEnded != nil && !isLeftByInterrupt))
    case .password:
      screen(
        PasswordForm.name, PasswordForm.title,
        PasswordOperations(of: owner, in: store, present: present))
    case .delete:
      screen(DeletionForm.name, DeletionForm.title, DeletionOperations(of: owner, in: store))
    }
  }
}

/// Works for a form of the owner of an account.
protocol MemberFormOperations: FormOperations where Receipt == MemberFormEnding {}

extension MemberFormOperations {
  /// No field of these forms has a check.
  @concurrent func check(_ request: CheckRequest) async throws -> Violation? { nil }
}

extension FormClerk<MemberFormEnding> {
  /// What has come of the form so far: the same by whatever way it is left.
  var outcome: MemberFormEnding { receipt ?? (isOutcomeUnknown ? .unknown : .cancelled) }
}
