import Accounts
import FormworkCore
import FormworkHost
import FormworkSession

/// Runs the shell's commands, but for those that open a screen.
struct ShellDesk: ShellOperations {
  /// The most accounts, or lines of the terms, that are listed on a screen.
  static let listLimit = 200

  let queries: Queries

  /// Where front ends are looked for.
  let locator: FrontEndLocator

  /// Whether a person types at a terminal: then another front end could take over, and what was typed may
  /// be quoted.
  let isAttended: Bool

  /// Runs a command.
  @concurrent func run(_ request: ShellRequest) async throws -> ShellOutcome {
    switch (request.command, request.argument) {
    case (Guide.list.name, nil):
      .lines(try await queries.list(limit: Self.listLimit))
    case (Guide.show.name, let name?):
      .lines(try await queries.show(name, quoting: isAttended))
    case (Guide.policy.name, nil): .lines(try await queries.policy())
    case (Guide.terms.name, nil):
      .lines(try await queries.terms(limit: Self.listLimit))
    case (Guide.frontEnds.name, nil): .lines(Queries.frontEnds(in: locator))
    // It is the one that is there: it has read lines ahead, which are not to be lost.
    case ("front-end", "plain") where !isAttended: .lines([])
    case ("front-end", let name?): .frontEnd(try frontEnd(named: name))
    default:
      throw Failure(Message("shell.notRun", ["command": .verbatim(request.command)]))
    }
  }

  /// The names of accounts that begin so.
  @concurrent func completions(of request: ShellRequest) async throws -> [String] {
    guard request.command == Guide.show.name, let beginning = request.argument else { return [] }
    return try await queries.names(beginningWith: beginning)
  }

  /// The name of a front end that is there, and could be loaded as far as can be told.
  private func frontEnd(named name: String) throws -> String {
    guard isAttended else { throw Failure("shell.plainAlone") }
    _ = try locator.file(for: .name(name))
    return name
  }
}
