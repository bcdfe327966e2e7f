import CFormwork
import FormworkCore

extension Check {
  /// The checks of what every front end shows of a picture.
  static let ofThePicture = [
    Check("shown", "demand.shown", after: ["run", "posts"]) { context throws(CheckFailure) in
      let host = try context.start()
      try checkField(on: host)
      try host.showAndDetach(.harbour(at: "cargo"))
      try host.checkShows("Grain", "Timber", fault: "noOptions")
      try checkRows(on: host)
      for (place, name, property, fault) in [
        ("cargo", "Timber", Property.selected, "noSelection"),
        ("insured", "insured", .value, "noToggle"),
      ] {
        let pictures = try [0, 1].map { number throws(CheckFailure) in
          let screen = ScriptedScreen.harbour(at: place)
          if let node = screen.tree.node(name) { screen.tree.set(node, property, .number(number)) }
          return try host.showAndDetach(screen)
        }
        guard pictures[0] != pictures[1] else { throw CheckFailure(fault) }
      }
      let screen = ScriptedScreen.harbour()
      let alert = screen.add(.alert, "storm", [.label: .text("Cast off?")])
      screen.tree.setFocus(screen.add(.button, "stay", [.label: .text("Moor")], into: alert))
      try host.showAndDetach(screen)
      try host.checkShows("Cast off?", "Moor", fault: "noAlert")
    },
    Check("told", "demand.told", after: ["shown"]) { context throws(CheckFailure) in
      let host = try context.start()
      host.screen.add(.notice, "tide", [.label: .text("High tide")])
      try host.showAndDetach(host.screen)
      let single = ScriptedScreen.single([:])
      single.add(.note, "slack", [.label: .text("Slack water")])
      try host.showAndDetach(single)
      // A form that could not be loaded.
      let failed = ScriptedScreen("Harbour")
      if let root = failed.tree.root {
        failed.tree.set(root, .status, .number(NodeStatus.failed.rawValue))
        failed.tree.set(root, .explanation, .text("Fog bank"))
      }
      failed.tree.setFocus(failed.add(.button, "retry", [.label: .text("Once more")]))
      try host.showAndDetach(failed)
      for (text, fix) in [
        ("Where it lies", "noHelp"), ("High tide", "noNotice"), ("Fog bank", "noStatement"),
        ("Slack water", "noNote"),
      ] {
        try host.checkShows(text, fault: "missingText", fix: fix)
      }
      try checkRefusal(on: host)
      let start = host.terminal.output.count
      host.screen = .harbour()
      try host.attach()
      host.screen.add(.notice, "berthed", [.label: .text("All fast"), .lasting: .number(1)])
      try host.tell()
      try host.detach(for: FORMWORK_REASON_DONE.rawValue)
      let output = TerminalOutput(host.terminal.output[start...])
      guard output.lastingText.contains("All fast") else { throw CheckFailure("noLasting") }
    },
    Check("order", "demand.order", after: ["shown"]) { context throws(CheckFailure) in
      let names = ["Grain", "Timber", "Coal"]
      let screen = ScriptedScreen("Harbour")
      let options = screen.addChoice(of: names).map(\.rawValue)
      let host = try context.start(screen)
      // Each option comes before those that are there.
      host.decorate = { messages in
        let others = messages.filter { !options.contains($0.node) }
        let inserted = options.reversed().flatMap { option in
          messages.filter { $0.node == option }.map { message in
            var message = message
            message.position = 0
            return message
          }
        }
        return others.dropLast(2) + inserted + others.suffix(2)
      }
      guard try host.showAndDetach(screen).hasInOrder(names) else {
        throw CheckFailure("noPosition")
      }
      host.decorate = { $0 }
      for (option, position, order) in [
        (2, 0, ["Coal", "Grain", "Timber"]), (0, 1, ["Timber", "Grain", "Coal"]),
      ] {
        let move = ScriptMessage(
          .change(.moved(NodeID(rawValue: options[option]), index: position)))
        guard try host.showAndDetach(screen, with: [move]).hasInOrder(order) else {
          throw CheckFailure("noMove")
        }
      }
    },
    Check("attach", "demand.attach", after: ["shown"]) { context throws(CheckFailure) in
      let host = try context.attach()
      var start = host.terminal.output.count
      try host.show(host.screen.picture(isLost: true))
      try host.checkShows("Berth", "quay", since: start, fault: "notAgain")
      // The picture of another screen, some of whose nodes have the numbers of nodes before.
      let tree = host.screen.tree
      for name in ["Grain", "Timber"] {
        if let option = tree.node(name) { host.screen.tree.remove(option) }
      }
      for name in ["Salt", "Wool"] {
        host.screen.add(.option, name, [.label: .text(name)], into: tree.node("cargo"))
      }
      host.screen.tree.setFocus(tree.node("cargo"))
      start = host.terminal.output.count
      try host.redraw()
      try host.checkShows("Salt", "Wool", since: start, fault: "missingScreen")
      let output = Array(host.terminal.output[start...])
      for text in ["Grain", "Timber"] where output.contains(text) {
        throw CheckFailure("keepsTree", ["text": .verbatim(text)])
      }
      try host.detach()
    },
    Check("suggested", "demand.suggested", after: ["shown"]) { context throws(CheckFailure) in
      let host = try context.start(.single([.completes: .number(1)]))
      host.screen.suggestion = "Ketch"
      try host.attach()
      try host.type("Ke\t")
      let isAsked = try host.awaitPost(of: FORMWORK_COMPLETE) != nil
      try host.settle()
      let isTaken = host.posts.contains { $0.string.contains("Ketch") }
      // The beginning may be there already.
      guard !isAsked || isTaken || host.terminal.output.contains("tch") else {
        throw CheckFailure("noSuggestion")
      }
      try host.detach()
    },
    Check("resized", "demand.resized", after: ["run"]) { context throws(CheckFailure) in
      let host = try context.attach()
      let (columns, rows) = (40, 10)
      host.terminal.resize(columns: columns, rows: rows)
      let start = host.terminal.output.count
      try host.show([ScriptMessage(.resized(WindowSize(columns: columns, rows: rows)))])
      if let focus = host.screen.tree.focus {
        host.screen.tree.set(focus, .label, .text("Wharf"))
      }
      try host.tell()
      try host.enter("ab")
      try host.detach()
      // A place beyond the old size means the end, wherever that is.
      for sequence in TerminalOutput(host.terminal.output[start...]).sequences {
        let (row, column) = sequence.place
        if let column, (columns + 1...Terminal.columns) ~= column {
          throw CheckFailure("oldWidth", ["column": .number(column), "columns": .number(columns)])
        }
        if let row, (rows + 1...Terminal.rows) ~= row {
          throw CheckFailure("oldHeight", ["row": .number(row), "rows": .number(rows)])
        }
      }
    },
  ]

  /// Checks that the value of a field is shown, what is typed there, and why that is refused.
  private static func checkField(on host: SessionHost) throws(CheckFailure) {
    guard let berth = host.screen.tree.node("berth") else { return }
    try host.attach()
    try host.checkShows("quay", fault: "noValue")
    var start = host.terminal.output.count
    host.screen.tree.set(berth, .value, .text("Moored"))
    try host.show()
    try host.checkShows("Moored", since: start, fault: "noValue")
    host.withheld = [FORMWORK_COMMIT]
    start = host.terminal.output.count
    // Letters of no label, which may be drawn one by one.
    try host.type("JQ\r")
    let isCommitted = try host.awaitPost(of: FORMWORK_COMMIT) != nil
    host.withheld = []
    host.screen.tree.set(berth, .status, .number(NodeStatus.refused.rawValue))
    host.screen.tree.set(berth, .explanation, .text("Dredged"))
    try host.show()
    if isCommitted { try host.checkShows("Dredged", fault: "noExplanation") }
    if host.hasEdited("JQ") {
      try host.checkShows("J", "Q", since: start, fault: "noEcho")
    }
    try host.detach()
  }

  /// Checks that the row with the focus is shown, by its label or its cells.
  private static func checkRows(on host: SessionHost) throws(CheckFailure) {
    let screen = ScriptedScreen("Harbour")
    let list = screen.add(
      .list, "fleet", [.label: .text("Fleet"), .rowCount: .number(2), .firstRow: .number(0)])
    for name in ["Rig", "Length"] { screen.add(.column, name, [.label: .text(name)], into: list) }
    let rows = [("Ketch", "12 m"), ("Sloop", "9 m")].map { rig, length in
      screen.add(
        .row, rig, [.label: .text("\(rig), \(length)"), .cells: .text("\(rig)\t\(length)")],
        into: list)
    }
    screen.tree.setFocus(rows[0])
    let start = host.terminal.output.count
    try host.showAndDetach(screen)
    try host.checkShows("Ketch", "12 m", since: start, fault: "noRow")
  }

  /// Checks that the reason is shown if a button is REFUSED.
  private static func checkRefusal(on host: SessionHost) throws(CheckFailure) {
    host.withheld = [FORMWORK_ACTIVATE, FORMWORK_GO]
    for keys in ["\r", "y\r"] {
      host.screen = .harbour(at: "submit")
      try host.attach()
      try host.type(keys)
      if try host.awaitPost(of: FORMWORK_ACTIVATE) != nil, let button = host.screen.tree.focus {
        let start = host.terminal.output.count
        host.screen.tree.refuse(button, .hindered, "Ebb tide")
        try host.show()
        try host.checkShows("Ebb tide", since: start, fault: "noRefusal")
      }
      try host.detach()
    }
    host.withheld = []
  }
}

extension SessionHost {
  /// Throws a fault if one of several texts is not in the output from a place on.
  fileprivate func checkShows(
    _ texts: String..., since start: Int = 0, fault: String, fix: String? = nil
  ) throws(CheckFailure) {
    let shown = TerminalOutput(terminal.output[start...]).text
    for text in texts where !shown.contains(text) {
      throw CheckFailure(fault, ["text": .verbatim(text)], fix: fix)
    }
  }

  /// Shows a screen for a run; returns the output of the run.
  @discardableResult
  fileprivate func showAndDetach(
    _ screen: ScriptedScreen, with messages: [ScriptMessage] = []
  ) throws(CheckFailure) -> [UInt8] {
    let start = terminal.output.count
    self.screen = screen
    try attach(with: messages)
    try detach()
    return Array(terminal.output[start...])
  }
}

extension [UInt8] {
  /// Whether the bytes contain texts, one after the other.
  fileprivate func hasInOrder(_ texts: [String]) -> Bool {
    let text = String(decoding: TerminalOutput(self).text, as: UTF8.self)
    let places = texts.map { text.firstRange(of: $0)?.lowerBound }
    return !places.contains(nil)
      && places == places.sorted { $0 ?? text.startIndex < $1 ?? text.startIndex }
  }
}
