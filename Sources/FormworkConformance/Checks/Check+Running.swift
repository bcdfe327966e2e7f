import CFormwork
import FormworkCore
import FormworkTools

extension Check {
  static let ofRunning = [
    Check("run", "run", after: ["table"]) { context throws(CheckFailure) in
      let run = try context.usualRun()
      guard run.shows("Berth") || run.isElsewhere else { throw CheckFailure("noLabel") }
    },
    Check("posts", "posts") { context throws(CheckFailure) in
      let host = try context.start()
      try host.run()
      for message in host.session.drain().dropLast() { try host.send(message) }
      try host.settle()
      guard !host.output.contains("Berth") else { throw CheckFailure("drawsEarly") }
      if let early = host.posts.first { throw early.failure("postsEarly") }
      host.validator = PostValidator()
      try host.show()
      if host.readsNoKeys { return _ = try host.detach() }
      try host.type("ab")
      try host.settle()
      // A front end that reads lines posts the EDIT with its COMMIT.
      let isReadByKeys =
        host.unreadByteCount == 0 && (try? host.terminal.modes.givesLines) == false
      var isEdited = host.hasEdited()
      // On a slow machine it comes later.
      if isReadByKeys && !isEdited { isEdited = try host.awaitPost(of: [FORMWORK_EDIT]) != nil }
      let commit = try host.enter("")
      guard isEdited || !isReadByKeys || commit?.string.contains("ab") != true else {
        throw CheckFailure("noEdit")
      }
      // If Enter opens and closes a field, one of these is typed into an open field.
      for text in ["", "c", "d", "y", "1"] {
        // At rest, the front end has seen the last flush.
        host.validator?.forget(before: host.revision)
        try host.enter(text)
      }
      guard host.hasEdited() else { throw CheckFailure("noEdit") }
      try host.detach()
    },
    Check("detach", "detach", deadline: .seconds(150)) { context throws(CheckFailure) in
      let host = try context.start()
      var script = host.session.drain()
      if let berth = host.screen.tree.node("berth") {
        script.append(ScriptMessage(.change(.set(berth, .label, .text("Pier")))))
      }
      host.answers = false
      for (count, waits) in (0...script.count).flatMap({ [($0, false), ($0, true)] }) {
        try host.run()
        for message in script[..<count] { try host.send(message) }
        if waits { try host.settle() }
        try host.detach(after: count == 0 ? .key("when.nothing") : script[count - 1].message)
      }
      // Half a line, a COMMIT, and the beginnings of two keys and of a character.
      for (keys, circumstance): ([UInt8], Message) in [
        ([0x61, 0x62], .key("when.halfALine")), ([0x61, 0x62, 0x0D], .key("when.unanswered")),
        ([0x1B], .key("when.halfAKey")), ([0x1B, 0x5B], .key("when.halfAKey")),
        ([0xE6, 0xBC], .key("when.halfAKey")),
      ] {
        try host.attach().type(keys)
        try host.settle()
        try host.detach(after: circumstance)
      }
    },
    Check("typed-ahead", "typedAhead", after: ["run", "posts", "detach"]) {
      context throws(CheckFailure) in
      let host = try context.start().attach()
      host.answers = false
      // One read could take all of it.
      try host.type("ab\rcd\r")
      let commit = try host.awaitPost(of: [FORMWORK_COMMIT])
      let keepsKeys = try commit.map(host.checkTypeAhead) ?? true
      // Keys by which front ends move, leave, reset a field and press a button.
      for (place, keys) in [
        ("vessel", "\r"), ("vessel", "\t"), ("vessel", "\u{1B}[Z"), ("vessel", "\u{1B}"),
        ("vessel", "\u{4}"), ("vessel", "\u{18}c"), ("submit", "\r"), ("submit", "y\r"),
      ] {
        try context.start(.sample(at: place)).checkTypeAhead(afterKeys: keys)
      }
      // A front end that reads after GO loses them now and then: the reason comes first.
      guard keepsKeys else { throw CheckFailure("losesKeys") }
      guard commit == nil else { return }
      let slow = try context.start().attach()
      try slow.type("ab")
      try slow.settle()
      guard try slow.enter("") == nil else { throw CheckFailure("losesBurst") }
      throw CheckFailure(skipping: .key("check.noCommit"))
    },
    Check(
      "end-of-input", "endOfInput", after: ["run", "posts"], deadline: .seconds(15)
    ) { context throws(CheckFailure) in
      let host = try context.start().attach()
      host.answers = false
      host.terminal.hangUp()
      host.reads = false
      guard try host.awaitPost(of: [FORMWORK_QUIT]) != nil else { throw CheckFailure("noQuit") }
      try host.settle()
      try host.detach(after: "QUIT")
    },
  ]
}

extension SessionHost {
  /// Checks the keys that are typed after a line, and those that are typed before the run.
  ///
  /// The former stay in the terminal up to the FLUSH, and are those of the next field; the latter are those of the
  /// first field.
  /// Returns false if the former are lost.
  fileprivate func checkTypeAhead(after commit: ScriptMessage) throws(CheckFailure) -> Bool {
    guard try awaitUnread(3) else { throw commit.failure("readsAhead") }
    answers = true
    try tell()
    let next = try awaitPost(of: [FORMWORK_COMMIT])
    if next == nil, unreadByteCount > 0 { throw hanging("hangs", after: commit) }
    let isOfLine = commit.string.contains("ab")
    guard !isOfLine || next?.string.contains("cd") == true else { return false }
    try settle()
    try detach()
    guard isOfLine else { return true }
    try type("ab\r")
    _ = try awaitUnread(3)
    try attach()
    guard posts.contains(where: { $0.string.contains("ab") }) else {
      throw CheckFailure("losesFirstKeys")
    }
    try detach()
    return true
  }

  /// Checks that keys after those of a post stay in the terminal up to the FLUSH or DETACH.
  fileprivate func checkTypeAhead(afterKeys keys: String) throws(CheckFailure) {
    withheld = [FORMWORK_GO, FORMWORK_ACTIVATE, FORMWORK_BACK, FORMWORK_RESET]
    try attach().type(keys)
    let post = try awaitPost(of: withheld)
    let unread = unreadByteCount + 3
    if let post {
      try type("cd\r")
      guard try awaitUnread(unread) else { throw post.failure("readsAhead") }
    }
    try detach()
    guard post == nil || unreadByteCount == unread else { throw CheckFailure("losesLastKeys") }
  }

  /// Waits for a number of typed bytes; returns whether they stay unread.
  private func awaitUnread(_ count: Int) throws(CheckFailure) -> Bool {
    _ = try watch { _ -> Void? in unreadByteCount == count ? () : nil }
    try settle()
    return unreadByteCount == count
  }

  /// Detaches the front end; a failure names what came before.
  fileprivate func detach(after circumstance: Message) throws(CheckFailure) {
    do throws(CheckFailure) {
      try detach()
    } catch {
      throw CheckFailure(
        .key("fault.after", ["problem": error.problem, "circumstance": circumstance]),
        fix: error.fix)
    }
  }
}
