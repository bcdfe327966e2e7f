import Accounts
import FormworkCore
import FormworkHost

/// What the owner of an account is greeted with: a view model made from the account, nothing else.
struct Home: Equatable, Sendable {
  /// One line with the full name, or the username where there is none.
  let greeting: Message

  /// One line with the number of accounts; none where it is not known.
  let population: Message?

  /// One line with when the owner was there before; none where that was never noted.
  let lastSeen: Message?

  /// What is said of an account that was just made.
  init(account: Account, accountCount: Int?) {
    self.init(
      Message(
        "home.greeting", ["name": account.spokenName, "username": .verbatim(account.username)]),
      accountCount)
  }

  /// What is said to a member who has signed in.
  init(member: Member, accountCount: Int?) {
    self.init(
      Message(
        member.record?.lastSeen == nil ? "home.firstWelcome" : "home.welcome",
        ["name": member.spokenName]), accountCount,
      lastSeen: member.record?.lastSeen)
  }

  private init(_ greeting: Message, _ accountCount: Int?, lastSeen: Moment? = nil) {
    self.greeting = greeting
    population = accountCount.map { Message("home.population", count: $0) }
    self.lastSeen = lastSeen.map { Message("home.lastSeen", ["time": .moment($0)]) }
  }

  /// The lines, for where no screen is shown.
  var lines: [Message] { [greeting] + [population, lastSeen].compactMap(\.self) }
}

extension AccountStore {
  /// How many accounts there are; `nil` where that cannot be told, which undoes nothing that was done.
  func knownCount() async -> Int? {
    do { return try await count() } catch { return nil }
  }
}

/// What has the names of a person.
protocol Named {
  var username: String { get }
  var givenName: String { get }
  var familyName: String { get }
}

extension Account: Named {}

extension Member: Named {}

extension Named {
  /// Given and family name, as far as they are there.
  var fullName: String {
    [givenName, familyName].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The full name, or the username where there is none.
  fileprivate var spokenName: Message { .verbatim(fullName.isEmpty ? username : fullName) }
}

extension Failure {
  /// Something was done, but the person could not be told.
  ///
  /// - Parameters:
  ///   - reason: Why the person could not be told.
  ///   - done: What was done, with the `reason` behind it: the key of the sentence.
  /// - Returns: One line that says both.
  static func untold(_ reason: any Error, as done: String = "outcome.untold") -> Failure {
    Failure(Message(done, ["reason": Message(explaining: reason)]))
  }
}
