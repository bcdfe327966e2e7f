import CFormwork
import FormworkCore

extension Check {
  static let ofTheTerminal = [
    Check("terminal", "demand.terminal") { context throws(CheckFailure) in
      for (place, typed) in [("berth", ""), ("berth", "ab"), ("code", "ab"), ("remarks", "")] {
        let host = try context.attach(.harbour(at: place))
        try host.type(typed)
        try host.settle()
        guard host.terminal.modes?.hasSignalKeys != false else {
          throw CheckFailure("clearsSignalKeys")
        }
        guard host.terminal.modes?.hasNoMinimum != true else { throw CheckFailure("clearsMinimum") }
        try check(host.terminal, after: try host.detach(), needs: host.needs)
      }
    },
    Check("process", "demand.process") { context throws(CheckFailure) in
      let changes = try context.usualRun().remains.changes
      let faults: [(HostsState.Changes, String)] = [
        (.signals, "changesSignals"), (.locale, "changesLocale"), (.folder, "changesFolder"),
        (.threads, "leavesThreads"),
      ]
      if let found = faults.first(where: { changes.contains($0.0) }) { throw CheckFailure(found.1) }
    },
    Check("stopped-terminal", "demand.stoppedTerminal") { context throws(CheckFailure) in
      let long = String(repeating: "high tide ", count: 4000) + "at noon"
      let usual = try context.attach(.single([.detail: .text(long)]))
      try usual.detach()
      // A screenful at a time never fills the terminal, which is then stopped as by ^S.
      let isScreenful = !usual.terminal.output.contains("at noon")
      let host = try context.start(usual.screen)
      host.reads = false
      if isScreenful { host.terminal.stop() }
      try host.run()
      try host.tell()
      try host.rest()
      host.reads = true
      host.terminal.stop(false)
      try host.settle()
      guard host.terminal.output.contains(isScreenful ? "Berth" : "at noon") else {
        throw CheckFailure("losesOutput")
      }
      try host.enter("ab")
      try host.detach()
    },
  ]

  private static func check(
    _ terminal: Terminal, after remains: ProcessSnapshot, needs: UInt32
  ) throws(CheckFailure) {
    if let found = terminal.found, let left = terminal.modes, found != left {
      throw CheckFailure("leavesModes", ["modes": .list(left.differences(from: found))])
    }
    let screen = ScreenModes(after: TerminalOutput(terminal.output))
    guard screen.differences.isEmpty else {
      throw CheckFailure("leavesScreen", ["modes": .list(screen.differences)])
    }
    let unnamed = screen.unnamed(in: needs)
    guard unnamed.isEmpty else { throw CheckFailure("usesUnnamed", ["modes": .list(unnamed)]) }
    guard !remains.changes.contains(.flags) else { throw CheckFailure("leavesFlags") }
  }
}
