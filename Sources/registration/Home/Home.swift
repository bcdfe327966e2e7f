import Accounts
import FormworkCore
import FormworkHost

/// What a new account's owner is greeted with: a view model made from the account, nothing else.
struct Home: Equatable, Sendable {
  /// One line with the full name, or the username where there is none.
  let greeting: Message

  /// One line with the number of accounts; none where it is not known.
  let population: Message?

  init(account: Account, accountCount: Int?) {
    let name = account.fullName.isEmpty ? account.username : account.fullName
    greeting = Message(
      "home.greeting", ["name": .verbatim(name), "username": .verbatim(account.username)])
    population = accountCount.map { Message("home.population", count: $0) }
  }

  /// The lines, for where no screen is shown.
  var lines: [Message] { [greeting] + (population.map { [$0] } ?? []) }
}

extension Account {
  /// Given and family name, as far as they are there.
  var fullName: String {
    [givenName, familyName].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Failure {
  /// There is an account, but its owner could not be told.
  static func untold(_ reason: Failure) -> Failure {
    Failure(Message("outcome.untold", ["reason": reason.message]))
  }
}
