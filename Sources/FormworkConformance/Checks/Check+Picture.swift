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
      host.answers = false
      try host.type("ab\r")
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
      try host.detach()
      host.form.placeFocus(on: host.form.id("cargo"))
      try host.attach()
      try host.detach()
      guard ["Grain", "Timber"].allSatisfy(host.terminal.output.contains) else {
        throw Failure("deed.noOptions", mend: "mend.noOptions")
      }
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
      // A form that could not be loaded.
      host.form = ScriptedForm("Harbour")
      _ = host.form.set(1, .status, .number(NodeStatus.failed.rawValue))
      _ = host.form.set(1, .explanation, .text("Fog bank"))
      host.form.placeFocus(on: host.form.add(.button, "retry", [.label: .text("Once more")]))
      try host.attach()
      try host.detach()
      let told: [(text: String, mend: Message)] = [
        ("Where it lies", "mend.noHelp"), ("High tide", "mend.noNotice"),
        ("Fog bank", "mend.noStatement"),
      ]
      for (text, mend) in told where !host.terminal.output.contains(text) {
        throw Failure("deed.missingText", ["text": .verbatim(text)], mend: mend)
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
      let start = host.terminal.output.count
      try host.show(picture + [form.move(options[2], to: 0)])
      guard host.terminal.output[start...].hasInOrder(["Coal", "Grain", "Timber"]) else {
        throw Failure("deed.noMove", mend: "mend.noMove")
      }
      try host.detach()
    },
    Check("resized", demands: "demand.resized", after: ["run"]) { examination throws(Failure) in
      let host = try examination.start()
      try host.attach()
      let columns = 40
      host.terminal.resize(columns: columns)
      let start = host.terminal.output.count
      try host.tell([ScriptMessage(kind: FORMWORK_RESIZED.rawValue, number: 40, count: 24)])
      try host.settle()
      try host.tell([host.form.set(host.form.focus, .label, .text("Wharf"))])
      try host.enter("ab")
      try host.detach()
      let columnsUsed = ControlSequence.all(in: Array(host.terminal.output[start...]))
        .compactMap(\.column)
      // What lies beyond the old width asks for the end of the row, however long that is.
      if let column = columnsUsed.first(where: { (columns + 1...Terminal.columns) ~= $0 }) {
        throw Failure(
          "deed.oldWidth", ["column": .number(column), "columns": .number(columns)],
          mend: "mend.oldWidth")
      }
    },
  ]
}

extension ScriptedHost {
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
