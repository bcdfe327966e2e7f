import Accounts
import AccountsSQLite
import ArgumentParser
import FormworkCore
import FormworkHost
import FormworkOperations

extension CompletionKind {
  /// The names of the accounts that begin as the word does, as far as they are found in half a second.
  ///
  /// They are those of the file that the line names before its end, which may be any: names that no form
  /// takes are left out, and a file of an earlier version is left to a command that can tell of it. That nothing could be found is no complaint: the command itself will say why.
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
