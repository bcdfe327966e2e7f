import Accounts
import FormworkCore

/// Never has the memory for a hash.
struct FailingHashing: PasswordHashing {
  func hash(_ password: Secret) throws(AccountStoreError) -> String { throw .hashingFailed }
}
