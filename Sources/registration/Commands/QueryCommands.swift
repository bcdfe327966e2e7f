import Accounts
import AccountsSQLite
import ArgumentParser
import FormworkArguments
import FormworkCore
import FormworkHost
import FormworkOperations

/// `registration policy`: shows or changes the rules for a new account.
struct Policy: MemberCommand {
  static let configuration = CommandConfiguration(describedBy: CommandCatalogue.policy)

  @OptionGroup var frontEnds: FrontEndArguments
  @OptionGroup var accountOptions: AccountOptions
  @OptionGroup var credentialOptions: CredentialOptions
  @OptionGroup var terms: TermsChange
  @OptionGroup var change: PolicyOptions

  func validate() throws {
    if let option = change.option { try credentialOptions.require(for: option) }
  }

  func run() throws {
    try options.reportingFailure {
      let existing = options.existingStore
      let isChange = change.option != nil || terms.isChange
      let session = try credentials.signIn(
        at: existing, otherwise: isChange ? .key("policy.unchanged") : nil)?.session
      try terms.perform { terms in
        let store = terms == nil || session != nil ? existing : options.store
        if terms != nil { options.announceNewFile() }
        try ask { try await store.setTerms(terms, as: session) }
      }
      var outcome = PolicyOutcome.saved
      if change.option != nil, let session {
        outcome = try ask { [change] in
          try await existing.changePolicy(as: session) { change.applied(to: $0) }
        }
      }
      do {
        try options.say { try await $0.policy() }
      } catch {
        throw isChange && outcome == .saved
          ? ProgramFailure.unreported(error, as: "policy.unreported") : error
      }
      if outcome != .saved { throw ProgramFailure(.key("policy.changedElsewhere")) }
    }
  }
}

/// `registration terms`: shows the terms that a new account has to accept.
struct ShowTerms: AccountsCommand {
  static let configuration = CommandConfiguration(describedBy: CommandCatalogue.terms)

  @OptionGroup var frontEnds: FrontEndArguments
  @OptionGroup var accountOptions: AccountOptions

  func run() throws {
    try options.reportingFailure { try options.say { try await $0.terms() } }
  }
}

/// `registration front-ends`: lists the front ends.
struct FrontEnds: AccountsCommand {
  static let configuration = CommandConfiguration(
    describedBy: CommandCatalogue.frontEnds,
    discussion: console.catalogue.text(for: FrontEndListing.promise))

  @OptionGroup var frontEnds: FrontEndArguments
  @OptionGroup var accountOptions: AccountOptions

  func run() throws {
    try options.reportingFailure {
      for line in Queries.frontEnds() { try console.say(line) }
    }
  }
}

extension CommandConfiguration {
  /// Creates the configuration of a subcommand with the words of the shell.
  init(describedBy command: ShellCommand, discussion: String = "") {
    self.init(
      commandName: command.name, abstract: console.catalogue.text(for: command.summary),
      discussion: discussion)
  }
}

extension SharedOptions {
  fileprivate func say(
    _ question: @escaping @Sendable (Queries) async throws -> [Message]
  ) throws {
    let queries = Queries(store: existingStore)
    for line in try ask({ try await question(queries) }) { try console.say(line) }
  }
}

/// Waits for an asynchronous question: the thread of a command has nothing else to do.
func ask<Answer: Sendable>(
  _ question: @escaping @Sendable () async throws -> Answer
) throws -> Answer {
  let answer = OperationExecutor.wait { () -> Result<Answer, any Error> in
    do { return .success(try await question()) } catch { return .failure(error) }
  }
  return try answer.get()
}
