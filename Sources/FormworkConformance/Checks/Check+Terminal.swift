import CFormwork
import FormworkCore

extension Check {
  static let ofTheTerminal = [
    Check(
      "terminal",
      demands: "demand.terminal"
    ) {
      examination throws(Failure) in
      let form = ScriptedForm.harbour()
      for (place, typed) in [("berth", ""), ("berth", "ab"), ("code", "ab"), ("remarks", "")] {
        let host = try examination.start(.probe(.usual), form)
        host.form.placeFocus(on: form.id(place))
        try host.attach()
        try host.type(typed)
        try host.settle()
        try host.terminal.checkModes()
        try check(host.terminal, after: try host.detach(), needs: host.needs)
      }
    },
    Check("process", demands: "demand.process") { examination throws(Failure) in
      let changes = try examination.usualPerformance().remains.changes
      let complaints: [(HostsState.Changes, Message, Message)] = [
        (.signals, "deed.changesSignals", "mend.changesSignals"),
        (.locale, "deed.changesLocale", "mend.changesLocale"),
        (.folder, "deed.changesFolder", "mend.changesFolder"),
        (.threads, "deed.leavesThreads", "mend.leavesThreads"),
      ]
      if let found = complaints.first(where: { changes.contains($0.0) }) {
        throw Failure(found.1, mend: found.2)
      }
    },
    Check("stopped-terminal", demands: "demand.stoppedTerminal") {
      examination throws(Failure) in
      let long = String(repeating: "high tide ", count: 4000) + "at noon"
      let form = ScriptedForm.single(.textField, [.detail: .text(long)])
      let usual = try examination.start(.probe(.usual), form)
      try usual.attach()
      try usual.detach()
      // What shows a screenful at a time never fills the terminal: that is stopped as by ^S.
      let isScreenful = !usual.terminal.output.contains("at noon")
      let host = try examination.start(.probe(.usual), form)
      host.reads = false
      if isScreenful { host.terminal.stop() }
      try host.run()
      try host.tell(host.form.snapshot())
      try host.rest()
      host.reads = true
      host.terminal.stop(false)
      try host.settle()
      guard host.terminal.output.contains(isScreenful ? "Berth" : "at noon") else {
        throw Failure("deed.losesOutput", mend: "mend.losesOutput")
      }
      try host.enter("ab")
      try host.detach()
    },
  ]

  private static func check(
    _ terminal: Terminal, after remains: Remains, needs: UInt32
  ) throws(Failure) {
    if let found = terminal.found, let left = terminal.modes, found != left {
      throw Failure(
        "deed.leavesModes", ["modes": .list(left.differences(from: found))],
        mend: "mend.leavesModes")
    }
    let screen = ScreenModes(after: terminal.output)
    guard screen.differences.isEmpty else {
      throw Failure(
        "deed.leavesScreen", ["modes": .list(screen.differences)], mend: "mend.leavesScreen")
    }
    let unnamed = screen.unnamed(in: needs)
    guard unnamed.isEmpty else {
      throw Failure("deed.usesUnnamed", ["modes": .list(unnamed)], mend: "mend.usesUnnamed")
    }
    guard !remains.changes.contains(.flags) else {
      throw Failure("deed.leavesFlags", mend: "mend.leavesFlags")
    }
  }
}
