package import FormworkFrontEnd

/// The front end that shows a form on the whole terminal.
package struct ScreenFrontEnd: FrontEnd {
  package static let identifier = "screen"
  package static let name = "Full screen"
  package static let version = "1.0"
  package static let needs: FrontEndNeeds = [
    .terminal, .modesNamed, .paste, .pointer, .lines, .alternateScreen,
  ]

  package static let table = FrontEndTable(ScreenFrontEnd.self) { ScreenFrontEnd.serve($0) }

  package init() {}

  package mutating func run(_ host: HostConnection) throws(SystemError) {
    try ScreenController(host).run()
  }
}
