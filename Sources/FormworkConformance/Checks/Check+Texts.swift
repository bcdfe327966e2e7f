import CFormwork
import FormworkCore

extension Check {
  /// Many, long, wide and secret texts.
  static let ofTexts = [
    Check("many-fields", demands: "demand.manyFields", deadline: .seconds(60)) {
      examination throws(Failure) in
      var form = ScriptedForm("Harbour")
      for number in 1...1000 {
        form.add(.textField, "berth\(number)", [.label: .text("Berth \(number)")])
      }
      form.placeFocus(on: form.id("berth900"))
      let host = try examination.start(.probe(.usual), form)
      try host.attach()
      guard host.terminal.output.contains("Berth 900") else {
        throw Failure("deed.fewFields", mend: "mend.fewFields")
      }
      try host.enter("ab")
      try host.detach()
    },
    Check("long-text", demands: "demand.longText", deadline: .seconds(110)) {
      examination throws(Failure) in
      let long = String(repeating: "quay ", count: Int(FORMWORK_TEXT_LIMIT) / 5) + "."
      for property in [Property.value, .label, .detail] {
        let form = ScriptedForm.single(.textField, [property: .text(long)])
        let host = try examination.start(.probe(.usual), form)
        try host.attach()
        let commit = try host.enter("")
        let text = commit?.string ?? ""
        guard property != .value || text.isEmpty || text.utf8.elementsEqual(long.utf8) else {
          throw Failure(
            "deed.cutsText",
            ["posted": .number(text.utf8.count), "whole": .number(long.utf8.count)],
            mend: Message("mend.cutsText", ["limit": .number(Int(FORMWORK_TEXT_LIMIT))]))
        }
        try host.detach()
      }
    },
    Check(
      "wide-text", demands: "demand.wideText",
      after: ["run", "posts"]
    ) { examination throws(Failure) in
      let texts = ["漢字", "שלום", "Ångström", "e\u{301}", "👩‍🚀", "مرحبا"]
      for text in texts {
        let form = ScriptedForm.single(
          .textField, [.label: .text("Berth \(text)"), .detail: .text(text)])
        let host = try examination.start(.probe(.usual), form)
        try host.attach()
        // Where Enter opens a field, the text is typed into an open one at the second time.
        var commit: ScriptMessage?
        var isEdited = false
        for _ in 1...2 where !isEdited {
          for byte in text.utf8 {
            try host.terminal.type([byte])
            try host.settle(stillness: 3)
          }
          commit = try host.enter("")
          isEdited = host.posts.contains { $0.is(FORMWORK_EDIT) && $0.string.contains(text) }
        }
        for post in host.posts where String(validating: post.text, as: UTF8.self) == nil {
          throw Failure(
            "deed.cutsCharacter", ["kind": post.kindName, "text": .verbatim(text)],
            mend: "mend.wholeCharacters")
        }
        for post in host.posts where post.is(FORMWORK_EDIT) && post.number != post.text.count {
          throw Failure(
            "deed.cursorElsewhere",
            [
              "text": .verbatim(post.string), "place": .number(Int(post.number)),
              "field": .verbatim("Berth \(text)"),
            ], count: post.text.count, mend: "mend.badCursor")
        }
        if let commit, !commit.text.isEmpty, !commit.text.elementsEqual(text.utf8) {
          throw Failure(
            "deed.postsOther", ["typed": .verbatim(text), "posted": .verbatim(commit.string)],
            mend: "mend.postsOther")
        }
        guard isEdited else {
          throw Failure(
            "deed.losesText", ["typed": .verbatim(text)], mend: "mend.wholeCharacters")
        }
        try host.detach()
      }
    },
    Check(
      "secrets", demands: "demand.secrets",
      after: ["run", "posts"]
    ) { examination throws(Failure) in
      var form = ScriptedForm("Harbour")
      // Its length is a number that no front end posts by chance.
      let code = form.add(.secretField, "code", [.label: .text("Code"), .value: .number(90_817)])
      form.add(.textField, "berth", [.label: .text("Berth")])
      let host = try examination.start(.probe(.usual), form)
      try host.attach()
      // No literal as a whole: it would be in the memory of the process that is searched for it.
      let secret = ["Xk7", "pQ2", "vL"].joined()
      var isEdited = false
      // Where Enter opens a field, it is typed into an open one at the second time.
      for _ in 1...2 where !isEdited {
        for byte in (secret + "w9").utf8 {
          try host.terminal.type([byte])
          try host.settle(stillness: 3)
        }
        try host.enter("")
        isEdited = host.posts.contains {
          $0.is(FORMWORK_EDIT) && $0.node == code
            && $0.string.unicodeScalars.count == secret.count + 2
        }
        if !isEdited {
          host.form.placeFocus(on: code)
          try host.tell([.focus(code)])
        }
      }
      try host.tell([host.form.set(code, .value, .number(90_817)), .focus(code)])
      host.form.placeFocus(on: code)
      try host.settle()
      try host.enter("")
      try host.detach()
      guard try !host.isInMemory(secret) else {
        throw Failure("deed.keepsSecret", mend: "mend.keepsSecret")
      }
      let shown = ControlSequence.text(of: host.terminal.output)
      // Its parts count as well: a secret may be drawn in pieces.
      for part in ["Xk7", "pQ2", "vLw9"] where shown.contains(part) {
        throw Failure("deed.showsSecret", mend: "mend.showsSecret")
      }
      if host.posts.contains(where: { $0.text.contains("90817") }) {
        throw Failure("deed.postsLength", mend: "mend.postsLength")
      }
      guard isEdited else { throw Failure("deed.noSecret", mend: "mend.noSecret") }
      for post in host.posts where post.text.contains("Xk7") {
        guard post.node == code, post.is(FORMWORK_EDIT) || post.is(FORMWORK_COMMIT) else {
          throw Failure("deed.postsSecret", ["kind": post.kindName], mend: "mend.postsSecret")
        }
      }
    },
  ]
}
