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

  /// The table that a program gives to its host.
  public static let table = FrontEndTable(LinesFrontEnd.self) { LinesFrontEnd.serve($0) }

  /// The descriptors of the lines; `nil` if the environment names them.
  package var streams: LineStreams?

  /// Creates the front end.
  public init() {}

  /// Writes and reads lines until the host detaches the front end.
  public mutating func run(_ host: HostConnection) throws(SystemError) {
    if streams == nil { streams = try LineStreams() }
    guard let streams else { return }
    var conversation = LineConversation(host, streams)
    try conversation.run()
  }
}

/// The descriptors of the lines.
package struct LineStreams: Equatable {
  package let input: CInt
  package let output: CInt

  package init(input: CInt, output: CInt) { (self.input, self.output) = (input, output) }

  /// Creates the streams of `FORMWORK_FRONT_END_LINES`, or else the standard streams.
  ///
  /// Throws `EBADF` if the program was not started with the named descriptors. Those of its own files are
  /// closed when it starts another program, so they do not count.
  init() throws(SystemError) {
    guard let named = Environment.value("FORMWORK_FRONT_END_LINES") else {
      self.init(input: STDIN_FILENO, output: STDOUT_FILENO)
      return
    }
    let numbers = named.split(separator: ",", omittingEmptySubsequences: false).map { CInt($0) }
    guard numbers.count == 2, let input = numbers[0], let output = numbers[1],
      fcntl(input, F_GETFD) == 0, fcntl(output, F_GETFD) == 0
    else { throw SystemError(code: EBADF) }
    self.init(input: input, output: output)
  }
}
