public import CFormwork
import FormworkCanvas
import FormworkFrontEnd

/// Shows a form on all of the terminal, a node a row.
///
/// What is typed goes to the end of a text.
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
      // The person's own screen comes back where something fails, too.
      try? page.leave(nil)
      throw error
    }
  }
}

/// The one function that the library exports.
@c @implementation
public func formwork_front_end(
  _ major: UInt32, _ minor: UInt32
) -> UnsafePointer<formwork_front_end>? {
  Sheet.table.pointer(major: major, minor: minor)
}
