import Accounts
import ArgumentParser
import FormworkCore
import FormworkHost
import FormworkSession

/// `registration list`: one account a line.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the accounts: username, full name and e-mail, parted by tabs.")

  @OptionGroup var options: SharedOptions

  func run() throws {
    try reportingFailure {
      let store = options.store
      for account in try answer(to: { try await store.accounts() }) {
        try say(account.username, account.fullName, account.email)
      }
    }
  }
}

/// `registration show NAME`: one account.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show one account.")

  @OptionGroup var options: SharedOptions

  @Argument(help: "The username, in letters of either case.")
  var name: String

  func run() throws {
    try reportingFailure {
      let (store, name) = (options.store, name)
      guard let account = try answer(to: { try await store.account(named: name) }) else {
        throw Failure("no account is called \"\(name)\": 'registration list' lists them")
      }
      try say("Username: \(account.username)")
      try say("Given name: \(account.givenName)")
      try say("Family name: \(account.familyName)")
      try say("E-mail: \(account.email)")
    }
  }
}

/// `registration policy`: what the store asks of an account.
struct Policy: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what is asked of a new account.")

  @OptionGroup var options: SharedOptions

  func run() throws {
    try reportingFailure {
      let store = options.store
      let policy = try answer { try await store.policy() }
      try say("Registration: \(policy.isOpen ? "open" : "closed")")
      try say("Username: \(policy.usernameLength.spelled) characters")
      try say("Password: \(policy.passwordLength.spelled) characters")
      try say("Reserved: \(policy.reservedNames.joined(separator: ", "))")
    }
  }
}

/// `registration front-ends`: what there is to choose from.
struct FrontEnds: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "front-ends",
    abstract: "List the front ends: name, version of the contract, file. None of them is run.")

  func run() throws {
    try reportingFailure {
      for listing in FrontEndListing.all(in: .besideProgram()) { try say("\(listing)") }
    }
  }
}

extension ClosedRange<Int> {
  fileprivate var spelled: String { "\(lowerBound) to \(upperBound)" }
}

/// Asks the store, and waits for its answer: the thread of a command has nothing else to do.
private func answer<Answer: Sendable>(
  to question: @escaping @Sendable () async throws -> Answer
) throws -> Answer {
  let wakeUp = try WakeUp()
  let mailbox = Mailbox<Result<Answer, any Error>>(wakeUp: wakeUp)
  Task { @concurrent in
    do {
      mailbox.post(.success(try await question()))
    } catch {
      mailbox.post(.failure(error))
    }
  }
  while true {
    if let answer = mailbox.take().first { return try answer.get() }
    _ = wakeUp.wait(limit: nil)
    wakeUp.clear()
  }
}
