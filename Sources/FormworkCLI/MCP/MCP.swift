import ArgumentParser
import FormworkArguments
import FormworkCore
import FormworkHost
import FormworkStorage
import FormworkSystem
import Glibc

/// `formwork mcp`: asks a person for agents, as a server of the Model Context Protocol.
struct MCP: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Ask a person for an agent, as a server of the Model Context Protocol.",
    discussion: """
      The client of the agent starts this program, and talks to it on standard input and output. The tool ask_person \
      opens a form on a front end, and returns the answer. 'man formwork-mcp' has configurations for clients.

      Exit status: 0 the input has ended, 1 failed, 2 wrong usage.
      """)

  @Option(
    help: ArgumentHelp("The front end for the form.", valueName: "name"),
    completion: .custom { _, _, _ in FrontEndLocator.installed().names().map(\.text) })
  var frontEnd = "web"

  @Option(
    help: ArgumentHelp("The terminal for the form, such as /dev/pts/3.", valueName: "device"),
    completion: .file())
  var tty: String?

  @Option(
    help: ArgumentHelp(
      """
      Ask for secrets, too: add each answer that contains secrets as a line to this file, or, after a |, pass it to \
      this command. Agents get no secrets.
      """,
      valueName: "file-or-command"), completion: .file())
  var allowSecrets: String?

  func validate() throws {
    try ValidationError.checkPath(tty, of: "--tty")
    try ValidationError.checkPath(allowSecrets, of: "--allow-secrets")
    if case .command(let command)? = secretsPlace, command.allSatisfy(\.isWhitespace) {
      throw ValidationError("--allow-secrets '|' names no command.")
    }
  }

  /// The place for answers with secrets.
  enum SecretsPlace {
    case file(String)
    /// A command for a shell, which gets the answer on its standard input.
    case command(String)
  }

  var secretsPlace: SecretsPlace? {
    allowSecrets.map { $0.first == "|" ? .command(String($0.dropFirst())) : .file($0) }
  }

  func run() throws {
    _ = try ProgramFailure.asUsage { try FrontEndLocator.installed().file(for: .name(frontEnd)) }
    // Only this one needs neither a terminal nor the streams of the server.
    if frontEnd != "web", tty == nil {
      throw ProgramFailure(usage: .key("mcp.needsTerminal", ["name": .verbatim(frontEnd)]))
    }
    if case .file(let path)? = secretsPlace { _ = try Self.secretsFile(path) }
    if let tty {
      let terminal = open(tty.systemCString, O_RDWR | O_NOCTTY | O_CLOEXEC)
      defer { if terminal >= 0 { close(terminal) } }
      guard terminal >= 0, isatty(terminal) == 1 else {
        throw ProgramFailure(usage: .key("mcp.noTerminal", ["path": .path(tty)]))
      }
    }
    var server = MCPServer(self)
    try server.run()
  }

  /// Opens the file for answers with secrets, a line for each.
  static func secretsFile(_ path: String) throws(ProgramFailure) -> PrivateFile {
    let reason: Message
    do throws(PrivateFileError) {
      if let file = try PrivateFile.open(path, for: .adding) { return file }
      reason = Message(explaining: SystemError(code: ENOENT))
    } catch { reason = error.message }
    throw ProgramFailure(usage: .key("mcp.secrets", ["path": .path(path), "reason": reason]))
  }
}
