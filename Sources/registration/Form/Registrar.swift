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

  /// What is said where the form has ended without an account.
  static let nobodyRegistered = "No account was made."

  /// One line about the account, for whom a signal has taken the screen from.
  var outcome: String {
    if let home { return home.greeting }
    // The store was asked, and has not answered.
    if case .submissionFailed(.timedOut) = remark {
      return "It is not known whether an account was made."
    }
    return Self.nobodyRegistered
  }

  private let next: (Home?) -> (any Screen)?

  /// Makes one for a form that leads to a greeting and to the end.
  convenience init() { self.init { $0.map { HomeScreen($0) } } }

  /// Makes one for a form.
  ///
  /// - Parameter next: The screen that the form leads to, whether or not there is an account.
  init(next: @escaping (Home?) -> (any Screen)?) { self.next = next }

  func screen(after ending: FormEnding, receipt: Home?) -> (any Screen)? {
    self.ending = ending
    home = receipt
    return next(receipt)
  }

  func said(_ statement: Statement) { remark = statement }
}
