import FormworkCore
import FormworkTesting
import Testing

struct CheckTests {
  private static let taken = Violation.customError("taken")
  private let store: FormStore

  init() throws {
    let check = RemoteCheck("free", pause: .milliseconds(300), timeOut: .seconds(10))
    store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.text("name", label: "Name").length(2...9).checked(by: check)
        Field.text("city", label: "City")
      })
  }

  @Test func aPauseInTypingStartsTheCheck() {
    store.expect(
      .type("name", "a"), shows: ["name.status = incomplete", #"name.explanation = "1 to 2""#])
    store.expect(
      .type("name", "an"), does: ["pause name 1 for 0.3 seconds"],
      shows: ["name.status = waiting", "name.explanation = none"])
    store.expect(.type("name", "ann"), does: ["pause name 2 for 0.3 seconds"])
    store.expect(.paused("name", 1))
    store.expect(
      .paused("name", 2),
      does: [#"check name 2 by free of [name: "ann"] within 10.0 seconds"#],
      shows: ["name.status = checking", #"name.explanation = "free of ann""#])
    store.expect(.paused("name", 2))
    store.expect(.passed("name", 1))
    store.expect(.passed("name", 2), shows: ["name.status = valid", "name.explanation = none"])
    store.expect(.refused("name", 2, Self.taken))
  }

  @Test func anEditEndsTheCheckAndItsAnswerIsDropped() {
    beginCheck()
    store.expect(
      .type("name", "anna"), does: ["pause name 2 for 0.3 seconds"],
      shows: ["name.status = waiting", "name.explanation = none"])
    store.expect(.refused("name", 1, Self.taken))
    store.expect(.unverified("name", 1, .timedOut))
    store.expect(
      .type("name", "a"), does: ["cancel name 2"],
      shows: ["name.status = incomplete", #"name.explanation = "1 to 2""#])
    store.expect(.paused("name", 2))
  }

  @Test func nothingIsCheckedInAnEmptyField() {
    beginCheck()
    store.expect(
      .type("name", ""), does: ["cancel name 1"],
      shows: ["name.status = none", "name.explanation = none"])
  }

  @Test func whoIsDoneNeedNotWaitForThePause() {
    store.step(.type("name", "ann"))
    store.expect(
      .commit("name"), does: [#"check name 1 by free of [name: "ann"] within 10.0 seconds"#],
      shows: ["name.status = checking", #"name.explanation = "free of ann""#])
    store.expect(.commit("name"))
    store.expect(.goOn, shows: ["at city"])
  }

  @Test func leavingSkipsThePauseToo() {
    store.step(.type("name", "ann"))
    store.expect(
      .goOn, does: [#"check name 1 by free of [name: "ann"] within 10.0 seconds"#],
      shows: ["name.status = checking", #"name.explanation = "free of ann""#, "at city"])
  }

  @Test func acceptingANewTextChecksItAtOnce() {
    store.expect(
      .commit("name", .text("ann")),
      does: [
        "pause name 1 for 0.3 seconds",
        #"check name 1 by free of [name: "ann"] within 10.0 seconds"#,
      ],
      shows: ["name.status = checking", #"name.explanation = "free of ann""#])
  }

  @Test func aRefusalLastsUntilTheFieldChanges() {
    beginCheck()
    store.expect(
      .refused("name", 1, Self.taken),
      shows: ["name.status = refused", #"name.explanation = "taken""#])
    store.expect(.commit("name"))
    store.expect(.goOn, shows: ["at city"])
    store.expect(.goBack, shows: ["at name"])
    store.expect(.activate("submit"), shows: [])
    store.expect(
      .type("name", "anna"), does: ["pause name 2 for 0.3 seconds"],
      shows: ["name.status = waiting", "name.explanation = none"])
  }

  @Test func whatCouldNotBeCheckedIsTriedAgainOnRequest() {
    beginCheck()
    store.expect(
      .unverified("name", 1, .failed("no route")),
      shows: ["name.status = unverified", #"name.explanation = "unverified, no route""#])
    store.expect(.goOn, shows: ["at city"])
    store.expect(.goBack, shows: ["at name"])
    store.expect(
      .commit("name"), does: [#"check name 2 by free of [name: "ann"] within 10.0 seconds"#],
      shows: ["name.status = checking", #"name.explanation = "free of ann""#])
    store.expect(
      .unverified("name", 2, .timedOut),
      shows: ["name.status = unverified", #"name.explanation = "unverified, timed out""#])
    store.step(.goBack)
    store.expect(
      .commit("name"), does: [#"check name 3 by free of [name: "ann"] within 10.0 seconds"#],
      shows: ["name.status = checking", #"name.explanation = "free of ann""#])
  }

  @Test func newsOfUnknownFieldsAreDropped() {
    for deed: FormStep in [
      .paused("nobody", 1), .passed("nobody", 1), .refused("nobody", 1, Self.taken),
      .unverified("nobody", 1, .timedOut), .passed("city", 1), .paused("name", 1),
    ] {
      store.expect(deed)
    }
  }

  private func beginCheck() {
    store.step(.type("name", "ann"))
    store.step(.paused("name", 1))
  }
}
