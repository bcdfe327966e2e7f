import Accounts
import AccountsSQLite
import FormworkCore

/// Never has enough memory for a hash.
struct FailingHashing: PasswordHashing {
  let decoy = ""

  func hash(_ password: Secret) throws(AccountStoreError) -> String { throw .file(.hashingFailed) }

  func verify(_ password: Secret, _ hash: String) throws(AccountStoreError) -> Bool {
    throw .file(.hashingFailed)
  }

  func needsRehash(_ hash: String) -> Bool { false }
}
