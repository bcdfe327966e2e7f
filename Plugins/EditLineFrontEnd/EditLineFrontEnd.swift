import CEditLine
import Conversation
package import FormworkFrontEnd
import Interaction

/// The front end that edits lines with libedit, and shows their status at the right.
package struct EditLineFrontEnd: FrontEnd {
  package static let identifier = "editline"
  package static let name = "Line editor"
  package static let version = "1.0"
  package static let needs: FrontEndNeeds = [.terminal, .modesNamed, .paste]

  /// The table for the entry of the plug-in.
  package static let table = FrontEndTable(EditLineFrontEnd.self) { EditLineFrontEnd.serve($0) }

  package init() {}

  package mutating func run(_ host: HostConnection) throws(SystemError) {
    // libedit asks the C library for characters; the terminal and the host send UTF-8 in any locale.
    let locale = cel_enter_utf8()
    defer { if let locale { cel_leave_utf8(locale) } }
    let dialogue = Dialogue(host: host)
    try dialogue.hold { () throws(Ending) in try LineInterview(dialogue).run() }
  }
}
