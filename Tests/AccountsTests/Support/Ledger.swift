#if Service
import Accounts
import FormworkCore
import Testing

/// The states of an account that agree with all answers about it.
struct Ledger {
  /// An account by the numbers of the calls that wrote its profile and its password.
  struct State: Hashable {
    var profile: Int
    var password: Int
  }

  /// The possible states; `nil` is one without the account.
  private(set) var states: Set<State?> = [nil]

  /// Keeps the states that an answer allows; an answer without any is a lie.
  mutating func narrow(_ isPossible: (State?) -> Bool) -> Bool {
    let left = states.filter(isPossible)
    guard !left.isEmpty else { return false }
    states = left
    return true
  }

  /// Applies a change that was made.
  mutating func change(_ change: (State?) -> State?) { states = Set(states.map(change)) }

  /// Applies a change that may have been made.
  mutating func mayChange(_ change: (State?) -> State?) { states.formUnion(states.map(change)) }

  mutating func set(_ state: State?) { states = [state] }

  static func account(_ name: String, _ number: Int) -> NewAccount {
    var account = Account(name)
    account.givenName = "\(number)"
    return NewAccount(account: account, password: password(number))
  }

  static func password(_ number: Int) -> Secret { Secret("the password of call \(number)") }
}
#endif
