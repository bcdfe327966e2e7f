import Accounts
import FormworkCore
import TestSupport
import Synchronization

@testable import AccountsSQLite

extension Account {
  static let ada = Account(
    username: "Ada", givenName: "Ada", familyName: "Lovelace", email: "ada@example.org")
  static let grace = Account(
    username: "grace", givenName: "Grace", familyName: "Hopper", email: "grace@example.org")

  /// Creates an account whose other texts do not matter.
  init(_ username: String) {
    self.init(
      username: username, givenName: "G", familyName: "F", email: "\(username)@example.org")
  }

  func renamed(_ username: String) -> Account {
    var account = self
    account.username = username
    return account
  }
}

extension NewAccount {
  init(_ account: Account) {
    self.init(account: account, password: Secret("correct horse battery staple"))
  }
}

extension AccountStoreError {
  /// Returns the error of a store whose file cannot be used.
  static func file(_ fault: SQLiteStoreError.Fault, _ path: String) -> AccountStoreError {
    .unavailable(SQLiteStoreError(fault, path: path).message)
  }
}

extension RegistrationPolicy {
  static func allowing(_ isOpen: Bool, reserving names: [String] = []) -> RegistrationPolicy {
    RegistrationPolicy(
      isOpen: isOpen, usernameLength: 1...8, passwordLength: 2...64, reservedNames: names)
  }
}

/// A clock that a test sets.
final class TestMoments: Sendable {
  private let seconds = Mutex<Int64>(1_000_000)

  var now: Timestamp { Timestamp(milliseconds: seconds.withLock { $0 } * 1000) }

  /// - Parameter count: In seconds; negative sets it back.
  func advance(by count: Int64 = 1) { seconds.withLock { $0 += count } }
}

extension SeededGenerator {
  /// Returns one of some elements.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}
