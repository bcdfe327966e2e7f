public import CFormwork
import FormworkCanvas
import FormworkFrontEnd

/// A full-screen front end with a row for each node.
///
/// Typed text is appended.
struct Sheet: FrontEnd {
  static let identifier = "example-canvas"
  static let name = "Example on a canvas"
  static let version = "1.0"
  static let needs: FrontEndNeeds = [.terminal, .modesNamed, .alternateScreen, .paste, .lines]

  static let table = FrontEndTable(Sheet.self) { Sheet.serve($0) }

  func run(_ host: HostConnection) throws(SystemError) {
    var page = try Page(host)
    do throws(SystemError) {
      try page.run()
    } catch {
      // Restore the user's screen after a failure, too.
      try? page.leave(nil)
      throw error
    }
  }
}

/// The only function that the library exports.
@c @implementation
public func formwork_front_end(
  _ major: UInt32, _ minor: UInt32
) -> UnsafePointer<formwork_front_end>? {
  Sheet.table.pointer(major: major, minor: minor)
}
