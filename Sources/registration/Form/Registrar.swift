import FormworkCore
import FormworkSession

/// The program around the form: knows where it leads to, and what has come of it.
final class Registrar: FormResponder {
  /// How the form ended, once it has.
  private(set) var ending: FormEnding?

  /// What the account's owner is greeted with, once there is an account.
  private(set) var home: Home?

  /// What was said last that belongs to no field.
  private(set) var remark: Statement?

  /// What is said of a draft that is there when the form is left.
  static let kept = "What was entered is kept for another time, but for the passwords."

  /// What has become of the form, in one line: the same by whatever way it was left.
  var outcome: String {
    if let home { return home.greeting }
    // The store may have been asked without an answer.
    let account =
      if case .submissionFailed(.timedOut) = remark {
        "It is not known whether an account was made."
      } else {
        "No account was made."
      }
    return drafts?.hasDraft == true ? "\(account) \(Self.kept)" : account
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
    if isInShell {
      let lines = home?.lines.map { Message.verbatim($0) }
      return .pop(lines.map { .lines($0) } ?? ShellAnswer.complaint(.verbatim(outcome)))
    }
    return home.map { .replace(HomeScreen($0)) } ?? .pop(nil)
  }

  func said(_ statement: Statement) { remark = statement }
}
