import Accounts
import FormworkCore
import FormworkHost
import FormworkSession

/// The outcome of a member's form.
enum MemberFormResult: Equatable, Sendable {
  case saved(Member)
  /// The password was changed, and all other sessions have ended.
  case passwordChanged(AccountSession)
  case deleted
  /// Nothing was done: the account is gone, or its password was changed elsewhere.
  case sessionEnded
  case cancelled
  /// The user left before the store had answered.
  case unknown

  /// A line for the user.
  var words: Message {
    switch self {
    case .saved, .passwordChanged, .deleted, .cancelled, .unknown:
      .key("memberForm", of: caseName(of: self))
    case .sessionEnded: AccountStoreError.sessionEnded.message
    }
  }

  /// Returns the failure to report if the words cannot be printed.
  func unreported(_ reason: ProgramFailure) -> ProgramFailure {
    switch self {
    case .saved: .unreported(reason, as: "memberForm.unreported.saved")
    case .passwordChanged: .unreported(reason, as: "memberForm.unreported.passwordChanged")
    case .deleted: .unreported(reason, as: "memberForm.unreported.deleted")
    case .sessionEnded, .cancelled, .unknown: reason
    }
  }
}

/// The operations of a form for the owner of an account.
protocol MemberFormOperations: UncheckedFormOperations where Receipt == MemberFormResult {
  static var name: String { get }

  /// Changes the account; if the session has ended, the form is over.
  @concurrent func change(
    by submission: Submission
  ) async throws -> SubmissionOutcome<MemberFormResult>
}

extension MemberFormOperations {
  @concurrent func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<MemberFormResult> {
    do { return try await change(by: submission) } catch AccountStoreError.sessionEnded {
      return .accepted(.sessionEnded)
    }
  }
}

extension FormOperations {
  /// Creates the screen of a form; its name is the key of its title.
  func screen(
    _ name: String, _ recorder: FormResultRecorder<Receipt>, wakeUp: WakeUp,
    isLeftByInterrupt: Bool = false, catalogue: Catalogue = console.catalogue,
    drafts: DraftWriter? = nil
  ) -> any Screen {
    FormScreen(
      FormViewModel(name, title: .key(name, of: "title"), catalogue: catalogue),
      operations: self, responder: recorder, wakeUp: wakeUp, isLeftByInterrupt: isLeftByInterrupt,
      drafts: drafts)
  }
}

/// The operations of a form without checks.
protocol UncheckedFormOperations: FormOperations {}

extension UncheckedFormOperations {
  @concurrent func check(_ request: CheckRequest) async throws -> Violation? { nil }
}

extension FormResultRecorder<MemberFormResult> {
  /// The outcome of the form so far, however it is left.
  var result: MemberFormResult { receipt ?? (isOutcomeUnknown ? .unknown : .cancelled) }
}
