import Accounts
import AccountsSQLite
import FormworkCore

/// Hashes nothing: the tests of a store need no secret, and have no time for one.
struct QuickHashing: PasswordHashing {
  func hash(_ password: Secret) -> String { "$quick$\(password.byteCount)" }
}
