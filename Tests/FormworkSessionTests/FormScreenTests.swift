import FormworkCore
import FormworkSession
import Glibc
import TestSupport
import Testing

/// Requests to the operations, and the effects of their answers.
///
/// No test waits for the clock.
@Suite struct FormScreenTests {
  private static let pause = Duration.milliseconds(300)
  private static let checkTimeOut = Duration.seconds(10)

  // The next screen may keep a form, as after signing in. Its secrets are wiped when it is left.
  @Test func aFormThatWasLeftHoldsNoSecret() async throws {
    try await withOpenForm { bench in
      try bench.fillIn()
      weak let secret: Secret? = bench.viewModel[FormBench.secret]
      #expect(secret?.isEmpty == false)
      try bench.submit().pending.give(.accepted("done"))
      #expect(bench.take { bench.endings == ["submitted done"] })
      #expect(secret != nil)
      bench.session.close()
      // The thread of the operation may still hold the submission.
      let end = ContinuousClock.now + defaultLimit
      while secret != nil, ContinuousClock.now < end { poll(nil, 0, 5) }
      #expect(secret == nil)
      withExtendedLifetime((bench.screen, bench.session)) {}
    }
  }

  @Test func typingIsCheckedAfterAPause() async throws {
    try await withOpenForm { bench in
      bench.edit("name", "an")
      let draftPause = Duration.seconds(2)
      #expect(bench.clock.waitForSleepers([Self.pause, draftPause]))
      bench.clock.advance(by: .milliseconds(299))
      bench.edit("name", "ann")
      // Each edit restarts the pause.
      #expect(bench.clock.waitForSleepers([Self.pause, draftPause - .milliseconds(299)]))
      #expect(bench.shown("name", .status) == .number(NodeStatus.waiting.rawValue))
      bench.clock.advance(by: Self.pause)
      #expect(bench.take { bench.shown("name", .status) == .number(NodeStatus.checking.rawValue) })
      let (request, pending) = try bench.operations.nextCheck()
      #expect(request.check == "isFree")
      #expect(request.answers == Answers(["name": .text("ann")]))
      // Besides the pause of the draft, only the timeout is pending.
      let rest = draftPause - .milliseconds(299) - Self.pause
      #expect(bench.clock.waitForSleepers([Self.checkTimeOut, rest]))
      pending.give(nil)
      #expect(bench.take { bench.viewModel.state(of: "name") == .valid })
      #expect(bench.clock.waitForSleepers([rest]))
    }
  }

  @Test func anAnswerAboutAnOlderTextIsDropped() async throws {
    try await withOpenForm { bench in
      bench.enter("name", "ann")
      let (_, first) = try bench.operations.nextCheck()
      bench.edit("name", "anna")
      // The check of the older text is cancelled.
      #expect(first.waitForCancellation())
      first.give(.customError("taken"))
      bench.commit("name")
      let (request, second) = try bench.operations.nextCheck()
      #expect(request.answers == Answers(["name": .text("anna")]))
      second.give(nil)
      #expect(bench.take { bench.viewModel.state(of: "name") == .valid })
    }
  }

  @Test func aCheckThatNeverAnswersIsGivenUp() async throws {
    try await withOpenForm { bench in
      bench.enter("name", "ann")
      let (_, pending) = try bench.operations.nextCheck()
      #expect(bench.clock.waitForSleepers([Self.checkTimeOut]))
      bench.clock.advance(by: Self.checkTimeOut)
      #expect(bench.take { bench.viewModel.state(of: "name") == .unverified(.timedOut) })
      #expect(
        bench.shown("name", .explanation)
          == .text("could not be checked: no answer in time"))
      #expect(pending.waitForCancellation())
      // The user may continue: a submission repeats the check, and then the store decides.
      bench.press("submit")
      let (_, again) = try bench.operations.nextCheck()
      #expect(bench.shown(.status) == .number(NodeStatus.waiting.rawValue))
      #expect(bench.shown(.explanation) == .text("Will be submitted after these checks: Name"))
      again.fail("the line is down")
      let (submission, _) = try bench.takeSubmission()
      #expect(submission.answers == Answers(["name": .text("ann"), "secret": .secret(.empty)]))
    }
  }

  @Test func aFailureToLoadCanBeTriedAgain() async throws {
    try await onThreadOfItsOwn {
      let bench = try FormBench()
      bench.take()
      #expect(bench.shown(.status) == .number(NodeStatus.loading.rawValue))
      try bench.operations.nextLoad().fail("the store is shut")
      #expect(
        bench.take { bench.viewModel.state == .loadFailed(.failed("the store is shut")) })
      #expect(bench.shown(.explanation) == .text("Could not be loaded: the store is shut"))
      bench.press("retry")
      let load = try bench.operations.nextLoad()
      #expect(bench.clock.waitForSleepers([.seconds(10)]))
      bench.clock.advance(by: .seconds(10))
      #expect(bench.take { bench.viewModel.state == .loadFailed(.timedOut) })
      #expect(load.waitForCancellation())
      bench.press("retry")
      try bench.operations.nextLoad().give(FormBench.form())
      #expect(bench.take { bench.viewModel.state == .editing })
      #expect(bench.clock.waitForSleepers([]))
    }
  }

  @Test func refusalsAreOfPartsOfTheForm() {
    let name = Field.text("name", label: "Name")
    let outcome: SubmissionOutcome<String> = .refused(
      .field(name, "taken"), .field(name, .valueMissing), .form("closed"))
    guard case .refused(let issues) = outcome else {
      Issue.record("not refused")
      return
    }
    #expect(
      issues == [
        FormIssue("name", .customError("taken")), FormIssue("name", .valueMissing),
        FormIssue(nil, .customError("closed")),
      ])
  }

  /// A release writes a line in the log instead, and shows the sentence.
  @Test func aRefusalOfAPartThatTheFormDoesNotHaveEndsADebugBuild() async throws {
    await #expect(processExitsWith: .failure) {
      try await withOpenForm { bench in
        try bench.fillIn()
        let (_, pending) = try bench.submit()
        pending.give(.refused([FormIssue("nam", .customError("taken"))]))
        _ = bench.take { bench.viewModel.state == .editing }
      }
    }
  }

  @Test func aRefusalWithoutASentenceEndsADebugBuild() async throws {
    await #expect(processExitsWith: .failure) {
      try await withOpenForm { bench in
        try bench.fillIn()
        let (_, pending) = try bench.submit()
        pending.give(.refused([FormIssue("name", .customError(key: "unheardOf"))]))
        _ = bench.take { bench.viewModel.state == .editing }
      }
    }
  }

  /// A store may have sentences for a field, for all fields, or for refusals of the whole form alone.
  @Test func faultsOfARefusalAreMissingPartsAndMissingSentences() async throws {
    try await withOpenForm { bench in
      let missing = #"the store refused with "customError.odd", which has no sentence"#
      let cases: [(refusal: FormIssue, faults: [String])] = [
        (FormIssue("name", .customError("taken")), []),
        (FormIssue("name", .tooShort(limit: 3, count: 2)), []),
        (FormIssue(nil, .customError("closed")), []),
        (FormIssue("name", .customError(key: "equals")), []),
        (FormIssue(nil, .customError(key: "equals")), []),
        (FormIssue("name", .customError(key: "odd")), [missing]),
        (FormIssue(nil, .customError(key: "odd")), [missing]),
        (
          FormIssue("nam", .customError(key: "odd")),
          [#"the store refused "nam", which is not in the form"#, missing]
        ),
      ]
      for (refusal, faults) in cases {
        #expect(bench.viewModel.faults(of: refusal) == faults, "\(refusal)")
      }
    }
  }

  /// After a timeout the store may have accepted: repeating the submission with its key finds out.
  @Test func anAttemptThatGotNoAnswerIsRepeatedUnderItsKey() async throws {
    try await withOpenForm { bench in
      try bench.fillIn()
      let (first, _) = try bench.submit()
      #expect(bench.clock.waitForSleepers([.seconds(30)]))
      bench.clock.advance(by: .seconds(30))
      #expect(bench.take { bench.viewModel.state == .editing })
      #expect(bench.messages == [.submissionFailed(.timedOut)])
      let (second, pending) = try bench.submit()
      #expect([first.key, second.key] == ["test-1", "test-1"])
      pending.give(.refused([FormIssue("name", .customError("taken"))]))
      #expect(bench.take { bench.viewModel.state == .editing })
      #expect(
        bench.viewModel.state(of: "name") == .refused(.customError("taken")))
      #expect(bench.picture.focus == bench.node("name"))
      bench.enter("name", "bob")
      try bench.operations.nextCheck().pending.give(nil)
      #expect(bench.take { bench.viewModel.state(of: "name") == .valid })
      let (third, accepted) = try bench.submit()
      #expect(third.key == "test-2")
      accepted.give(.accepted("receipt"))
      #expect(bench.take { bench.session.endReason == .finished })
      #expect(bench.endings == ["submitted receipt"])
    }
  }

  /// Only answers of fields with a history, and only after a store has accepted them.
  @Test func whatWasAcceptedIsRemembered() async throws {
    try await onThreadOfItsOwn {
      let bench = try FormBench()
      bench.histories = ["name": MemoryHistory(["eve"]), "secret": MemoryHistory(["never told"])]
      try bench.open()
      #expect(bench.seen.contains(.history(bench.node("name"), "eve")))
      bench.edit("secret", "hidden")
      try bench.fillIn()
      try bench.submit().pending.give(.refused([]))
      #expect(bench.take { bench.viewModel.state == .editing })
      #expect(bench.histories["name"]?.lines == ["eve"])
      try bench.submit().pending.give(.accepted("receipt"))
      #expect(bench.take { bench.session.endReason == .finished })
      #expect(bench.histories["name"]?.lines == ["eve", "ann"])
      #expect(bench.histories["secret"]?.lines == ["never told"])
      #expect(
        !bench.seen.contains { if case .history(_, "never told") = $0 { true } else { false } })
    }
  }

  @Test func aSubmissionGoesOnByItselfOnceItsChecksAreSettled() async throws {
    try await withOpenForm { bench in
      bench.edit("name", "ann")
      bench.press("submit")
      #expect(bench.viewModel.state == .awaitingChecks)
      try bench.operations.nextCheck().pending.give(nil)
      try bench.takeSubmission().pending.give(.accepted("receipt"))
      #expect(bench.take { bench.session.endReason == .finished })
    }
  }

  @Test func theResponderIsAskedAndToldAndKeepsTheDraft() async throws {
    try await withOpenForm { bench in
      try bench.fillIn()
      bench.answer = .stay
      bench.post(.back())
      #expect(bench.viewModel.state == .editing)
      bench.answer = .leave
      bench.post(.back())
      #expect(bench.take { bench.session.endReason == .finished })
      #expect(bench.seen.last == .detach(.done))
      #expect(bench.endings == ["cancelled -"])
      // The answers are kept, except the secret.
      #expect(bench.kept.drafts == [Draft(contents: ["name": .text("ann")], touched: ["name"])])
    }
  }

  @Test func whatIsPrefilledIsCheckedAtOnce() async throws {
    let prefilled: [FieldID: FieldContent] = [
      "name": .text("ann"), "secret": .secret(Secret("shh")),
    ]
    try await withOpenForm(prefilled: prefilled) { bench in
      let (request, pending) = try bench.operations.nextCheck()
      #expect(request.answers == Answers(["name": .text("ann")]))
      pending.give(.customError("taken"))
      #expect(
        bench.take { bench.viewModel.state(of: "name") == .refused(.customError("taken")) })
      #expect(bench.shown("secret", .value) == .number(3))
    }
  }
}
