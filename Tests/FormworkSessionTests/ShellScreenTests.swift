import FormworkCore
import FormworkSession
import FormworkShell
import TestSupport
import Testing

@Suite struct ShellScreenTests {
  @Test func aCommandIsRunAndItsLinesAreShown() async throws {
    try await withShell { bench in
      bench.enter("list")
      let (request, pending) = try bench.commands.next()
      #expect(request == ShellRequest("list"))
      pending.give(.lines(["one", "two"]))
      #expect(bench.take { bench.screen.viewModel.state == .idle })
      #expect(bench.shown == ["one", "two"])
      #expect(bench.answers == [.lines(["one", "two"])])
      #expect(bench.history.lines == ["before", "list"])
    }
  }

  @Test func whatItThrowsIsTheComplaint() async throws {
    try await withShell { bench in
      try bench.run("list").fail("the file is locked")
      #expect(bench.take { bench.screen.viewModel.state == .idle })
      #expect(bench.shown == ["the file is locked"])
      #expect(bench.answers == [.failure("the file is locked")])
      bench.enter("lst")
      #expect(bench.shown == ["unknown command \"lst\": did you mean list?"])
    }
  }

  @Test func anInterruptEndsTheCommand() async throws {
    try await withShell { bench in
      let pending = try bench.run("list")
      #expect(bench.screen.interrupted())
      #expect(pending.waitForCancellation())
      bench.take()
      #expect(bench.shown == ["list: interrupted before it finished"])
      try bench.run("list").give(.lines(["second"]))
      #expect(bench.take { bench.shown == ["second"] })
    }
  }

  @Test func withoutAPersonAnInterruptIsTheSessions() throws {
    let bench = try ShellBench(survivesInterrupt: false)
    #expect(!bench.screen.interrupted())
  }

  @Test func theEndOfTheInputEndsTheCommand() async throws {
    try await withShell { bench in
      let pending = try bench.run("list")
      bench.session.post(.quit, revision: 0)
      #expect(pending.waitForCancellation())
      #expect(bench.session.endReason == .inputEnded)
    }
  }

  @Test(arguments: ["exit", "quit"]) func itIsLeftByACommand(_ line: String) throws {
    let bench = try ShellBench()
    #expect(bench.enter(line).last == .detach(.done))
    #expect(bench.session.endReason == .finished)
  }

  @Test func itIsDoneAtAPrompt() throws {
    let bench = try ShellBench()
    bench.session.post(.quit, revision: 0)
    #expect(bench.session.endReason == .finished)
  }

  @Test func aFrontEndIsAskedForOnce() async throws {
    try await withShell { bench in
      try bench.run("list").give(.frontEnd("other"))
      #expect(bench.take { bench.session.endReason != nil })
      #expect(bench.session.endReason == .switchRequested("other"))
      bench.session.attach()
      bench.take()
      #expect(bench.session.endReason == nil)
      #expect(bench.shown == [])
      #expect(bench.screen.viewModel.state == .idle)
    }
  }

  /// The name arrived with the answer to a cancelled command.
  @Test func aFrontEndOfACommandThatWasEndedIsNotAskedFor() async throws {
    try await withShell { bench in
      let pending = try bench.run("list")
      pending.give(.frontEnd("other"))
      #expect(bench.wakeUp.wait(limit: defaultLimit))
      _ = bench.screen.interrupted()
      bench.take()
      #expect(bench.session.endReason == nil)
    }
  }

  @Test func aScreenIsOpenedAndComesBack() throws {
    let bench = try ShellBench()
    let opened = OpenedScreen()
    bench.opened = opened
    bench.enter("help")
    let messages = bench.enter("form")
    #expect(messages.contains(.attach(title: "Opened")))
    #expect(bench.session.screen === opened)
    opened.navigation = .pop(ShellAnswer.lines(["Welcome."]))
    bench.session.receive()
    let back = bench.take()
    let line = bench.line
    #expect(bench.session.screen === bench.screen)
    #expect(back.first == .attach(title: "A shell"))
    #expect(
      back.filter { if case .history = $0 { true } else { false } }
        == ["before", "help", "form"].map { .history(line, $0) })
    #expect(bench.shown == ["Welcome."])
    #expect(bench.screen.viewModel.state == .idle)
    #expect(bench.answers.last == .lines(["Welcome."]))
  }

  @Test func aScreenMayComeBackWithAComplaint() throws {
    let bench = try ShellBench()
    let opened = OpenedScreen()
    bench.opened = opened
    bench.enter("form")
    opened.navigation = .pop(ShellAnswer.failure("It is closed."))
    bench.session.receive()
    bench.take()
    #expect(bench.shown == ["It is closed."])
    // A form that was left without an answer has no result.
    bench.enter("form")
    opened.navigation = .pop(nil)
    bench.session.receive()
    bench.take()
    #expect(bench.shown == [])
    #expect(bench.screen.viewModel.state == .idle)
  }

  @Test func howAnArgumentGoesOnIsLookedUpMeanwhile() async throws {
    try await withShell { bench in
      let line = bench.line
      #expect(bench.complete("find an") == [.flush(revision: 2)])
      try bench.commands.next().pending.give(.lines([]))
      #expect(bench.take { bench.seen.last == .flush(revision: 3) })
      #expect(
        bench.seen.suffix(4) == [
          .suggestion(line, Suggestion(replacing: 5..<7, with: "ana"), revision: 1),
          .suggestion(line, Suggestion(replacing: 5..<7, with: "anb"), revision: 1),
          .suggestion(line, nil, revision: 1), .flush(revision: 3),
        ])
    }
  }

  /// Each request is answered, the older one at once.
  @Test func aLookUpThatTakesTooLongIsGivenUp() async throws {
    try await withShell { bench in
      let line = bench.line
      let end = DisplayMessage.suggestion(line, nil, revision: 1)
      #expect(bench.complete("find never") == [.flush(revision: 2)])
      let (request, pending) = try bench.commands.next()
      #expect(request == ShellRequest("find", argument: "never"))
      bench.session.post(.go(.next), revision: 1)
      #expect(bench.take() == [.flush(revision: 3)])
      #expect(bench.complete("find never", revision: 2) == [end, .flush(revision: 4)])
      #expect(pending.waitForCancellation())
      let (_, second) = try bench.commands.next()
      #expect(bench.clock.waitForSleepers([.milliseconds(500)]))
      bench.clock.advance(by: .milliseconds(500))
      #expect(bench.take { bench.seen.contains(.suggestion(line, nil, revision: 2)) })
      #expect(second.waitForCancellation())
    }
  }

  @Test func suggestionsAndHistoryAreThoseOfTheLine() throws {
    let bench = try ShellBench()
    let line = bench.line
    func suggestions(_ node: NodeID, _ text: String) -> [Suggestion]? {
      bench.screen.suggestions(
        for: CompletionRequest(node, text: text, cursor: text.utf8.count, revision: 1))
    }
    #expect(suggestions(line, "help fo") == [Suggestion(replacing: 5..<7, with: "form")])
    #expect(bench.screen.history(of: line) == ["before"])
    let other = NodeID(rawValue: 99)
    #expect(suggestions(other, "l") == [])
    #expect(bench.screen.history(of: other) == [])
  }
}
