public import CFormwork
import FormworkFrontEnd

/// A front end that asks for the focused node, and reads lines.
struct Example: FrontEnd {
  static let identifier = "example-swift"
  static let name = "Example in Swift"
  static let version = "1.0"
  static let needs: FrontEndNeeds = [.terminal, .modesNamed]

  static let table = FrontEndTable(Example.self) { Example.serve($0) }

  func run(_ host: HostConnection) throws(SystemError) {
    var interview = Interview(host)
    try interview.run()
  }
}

/// The only function that the library exports.
@c @implementation
public func formwork_front_end(
  _ major: UInt32, _ minor: UInt32
) -> UnsafePointer<formwork_front_end>? {
  Example.table.pointer(major: major, minor: minor)
}
