import Conversation
package import FormworkFrontEnd
import Glibc
import Interaction
import Wording

/// The front end that reads and writes lines, and changes nothing on the terminal.
///
/// At a terminal it holds an ``Interview``; from other input it reads a ``Batch``.
package struct PlainFrontEnd: FrontEnd {
  package static let identifier = "plain"
  package static let name = "Plain lines"
  package static let version = "1.0"
  package static let needs: FrontEndNeeds = .modesNamed

  package static let table = FrontEndTable(PlainFrontEnd.self) { PlainFrontEnd.serve($0) }

  package typealias HideTyping = @Sendable (Int32) throws(SystemError) -> EchoGuard

  /// The time that a prompt waits for a check.
  package var patience = Duration.seconds(1)
  package var hideTyping: HideTyping = EchoGuard.init(descriptor:)
  package var saysFirstPrompt: @Sendable () -> Bool = FirstPrompt.claim

  package init() {}

  package mutating func run(_ host: HostConnection) throws(SystemError) {
    let dialogue = Dialogue(host: host)
    try dialogue.hold { () throws(Ending) in
      if isatty(host.inputDescriptor) == 1 {
        let modes = try Ending.onFailure(
          of: LineModes(descriptor: host.inputDescriptor, isUTF8: TerminalLocale.isUTF8))
        var interview = Interview(dialogue, of: self)
        try interview.run(modes)
      } else {
        var batch = Batch(dialogue: dialogue)
        try batch.run()
      }
    }
  }
}
