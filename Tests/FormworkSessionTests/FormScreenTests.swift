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
    try await withOpenForm { desk in
      try desk.fillIn()
      weak let secret: Secret? = desk.viewModel[Desk.secret]
      #expect(secret?.isEmpty == false)
      try desk.submit().pending.give(.accepted("done"))
      #expect(desk.take { desk.endings == ["submitted done"] })
      #expect(secret != nil)
      desk.session.close()
      // The thread of the operation may still hold the submission.
      let end = ContinuousClock.now + defaultLimit
      while secret != nil, ContinuousClock.now < end { poll(nil, 0, 5) }
      #expect(secret == nil)
      withExtendedLifetime((desk.screen, desk.session)) {}
    }
  }

  @Test func typingIsCheckedAfterAPause() async throws {
    try await withOpenForm { desk in
      desk.edit("name", "an")
      let draftPause = Duration.seconds(2)
      #expect(desk.clock.waitForSleepers([Self.pause, draftPause]))
      desk.clock.advance(by: .milliseconds(299))
      desk.edit("name", "ann")
      // Each edit restarts the pause.
      #expect(desk.clock.waitForSleepers([Self.pause, draftPause - .milliseconds(299)]))
      #expect(desk.shown("name", .status) == .number(NodeStatus.waiting.rawValue))
      desk.clock.advance(by: Self.pause)
      #expect(desk.take { desk.shown("name", .status) == .number(NodeStatus.checking.rawValue) })
      let (request, pending) = try desk.operations.nextCheck()
      #expect(request.check == "isFree")
      #expect(request.answers == Answers(["name": .text("ann")]))
      // Besides the pause of the draft, only the timeout is pending.
      let rest = draftPause - .milliseconds(299) - Self.pause
      #expect(desk.clock.waitForSleepers([Self.checkTimeOut, rest]))
      pending.give(nil)
      #expect(desk.take { desk.viewModel.state(of: "name") == .valid })
      #expect(desk.clock.waitForSleepers([rest]))
    }
  }

  @Test func anAnswerAboutAnOlderTextIsDropped() async throws {
    try await withOpenForm { desk in
      desk.enter("name", "ann")
      let (_, first) = try desk.operations.nextCheck()
      desk.edit("name", "anna")
      // The check of the older text is cancelled.
      #expect(first.waitForCancellation())
      first.give(.customError("taken"))
      desk.commit("name")
      let (request, second) = try desk.operations.nextCheck()
      #expect(request.answers == Answers(["name": .text("anna")]))
      second.give(nil)
      #expect(desk.take { desk.viewModel.state(of: "name") == .valid })
    }
  }

  @Test func aCheckThatNeverAnswersIsGivenUp() async throws {
    try await withOpenForm { desk in
      desk.enter("name", "ann")
      let (_, pending) = try desk.operations.nextCheck()
      #expect(desk.clock.waitForSleepers([Self.checkTimeOut]))
      desk.clock.advance(by: Self.checkTimeOut)
      #expect(desk.take { desk.viewModel.state(of: "name") == .unverified(.timedOut) })
      #expect(
        desk.shown("name", .explanation)
          == .text("could not be checked: no answer in time"))
      #expect(pending.waitForCancellation())
      // The user may continue: a submission repeats the check, and then the store decides.
      desk.press("submit")
      let (_, again) = try desk.operations.nextCheck()
      #expect(desk.shown(.status) == .number(NodeStatus.waiting.rawValue))
      #expect(desk.shown(.explanation) == .text("Will be submitted after these checks: Name"))
      again.fail("the line is down")
      let (submission, _) = try desk.takeSubmission()
      #expect(submission.answers == Answers(["name": .text("ann"), "secret": .secret(.empty)]))
    }
  }

  @Test func aFailureToLoadCanBeTriedAgain() async throws {
    try await onThreadOfItsOwn {
      let desk = try Desk()
      desk.take()
      #expect(desk.shown(.status) == .number(NodeStatus.loading.rawValue))
      try desk.operations.nextLoad().fail("the store is shut")
      #expect(
        desk.take { desk.viewModel.state == .loadFailed(.failed("the store is shut")) })
      #expect(desk.shown(.explanation) == .text("Could not be loaded: the store is shut"))
      desk.press("retry")
      let load = try desk.operations.nextLoad()
      #expect(desk.clock.waitForSleepers([.seconds(10)]))
      desk.clock.advance(by: .seconds(10))
      #expect(desk.take { desk.viewModel.state == .loadFailed(.timedOut) })
      #expect(load.waitForCancellation())
      desk.press("retry")
      try desk.operations.nextLoad().give(Desk.form())
      #expect(desk.take { desk.viewModel.state == .editing })
      #expect(desk.clock.waitForSleepers([]))
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
      try await withOpenForm { desk in
        try desk.fillIn()
        let (_, pending) = try desk.submit()
        pending.give(.refused([FormIssue("nam", .customError("taken"))]))
        _ = desk.take { desk.viewModel.state == .editing }
      }
    }
  }

  @Test func aRefusalWithoutASentenceEndsADebugBuild() async throws {
    await #expect(processExitsWith: .failure) {
      try await withOpenForm { desk in
        try desk.fillIn()
        let (_, pending) = try desk.submit()
        pending.give(.refused([FormIssue("name", .customError(key: "unheardOf"))]))
        _ = desk.take { desk.viewModel.state == .editing }
      }
    }
  }

  /// A store may have sentences for a field, for all fields, or for refusals of the whole form alone.
  @Test func faultsOfARefusalAreMissingPartsAndMissingSentences() async throws {
    try await withOpenForm { desk in
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
        #expect(desk.viewModel.faults(of: refusal) == faults, "\(refusal)")
      }
    }
  }

  /// After a timeout the store may have accepted: repeating the submission with its key finds out.
  @Test func anAttemptThatGotNoAnswerIsRepeatedUnderItsKey() async throws {
    try await withOpenForm { desk in
      try desk.fillIn()
      let (first, _) = try desk.submit()
      #expect(desk.clock.waitForSleepers([.seconds(30)]))
      desk.clock.advance(by: .seconds(30))
      #expect(desk.take { desk.viewModel.state == .editing })
      #expect(desk.messages == [.submissionFailed(.timedOut)])
      let (second, pending) = try desk.submit()
      #expect([first.key, second.key] == ["test-1", "test-1"])
      pending.give(.refused([FormIssue("name", .customError("taken"))]))
      #expect(desk.take { desk.viewModel.state == .editing })
      #expect(
        desk.viewModel.state(of: "name") == .refused(.customError("taken")))
      #expect(desk.picture.focus == desk.node("name"))
      desk.enter("name", "bob")
      try desk.operations.nextCheck().pending.give(nil)
      #expect(desk.take { desk.viewModel.state(of: "name") == .valid })
      let (third, accepted) = try desk.submit()
      #expect(third.key == "test-2")
      accepted.give(.accepted("receipt"))
      #expect(desk.take { desk.session.ending == .finished })
      #expect(desk.endings == ["submitted receipt"])
    }
  }

  /// Only answers of fields with a history, and only after a store has accepted them.
  @Test func whatWasAcceptedIsRemembered() async throws {
    try await onThreadOfItsOwn {
      let desk = try Desk()
      desk.histories = ["name": MemoryHistory(["eve"]), "secret": MemoryHistory(["never told"])]
      try desk.open()
      #expect(desk.seen.contains(.history(desk.node("name"), "eve")))
      desk.edit("secret", "hidden")
      try desk.fillIn()
      try desk.submit().pending.give(.refused([]))
      #expect(desk.take { desk.viewModel.state == .editing })
      #expect(desk.histories["name"]?.lines == ["eve"])
      try desk.submit().pending.give(.accepted("receipt"))
      #expect(desk.take { desk.session.ending == .finished })
      #expect(desk.histories["name"]?.lines == ["eve", "ann"])
      #expect(desk.histories["secret"]?.lines == ["never told"])
      #expect(
        !desk.seen.contains { if case .history(_, "never told") = $0 { true } else { false } })
    }
  }

  @Test func aSubmissionGoesOnByItselfOnceItsChecksAreSettled() async throws {
    try await withOpenForm { desk in
      desk.edit("name", "ann")
      desk.press("submit")
      #expect(desk.viewModel.state == .awaitingChecks)
      try desk.operations.nextCheck().pending.give(nil)
      try desk.takeSubmission().pending.give(.accepted("receipt"))
      #expect(desk.take { desk.session.ending == .finished })
    }
  }

  @Test func theResponderIsAskedAndToldAndKeepsTheDraft() async throws {
    try await withOpenForm { desk in
      try desk.fillIn()
      desk.answer = .stay
      desk.post(.back())
      #expect(desk.viewModel.state == .editing)
      desk.answer = .leave
      desk.post(.back())
      #expect(desk.take { desk.session.ending == .finished })
      #expect(desk.seen.last == .detach(.done))
      #expect(desk.endings == ["cancelled -"])
      // The answers are kept, except the secret.
      #expect(desk.kept.drafts == [Draft(contents: ["name": .text("ann")], touched: ["name"])])
    }
  }

  @Test func whatIsPrefilledIsCheckedAtOnce() async throws {
    let prefilled: [FieldID: FieldContent] = [
      "name": .text("ann"), "secret": .secret(Secret("shh")),
    ]
    try await withOpenForm(prefilled: prefilled) { desk in
      let (request, pending) = try desk.operations.nextCheck()
      #expect(request.answers == Answers(["name": .text("ann")]))
      pending.give(.customError("taken"))
      #expect(
        desk.take { desk.viewModel.state(of: "name") == .refused(.customError("taken")) })
      #expect(desk.shown("secret", .value) == .number(3))
    }
  }
}
