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
      try host.run()
      for message in host.form.snapshot() { try host.send(message) }
      try host.settle()
      guard !host.terminal.output.contains("Berth") else {
        throw Failure("deed.drawsEarly", mend: "mend.drawsEarly")
      }
      if let early = host.posts.first {
        throw Failure("deed.postsEarly", ["kind": early.kindName], mend: "mend.postsEarly")
      }
      var judge = PostJudge()
      host.onFlush = { judge.note($0, at: $1) }
      host.onPost = { (post) throws(Failure) in try judge.check(post) }
      try host.tell([])
      try host.settle()
      try host.type("ab")
      try host.settle()
      // One that reads lines posts the EDIT with its COMMIT.
      let isReadByKeys =
        host.terminal.unreadByteCount == 0 && host.terminal.modes?.givesLines == false
      var isEdited = host.posts.contains { $0.is(FORMWORK_EDIT) }
      // On a slow machine it comes later.
      if isReadByKeys && !isEdited { isEdited = try host.awaitPost(of: FORMWORK_EDIT) != nil }
      let commit = try host.enter("")
      guard isEdited || !isReadByKeys || commit?.string.contains("ab") != true else {
        throw Failure("deed.noEdit", mend: "mend.noEdit")
      }
      // Where Enter opens a field, and closes it, one of these is typed into one that is open.
      for text in ["", "c", "d", "y", "1"] {
        // At rest, it has seen the last flush.
        judge.forget(before: host.revision)
        try host.enter(text)
      }
      guard host.posts.contains(where: { $0.is(FORMWORK_EDIT) }) else {
        throw Failure("deed.noEdit", mend: "mend.noEdit")
      }
      try host.detach()
    },
    Check("detach", demands: "demand.detach", deadline: .seconds(150)) {
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
      try host.attach()
      try host.type("ab")
      try host.settle()
      try host.detach(after: "when.halfALine")
      host.answers = false
      try host.attach()
      try host.type("ab\r")
      _ = try host.awaitPost(of: FORMWORK_COMMIT)
      try host.detach(after: "when.unanswered")
      // Of two keys, and of a character.
      for beginning: [UInt8] in [[0x1B], [0x1B, 0x5B], [0xE6, 0xBC]] {
        try host.attach()
        try host.terminal.type(beginning)
        try host.settle()
        try host.detach(after: "when.halfAKey")
      }
    },
    Check(
      "typed-ahead", demands: "demand.typedAhead",
      after: ["run", "posts", "detach"]
    ) { examination throws(Failure) in
      let host = try examination.start()
      try host.attach()
      host.answers = false
      // One read could take all of it.
      try host.type("ab\rcd\r")
      let commit = try host.awaitPost(of: FORMWORK_COMMIT)
      if let commit { try checkTypeAhead(behindCommit: commit, on: host) }
      // Keys by which front ends go on, go back, leave, begin a field anew and press a button.
      for (place, keys) in [
        ("vessel", "\r"), ("vessel", "\t"), ("vessel", "\u{1B}[Z"), ("vessel", "\u{1B}"),
        ("vessel", "\u{4}"), ("vessel", "\u{18}c"), ("submit", "\r"), ("submit", "y\r"),
      ] {
        try checkTypeAhead(behindKeys: keys, at: place, on: try examination.start())
      }
      guard commit == nil else { return }
      let slow = try examination.start()
      try slow.attach()
      try slow.type("ab")
      try slow.settle()
      guard try slow.enter("") == nil else {
        throw Failure("deed.losesBurst", mend: "mend.losesBurst")
      }
      throw Failure(skipping: "check.noCommit")
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

  /// The keys behind a line stay in the terminal up to the FLUSH, and are those of the next field;
  /// those that were typed before the beginning are those of the first.
  private static func checkTypeAhead(
    behindCommit commit: ScriptMessage, on host: ScriptedHost
  ) throws(Failure) {
    guard try host.awaitUnread(3) else { throw Failure.readsAhead(of: commit) }
    host.answers = true
    try host.tell([])
    let next = try host.awaitPost(of: FORMWORK_COMMIT)
    guard !commit.string.contains("ab") || next?.string.contains("cd") == true else {
      throw Failure("deed.losesKeys", mend: "mend.losesKeys")
    }
    try host.settle()
    try host.detach()
    guard commit.string.contains("ab") else { return }
    try host.type("ab\r")
    _ = try host.awaitUnread(3)
    try host.attach()
    guard host.posts.contains(where: { $0.string.contains("ab") }) else {
      throw Failure("deed.losesFirstKeys", mend: "mend.losesFirstKeys")
    }
    try host.detach()
  }

  /// Keys that are typed behind what others lead to stay in the terminal up to the FLUSH or DETACH.
  private static func checkTypeAhead(
    behindKeys keys: String, at place: String, on host: ScriptedHost
  ) throws(Failure) {
    host.form.placeFocus(on: host.form.id(place))
    host.withheld = [FORMWORK_GO, FORMWORK_ACTIVATE, FORMWORK_BACK, FORMWORK_RESET]
    try host.attach()
    try host.type(keys)
    let post = try host.awaitPost(
      of: FORMWORK_GO, FORMWORK_ACTIVATE, FORMWORK_BACK, FORMWORK_RESET)
    if let post {
      let unread = host.terminal.unreadByteCount + 3
      try host.type("cd\r")
      guard try host.awaitUnread(unread) else { throw Failure.readsAhead(of: post) }
      try host.detach()
      guard host.terminal.unreadByteCount == unread else {
        throw Failure("deed.losesLastKeys", mend: "mend.losesLastKeys")
      }
    } else {
      try host.detach()
    }
  }
}

extension Failure {
  fileprivate static func readsAhead(of post: ScriptMessage) -> Failure {
    Failure("deed.readsAhead", ["kind": post.kindName], mend: "mend.readsAhead")
  }
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
