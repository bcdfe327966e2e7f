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

  func screen(after ending: FormEnding, receipt: Home?) -> (any Screen)? {
    self.ending = ending
    home = receipt
    return receipt.map { HomeScreen($0) }
  }

  func said(_ statement: Statement) { remark = statement }
}
