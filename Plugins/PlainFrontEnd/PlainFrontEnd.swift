import Conversation
package import FormworkFrontEnd
import Glibc
import Interaction
import Wording

/// The front end that needs nothing, and switches nothing on: lines in, lines out.
///
/// At a terminal it holds an ``Interview``; of anything else it reads a ``Batch``.
package struct PlainFrontEnd: FrontEnd {
  package static let identifier = "plain"
  package static let name = "Plain lines"
  package static let version = "1.0"
  package static let needs: FrontEndNeeds = .modesNamed

  /// What the plug-in's entry, and a host that links this, hand out.
  package static let table = FrontEndTable(PlainFrontEnd.self) { PlainFrontEnd.serve($0) }

  /// Switches a terminal's echo off.
  package typealias HideTyping = @Sendable (Int32) throws(SystemError) -> EchoGuard

  let patience: Duration
  let hideTyping: HideTyping
  let saysFirstPrompt: @Sendable () -> Bool

  /// Makes one that waits a second for a check before it goes on.
  package init() {
    self.init(patience: .seconds(1), saysFirstPrompt: FirstPrompt.claim)
  }

  /// Makes one.
  ///
  /// - Parameters:
  ///   - patience: How long a prompt waits for a check.
  ///   - hideTyping: Switches the echo off before a secret is asked for.
  ///   - saysFirstPrompt: Whether the prompt that comes is the first of the program; asked before each.
  package init(
    patience: Duration, hideTyping: @escaping HideTyping = EchoGuard.init(descriptor:),
    saysFirstPrompt: @escaping @Sendable () -> Bool
  ) {
    self.patience = patience
    self.hideTyping = hideTyping
    self.saysFirstPrompt = saysFirstPrompt
  }

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
