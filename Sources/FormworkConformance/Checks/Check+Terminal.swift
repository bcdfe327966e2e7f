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
        try check(host.terminal, after: try host.detach(), needs: host.needs)
      }
    },
    Check("stopped-terminal", demands: "demand.stoppedTerminal") {
      examination throws(Failure) in
      let long = String(repeating: "high tide ", count: 4000) + "at noon"
      let form = ScriptedForm.single(.textField, [.detail: .text(long)])
      let usual = try examination.start(.probe(.usual), form)
      try usual.attach()
      try usual.detach()
      guard usual.terminal.output.contains("at noon") else {
        throw Failure(skipping: "check.noLongHelp")
      }
      let host = try examination.start(.probe(.usual), form)
      host.reads = false
      try host.run()
      try host.tell(host.form.snapshot())
      try host.rest()
      host.reads = true
      try host.settle()
      guard host.terminal.output.contains("at noon") else {
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
    guard !remains.isNonBlocking else {
      throw Failure("deed.leavesFlags", mend: "mend.leavesFlags")
    }
  }
}
