import Accounts
import AccountsSQLite
import ArgumentParser
import FormworkCore
import FormworkHost
import FormworkOperations

extension CompletionKind {
  /// The names of the accounts with the beginning of the word, if they are found in half a second.
  ///
  /// The line may name any file: names that no form accepts are left out, and the file is not upgraded.
  static var accounts: CompletionKind {
    .custom { words, _, beginning in
      let path = ProgramArguments(words).value(of: "--accounts")
      let queries = Queries(
        store: SQLiteAccountStore(
          path: path ?? SQLiteAccountStore.defaultPath(), isMade: false, isUpgraded: false))
      let names = OperationExecutor.wait(limit: .milliseconds(500)) {
        try? await queries.names(beginningWith: beginning)
      }
      return ((names ?? nil) ?? []).filter(RegistrationPolicy.usernameCharacters.allow)
    }
  }
}
