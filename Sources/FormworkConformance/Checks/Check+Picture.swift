import CFormwork
import FormworkCore
import FormworkSession
import FormworkTools

extension Check {
  /// The checks of what every front end shows of a picture.
  static let ofThePicture = [
    Check("shown", "shown", after: ["run", "posts"]) { context throws(CheckFailure) in
      if try context.usualRun().isElsewhere {
        throw CheckFailure(skipping: .key("check.elsewhere"))
      }
      let host = try context.start()
      try host.expect("quay", fault: "noValue")
      try host.expect("Moored", fault: "noValue") { $0.set("berth", .value, .text("Moored")) }
      // Letters of no label, which may be drawn one by one.
      try host.expect("Dredged", typing: "JQ\r", until: FORMWORK_COMMIT, fault: "noExplanation") {
        $0.set("berth", .status, .number(NodeStatus.refused.rawValue))
        $0.set("berth", .explanation, .text("Dredged"))
      }
      if host.hasEdited("JQ") { try host.checkShows(["J", "Q"], fault: "noEcho") }
      try host.expect("Grain", "Timber", on: .sample(at: "cargo"), fault: "noOptions")
      try host.expect("Ketch", "12 m", on: .fleet(), fault: "noRow")
      let fleet = ScriptedScreen.fleet()
      fleet.tree.setFocus(fleet.add(.textField, "berth", [.label: .text("Berth")]))
      try host.expect("Ketch", "Sloop", on: fleet, fault: "noList")
      for (place, name, property, fault) in [
        ("cargo", "Timber", Property.selected, "noSelection"),
        ("insured", "insured", .value, "noToggle"),
      ] {
        let pictures = try [0, 1].map { number throws(CheckFailure) in
          try host.expect(on: .sample(at: place) { $0.set(name, property, .number(number)) })
          return host.output
        }
        guard pictures[0] != pictures[1] else { throw CheckFailure(fault) }
      }
      let alarmed = ScriptedScreen.sample {
        let alert = $0.add(.alert, "storm", [.label: .text("Cast off?")])
        $0.tree.setFocus($0.add(.button, "stay", [.label: .text("Moor")], into: alert))
      }
      try host.expect("Cast off?", "Moor", on: alarmed, fault: "noAlert")
    },
    Check("told", "told", after: ["shown"]) { context throws(CheckFailure) in
      let host = try context.start()
      for (text, screen, fix) in [
        ("Where it lies", ScriptedScreen.sample(), "noHelp"),
        (
          "High tide", .sample { $0.add(.notice, "tide", [.label: .text("High tide")]) },
          "noNotice"
        ),
        ("Fog bank", .failed(), "noStatement"),
        (
          "Slack water", .single { $0.add(.note, "slack", [.label: .text("Slack water")]) },
          "noNote"
        ),
      ] {
        try host.expect(text, on: screen, fault: "missingText", fix: fix)
      }
      for keys in ["\r", "y\r"] {
        try host.expect(
          "Ebb tide", on: .sample(at: "submit"), typing: keys, until: FORMWORK_ACTIVATE,
          fault: "noRefusal"
        ) {
          if let button = $0.tree.node("submit") { $0.tree.refuse(button, .blocked, "Ebb tide") }
        }
      }
      host.screen = .sample()
      try host.attach()
      host.screen.add(.notice, "berthed", [.label: .text("All fast"), .lasting: .number(1)])
      try host.tell()
      try host.detach(for: FORMWORK_REASON_DONE.rawValue)
      guard TerminalOutput(host.output).lastingText.contains("All fast") else {
        throw CheckFailure("noLasting")
      }
    },
    Check("order", "order", after: ["shown"]) { context throws(CheckFailure) in
      let screen = ScriptedScreen("Harbour")
      let options = screen.addChoice(of: ["Coal", "Timber", "Grain"])
      let host = try context.start()
      // Its output may be the messages themselves.
      if host.readsNoKeys { throw CheckFailure(skipping: .key("check.noKeys")) }
      func check(_ order: [String], fault: String) throws(CheckFailure) {
        try host.expect(on: screen)
        let shown = String(decoding: host.shown, as: UTF8.self)
        let places = order.compactMap { shown.firstRange(of: $0)?.lowerBound }
        guard places.count == order.count, places == places.sorted() else {
          throw CheckFailure(fault)
        }
      }
      // Each option comes before those that are there.
      host.decorate = { message in
        var message = message
        if message.nodeKind == NodeKind.option.rawValue { message.position = 0 }
        return [message]
      }
      try check(["Grain", "Timber", "Coal"], fault: "noPosition")
      for (option, position, order) in [
        (2, 0, ["Grain", "Coal", "Timber"]), (0, 1, ["Timber", "Coal", "Grain"]),
      ] {
        let move = Change.moved(options[option], index: position)
        host.decorate = { $0.after([ScriptMessage(.change(move))]) }
        try check(order, fault: "noMove")
      }
    },
    Check("attach", "attach", after: ["shown"]) { context throws(CheckFailure) in
      let host = try context.start().attach()
      let screen = host.screen
      host.forgetOutput()
      try host.show(screen.picture(isLost: true).map { ScriptMessage($0) })
      try host.checkShows(["Berth", "quay"], fault: "notAgain")
      // The picture of another screen, some of whose nodes have the numbers of nodes before.
      let cargo = screen.tree.node("cargo")
      for (old, new) in [("Grain", "Salt"), ("Timber", "Wool")] {
        if let option = screen.tree.node(old) { screen.tree.remove(option) }
        screen.add(.option, new, [.label: .text(new)], into: cargo)
      }
      screen.tree.setFocus(cargo)
      host.forgetOutput()
      host.session.attach()
      try host.show()
      try host.checkShows(["Salt", "Wool"], fault: "missingScreen")
      for text in ["Grain", "Timber"] where host.shown.contains(text) {
        throw CheckFailure("keepsTree", ["text": .verbatim(text)])
      }
      try host.detach()
    },
    Check("suggested", "suggested", after: ["shown"]) { context throws(CheckFailure) in
      let host = try context.start(.single([.completes: .number(1)]))
      host.screen.suggestion = "Ketch"
      try host.attach()
      try host.type("Ke\t")
      let isAsked = try host.awaitPost(of: [FORMWORK_COMPLETE]) != nil
      try host.settle()
      let isTaken = host.posts.contains { $0.string.contains("Ketch") }
      // The beginning may be there already.
      guard !isAsked || isTaken || host.shown.contains("tch") else {
        throw CheckFailure("noSuggestion")
      }
      try host.detach()
    },
    Check("resized", "resized", after: ["run"]) { context throws(CheckFailure) in
      let host = try context.start().attach()
      let size = WindowSize(columns: 40, rows: 10)
      host.terminal.resize(to: size)
      host.forgetOutput()
      try host.show([ScriptMessage(.resized(size))])
      host.screen.set("berth", .label, .text("Wharf"))
      try host.tell()
      try host.enter("ab")
      try host.detach()
      // A place beyond the old size means the end, wherever that is.
      for sequence in TerminalOutput(host.output).sequences {
        let (row, column) = sequence.place
        if let column, (size.columns + 1...SessionHost.size.columns) ~= column {
          throw CheckFailure(
            "oldWidth", ["column": .number(column), "columns": .number(size.columns)])
        }
        if let row, (size.rows + 1...SessionHost.size.rows) ~= row {
          throw CheckFailure("oldHeight", ["row": .number(row), "rows": .number(size.rows)])
        }
      }
    },
  ]
}

extension SessionHost {
  /// Runs the front end on a screen, and checks that texts are shown after keys and a change.
  ///
  /// If the front end does not post what the keys are for, there is nothing to expect.
  fileprivate func expect(
    _ texts: String..., on screen: ScriptedScreen = .sample(), typing keys: String = "",
    until kind: formwork_message_kind? = nil, fault: String = "missingText", fix: String? = nil,
    after change: (ScriptedScreen) -> Void = { _ in }
  ) throws(CheckFailure) {
    self.screen = screen
    withheld = kind.map { [$0] } ?? []
    defer { withheld = [] }
    try attach()
    var texts = texts
    if let kind {
      forgetOutput()
      try type(keys)
      if try awaitPost(of: [kind]) == nil { texts = [] }
    }
    change(screen)
    try show()
    try checkShows(texts, fault: fault, fix: fix)
    try detach()
  }

  /// Throws a fault if a text is not shown.
  fileprivate func checkShows(
    _ texts: [String], fault: String, fix: String? = nil
  ) throws(CheckFailure) {
    let shown = shown
    for text in texts where !shown.contains(text) {
      throw CheckFailure(fault, ["text": .verbatim(text)], fix: fix)
    }
  }
}
