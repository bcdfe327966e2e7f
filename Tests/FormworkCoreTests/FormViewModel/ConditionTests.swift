@testable import FormworkCore
import TestSupport
import Testing

struct ConditionTests {
  private static let gift = Field.toggle("gift", label: "Gift")

  @Test func aFieldComesAndGoesAndKeepsItsContent() throws {
    let store = try FormStore {
      Self.gift
      Field.text("for", label: "For").required().length(3...9).shown(when: Self.gift)
      Field.city
    }
    #expect(store.viewModel.state(of: "for") == .excluded)
    store.expect(
      .choose("gift", true), changes: ["+ for", "gift.status = valid", "gift.value = 1"])
    #expect(store.viewModel.state(of: "for") == .untouched)
    store.step(.goForward)
    store.step(.type("for", "me"))
    store.expect(
      .choose("gift", false),
      shows: ["- for", "gift.value = 0", "at gift"])
    #expect(store.viewModel.state(of: "for") == .excluded)
    #expect(store.viewModel.content(of: "for") == .text("me"))
    store.expect(
      .choose("gift", true),
      changes: [
        "+ for", #"for.value = "me""#, "for.status = invalid", #"for.explanation = "1 to 3""#,
        "gift.value = 1",
      ])
  }

  @Test func conditionsHangOnEachOther() throws {
    let plan = Field.choice(
      "plan", label: "Plan", options: [.init("free", label: "Free"), .init("paid", label: "Paid")])
    let store = try FormStore {
      // Each reads a later field.
      Field.text("code", label: "Code").shown(when: Condition.isFilled("coupon"))
      Field.text("coupon", label: "Coupon").initialAnswer("x")
        .shown(when: plan == "paid")
      plan
    }
    #expect(store.viewModel.state(of: "coupon") == .excluded)
    #expect(store.viewModel.state(of: "code") == .excluded)
    store.expect(
      .choose("plan/paid", true),
      changes: [
        "+ code", "+ coupon", #"coupon.value = "x""#, "plan.status = valid",
        "plan/paid.selected = 1",
      ])
    store.expect(
      .choose("plan/free", true),
      shows: [
        "- coupon", "- code", "plan/free.selected = 1", "plan/paid.selected = 0",
      ])
  }

  @Test(arguments: [
    (Condition.equals("word", .text("a")), ["a"]), (.isFilled("word"), ["a", "b"]),
    (.not(.isFilled("word")), [""]), (.all([]), ["", "a", "b"]), (.any([]), []),
    (.all([.isFilled("word"), .not(.equals("word", .text("a")))]), ["b"]),
    (.any([.equals("word", .text("a")), .equals("word", .text("b"))]), ["a", "b"]),
  ])
  func conditionsAreReadAsWritten(condition: Condition, texts: [String]) throws {
    let store = try FormStore {
      Field.text("word", label: "Word")
      Field.text("more", label: "More").shown(when: condition)
    }
    let shown = ["", "a", "b"].filter { text in
      store.step(.type("word", text))
      return store.viewModel.state(of: "more") != .excluded
    }
    #expect(shown == texts)
  }

  /// The gift shows the text before the edit, the card after it.
  @Test func aFieldThatStaysIsNotHiddenInBetween() throws {
    let store = try FormStore {
      Self.gift
      Field.text("text", label: "Text").shown(when: Self.gift || Condition.isFilled("card"))
      Field.text("card", label: "Card").initialAnswer("x").shown(when: !Self.gift)
    }
    store.step(.go("text"))
    store.step(.type("text", "hello"))
    store.expect(
      .choose("gift", true), shows: ["- card", "gift.status = valid", "gift.value = 1", "at gift"])
    store.expect(
      .choose("gift", false),
      shows: [
        "+ textField card in form at 2", #"card.label = "Card""#, #"card.value = "x""#,
        "gift.value = 0",
      ])
    #expect(store.viewModel.state(of: "text") == .valid)
  }
}
