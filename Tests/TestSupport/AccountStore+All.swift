package import Accounts

extension AccountStore {
  /// All accounts, sorted by the bytes of their names in lower case.
  package func accounts() async throws(AccountStoreError) -> [Account] {
    try await accounts(after: nil, limit: .max)
  }
}
