import CFormwork
import FormworkCore

extension Check {
  /// What of a picture a person has to be shown, whatever the front end is like.
  static let ofThePicture = [
    Check("shown", demands: "demand.shown", after: ["run", "posts"]) {
      examination throws(Failure) in
      let host = try examination.start()
      let berth = host.form.id("berth")
      try host.attach()
      try host.checkShows("quay", since: 0, "deed.noValue", mend: "mend.noValue")
      var start = host.terminal.output.count
      try host.tell([host.form.set(berth, .value, .text("Moored"))])
      try host.settle()
      try host.checkShows("Moored", since: start, "deed.noValue", mend: "mend.noValue")
      host.answers = false
      start = host.terminal.output.count
      // Letters of no label, which may be drawn one by one.
      try host.type("JQ\r")
      let isCommitted = try host.awaitPost(of: FORMWORK_COMMIT) != nil
      host.answers = true
      try host.tell([
        host.form.set(berth, .status, .number(NodeStatus.refused.rawValue)),
        host.form.set(berth, .explanation, .text("Dredged")),
      ])
      try host.settle()
      guard !isCommitted || host.terminal.output.contains("Dredged") else {
        throw Failure("deed.noExplanation", mend: "mend.noExplanation")
      }
      if host.posts.contains(where: { $0.is(FORMWORK_EDIT) && $0.string.contains("JQ") }) {
        for letter in ["J", "Q"] {
          try host.checkShows(letter, since: start, "deed.noEcho", mend: "mend.noEcho")
        }
      }
      try host.detach()
      host.form.placeFocus(on: host.form.id("cargo"))
      try host.attach()
      try host.detach()
      guard ["Grain", "Timber"].allSatisfy(host.terminal.output.contains) else {
        throw Failure("deed.noOptions", mend: "mend.noOptions")
      }
      try checkRows(on: host)
      try checkAnswers(on: host)
      let alert = host.form.add(.alert, "storm", [.label: .text("Cast off?")])
      let button = host.form.add(.button, "stay", [.label: .text("Moor")], into: alert)
      host.form.placeFocus(on: button)
      try host.attach()
      try host.detach()
      for text in ["Cast off?", "Moor"] where !host.terminal.output.contains(text) {
        throw Failure("deed.noAlert", ["text": .verbatim(text)], mend: "mend.noAlert")
      }
    },
    Check("told", demands: "demand.told", after: ["shown"]) { examination throws(Failure) in
      let host = try examination.start()
      host.form.add(.notice, "tide", [.label: .text("High tide")])
      try host.attach()
      try host.detach()
      host.form = .single(.textField, [:])
      host.form.add(.note, "slack", [.label: .text("Slack water")])
      try host.attach()
      try host.detach()
      // A form that could not be loaded.
      host.form = ScriptedForm("Harbour")
      _ = host.form.set(1, .status, .number(NodeStatus.failed.rawValue))
      _ = host.form.set(1, .explanation, .text("Fog bank"))
      host.form.placeFocus(on: host.form.add(.button, "retry", [.label: .text("Once more")]))
      try host.attach()
      try host.detach()
      let told: [(text: String, mend: Message)] = [
        ("Where it lies", "mend.noHelp"), ("High tide", "mend.noNotice"),
        ("Fog bank", "mend.noStatement"), ("Slack water", "mend.noNote"),
      ]
      for (text, mend) in told where !host.terminal.output.contains(text) {
        throw Failure("deed.missingText", ["text": .verbatim(text)], mend: mend)
      }
      try checkRefusal(on: host)
      let start = host.terminal.output.count
      host.form = .harbour()
      try host.attach()
      host.form.add(.notice, "berthed", [.label: .text("All fast"), .lasting: .number(1)])
      try host.tell(host.form.nodes.last.map { host.form.insertion(of: $0) } ?? [])
      try host.detach(for: Int64(FORMWORK_REASON_DONE.rawValue))
      let lasting = ControlSequence.lastingText(of: Array(host.terminal.output[start...]))
      guard lasting.contains("All fast") else {
        throw Failure("deed.noLasting", mend: "mend.noLasting")
      }
    },
    Check("order", demands: "demand.order", after: ["shown"]) { examination throws(Failure) in
      var form = ScriptedForm("Harbour")
      let cargo = form.add(.choice, "cargo", [.label: .text("Cargo")])
      let names = ["Grain", "Timber", "Coal"]
      let options = names.map { form.add(.option, $0, [.label: .text($0)], into: cargo) }
      let host = try examination.start(.probe(.usual), form)
      let picture = form.snapshot()
      // Each before those that came.
      let last = picture.filter { !options.contains($0.node) }
      let inserted = options.reversed().flatMap { option in
        picture.filter { $0.node == option }.map { message in
          var message = message
          message.position = 0
          return message
        }
      }
      try host.show(last.dropLast() + inserted + last.suffix(1))
      guard host.terminal.output.hasInOrder(names) else {
        throw Failure("deed.noPosition", mend: "mend.noPosition")
      }
      try host.detach()
      for (option, position, order) in [
        (2, 0, ["Coal", "Grain", "Timber"]), (0, 1, ["Timber", "Grain", "Coal"]),
      ] {
        let start = host.terminal.output.count
        try host.show(picture + [.move(options[option], to: position)])
        guard host.terminal.output[start...].hasInOrder(order) else {
          throw Failure("deed.noMove", mend: "mend.noMove")
        }
        try host.detach()
      }
    },
    Check("attach", demands: "demand.attach", after: ["shown"]) { examination throws(Failure) in
      let host = try examination.start()
      try host.attach()
      var picture = host.form.snapshot()
      picture[0].flags = FORMWORK_LOST.rawValue
      var start = host.terminal.output.count
      try host.tell(picture)
      try host.settle()
      for text in ["Berth", "quay"] {
        try host.checkShows(text, since: start, "deed.notAnew", mend: "mend.notAnew")
      }
      // Another screen, of which nodes have the numbers of those before.
      let cargo = host.form.id("cargo")
      for option in ["grain", "timber"] { _ = host.form.remove(host.form.id(option)) }
      for option in ["Salt", "Wool"] {
        host.form.add(.option, option, [.label: .text(option)], into: cargo)
      }
      host.form.placeFocus(on: cargo)
      start = host.terminal.output.count
      try host.tell(host.form.snapshot())
      try host.settle()
      for text in ["Salt", "Wool"] {
        try host.checkShows(text, since: start, "deed.missingScreen", mend: "mend.missingScreen")
      }
      let output = Array(host.terminal.output[start...])
      for text in ["Grain", "Timber"] where output.contains(text) {
        throw Failure("deed.keepsTree", ["text": .verbatim(text)], mend: "mend.keepsTree")
      }
      try host.detach()
    },
    Check("suggested", demands: "demand.suggested", after: ["shown"]) {
      examination throws(Failure) in
      let form = ScriptedForm.single(.textField, [.completes: .number(1)])
      let host = try examination.start(.probe(.usual), form)
      host.form.suggestion = "Ketch"
      try host.attach()
      try host.type("Ke\t")
      let isAsked = try host.awaitPost(of: FORMWORK_COMPLETE) != nil
      try host.settle()
      let isTaken = host.posts.contains { $0.string.contains("Ketch") }
      // What was typed of it may stand there already.
      guard !isAsked || isTaken || host.terminal.output.contains("tch") else {
        throw Failure("deed.noSuggestion", mend: "mend.noSuggestion")
      }
      try host.detach()
    },
    Check("resized", demands: "demand.resized", after: ["run"]) { examination throws(Failure) in
      let host = try examination.start()
      try host.attach()
      let (columns, rows) = (40, 10)
      host.terminal.resize(columns: columns, rows: rows)
      let start = host.terminal.output.count
      try host.tell([ScriptMessage(kind: FORMWORK_RESIZED.rawValue, number: 40, count: 10)])
      try host.settle()
      try host.tell([host.form.set(host.form.focus, .label, .text("Wharf"))])
      try host.enter("ab")
      try host.detach()
      let sequences = ControlSequence.all(in: Array(host.terminal.output[start...]))
      let used = (columns: sequences.compactMap(\.column), rows: sequences.compactMap(\.row))
      // What lies beyond the old size asks for the end, wherever that is.
      if let column = used.columns.first(where: { (columns + 1...Terminal.columns) ~= $0 }) {
        throw Failure(
          "deed.oldWidth", ["column": .number(column), "columns": .number(columns)],
          mend: "mend.oldWidth")
      }
      if let row = used.rows.first(where: { (rows + 1...Terminal.rows) ~= $0 }) {
        throw Failure(
          "deed.oldHeight", ["row": .number(row), "rows": .number(rows)], mend: "mend.oldHeight")
      }
    },
  ]

  /// Where a button that was pressed is REFUSED, the text says why.
  private static func checkRefusal(on host: ScriptedHost) throws(Failure) {
    host.form = .harbour()
    let button = host.form.id("submit")
    host.form.placeFocus(on: button)
    host.withheld = [FORMWORK_ACTIVATE, FORMWORK_GO]
    for keys in ["\r", "y\r"] {
      try host.attach()
      try host.type(keys)
      if try host.awaitPost(of: FORMWORK_ACTIVATE) != nil {
        let start = host.terminal.output.count
        try host.tell([
          ScriptMessage(
            kind: FORMWORK_REFUSED.rawValue, node: button,
            number: Int64(FORMWORK_REFUSAL_HINDERED.rawValue), text: Array("Ebb tide".utf8))
        ])
        try host.settle()
        try host.checkShows("Ebb tide", since: start, "deed.noRefusal", mend: "mend.noRefusal")
      }
      try host.detach()
    }
    host.withheld = []
  }

  /// What is chosen, and whether a toggle is on, can be seen where the focus is.
  private static func checkAnswers(on host: ScriptedHost) throws(Failure) {
    for (place, name, property) in [
      ("cargo", "timber", Property.selected), ("insured", "insured", .value),
    ] {
      host.form.placeFocus(on: host.form.id(place))
      var pictures: [[UInt8]] = []
      for number in [0, 1] {
        _ = host.form.set(host.form.id(name), property, .number(number))
        let start = host.terminal.output.count
        try host.attach()
        try host.detach()
        pictures.append(Array(host.terminal.output[start...]))
      }
      guard pictures[0] != pictures[1] else {
        let isToggle = property == .value
        throw Failure(
          isToggle ? "deed.noToggle" : "deed.noSelection",
          mend: isToggle ? "mend.noToggle" : "mend.noSelection")
      }
    }
    host.form = .harbour()
  }

  /// Of a list, the row that has the focus is shown, as its label or as its cells.
  private static func checkRows(on host: ScriptedHost) throws(Failure) {
    host.form = ScriptedForm("Harbour")
    let list = host.form.add(
      .list, "fleet", [.label: .text("Fleet"), .rowCount: .number(2), .firstRow: .number(0)])
    for name in ["Rig", "Length"] {
      host.form.add(.column, name, [.label: .text(name)], into: list)
    }
    let rows = [("Ketch", "12 m"), ("Sloop", "9 m")].map { rig, length in
      host.form.add(
        .row, rig, [.label: .text("\(rig), \(length)"), .cells: .text("\(rig)\t\(length)")],
        into: list)
    }
    host.form.placeFocus(on: rows[0])
    let start = host.terminal.output.count
    try host.attach()
    for text in ["Ketch", "12 m"] {
      try host.checkShows(text, since: start, "deed.noRow", mend: "mend.noRow")
    }
    try host.detach()
    host.form = .harbour()
  }
}

extension ScriptedHost {
  /// Throws where a text does not stand in what was written from a place on.
  fileprivate func checkShows(
    _ text: String, since start: Int, _ deed: String, mend: Message
  ) throws(Failure) {
    guard ControlSequence.text(of: Array(terminal.output[start...])).contains(text) else {
      throw Failure(deed, ["text": .verbatim(text)], mend: mend)
    }
  }

  /// Shows a picture in these words, and waits until the front end waits.
  fileprivate func show(_ messages: [ScriptMessage]) throws(Failure) {
    try run()
    try tell(messages)
    try settle()
  }
}

extension Sequence<UInt8> {
  /// Whether texts stand in these bytes one behind the other.
  fileprivate func hasInOrder(_ texts: [String]) -> Bool {
    let text = String(decoding: ControlSequence.text(of: Array(self)), as: UTF8.self)
    let places = texts.map { text.firstRange(of: $0)?.lowerBound }
    return !places.contains(nil)
      && places == places.sorted { $0 ?? text.startIndex < $1 ?? text.startIndex }
  }
}
