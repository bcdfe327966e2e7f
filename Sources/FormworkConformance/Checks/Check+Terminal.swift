import FormworkCore
import FormworkTools
import Glibc

extension Check {
  static let ofTheTerminal = [
    Check("terminal", "terminal") { context throws(CheckFailure) in
      for (place, typed) in [("berth", ""), ("berth", "ab"), ("code", "ab"), ("remarks", "")] {
        let host = try context.start(.sample(at: place))
        let found = try? host.terminal.modes
        try host.attach()
        try host.type(typed)
        try host.settle()
        let modes = try? host.terminal.modes
        guard modes?.hasSignalKeys != false else { throw CheckFailure("clearsSignalKeys") }
        guard modes?.hasNoMinimum != true else { throw CheckFailure("clearsMinimum") }
        let faults = try host.detach().faults
        let screen = ScreenModes(after: TerminalOutput(host.output))
        let needs = UInt32(truncatingIfNeeded: host.loaded?.number ?? 0)
        let left = try? host.terminal.modes
        let differences = found.flatMap { left?.differences(from: $0) } ?? []
        for (fault, modes) in [
          ("leavesModes", differences.map { words($0) }),
          ("leavesScreen", screen.differences.map { words($0.name, $0.isOn ? "on" : "off") }),
          ("usesUnnamed", screen.unnamed(in: needs).map { words($0.name, $0.isOn ? nil : "off") }),
        ] where !modes.isEmpty {
          throw CheckFailure(fault, ["modes": .list(modes)])
        }
        guard !faults.contains("leavesFlags") else { throw CheckFailure("leavesFlags") }
      }
    },
    Check("process", "process") { context throws(CheckFailure) in
      let faults = try context.usualRun().faults
      if let fault = faults.first(where: { $0 != "leavesFlags" }) { throw CheckFailure(fault) }
    },
    Check("stopped-terminal", "stoppedTerminal") { context throws(CheckFailure) in
      if try context.usualRun().isElsewhere {
        throw CheckFailure(skipping: .key("check.elsewhere"))
      }
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

/// Returns a mode by its name, alone or in a state; flags of a terminal are named as in termios(3).
private func words(_ name: String, _ state: String? = nil) -> Message {
  let mode = name.allSatisfy(\.isUppercase) ? Message.verbatim(name) : .key("mode", of: name)
  return state.map { .key("mode", of: $0, ["mode": mode]) } ?? mode
}
