public import FormworkFrontEnd
import Glibc
import Interaction

/// The front end that shows the form as a page in a browser, for one person.
public struct WebFrontEnd: FrontEnd {
  /// The name by which users select the front end.
  public static let identifier = "web"
  /// The name for users.
  public static let name = "Browser"
  /// The version.
  public static let version = "1.0"
  /// The needs: none, not even keys of a terminal.
  public static let needs: FrontEndNeeds = []

  /// The table that a program hands to its host, and the entry point to others.
  public static let table = FrontEndTable(WebFrontEnd.self) { WebFrontEnd.serve($0) }

  package var limits = ServerLimits()

  /// Creates the front end.
  public init() {}

  /// Serves the page until the host detaches the front end.
  public mutating func run(_ host: HostConnection) throws(SystemError) {
    var notes = TextOutput(descriptor: host.outputDescriptor)
    let address: ListenAddress
    do throws(ListenFault) { address = try ListenAddress(Environment.value) } catch {
      // The host names the front end that follows.
      notes.write(sentences.text(for: error.message) + "\n")
      try notes.flush()
      throw SystemError(code: EINVAL)
    }
    let service = try PageService(host, at: address, limits: limits)
    defer { service.close() }
    try service.serve()
  }
}
