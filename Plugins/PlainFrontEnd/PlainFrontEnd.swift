import Conversation
public import FormworkFrontEnd
import Glibc
import Interaction
import Wording

/// The front end that reads and writes lines, and changes nothing on the terminal.
///
/// A `PlainPrompter` asks at a terminal, and a `Batch` reads other input.
public struct PlainFrontEnd: FrontEnd {
  /// The name by which users select the front end.
  public static let identifier = "plain"
  /// The name for users.
  public static let name = "Plain lines"
  /// The version.
  public static let version = "1.0"
  /// The modes of a terminal that it switches on: none.
  public static let needs: FrontEndNeeds = .modesNamed

  /// The table that a program gives to its host, and that the plug-in's entry returns.
  public static let table = FrontEndTable(PlainFrontEnd.self) { PlainFrontEnd.serve($0) }

  package typealias HideTyping = @Sendable (Int32) throws(SystemError) -> EchoGuard

  /// The time that a prompt waits for a check.
  package var timeout = Duration.seconds(1)
  package var hideTyping: HideTyping = EchoGuard.init(descriptor:)
  package var saysFirstPrompt: @Sendable () -> Bool = FirstPrompt.claim

  /// Creates the front end.
  public init() {}

  /// Shows screens until the host detaches the front end.
  public mutating func run(_ host: HostConnection) throws(SystemError) {
    let client = HostClient(host: host)
    try host.hold { () throws(FrontEndExit) in
      if isatty(host.inputDescriptor) == 1 {
        let modes = try FrontEndExit.onFailure(
          of: TerminalModes(ofLinesAt: host.inputDescriptor, isUTF8: TerminalLocale.isUTF8))
        var prompter = PlainPrompter(client, of: self)
        try prompter.run(modes)
      } else {
        var batch = Batch(client: client)
        try batch.run()
      }
    }
  }
}
