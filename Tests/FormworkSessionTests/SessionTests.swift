import FormworkCore
import FormworkSession
import TestSupport
import Testing

@Suite struct SessionTests {
  private static let screen = NodeID(rawValue: 1)

  @Test func anAttachmentIsAWholePicture() async throws {
    try await onThreadOfItsOwn {
      let bench = try FormBench()
      #expect(
        bench.take() == [
          .attach(title: ""),
          .change(.inserted(Self.screen, kind: .screen, name: "form", parent: nil, index: 0)),
          .change(.set(Self.screen, .status, .number(8))),
          .change(.set(Self.screen, .explanation, .text("Loading"))),
          .change(.set(Self.screen, .busy, .number(1))),
          .flush(revision: 1),
        ])
      try bench.operations.nextLoad().give(FormBench.form())
      #expect(bench.take { bench.viewModel.state == .editing })
      bench.edit("name", "an")
      // A second front end receives everything.
      let before = bench.picture
      bench.session.attach()
      let messages = bench.take()
      #expect(messages.first == .attach(title: "A form"))
      #expect(bench.picture == before)
      #expect(bench.picture == bench.session.screen.tree)
    }
  }

  @Test func anAcceptedEditIsNotEchoed() async throws {
    try await withOpenForm { bench in
      let name = bench.node("name")
      #expect(
        bench.edit("name", "a") == [
          .change(.set(name, .status, .number(1))),
          .change(
            .set(name, .explanation, .text("2 characters at least: 1 more"))),
          .flush(revision: 3),
        ])
      // The same text again changes nothing.
      #expect(bench.edit("name", "a") == [])
    }
  }

  /// For most keys the front end neither wakes up nor waits for an answer.
  @Test func anEditThatChangesNoStatusCostsNeitherWakeUpNorMessage() async throws {
    try await withOpenForm { bench in
      let name = bench.node("name")
      // The field loses its status, and one more message is sent.
      #expect(bench.edit("name", "ab").count == 3)
      for text in ["abc", "abcd", "abcde"] {
        Array(text.utf8).withUnsafeBytes {
          bench.session.post(.edit(name, $0, cursor: $0.count), revision: bench.revision)
        }
        #expect(!bench.wakeUp.wait(limit: .zero))
        #expect(bench.session.next() == nil)
        #expect(bench.viewModel.content(of: "name") == .text(text))
      }
    }
  }

  @Test func aStaleEditIsAnsweredWithWhatStands() async throws {
    try await withOpenForm { bench in
      let name = bench.node("name")
      #expect(
        bench.edit("name", "x", cursor: 1, revision: 0) == [
          .refused(name, .stale, ""), .change(.set(name, .value, nil)),
          .change(.set(name, .cursor, nil)), .flush(revision: 3),
        ])
    }
  }

  @Test func theDescriptorIsReadableJustWhenThereIsSomething() async throws {
    try await withOpenForm { bench in
      #expect(!bench.wakeUp.wait(limit: .zero))
      #expect(bench.session.next() == nil)
      bench.session.post(.go(.next), revision: 0)
      #expect(bench.wakeUp.wait(limit: .zero))
      _ = bench.session.next()
      while bench.session.next() != nil {}
      #expect(!bench.wakeUp.wait(limit: .zero))
    }
  }

  @Test func controlCharactersDoNotReachATerminal() async throws {
    try await onThreadOfItsOwn {
      let bench = try FormBench(prefilled: [
        "field": .text("a\nb\tc\u{7}"), "lines": .text("a\tb\nc\u{1B}[31m\u{202E}"),
      ])
      try bench.open(
        FormDefinition("form", title: "A\u{7}form") {
          Field.text("field", label: "Field")
          Field.textArea("lines", label: "Li\u{1B}nes")
        })
      #expect(bench.shown(.label) == .text("A\u{FFFD}form"))
      #expect(bench.shown("field", .value) == .text("a b c\u{FFFD}"))
      #expect(bench.shown("lines", .label) == .text("Li\u{FFFD}nes"))
      // A text area keeps its lines and tabs.
      #expect(bench.shown("lines", .value) == .text("a\tb\nc\u{FFFD}[31m\u{FFFD}"))
      // The content itself does not change.
      #expect(bench.viewModel.content(of: "lines") == .text("a\tb\nc\u{1B}[31m\u{202E}"))
    }
  }

  /// A front end counts its cursor in bytes, and the form counts code points of a secret.
  @Test(arguments: [(Int.min, 0), (0, 0), (1, 1), (2, 1), (4, 2), (.max, 3)])
  func theCursorInASecret(bytes: Int, codePoints: Int) async throws {
    try await withOpenForm { bench in
      let secret = bench.node("secret")
      bench.post(.go(.node(secret)))
      bench.frontEnd.post("éèx".utf8) { .edit(secret, $0, cursor: bytes) }
      #expect(bench.session.screen.tree[secret]?[.cursor] == .number(codePoints))
    }
  }

  /// ^C may have been for a hanging front end: the form continues, and asks before it loses
  /// answers.
  @Test func anInterruptMayBeForgiven() async throws {
    try await withOpenForm { bench in
      bench.pendingSignal = 2
      bench.session.recoverFromInterrupt()
      #expect(bench.pendingSignal == nil)
      #expect(bench.take() == [])
      #expect(bench.viewModel.state == .editing)
      bench.edit("name", "ann")
      bench.pendingSignal = 2
      bench.session.recoverFromInterrupt()
      bench.take()
      #expect(bench.viewModel.state == .confirmingLeave)
      // A second ^C does not answer the question.
      bench.session.recoverFromInterrupt()
      #expect(bench.viewModel.state == .confirmingLeave)
      #expect(bench.session.endReason == nil)
      #expect(bench.endings == [])
    }
  }

  /// A user who leaves the review can edit, and reviews again at the next submission.
  @Test func aReviewThatIsLeftGoesOffTheScreen() async throws {
    try await withOpenForm(isReviewed: true) { bench in
      try bench.fillIn()
      for _ in 0..<2 {
        bench.press("submit")
        #expect(bench.node { $0.kind == .alert } != nil)
        bench.post(.back())
        #expect(bench.node { $0.kind == .alert } == nil)
        #expect(bench.picture.focus == bench.node("secret"))
        #expect(bench.viewModel.state == .editing)
      }
      bench.press("submit")
      try bench.submit(by: "handIn").pending.give(.accepted("receipt"))
      _ = bench.take { !bench.endings.isEmpty }
      #expect(bench.endings == ["submitted receipt"])
    }
  }

  /// Part of a secret must not count as the whole, wherever the focus is.
  @Test(arguments: [true, false])
  func aSecretThatWasNotTypedToItsEndIsDropped(isAsked: Bool) async throws {
    try await withOpenForm { bench in
      bench.edit("name", "ann")
      bench.post(.go(.node(bench.node("secret"))))
      bench.edit("secret", "hus")
      if isAsked { _ = bench.post(.back()) }
      bench.session.recoverFromInterrupt()
      #expect(bench.viewModel.content(of: "secret") == .secret(.empty))
      bench.take()
      #expect(bench.shown("secret", .value) == .number(0))
    }
  }

  /// An external editor edits only the focused text, and nothing under an alert.
  @Test func onlyTheTextAtTheFocusIsEditedOutside() async throws {
    try await withOpenForm { bench in
      let name = bench.node("name")
      bench.edit("name", "ann")
      // Without a terminal, an editor would not end.
      #expect(bench.post(.editOutside(name)).contains(.refused(name, .notNow, "")))
      bench.windowSize = WindowSize(columns: 80, rows: 24)
      bench.post(.back())
      bench.post(.editOutside(name))
      #expect(bench.session.endReason == nil)
      bench.press("stay")
      bench.session.post(.editOutside(name), revision: 0)
      #expect(bench.session.endReason == .outsideEditRequested(name))
    }
  }

  /// A front end that does not read gets only the difference in the end.
  @Test func whatWaitsIsBoundedByTheForm() async throws {
    try await withOpenForm { bench in
      let name = bench.node("name")
      for count in 1...10_000 {
        Array(repeating: UInt8(ascii: "a"), count: count % 12).withUnsafeBytes {
          bench.session.post(.edit(name, $0, cursor: 0), revision: bench.revision)
        }
      }
      #expect(bench.take().count <= 3)
      #expect(bench.picture[name]?[.status] == bench.session.screen.tree[name]?[.status])
    }
  }

  @Test func theEndOfInputIsAnEnd() async throws {
    try await withOpenForm { bench in
      try bench.fillIn()
      #expect(bench.post(.quit).last == .detach(.done))
      #expect(bench.session.endReason == .inputEnded)
      #expect(bench.kept.drafts == [Draft(contents: ["name": .text("ann")], touched: ["name"])])
      // A front end that requests to quit again gets one more answer.
      #expect(bench.take() == [])
      #expect(bench.post(.quit).last == .detach(.done))
    }
  }

  @Test func aSignalWaitsForTheStore() async throws {
    try await withOpenForm { bench in
      try bench.fillIn()
      let (_, pending) = try bench.submit()
      bench.pendingSignal = 2
      #expect(bench.take().last == .detach(.signal))
      #expect(!bench.session.settle(limit: .zero))
      pending.give(.accepted("receipt"))
      #expect(bench.session.settle(limit: defaultLimit))
      #expect(bench.endings == ["submitted receipt"])
      #expect(bench.session.endReason == .interrupted(2))
    }
  }

  @Test func anotherFrontEndGoesOn() async throws {
    try await withOpenForm { bench in
      bench.edit("name", "an")
      let messages = bench.frontEnd.post("other".utf8) { .switchFrontEnd($0) }
      #expect(messages.last == .detach(.switched))
      #expect(bench.session.endReason == .switchRequested("other"))
      bench.session.attach()
      #expect(bench.session.endReason == nil)
      #expect(bench.take().first == .attach(title: "A form"))
      #expect(bench.shown("name", .value) == .text("an"))
      #expect(bench.picture.focus == bench.node("name"))
    }
  }

  @Test func aScreenLeadsToAnother() async throws {
    try await onThreadOfItsOwn {
      let bench = try FormBench()
      bench.nextScreen = OpenedScreen("Farewell", leavesAtOnce: true)
      try bench.open()
      try bench.fillIn()
      try bench.submit().pending.give(.accepted("receipt"))
      #expect(bench.take { bench.session.endReason == .finished })
      #expect(
        bench.seen.suffix(5) == [
          .attach(title: "Farewell"),
          .change(.inserted(Self.screen, kind: .screen, name: "opened", parent: nil, index: 0)),
          .change(.set(Self.screen, .label, .text("Farewell"))),
          .flush(revision: bench.revision), .detach(.done),
        ])
    }
  }

  @Test func aLogLineIsStripped() throws {
    let bench = try FormBench()
    bench.frontEnd.post("drew \u{1B}[2J it".utf8) { .log($0) }
    #expect(bench.logged == ["drew \u{FFFD}[2J it"])
  }
}
