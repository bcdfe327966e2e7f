import FormworkCore
import TestSupport
import Testing

struct CheckTests {
  private static let taken = Violation.customError("taken")
  private let store: FormStore

  init() throws {
    let check = RemoteCheck("free", pause: .milliseconds(300), timeOut: .seconds(10))
    store = try FormStore {
      Field.name.length(2...9).checked(by: check)
      Field.city
    }
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

  @Test func aRefusalLastsUntilTheFieldChanges() {
    beginCheck()
    store.expect(
      .refused("name", 1, Self.taken),
      shows: ["name.status = refused", #"name.explanation = "taken""#])
    store.expect(.commit("name"))
    store.expect(.goForward, shows: ["at city"])
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
    store.expect(.goForward, shows: ["at city"])
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

  private func beginCheck() {
    store.step(.type("name", "ann"))
    store.step(.paused("name", 1))
  }
}
