@testable import FormworkCore
import FormworkTesting
import Testing

struct ConditionTests {
  private static let gift = Field.toggle("gift", label: "Gift")

  @Test func aFieldComesAndGoesAndKeepsItsContent() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.gift
        Field.text("for", label: "For").required().length(3...9).shown(when: Self.gift.isOn)
        Field.text("city", label: "City")
      })
    #expect(store.viewModel.state(of: "for") == .excluded)
    store.expect(
      .choose("gift", true),
      shows: [
        "+ textField for in form at 1", #"for.label = "For""#, "for.required = 1",
        "gift.status = valid", "gift.value = 1",
      ])
    #expect(store.viewModel.state(of: "for") == .untouched)
    store.step(.goOn)
    store.step(.type("for", "me"))
    store.expect(
      .choose("gift", false),
      shows: ["- for", "gift.value = 0", "at gift"])
    #expect(store.viewModel.state(of: "for") == .excluded)
    #expect(store.viewModel.content(of: "for") == .text("me"))
    store.expect(
      .choose("gift", true),
      shows: [
        "+ textField for in form at 1", #"for.label = "For""#, #"for.value = "me""#,
        "for.status = invalid", #"for.explanation = "1 to 3""#, "for.required = 1",
        "gift.value = 1",
      ])
  }

  @Test func whatIsHiddenIsNotSubmittedAndBarsNothing() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.gift
        Field.text("for", label: "For").length(3...9).shown(when: Self.gift.isOn)
      })
    store.step(.choose("gift", true))
    store.step(.goOn)
    store.step(.type("for", "me"))
    store.step(.choose("gift", false))
    #expect(store.step(.activate("submit")).actions == ["submit 1 [gift: off]"])
  }

  @Test func hidingEndsACheck() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.gift
        Field.text("for", label: "For").shown(when: Self.gift.isOn)
          .checked(by: RemoteCheck("known"))
      })
    store.step(.choose("gift", true))
    store.step(.goOn)
    store.step(.type("for", "me"))
    store.step(.paused("for", 1))
    store.expect(
      .choose("gift", false), does: ["cancel for 1"], shows: ["- for", "gift.value = 0", "at gift"])
    store.expect(.refused("for", 1, .customError("unknown")))
    // Validated again after it is shown again; the old answer of the check does not count.
    store.expect(
      .choose("gift", true), does: ["pause for 2 for 0.3 seconds"],
      shows: [
        "+ textField for in form at 1", #"for.label = "For""#, #"for.value = "me""#,
        "for.status = waiting", "gift.value = 1",
      ])
    store.expect(.passed("for", 1))
    store.expect(.paused("for", 1))
  }

  @Test func conditionsHangOnEachOther() throws {
    let plan = Field.choice(
      "plan", label: "Plan", options: [.init("free", label: "Free"), .init("paid", label: "Paid")])
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        // Each reads a later field.
        Field.text("code", label: "Code").shown(when: .isFilled("coupon"))
        Field.text("coupon", label: "Coupon").initially("x")
          .shown(when: plan.equals("paid"))
        plan
      })
    #expect(store.viewModel.state(of: "coupon") == .excluded)
    #expect(store.viewModel.state(of: "code") == .excluded)
    store.expect(
      .choose("plan/paid", true),
      shows: [
        "+ textField code in form at 0", #"code.label = "Code""#,
        "+ textField coupon in form at 1", #"coupon.label = "Coupon""#, #"coupon.value = "x""#,
        "plan.status = valid", "plan/paid.selected = 1",
      ])
    store.expect(
      .choose("plan/free", true),
      shows: [
        "- coupon", "- code", "plan/free.selected = 1", "plan/paid.selected = 0",
      ])
  }

  @Test func aFieldComesBackToItsPlace() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        FormItem.group("first", label: "First") {
          FormItem.note("one", "One")
          Field.text("a", label: "A").shown(when: Self.gift.isOn)
          FormItem.note("two", "Two")
          Field.text("b", label: "B").shown(when: Self.gift.isOn)
        }
        Field.text("c", label: "C").shown(when: Self.gift.isOn)
        FormItem.note("three", "Three")
        FormItem.group("second", label: "Second") {
          Field.text("d", label: "D").shown(when: Self.gift.isOn)
        }
        Self.gift
        Field.text("e", label: "E").shown(when: Self.gift.isOn)
      })
    // The notice precedes everything else.
    store.step(.activate("submit"))
    store.step(.rejected(1, Refusal(nil, .customError("closed"))))
    store.expect(
      .choose("gift", true),
      shows: [
        "- notice",
        "+ textField c in form at 1", #"c.label = "C""#,
        "+ textField e in form at 5", #"e.label = "E""#,
        "+ textField a in first at 1", #"a.label = "A""#,
        "+ textField b in first at 3", #"b.label = "B""#,
        "+ textField d in second at 0", #"d.label = "D""#,
        "gift.value = 1",
      ])
  }

  @Test func whereSomebodyIsThatGoesTheNextOneIsNext() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.gift
        Field.text("for", label: "For").shown(when: Self.gift.isOn)
        Field.text("city", label: "City")
      })
    store.step(.choose("gift", true))
    store.step(.goOn)
    store.set("gift", .toggle(false))
    #expect(store.viewModel.tree.focus == store.node("city"))
  }

  @Test func whereTheLastOneGoesTheButtonsAreNext() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.gift
        Field.text("for", label: "For").shown(when: Self.gift.isOn)
      })
    store.step(.choose("gift", true))
    store.step(.goOn)
    store.set("gift", .toggle(false))
    #expect(store.viewModel.tree.focus == store.node("submit"))
  }

  @Test(arguments: [
    (Condition.equals("word", .text("a")), ["a"]), (.isFilled("word"), ["a", "b"]),
    (.not(.isFilled("word")), [""]), (.all([]), ["", "a", "b"]), (.any([]), []),
    (.all([.isFilled("word"), .not(.equals("word", .text("a")))]), ["b"]),
    (.any([.equals("word", .text("a")), .equals("word", .text("b"))]), ["a", "b"]),
  ])
  func conditionsAreReadAsWritten(condition: Condition, texts: [String]) throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.text("word", label: "Word")
        Field.text("more", label: "More").shown(when: condition)
      })
    let shown = ["", "a", "b"].filter { text in
      store.step(.type("word", text))
      return store.viewModel.state(of: "more") != .excluded
    }
    #expect(shown == texts)
  }

  /// The gift shows the text before the edit, the card after it.
  @Test func aFieldThatStaysIsNotHiddenInBetween() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.gift
        Field.text("text", label: "Text").shown(when: .any([Self.gift.isOn, .isFilled("card")]))
        Field.text("card", label: "Card").initially("x").shown(when: .not(Self.gift.isOn))
      })
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
