import Accounts

/// What a new account's owner is greeted with: a view model made from the account, nothing else.
struct Home: Equatable, Sendable {
  /// One line with the full name, or the username where there is none.
  let greeting: String

  /// One line with the number of accounts; none where it is not known.
  let population: String?

  init(account: Account, accountCount: Int?) {
    let name = account.fullName.isEmpty ? account.username : account.fullName
    greeting = "Welcome, \(name). Your username is \(account.username)."
    population = accountCount.map { $0 == 1 ? "There is 1 account." : "There are \($0) accounts." }
  }

  /// The lines, for whom no screen is shown.
  var lines: [String] { [greeting] + (population.map { [$0] } ?? []) }
}

extension Account {
  /// Given and family name, as far as they are there.
  var fullName: String {
    [givenName, familyName].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
