import CFormwork
import FormworkCore
import FormworkTesting
import Glibc

extension Check {
  static let ofTheTerminal = [
    Check("terminal", "demand.terminal") { context throws(CheckFailure) in
      for (place, typed) in [("berth", ""), ("berth", "ab"), ("code", "ab"), ("remarks", "")] {
        let host = try context.start(.harbour(at: place))
        let found = try? host.terminal.modes
        try host.attach()
        try host.type(typed)
        try host.settle()
        let modes = try? host.terminal.modes
        guard modes?.hasSignalKeys != false else { throw CheckFailure("clearsSignalKeys") }
        guard modes?.hasNoMinimum != true else { throw CheckFailure("clearsMinimum") }
        let faults = try host.detach().faults
        let screen = ScreenModes(after: TerminalOutput(host.output))
        let left = try? host.terminal.modes
        for (fault, modes) in [
          ("leavesModes", found.flatMap { left?.differences(from: $0) }?.map(words) ?? []),
          ("leavesScreen", screen.differences.map { $0.isOn ? $0.on : $0.off }),
          (
            "usesUnnamed",
            screen.unnamed(in: UInt32(truncatingIfNeeded: host.loaded?.number ?? 0)).map {
              $0.isOn ? $0.words : $0.off
            }
          ),
        ] where !modes.isEmpty {
          throw CheckFailure(fault, ["modes": .list(modes)])
        }
        guard !faults.contains("leavesFlags") else { throw CheckFailure("leavesFlags") }
      }
    },
    Check("process", "demand.process") { context throws(CheckFailure) in
      let faults = try context.usualRun().faults
      if let fault = faults.first(where: { $0 != "leavesFlags" }) { throw CheckFailure(fault) }
    },
    Check("stopped-terminal", "demand.stoppedTerminal") { context throws(CheckFailure) in
      let long = String(repeating: "high tide ", count: 4000) + "at noon"
      let usual = try context.start(.single([.detail: .text(long)])).attach()
      try usual.detach()
      // A screenful at a time never fills the terminal, which is then stopped as by ^S.
      let isScreenful = !usual.output.contains("at noon")
      let host = try context.start(usual.screen)
      host.reads = false
      if isScreenful { tcflow(host.terminal.descriptor, TCOOFF) }
      try host.run()
      try host.tell()
      _ = try host.watch { _ -> Void? in nil }
      host.reads = true
      tcflow(host.terminal.descriptor, TCOON)
      try host.settle()
      guard host.output.contains(isScreenful ? "Berth" : "at noon") else {
        throw CheckFailure("losesOutput")
      }
      try host.enter("ab")
      try host.detach()
    },
  ]
}

/// Returns the flag of a terminal as a message.
private func words(_ flag: String) -> Message {
  ["specialCharacters", "otherFlags"].contains(flag) ? Message("mode", of: flag) : .verbatim(flag)
}

extension ScreenModes.Mode {
  fileprivate var words: Message { Message("mode", of: name) }
  fileprivate var on: Message { Message("mode.on", ["mode": words]) }
  fileprivate var off: Message { Message("mode.off", ["mode": words]) }
}
