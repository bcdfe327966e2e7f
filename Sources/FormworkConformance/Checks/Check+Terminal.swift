import CFormwork
import FormworkCore

extension Check {
  /// What becomes of the terminal.
  static let ofTheTerminal = [
    Check(
      "terminal",
      demands:
        "The terminal is left as it was found; nothing is switched on that is not named."
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
      return .passed
    },
    Check("stopped-terminal", demands: "A terminal that stops reading for a while loses nothing.") {
      examination throws(Failure) in
      let long = String(repeating: "high tide ", count: 4000) + "at noon"
      let form = ScriptedForm.single(.textField, [.detail: .text(long)])
      let usual = try examination.start(.probe(.usual), form)
      try usual.attach()
      try usual.detach()
      guard usual.terminal.output.contains("at noon") else {
        return .skipped("does not show a long help to its end")
      }
      let host = try examination.start(.probe(.usual), form)
      host.reads = false
      try host.run()
      try host.tell(host.form.snapshot())
      try host.rest()
      host.reads = true
      try host.settle()
      guard host.terminal.output.contains("at noon") else {
        throw Failure(
          "loses output while the terminal takes none, as after ^S",
          mend: "wait, and write the rest")
      }
      try host.enter("ab")
      try host.detach()
      return .passed
    },
  ]

  private static func check(
    _ terminal: Terminal, after remains: Remains, needs: UInt32
  ) throws(Failure) {
    if let found = terminal.found, let left = terminal.modes, found != left {
      let modes = left.differences(from: found).joined(separator: ", ")
      throw Failure(
        "leaves other terminal modes than it found (\(modes))",
        mend: "put back what was found")
    }
    let screen = ScreenModes(after: terminal.output)
    guard screen.differences.isEmpty else {
      throw Failure(
        "leaves the terminal with \(screen.differences.joined(separator: ", "))",
        mend: "undo it before run returns")
    }
    let unnamed = screen.unnamed(in: needs)
    guard unnamed.isEmpty else {
      throw Failure(
        "switches on what its table does not name (\(unnamed.joined(separator: ", ")))",
        mend: "add it to needs: what is not named is not undone on ^Z")
    }
    guard !remains.isNonBlocking else {
      throw Failure(
        "leaves in_fd or out_fd non-blocking or asynchronous",
        mend: "put back the flags that were found")
    }
  }
}
