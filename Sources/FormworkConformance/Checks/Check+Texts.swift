import CFormwork
import FormworkCore
import FormworkTools

extension Check {
  /// The checks of many, long, wide and secret texts.
  static let ofTexts = [
    Check("many-fields", "manyFields", deadline: .seconds(60)) { context throws(CheckFailure) in
      let screen = ScriptedScreen("Harbour")
      for number in 1...1000 {
        screen.add(.textField, "berth\(number)", [.label: .text("Berth \(number)")])
      }
      screen.tree.setFocus(screen.tree.node("berth900"))
      let host = try context.start(screen).attach()
      guard host.output.contains("Berth 900") || host.showsElsewhere else {
        throw CheckFailure("fewFields")
      }
      try host.enter("ab")
      try host.detach()
    },
    Check("long-text", "longText", deadline: .seconds(110)) { context throws(CheckFailure) in
      let long = String(repeating: "quay ", count: Int(FORMWORK_TEXT_LIMIT) / 5) + "."
      for property in [Property.value, .label, .detail] {
        let host = try context.start(.single([property: .text(long)])).attach()
        let text = try host.enter("")?.text ?? []
        guard property != .value || text.isEmpty || text == Array(long.utf8) else {
          let whole = Message.number(long.utf8.count)
          throw CheckFailure("cutsText", ["posted": .number(text.count), "whole": whole])
        }
        try host.detach()
      }
    },
    Check("wide-text", "wideText", after: ["run", "posts"]) { context throws(CheckFailure) in
      for text in ["漢字", "שלום", "Ångström", "e\u{301}", "👩‍🚀", "مرحبا"] {
        let typed = Message.verbatim(text)
        let label = "Berth \(text)"
        let host = try context.start(.single([.label: .text(label), .detail: .text(text)])).attach()
        let commit = try host.enterByBytes(text) { host.hasEdited(text) }
        for post in host.posts where String(validating: post.text, as: UTF8.self) == nil {
          throw post.failure("cutsCharacter", ["text": typed], fix: "wholeCharacters")
        }
        for post in host.posts where post.is(FORMWORK_EDIT) && post.number != post.text.count {
          let words: [String: Message] = [
            "text": .verbatim(post.string), "place": .number(Int(post.number)),
            "field": .verbatim(label),
          ]
          throw CheckFailure("cursorElsewhere", words, count: post.text.count, fix: "badCursor")
        }
        if let commit, !commit.text.isEmpty, commit.text != Array(text.utf8) {
          throw CheckFailure("postsOther", ["typed": typed, "posted": .verbatim(commit.string)])
        }
        guard host.hasEdited(text) || host.readsNoKeys else {
          throw CheckFailure("losesText", ["typed": typed], fix: "wholeCharacters")
        }
        try host.detach()
      }
    },
    Check("secrets", "secrets", after: ["run", "posts"]) { context throws(CheckFailure) in
      let screen = ScriptedScreen("Harbour")
      // A number that no front end posts by chance.
      let length = PropertyValue.number(90_817)
      let code = screen.add(.secretField, "code", [.label: .text("Code"), .value: length])
      screen.add(.textField, "berth", [.label: .text("Berth")])
      let host = try context.start(screen).attach()
      // The text is no literal: the probe is this program, and the memory of the probe is searched.
      let secret = ["Xk7", "pQ2", "vL"].joined()
      func isEdited() -> Bool {
        host.posts.contains {
          $0.is(FORMWORK_EDIT) && $0.node == code.rawValue && $0.text.count == secret.count + 2
        }
      }
      try host.enterByBytes(secret + "w9", until: isEdited)
      screen.tree.set(code, .value, length)
      screen.tree.setFocus(code)
      try host.show()
      try host.enter("")
      try host.detach()
      let question = ScriptMessage(
        kind: ProbeMessage.search, text: secret.utf8.map { $0 ^ ProbeMode.garbage })
      guard try host.ask(question).number == 0 else { throw CheckFailure("keepsSecret") }
      // A secret may be drawn in pieces. A front end that reads no keys leaves the echo on.
      for part in ["Xk7", "pQ2", "vLw9"] where host.shown.contains(part) && !host.readsNoKeys {
        throw CheckFailure("showsSecret")
      }
      if host.posts.contains(where: { $0.text.contains("90817") }) {
        throw CheckFailure("postsLength")
      }
      guard isEdited() || host.readsNoKeys else { throw CheckFailure("noSecret") }
      for post in host.posts where post.text.contains("Xk7") {
        guard post.node == code.rawValue, post.is(FORMWORK_EDIT) || post.is(FORMWORK_COMMIT) else {
          throw post.failure("postsSecret")
        }
      }
    },
  ]
}

extension SessionHost {
  /// Types a text byte by byte and Enter, twice if need be, and returns the last COMMIT.
  ///
  /// If Enter opens a field, the text is typed into an open one at the second time.
  @discardableResult
  fileprivate func enterByBytes(
    _ text: String, until isDone: () -> Bool
  ) throws(CheckFailure) -> ScriptMessage? {
    var commit: ScriptMessage?
    let focus = screen.tree.focus
    for _ in 1...2 where !isDone() {
      screen.tree.setFocus(focus)
      try tell()
      for byte in text.utf8 {
        try type([byte])
        try settle(quietCount: 3)
      }
      commit = try enter("")
    }
    return commit
  }
}
