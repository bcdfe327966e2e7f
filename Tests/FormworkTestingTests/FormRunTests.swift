import Formwork
import FormworkTesting
import Testing

@Suite struct FormRunTests {
  let visitor = Visitor()

  @Test func aCheckRunsAfterItsPauseAndMayTimeOut() async throws {
    let operations = ScriptedOperations<String>(try visitor.form())
    try await onThreadOfItsOwn {
      let run = try FormRun("visitor", operations: operations, prefilled: ["name": .text("Ada")])
      run.wait { $0.state == .editing }
      run.type("7", in: "badge")
      #expect(run.clock.waitForSleepers([.milliseconds(300)]))
      run.clock.advance(by: .milliseconds(300))
      run.wait { _ in run.property(.status, of: "badge") == "checking" }
      let held = try operations.nextCheck()
      #expect(held.request.value == .text("7"))
      #expect(run.clock.waitForSleepers([.seconds(10)]))
      run.clock.advance(by: .seconds(10))
      run.wait { _ in run.property(.status, of: "badge") == "unverified" }
      #expect(held.pending.waitForCancellation())
    }
  }

  @Test func aChecksAnswerMayBeKnownBefore() async throws {
    let operations = ScriptedOperations<String>(try visitor.form())
    operations.answerChecks("isFree") { $0.value == .text("7") ? .customError("taken") : nil }
    try await onThreadOfItsOwn {
      let run = try FormRun("visitor", operations: operations)
      run.wait { $0.state == .editing }
      run.enter("7", in: "badge")
      run.wait { _ in run.property(.status, of: "badge") == "refused" }
      run.enter("8", in: "badge")
      run.wait { _ in run.property(.status, of: "badge") == "valid" }
    }
    #expect(
      operations.asked == [
        "load", #"check badge by isFree of [badge: "7"]"#,
        #"check badge by isFree of [badge: "8"]"#,
      ])
  }

  @Test func aLoadThatFailsIsTriedAgain() async throws {
    let operations = ScriptedOperations<String>()
    let form = try visitor.form()
    try await onThreadOfItsOwn {
      let run = try FormRun("visitor", operations: operations)
      try operations.nextLoad().fail("the line is dead")
      run.wait { if case .loadFailed = $0.state { true } else { false } }
      run.press("retry")
      try operations.nextLoad().give(form)
      run.wait { $0.state == .editing }
    }
    #expect(operations.asked == ["load", "load"])
  }

  @Test func aStoreRefusesAndThePersonLeaves() async throws {
    let secret = Field.secret("secret", label: "Secret")
    let colour = Field.choice(
      "colour", label: "Colour",
      options: [
        .init("red", label: "Red"), .init("blue", label: "Blue"),
      ])
    let form = try FormDefinition("form", title: "Form") {
      secret
      colour
    }
    let operations = ScriptedOperations<String>(form)
    operations.answerSubmissions { _ in .refused([FormIssue("secret", .customError("known"))]) }
    try await onThreadOfItsOwn {
      let run = try FormRun("form", operations: operations)
      run.wait { $0.state == .editing }
      run.enter(Secret("abc"), in: "secret")
      #expect(run.property(.value, of: "secret") == "3")
      _ = run.takeChanges()
      run.choose("colour/red")
      #expect(
        run.takeChanges() == ["colour.status = valid", "colour/red.selected = 1", "at colour"])
      run.press("submit")
      run.wait { _ in run.property(.status, of: "secret") == "refused" }
      run.press("cancel")
      run.press("stay")
      run.leave()
      #expect(run.outcome == nil)
      run.leave()
      #expect(run.outcome == .cancelled)
      #expect(run.receipt == nil)
    }
    #expect(operations.asked == ["load", "submit [colour: red, secret: *abc*]"])
  }

  @Test func theStoreFails() async throws {
    let operations = ScriptedOperations<String>(try visitor.form())
    try await onThreadOfItsOwn {
      let run = try FormRun("visitor", operations: operations, prefilled: ["name": .text("Ada")])
      run.wait { $0.state == .editing }
      run.press("submit")
      try operations.nextSubmission().pending.fail("the line is dead")
      let notice = #""Not submitted: the line is dead""#
      run.wait { _ in run.property(.label, of: "notice") == notice }
    }
  }

  /// The list of nodes would not help before the form is loaded.
  @Test func aWaitThatEndsShowsTheForm() async throws {
    let operations = ScriptedOperations<String>()
    let form = try visitor.form()
    try await onThreadOfItsOwn {
      let run = try FormRun("visitor", operations: operations, prefilled: ["bage": .text("7")])
      let faults = issues(of: {
        run.enter("7", in: "badge")
        run.wait(limit: .zero) { $0.state == .editing }
      })
      #expect(
        faults.map(\.text) == [
          #"the form has no node "badge": it is not loaded yet: wait for .editing"#,
          """
          the condition did not hold within 0.0 seconds, in the state \(run.viewModel.state):
          visitor.status = loading
          visitor.explanation = "Loading"
          """,
        ])
      try operations.nextLoad().give(form)
      let unknown = issues(of: { run.wait { $0.state == .editing } }).map(\.text)
      #expect(
        unknown == [
          #"the form has no node "bage": there are age, badge, cancel, guests, guests/add, name, submit, visitor"#
        ])
      let choice = issues(of: { run.choose("badge") }).map(\.text)
      #expect(choice == ["badge is of the kind textField, not toggle or option"])
    }
  }

  @Test func aCallThatDoesNotComeIsTold() async throws {
    let operations = ScriptedOperations<String>()
    try await onThreadOfItsOwn {
      _ = #expect(throws: ScriptedFailure("no call came within 0.0 seconds")) {
        try operations.next(limit: .zero)
      }
    }
  }
}
