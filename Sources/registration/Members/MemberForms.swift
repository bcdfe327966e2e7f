import Accounts
import Formwork
import FormworkCore
import FormworkHost
import FormworkSession

/// A form for the owner of an account.
enum MemberForm: CaseIterable, Sendable {
  case profile, password, delete
}

/// The outcome of a member's form.
enum MemberFormEnding: Equatable, Sendable {
  /// The profile was saved.
  case saved(Member)
  /// The password was changed, and all other sessions have ended.
  case passwordChanged(AccountSession)
  /// The account was deleted.
  case deleted
  /// Nothing was done: the account is gone, or its password was changed elsewhere.
  case sessionEnded
  /// The user left the form.
  case cancelled
  /// The user left before the store had answered.
  case unknown

  /// A line for the user.
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

  /// Returns the failure to report if the words cannot be printed.
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
  /// Creates the screen of a form.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - owner: The owner of the account.
  ///   - store: The store of the account.
  ///   - wakeUp: Raised by the operations of the form.
  ///   - isLeftByInterrupt: Whether ^C leaves the form instead of the program.
  ///   - catalogue: The sentences.
  ///   - present: The present password, if it was typed just now.
  ///   - sessionEnded: Sends that the session has ended, if the form finds that as it begins.
  ///   - clerk: Receives the outcome, and decides where the user goes.
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

/// The operations of a form for the owner of an account.
protocol MemberFormOperations: FormOperations where Receipt == MemberFormEnding {}

extension MemberFormOperations {
  /// Checks nothing.
  @concurrent func check(_ request: CheckRequest) async throws -> Violation? { nil }
}

extension FormClerk<MemberFormEnding> {
  /// The outcome of the form so far, however it is left.
  var outcome: MemberFormEnding { receipt ?? (isOutcomeUnknown ? .unknown : .cancelled) }
}
