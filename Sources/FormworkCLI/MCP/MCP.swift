import ArgumentParser
import CFormworkSystem
import FormworkArguments
import FormworkAsk
import FormworkCore
import FormworkHost
import FormworkJSON
import FormworkSchema
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
      "Ask for secrets, and write each answer with secrets to this file: agents see none.",
      valueName: "file"), completion: .file())
  var allowSecrets: String?

  /// The interval of news about an open question.
  private static let interval = Duration.seconds(10)

  /// The maximum length of a line in bytes.
  private static let lineLimit = JSONReader.byteLimit

  func validate() throws {
    try ValidationError.checkPath(tty, of: "--tty")
    try ValidationError.checkPath(allowSecrets, of: "--allow-secrets")
  }

  func run() throws {
    let secrets = try allowSecrets.map { path throws(ProgramFailure) in try AnswerFile(path: path) }
    if let tty {
      let terminal = open(tty.systemCString, O_RDWR | O_NOCTTY | O_CLOEXEC)
      defer { if terminal >= 0 { close(terminal) } }
      guard terminal >= 0, isatty(terminal) == 1 else {
        throw ProgramFailure(
          .key("mcp.noTerminal", ["path": .path(tty)]), status: ProgramFailure.usage)
      }
    }
    var server = MCPServer(
      session: MCPSession(allowsSecrets: secrets != nil, catalogue: speaker.catalogue),
      frontEnd: frontEnd, terminal: tty, secrets: secrets)
    try server.run(interval: Self.interval, lineLimit: Self.lineLimit)
  }
}
