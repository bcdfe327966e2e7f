import Accounts
import FormworkCore
import FormworkHost
import FormworkSession

/// The greeting of the owner of an account.
struct Home: Equatable, Sendable {
  /// A line with the full name, or the username if there is no name.
  let greeting: Message

  /// A line with the number of accounts; `nil` if it is not known.
  let population: Message?

  /// A line with the time of the last visit; `nil` if there is none.
  let lastSeen: Message?

  init(account: Account, accountCount: Int?) {
    self.init(
      .key(
        "home.greeting", ["name": account.spokenName, "username": .verbatim(account.username)]),
      accountCount)
  }

  init(member: Member, accountCount: Int?) {
    self.init(
      .key(
        member.record?.lastSeen == nil ? "home.firstWelcome" : "home.welcome",
        ["name": member.spokenName]), accountCount,
      lastSeen: member.record?.lastSeen)
  }

  private init(_ greeting: Message, _ accountCount: Int?, lastSeen: Timestamp? = nil) {
    self.greeting = greeting
    population = accountCount.map { .key("home.population", count: $0) }
    self.lastSeen = lastSeen.map { .key("home.lastSeen", ["time": .time($0)]) }
  }

  /// The lines, to be printed without a screen.
  var lines: [Message] { [greeting] + [population, lastSeen].compactMap(\.self) }

  /// Creates the screen that greets the owner of a new account.
  func screen() -> FarewellScreen {
    let notes = [("greeting", greeting), ("population", population)].map { name, line in
      line.map { (name, console.catalogue.text(for: $0)) }
    }
    return FarewellScreen(
      "home", label: console.catalogue.text(for: .key("registration.registered")),
      notes: notes.compactMap(\.self))
  }
}

extension AccountStore {
  /// Returns the number of accounts; `nil` if the store does not answer.
  func knownCount() async -> Int? {
    do { return try await count() } catch { return nil }
  }
}

/// A type with the names of a person.
protocol Named {
  var username: String { get }
  var givenName: String { get }
  var familyName: String { get }
}

extension Account: Named {}

extension Member: Named {}

extension Named {
  /// The given and the family name, as far as they are not empty.
  var fullName: String {
    [givenName, familyName].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The full name, or the username if there is no name.
  fileprivate var spokenName: Message { .verbatim(fullName.isEmpty ? username : fullName) }
}

extension ProgramFailure {
  /// Returns the failure to report a result, by a sentence with a `reason`.
  static func unreported(_ reason: any Error, as done: String = "outcome.unreported")
    -> ProgramFailure
  {
    ProgramFailure(.key(done, ["reason": Message(explaining: reason)]))
  }
}
