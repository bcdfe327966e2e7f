import Accounts
import AccountsSQLite
import FormworkCore

/// Never has the memory for a hash.
struct FailingHashing: PasswordHashing {
  func hash(_ password: Secret) throws(SQLiteStoreError) -> String { throw .hashingFailed }
}
