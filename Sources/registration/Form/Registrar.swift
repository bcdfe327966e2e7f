import FormworkCore
import FormworkSession

/// The program around the form: knows where it leads to, and what has come of it.
final class Registrar: FormResponder {
  /// How the form ended, once it has.
  private(set) var ending: FormEnding?

  /// What the account's owner is greeted with, once there is an account.
  private(set) var home: Home?

  /// What was said last that belongs to no field.
  private(set) var remark: Message?

  /// Whether the store was asked without an answer, and has not answered since.
  private var isOutcomeUnknown = false

  /// What has become of the form: the same by whatever way it was left.
  var outcome: Message {
    if let home { return home.greeting }
    if drafts?.hasDraft == true {
      return isOutcomeUnknown ? "outcome.unknown.kept" : "outcome.none.kept"
    }
    return isOutcomeUnknown ? "outcome.unknown" : "outcome.none"
  }

  private let drafts: DraftJournal?
  private let isInShell: Bool

  /// Makes one for a form.
  ///
  /// - Parameters:
  ///   - drafts: Where the form's drafts are kept, if anywhere.
  ///   - isInShell: Whether the form leads back to a shell, which tells what has come of it; otherwise it
  ///     leads to a greeting, or to the end.
  init(drafts: DraftJournal?, isInShell: Bool = false) {
    self.drafts = drafts
    self.isInShell = isInShell
  }

  func navigation(after ending: FormEnding, receipt: Home?) -> Navigation {
    self.ending = ending
    home = receipt
    if isInShell { return .pop(home.map { .lines($0.lines) } ?? ShellAnswer.complaint(outcome)) }
    return home.map { .replace(HomeScreen($0)) } ?? .pop(nil)
  }

  func said(_ message: Message) {
    remark = message
    if message == .submissionFailed(.timedOut) { isOutcomeUnknown = true }
  }

  func refused() { isOutcomeUnknown = false }
}
