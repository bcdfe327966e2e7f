import Formwork
import FormworkTesting
import Testing

/// The fields of a form, where only the program knows whether a badge is free.
struct Visitor {
  let name = Field.text("name", label: "Name").required()
  let age = Field.wholeNumber("age", label: "Age").range(0...150)
  let badge = Field.text("badge", label: "Badge").checked(by: RemoteCheck("isFree"))
  let guests = Section.list(
    "guests", label: "Guests", item: "Guest", 0...2,
    of: Field.text("guest", label: "Guest").required())

  /// The sentences that the program passes to its `Form`.
  static let sentences: [String: Catalogue.Entry] = [
    "customError.taken": "somebody else has this badge"
  ]

  /// The check that the program passes to its `Form`.
  static func check(_ request: CheckRequest) async throws -> Violation? {
    request.value == .text("7") ? .customError(key: "taken") : nil
  }

  func form() throws -> FormDefinition {
    try FormDefinition("visitor", title: "A visitor") {
      name
      age
      badge
      guests
    }
  }
}

@Suite struct VisitorTests {
  let visitor = Visitor()

  @Test func theAgeHasALimit() throws {
    let store = FormStore(try visitor.form())
    store.expect(.type("name", "Ada"), shows: ["name.status = valid"])
    store.expect(.commit("name"))
    store.expect(.go("age"), shows: ["at age"])
    store.expect(
      .type("age", "151"),
      shows: ["age.status = incomplete", #"age.explanation = "150 or less""#])
    store.expect(.commit("age"), shows: ["age.status = invalid"])
    store.expect(.type("age", "36"), shows: ["age.status = valid", "age.explanation = none"])
    store.expect(.go("submit"), shows: ["at submit"])
    store.expect(
      .activate("submit"), does: [#"submit 1 [age: 36, badge: "", guests: {}, name: "Ada"]"#],
      shows: [
        "visitor.status = submitting",
        #"visitor.explanation = "Submitting""#, "visitor.busy = 1",
      ])
    store.expect(
      .accepted(1), does: ["ended submitted"],
      shows: ["visitor.status = done", "visitor.explanation = none", "visitor.busy = none"])
  }

  @Test func aBadgeIsChecked() throws {
    let store = FormStore(
      try visitor.form(), prefilled: ["name": .text("Ada")], sentences: Visitor.sentences)
    store.step(.go("badge"))
    store.expect(
      .type("badge", "7"), does: ["pause badge 1 for 0.3 seconds"],
      shows: ["badge.status = waiting"])
    store.expect(
      .paused("badge", 1),
      does: [#"check badge 1 by isFree of [badge: "7"] within 10.0 seconds"#],
      shows: ["badge.status = checking", #"badge.explanation = "checking""#])
    store.expect(
      .refused("badge", 1, .customError(key: "taken")),
      shows: ["badge.status = refused", #"badge.explanation = "somebody else has this badge""#])
  }

  @Test func theCheckOfTheProgramRefusesABadge() async throws {
    let operations = ScriptedOperations<String>(try visitor.form())
    operations.answerChecks("isFree", by: Visitor.check)
    try await onThreadOfItsOwn {
      let run = try FormRun("visitor", operations: operations)
      run.wait { $0.state == .editing }
      run.enter("7", in: "badge")
      run.wait { _ in run.property(.status, of: "badge") == "refused" }
    }
  }

  @Test func theStoreRefusesABadge() async throws {
    let operations = ScriptedOperations<String>(try visitor.form())
    operations.answerSubmissions { _ in
      .refused(.field(Visitor().badge, .customError(key: "taken")))
    }
    try await onThreadOfItsOwn {
      let run = try FormRun(
        "visitor", operations: operations, prefilled: ["name": .text("Ada")],
        sentences: Visitor.sentences)
      run.wait { $0.state == .editing }
      run.press("submit")
      run.wait { _ in run.property(.status, of: "badge") == "refused" }
      let explanation = run.property(.explanation, of: "badge")
      #expect(explanation == #""somebody else has this badge""#)
    }
  }

  @Test func theStoreAcceptsTheAnswers() async throws {
    let operations = ScriptedOperations<String>(try visitor.form())
    operations.answerSubmissions { submission in
      let (name, guests) = (
        submission.answers[Visitor().name], submission.answers[Visitor().guests]
      )
      return .accepted("\(name) with \(guests.joined(separator: ", "))")
    }
    try await onThreadOfItsOwn {
      let run = try FormRun("visitor", operations: operations)
      run.wait { $0.state == .editing }
      run.enter("Ada", in: "name")
      run.enter("7", in: "badge")
      run.press("guests/add")
      run.enter("Bob", in: "1/guest")
      // The check waits until the test answers it.
      run.press("submit")
      try operations.nextCheck().pending.give(nil)
      run.wait { _ in run.outcome == .submitted }
      #expect(run.receipt == "Ada with Bob")
    }
    #expect(
      operations.asked == [
        "load", #"check badge by isFree of [badge: "7"]"#,
        #"submit [badge: "7", guests: {"Bob"}, name: "Ada"]"#,
      ])
  }
}
