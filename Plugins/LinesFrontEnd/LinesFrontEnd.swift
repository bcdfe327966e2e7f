public import FormworkFrontEnd
import Glibc

/// The front end for programs, which writes the picture and reads the input as lines of JSON.
///
/// The page JSONLines describes the lines, and `lines.schema.json` defines them.
public struct LinesFrontEnd: FrontEnd {
  /// The name by which users select the front end.
  public static let identifier = "lines"
  /// The name for users.
  public static let name = "JSON lines for programs"
  /// The version.
  public static let version = "1.0"

  /// The table that a program gives to its host, and that the plug-in's entry returns.
  public static let table = FrontEndTable(LinesFrontEnd.self) { LinesFrontEnd.serve($0) }

  /// The variable with two descriptors for the lines; without it, they are the standard streams.
  private static let variable = "FORMWORK_FRONT_END_LINES"

  /// Creates the front end.
  public init() {}

  /// Writes and reads lines until the host detaches the front end.
  public mutating func run(_ host: HostConnection) throws(SystemError) {
    var streams = InheritedStreams(input: STDIN_FILENO, output: STDOUT_FILENO)
    if let named = Environment.value(Self.variable) {
      guard let inherited = InheritedStreams(named) else { return try refuse(named, host) }
      streams = inherited
    }
    var conversation = LineConversation(host, streams)
    try conversation.run()
  }

  /// Ends the form: another front end would read the lines for this one as answers.
  private func refuse(_ named: String, _ host: HostConnection) throws(SystemError) {
    var notes = TextOutput(descriptor: STDERR_FILENO)
    let shown = named.replacingControls()
    notes.write("\(Self.variable): \(shown) does not name two descriptors of this program\n")
    try notes.flush()
    var hasQuit = false
    while true {
      while let message = host.next() {
        if case .detach = message { return }
      }
      if !hasQuit, host.revision > 0 {
        host.post(.quit)
        hasQuit = true
      }
      _ = try host.wait(forInput: false)
    }
  }
}
