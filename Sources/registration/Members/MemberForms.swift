import Accounts
import Formwork
import FormworkCore
import FormworkHost
import FormworkSession

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
  func untold(_ reason: ProgramFailure) -> ProgramFailure {
    switch self {
    case .saved: .untold(reason, as: "memberForm.untold.saved")
    case .passwordChanged: .untold(reason, as: "memberForm.untold.passwordChanged")
    case .deleted: .untold(reason, as: "memberForm.untold.deleted")
    case .sessionEnded, .cancelled, .unknown: reason
    }
  }
}

/// The operations of a form for the owner of an account.
protocol MemberFormOperations: UncheckedFormOperations where Receipt == MemberFormEnding {
  static var name: String { get }
  static var title: Message { get }

  /// Changes the account; if the session has ended, the form is over.
  @concurrent func change(
    by submission: Submission
  ) async throws -> SubmissionOutcome<MemberFormEnding>
}

extension MemberFormOperations {
  func screen(
    _ clerk: FormResultRecorder<MemberFormEnding>, wakeUp: WakeUp, isLeftByInterrupt: Bool,
    catalogue: Catalogue
  ) -> any Screen {
    FormScreen(
      FormViewModel(Self.name, title: Self.title, catalogue: catalogue), operations: self,
      responder: clerk, wakeUp: wakeUp, isLeftByInterrupt: isLeftByInterrupt)
  }

  @concurrent func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<MemberFormEnding> {
    do { return try await change(by: submission) } catch AccountStoreError.sessionEnded {
      return .accepted(.sessionEnded)
    }
  }
}

/// The operations of a form without checks.
protocol UncheckedFormOperations: FormOperations {}

extension UncheckedFormOperations {
  /// Checks nothing.
  @concurrent func check(_ request: CheckRequest) async throws -> Violation? { nil }
}

extension FormResultRecorder<MemberFormEnding> {
  /// The outcome of the form so far, however it is left.
  var outcome: MemberFormEnding { receipt ?? (isOutcomeUnknown ? .unknown : .cancelled) }
}
