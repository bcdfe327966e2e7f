import FormworkCore
import TestSupport
import Testing

struct ChoosingTests {
  private let store: FormStore

  init() throws {
    store = try FormStore {
      Field.name.required()
      Field.toggle("terms", label: "Terms").required()
      Field.choice(
        "plan", label: "Plan",
        options: [.init("free", label: "Free"), .init("paid", label: "Paid")]
      ).required()
      Field.choices(
        "days", label: "Days",
        options: [.init("mo", label: "Mo"), .init("tu", label: "Tu"), .init("we", label: "We")])
    }
  }

  @Test func aToggleIsSwitched() {
    store.expect(
      .choose("terms", true),
      shows: ["terms.status = valid", "terms.value = 1", "at terms"])
    store.expect(.choose("terms", true))
    store.expect(
      .choose("terms", false),
      shows: [
        "terms.status = incomplete", #"terms.explanation = "valueMissing""#, "terms.value = 0",
      ])
  }

  @Test func anyNumberIsChosenInTheOrderOfTheForm() {
    store.expect(
      .choose("days/we", true), shows: ["days.status = valid", "days/we.selected = 1", "at days"])
    store.expect(.choose("days/mo", true), shows: ["days/mo.selected = 1"])
    #expect(store.viewModel.content(of: "days") == .choices(["mo", "we"]))
    store.expect(.choose("days/we", false), shows: ["days/we.selected = 0"])
    store.expect(.choose("days/tu", false))
    #expect(store.viewModel.content(of: "days") == .choices(["mo"]))
  }

  /// A front end may post both at once, before the choice is shown.
  @Test func acceptingCountsRightBehindAChoice() {
    let revision = store.revision
    store.step(.choose("terms", true))
    store.step(.choose("terms", false))
    store.expect(.commit("terms", at: revision), shows: ["terms.status = invalid"])
  }
}
