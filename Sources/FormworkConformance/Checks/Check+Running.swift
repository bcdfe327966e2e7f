import CFormwork
import FormworkCore

extension Check {
  static let ofRunning = [
    Check("run", demands: "demand.run", after: ["table"]) {
      examination throws(Failure) in
      let performance = try examination.usualPerformance()
      guard performance.shows("Berth") else { throw Failure("deed.noLabel", mend: "mend.noLabel") }
    },
    Check("posts", demands: "demand.posts") {
      examination throws(Failure) in
      let host = try examination.start()
      var judge = PostJudge()
      host.onFlush = { judge.note($0, at: $1) }
      host.onPost = { (post) throws(Failure) in try judge.check(post) }
      try host.attach()
      judge.forget(before: host.revision)
      try host.type("ab")
      try host.settle()
      // One that reads lines posts the EDIT with its COMMIT.
      let isReadByKeys =
        host.terminal.unreadByteCount == 0 && host.terminal.modes?.givesLines == false
      let isEdited = host.posts.contains { $0.is(FORMWORK_EDIT) }
      let commit = try host.enter("")
      guard isEdited || !isReadByKeys || commit?.string.contains("ab") != true else {
        throw Failure("deed.noEdit", mend: "mend.noEdit")
      }
      for text in ["", "c", "y", "1"] {
        // At rest, it has seen the last flush.
        judge.forget(before: host.revision)
        try host.enter(text)
      }
      try host.detach()
    },
    Check("detach", demands: "demand.detach") {
      examination throws(Failure) in
      let host = try examination.start()
      let script = host.form.snapshot() + [.flush(1), host.form.set(2, .label, .text("Pier"))]
      for count in 0...script.count {
        for waits in [false, true] {
          try host.run()
          for message in script[..<count] { try host.send(message) }
          if waits { try host.settle() }
          try host.detach(after: count == 0 ? "when.nothing" : script[count - 1].message)
        }
      }
      for (typed, answers) in [("ab", true), ("ab\r", false)] {
        host.answers = answers
        try host.attach()
        try host.type(typed)
        if answers { try host.settle() } else { _ = try host.awaitPost(of: FORMWORK_COMMIT) }
        try host.detach(after: answers ? "when.halfALine" : "when.unanswered")
      }
    },
    Check(
      "typed-ahead", demands: "demand.typedAhead",
      after: ["run", "posts"]
    ) { examination throws(Failure) in
      let host = try examination.start()
      try host.attach()
      host.answers = false
      // One read could take all of it.
      try host.type("ab\rcd\r")
      guard let commit = try host.awaitPost(of: FORMWORK_COMMIT) else {
        throw Failure(skipping: "check.noCommit")
      }
      guard try host.awaitUnread(3) else {
        throw Failure("deed.readsAhead", mend: "mend.readsAhead")
      }
      host.answers = true
      try host.tell([])
      let next = try host.awaitPost(of: FORMWORK_COMMIT)
      guard !commit.string.contains("ab") || next?.string.contains("cd") == true else {
        throw Failure("deed.losesKeys", mend: "mend.losesKeys")
      }
      try host.settle()
      try host.detach()
    },
    Check(
      "end-of-input", demands: "demand.endOfInput", after: ["run", "posts"],
      deadline: .seconds(15)
    ) { examination throws(Failure) in
      let host = try examination.start()
      try host.attach()
      host.reads = false
      host.answers = false
      host.terminal.hangUp()
      guard try host.awaitPost(of: FORMWORK_QUIT) != nil else {
        throw Failure("deed.noQuit", mend: "mend.noQuit")
      }
      try host.settle()
      try host.detach(after: .verbatim("QUIT"))
    },
  ]
}

extension ScriptedHost {
  /// As ``detach()``, and says after what it was told to.
  fileprivate func detach(after circumstance: Message) throws(Failure) {
    do throws(Failure) {
      try detach()
    } catch {
      throw Failure(
        "fault.after", ["deed": error.deed, "circumstance": circumstance], mend: error.mend)
    }
  }

  /// Waits for typed bytes to be there, and to stay there unread.
  ///
  /// - Returns: Whether they are all there.
  fileprivate func awaitUnread(_ count: Int) throws(Failure) -> Bool {
    var looks = 0
    while looks < 200 && terminal.unreadByteCount != count {
      try receive(limit: .milliseconds(2))
      looks += 1
    }
    try settle()
    return terminal.unreadByteCount == count
  }
}
