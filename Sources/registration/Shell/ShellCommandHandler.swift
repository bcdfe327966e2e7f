import Accounts
import FormworkCore
import FormworkHost
import FormworkShell

/// The handler of the shell's commands that open no screen.
struct ShellCommandHandler: ShellOperations {
  /// The maximum number of accounts, or of lines of the terms, that the shell lists.
  static let listLimit = 200

  let queries: Queries
  let membership: Membership

  /// The sender of the notification that the session of the member has ended.
  let sessionEnded: any NotificationSender<SessionEnded>

  /// The function that returns the command by which a script deletes an account.
  let deletionHint: @Sendable (String) -> Message

  let locator: FrontEndLocator

  /// Whether a person types at a terminal: then messages may quote what was typed.
  let isInteractive: Bool

  @concurrent func run(_ request: ShellRequest) async throws -> ShellOutcome {
    try await sessionEnded.notifyingOfEnd(of: membership.signedIn?.session) {
      try await outcome(of: request)
    }
  }

  private func outcome(of request: ShellRequest) async throws -> ShellOutcome {
    switch (request.command, request.argument) {
    case (CommandCatalogue.home.name, nil): return .lines(try await home())
    case (CommandCatalogue.signOut.name, nil): return .lines([try signOut()])
    case (CommandCatalogue.style.name, let name?): return .lines([try await chooseStyle(name)])
    // In a script, `members` and `details` have no screen, and do the same as `list` and `show`.
    case (CommandCatalogue.list.name, nil), (CommandCatalogue.members.name, nil):
      return .lines(
        try await ownQueries.list(
          limit: Self.listLimit, headings: isInteractive ? membership.catalogue : nil))
    case (CommandCatalogue.show.name, let name?), (CommandCatalogue.details.name, let name?):
      return .lines(try await ownQueries.show(name, quoting: isInteractive))
    case (CommandCatalogue.delete.name, nil) where !isInteractive:
      throw ProgramFailure(deletionHint(try membership.member().member.username))
    case (CommandCatalogue.policy.name, nil): return .lines(try await queries.policy())
    case (CommandCatalogue.policy.name, CommandCatalogue.change):
      _ = try membership.member()
      throw AccountStoreError.notAllowed
    case (CommandCatalogue.policy.name, _?): throw ProgramFailure(.key("policy.change"))
    case (CommandCatalogue.terms.name, nil):
      return .lines(try await queries.terms(limit: Self.listLimit))
    case (CommandCatalogue.frontEnds.name, nil): return .lines(Queries.frontEnds(in: locator))
    // `plain` runs already, and has read lines ahead, which must not be lost.
    case ("front-end", "plain") where !isInteractive: return .lines([])
    case ("front-end", let name?): return .frontEnd(try frontEnd(named: name))
    default:
      if CommandCatalogue.memberOnlyCommands.contains(request.command) {
        _ = try membership.member()
      }
      throw ProgramFailure(.key("shell.notRun", ["command": .verbatim(request.command)]))
    }
  }

  /// Returns the names of accounts that begin with the argument.
  @concurrent func completions(of request: ShellRequest) async throws -> [String] {
    let isName = [CommandCatalogue.show, CommandCatalogue.details].map(\.name).contains(
      request.command)
    guard isName, let beginning = request.argument else { return [] }
    return try await queries.names(beginningWith: beginning)
  }

  private var ownQueries: Queries {
    Queries(store: queries.store, session: membership.signedIn?.session)
  }

  private func home() async throws -> [Message] {
    let signedIn = try membership.member()
    let found = try await queries.store.member(
      named: signedIn.member.username, as: signedIn.session)
    var member = found ?? signedIn.member
    // The store has noted the sign-in itself as the last visit.
    member.record?.lastSeen = signedIn.member.record?.lastSeen
    return Home(member: member, accountCount: await queries.store.knownCount()).lines
  }

  private func signOut() throws -> Message {
    let name = try membership.member().member.username
    membership.signOut()
    return .key("signout.done", ["name": .verbatim(name)])
  }

  private func chooseStyle(_ name: String) async throws -> Message {
    guard ViewStyle.all.contains(where: { $0.name == name }) else {
      let names = ViewStyle.all.map { Message.verbatim($0.name) }
      throw ProgramFailure(.key("style.unknown", ["names": .list(names)]))
    }
    try await membership.choose(style: name)
    return .key("style.chosen", ["name": .verbatim(name)])
  }

  /// Returns the name of a front end if it exists, and passes the inspection of its file.
  private func frontEnd(named name: String) throws -> String {
    guard isInteractive else { throw ProgramFailure(.key("shell.plainAlone")) }
    _ = try locator.file(for: .name(name))
    return name
  }
}
