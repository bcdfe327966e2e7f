import FormworkCore
import FormworkSession
import TestSupport
import Testing

@Suite struct SessionTests {
  private static let screen = NodeID(rawValue: 1)

  @Test func anAttachmentIsAWholePicture() async throws {
    try await onThreadOfItsOwn {
      let desk = try Desk()
      #expect(
        desk.take() == [
          .attach(title: ""),
          .change(.inserted(Self.screen, kind: .screen, name: "form", parent: nil, index: 0)),
          .change(.set(Self.screen, .status, .number(8))),
          .change(.set(Self.screen, .explanation, .text("Loading"))),
          .change(.set(Self.screen, .busy, .number(1))),
          .flush(revision: 1),
        ])
      try desk.operations.nextLoad().give(Desk.form())
      #expect(desk.take { desk.viewModel.state == .editing })
      desk.edit("name", "an")
      // A second front end receives everything.
      let before = desk.picture
      desk.session.attach()
      let messages = desk.take()
      #expect(messages.first == .attach(title: "A form"))
      #expect(desk.picture == before)
      #expect(desk.picture == desk.session.screen.tree)
    }
  }

  @Test func anAcceptedEditIsNotEchoed() async throws {
    try await withOpenForm { desk in
      let name = desk.node("name")
      #expect(
        desk.edit("name", "a") == [
          .change(.set(name, .status, .number(1))),
          .change(
            .set(name, .explanation, .text("2 characters at least: 1 more"))),
          .flush(revision: 3),
        ])
      // The same text again changes nothing.
      #expect(desk.edit("name", "a") == [])
    }
  }

  /// For most keys the front end neither wakes up nor waits for an answer.
  @Test func anEditThatChangesNoStatusCostsNeitherWakeUpNorMessage() async throws {
    try await withOpenForm { desk in
      let name = desk.node("name")
      // The field loses its status, and one more message is sent.
      #expect(desk.edit("name", "ab").count == 3)
      for text in ["abc", "abcd", "abcde"] {
        Array(text.utf8).withUnsafeBytes {
          desk.session.post(.edit(name, $0, cursor: $0.count), revision: desk.revision)
        }
        #expect(!desk.wakeUp.wait(limit: .zero))
        #expect(desk.session.next() == nil)
        #expect(desk.viewModel.content(of: "name") == .text(text))
      }
    }
  }

  @Test func aStaleEditIsAnsweredWithWhatStands() async throws {
    try await withOpenForm { desk in
      let name = desk.node("name")
      #expect(
        desk.edit("name", "x", cursor: 1, revision: 0) == [
          .refused(name, .stale, ""), .change(.set(name, .value, nil)),
          .change(.set(name, .cursor, nil)), .flush(revision: 3),
        ])
    }
  }

  @Test func theDescriptorIsReadableJustWhenThereIsSomething() async throws {
    try await withOpenForm { desk in
      #expect(!desk.wakeUp.wait(limit: .zero))
      #expect(desk.session.next() == nil)
      desk.session.post(.go(.next), revision: 0)
      #expect(desk.wakeUp.wait(limit: .zero))
      _ = desk.session.next()
      while desk.session.next() != nil {}
      #expect(!desk.wakeUp.wait(limit: .zero))
    }
  }

  @Test func controlCharactersDoNotReachATerminal() async throws {
    try await onThreadOfItsOwn {
      let desk = try Desk(prefilled: [
        "field": .text("a\nb\tc\u{7}"), "lines": .text("a\tb\nc\u{1B}[31m\u{202E}"),
      ])
      try desk.open(
        FormDefinition("form", title: "A\u{7}form") {
          Field.text("field", label: "Field")
          Field.textArea("lines", label: "Li\u{1B}nes")
        })
      #expect(desk.shown(.label) == .text("A\u{FFFD}form"))
      #expect(desk.shown("field", .value) == .text("a b c\u{FFFD}"))
      #expect(desk.shown("lines", .label) == .text("Li\u{FFFD}nes"))
      // A text area keeps its lines and tabs.
      #expect(desk.shown("lines", .value) == .text("a\tb\nc\u{FFFD}[31m\u{FFFD}"))
      // The content itself does not change.
      #expect(desk.viewModel.content(of: "lines") == .text("a\tb\nc\u{1B}[31m\u{202E}"))
    }
  }

  /// A front end counts its cursor in bytes, and the form counts code points of a secret.
  @Test(arguments: [(Int.min, 0), (0, 0), (1, 1), (2, 1), (4, 2), (.max, 3)])
  func theCursorInASecret(bytes: Int, codePoints: Int) async throws {
    try await withOpenForm { desk in
      let secret = desk.node("secret")
      desk.post(.go(.node(secret)))
      desk.frontEnd.post("éèx".utf8) { .edit(secret, $0, cursor: bytes) }
      #expect(desk.session.screen.tree[secret]?[.cursor] == .number(codePoints))
    }
  }

  /// ^C may have been for a hanging front end: the form continues, and asks before it loses
  /// answers.
  @Test func anInterruptMayBeForgiven() async throws {
    try await withOpenForm { desk in
      desk.pendingSignal = 2
      desk.session.recoverFromInterrupt()
      #expect(desk.pendingSignal == nil)
      #expect(desk.take() == [])
      #expect(desk.viewModel.state == .editing)
      desk.edit("name", "ann")
      desk.pendingSignal = 2
      desk.session.recoverFromInterrupt()
      desk.take()
      #expect(desk.viewModel.state == .confirmingLeave)
      // A second ^C does not answer the question.
      desk.session.recoverFromInterrupt()
      #expect(desk.viewModel.state == .confirmingLeave)
      #expect(desk.session.ending == nil)
      #expect(desk.endings == [])
    }
  }

  /// A user who leaves the review can edit, and reviews again at the next submission.
  @Test func aReviewThatIsLeftGoesOffTheScreen() async throws {
    try await withOpenForm(isReviewed: true) { desk in
      try desk.fillIn()
      for _ in 0..<2 {
        desk.press("submit")
        #expect(desk.node { $0.kind == .alert } != nil)
        desk.post(.back())
        #expect(desk.node { $0.kind == .alert } == nil)
        #expect(desk.picture.focus == desk.node("secret"))
        #expect(desk.viewModel.state == .editing)
      }
      desk.press("submit")
      try desk.submit(by: "handIn").pending.give(.accepted("receipt"))
      _ = desk.take { !desk.endings.isEmpty }
      #expect(desk.endings == ["submitted receipt"])
    }
  }

  /// Part of a secret must not count as the whole, wherever the focus is.
  @Test(arguments: [true, false])
  func aSecretThatWasNotTypedToItsEndIsDropped(isAsked: Bool) async throws {
    try await withOpenForm { desk in
      desk.edit("name", "ann")
      desk.post(.go(.node(desk.node("secret"))))
      desk.edit("secret", "hus")
      if isAsked { _ = desk.post(.back()) }
      desk.session.recoverFromInterrupt()
      #expect(desk.viewModel.content(of: "secret") == .secret(.empty))
      desk.take()
      #expect(desk.shown("secret", .value) == .number(0))
    }
  }

  /// An external editor edits only the focused text, and nothing under an alert.
  @Test func onlyTheTextAtTheFocusIsEditedOutside() async throws {
    try await withOpenForm { desk in
      let name = desk.node("name")
      desk.edit("name", "ann")
      // Without a terminal, an editor would not end.
      #expect(desk.post(.editOutside(name)).contains(.refused(name, .notNow, "")))
      desk.windowSize = WindowSize(columns: 80, rows: 24)
      desk.post(.back())
      desk.post(.editOutside(name))
      #expect(desk.session.ending == nil)
      desk.press("stay")
      desk.session.post(.editOutside(name), revision: 0)
      #expect(desk.session.ending == .outsideEditRequested(name))
    }
  }

  /// A front end that does not read gets only the difference in the end.
  @Test func whatWaitsIsBoundedByTheForm() async throws {
    try await withOpenForm { desk in
      let name = desk.node("name")
      for count in 1...10_000 {
        Array(repeating: UInt8(ascii: "a"), count: count % 12).withUnsafeBytes {
          desk.session.post(.edit(name, $0, cursor: 0), revision: desk.revision)
        }
      }
      #expect(desk.take().count <= 3)
      #expect(desk.picture[name]?[.status] == desk.session.screen.tree[name]?[.status])
    }
  }

  @Test func theEndOfInputIsAnEnd() async throws {
    try await withOpenForm { desk in
      try desk.fillIn()
      #expect(desk.post(.quit).last == .detach(.done))
      #expect(desk.session.ending == .inputEnded)
      #expect(desk.kept.drafts == [Draft(contents: ["name": .text("ann")], touched: ["name"])])
      // A front end that requests to quit again gets one more answer.
      #expect(desk.take() == [])
      #expect(desk.post(.quit).last == .detach(.done))
    }
  }

  @Test func aSignalWaitsForTheStore() async throws {
    try await withOpenForm { desk in
      try desk.fillIn()
      let (_, pending) = try desk.submit()
      desk.pendingSignal = 2
      #expect(desk.take().last == .detach(.signal))
      #expect(!desk.session.settle(limit: .zero))
      pending.give(.accepted("receipt"))
      #expect(desk.session.settle(limit: defaultLimit))
      #expect(desk.endings == ["submitted receipt"])
      #expect(desk.session.ending == .interrupted(2))
    }
  }

  @Test func anotherFrontEndGoesOn() async throws {
    try await withOpenForm { desk in
      desk.edit("name", "an")
      let messages = desk.frontEnd.post("other".utf8) { .switchFrontEnd($0) }
      #expect(messages.last == .detach(.switched))
      #expect(desk.session.ending == .switchRequested("other"))
      desk.session.attach()
      #expect(desk.session.ending == nil)
      #expect(desk.take().first == .attach(title: "A form"))
      #expect(desk.shown("name", .value) == .text("an"))
      #expect(desk.picture.focus == desk.node("name"))
    }
  }

  @Test func aScreenLeadsToAnother() async throws {
    try await onThreadOfItsOwn {
      let desk = try Desk()
      desk.nextScreen = OpenedScreen("Farewell", leavesAtOnce: true)
      try desk.open()
      try desk.fillIn()
      try desk.submit().pending.give(.accepted("receipt"))
      #expect(desk.take { desk.session.ending == .finished })
      #expect(
        desk.seen.suffix(5) == [
          .attach(title: "Farewell"),
          .change(.inserted(Self.screen, kind: .screen, name: "opened", parent: nil, index: 0)),
          .change(.set(Self.screen, .label, .text("Farewell"))),
          .flush(revision: desk.revision), .detach(.done),
        ])
    }
  }

  @Test func aLogLineIsStripped() throws {
    let desk = try Desk()
    desk.frontEnd.post("drew \u{1B}[2J it".utf8) { .log($0) }
    #expect(desk.logged == ["drew \u{FFFD}[2J it"])
  }
}
