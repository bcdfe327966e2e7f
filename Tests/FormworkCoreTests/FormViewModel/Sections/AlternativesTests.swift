import FormworkCore
import TestSupport
import Testing

struct AlternativesTests {
  private static let card = Section("card", label: "Card") {
    Field.text("number", label: "Number").required()
  }
  private static let account = Section("account", label: "Account") {
    Field.text("iban", label: "IBAN").required()
    Field.text("bank", label: "Bank").shown(when: Condition.equals("../gift", .toggle(true)))
  }
  private static let payment = Section.alternatives("payment", label: "Payment", card, account)

  /// The answers in the other section are kept, but not submitted.
  @Test func oneTakesThePlaceOfTheOther() throws {
    let store = try FormStore {
      Field.toggle("gift", label: "Gift")
      Self.payment
    }
    store.expect(
      .activate("submit"),
      shows: [
        "gift.status = valid", "payment?.status = invalid",
        #"payment?.explanation = "valueMissing""#, "at payment?",
      ])
    store.expect(
      .choose("payment?/card", true),
      changes: [
        "+ card", "payment?.status = valid", "payment?.explanation = none",
        "payment?/card.selected = 1",
      ])
    store.expect(.goForward, shows: ["at number"])
    store.expect(.type("number", "7"), shows: ["number.status = valid"])
    store.expect(
      .choose("payment?/account", true),
      changes: [
        "- card", "+ account", "payment?/card.selected = 0", "payment?/account.selected = 1",
        "at payment?",
      ])
    store.expect(.goForward, shows: ["at iban"])
    store.expect(.type("iban", "DE"), shows: ["iban.status = valid"])
    store.expect(
      .activate("submit"), does: [#"submit 1 [gift: off, payment: account [iban: "DE"]]"#],
      changes: ["form.status = submitting"])
    store.expect(
      .failed(1, .timedOut), does: ["showed failed, timed out"], changes: ["form.status = none"])
    store.expect(
      .choose("payment?/card", true),
      changes: [
        "- account", "+ card", #"number.value = "7""#, "number.status = valid",
        "payment?/card.selected = 1", "payment?/account.selected = 0", "at payment?",
      ])
    store.expect(
      .activate("submit"), does: [#"submit 1 [gift: off, payment: card [number: "7"]]"#],
      changes: ["form.status = submitting"])
  }

  @Test func oneMayBeYetToBeOpened() throws {
    let more = DeferredBody("more") {
      FormItem.note("note", "Note")
      Field.name
    }
    let definition = try FormDefinition("form", title: "Form") {
      Section.alternatives("one", label: "One", Section.deferred("late", label: "Late", more))
    }
    let store = FormStore(definition)
    store.expect(
      .choose("one?/late", true),
      changes: ["+ late", "one?.status = valid", "one?/late.selected = 1"])
    // A chosen section is not opened, even after a reload.
    store.step(.reload)
    store.step(.learn(.loaded(LoadID(rawValue: 2), definition)))
    store.expect(
      .activate("submit"),
      shows: [
        "late.status = invalid", #"late.explanation = "valueMissing""#, "at late/open",
      ])
    store.expect(
      .activate("late/open"),
      changes: ["+ note", "+ name", "late.status = none", "late.explanation = none", "at name"])
  }
}
