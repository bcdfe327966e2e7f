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

  private let drafts: (any DraftKeeper)?
  private let next: (Registrar) -> (any Screen)?

  /// Makes one for a form.
  ///
  /// - Parameters:
  ///   - drafts: Where the form's drafts are kept, if anywhere.
  ///   - next: The screen that the form leads to, whether or not there is an account; a greeting, or
  ///     the end, where it is left out.
  init(
    drafts: (any DraftKeeper)?,
    next: @escaping (Registrar) -> (any Screen)? = { $0.home.map { HomeScreen($0) } }
  ) {
    self.drafts = drafts
    self.next = next
  }

  func screen(after ending: FormEnding, receipt: Home?) -> (any Screen)? {
    self.ending = ending
    home = receipt
    return next(self)
  }

  func said(_ statement: Statement) { remark = statement }
}
