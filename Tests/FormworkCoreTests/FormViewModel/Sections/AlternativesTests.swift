import FormworkCore
import FormworkTesting
import Testing

struct AlternativesTests {
  private static let card = Section("card", label: "Card") {
    Field.text("number", label: "Number").required()
  }
  private static let account = Section("account", label: "Account") {
    Field.text("iban", label: "IBAN").required()
    Field.text("bank", label: "Bank").shown(when: .equals("../gift", .toggle(true)))
  }
  private static let payment = Alternatives("payment", label: "Payment", card, account)

  /// The answers in the other section are kept, but not submitted.
  @Test func oneTakesThePlaceOfTheOther() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.toggle("gift", label: "Gift")
        Self.payment
      })
    store.expect(
      .activate("submit"),
      shows: [
        "gift.status = valid", "payment?.status = invalid",
        #"payment?.explanation = "valueMissing""#, "at payment?",
      ])
    store.expect(
      .choose("payment?/card", true),
      shows: [
        "+ group card in form at 2", #"card.label = "Card""#, "+ textField number in card at 0",
        #"number.label = "Number""#, "number.required = 1", "payment?.status = valid",
        "payment?.explanation = none", "payment?/card.selected = 1",
      ])
    store.expect(.goOn, shows: ["at number"])
    store.expect(.type("number", "7"), shows: ["number.status = valid"])
    store.expect(
      .choose("payment?/account", true),
      shows: [
        "- card", "+ group account in form at 2", #"account.label = "Account""#,
        "+ textField iban in account at 0", #"iban.label = "IBAN""#, "iban.required = 1",
        "payment?/card.selected = 0", "payment?/account.selected = 1", "at payment?",
      ])
    store.expect(.goOn, shows: ["at iban"])
    store.expect(.type("iban", "DE"), shows: ["iban.status = valid"])
    store.expect(
      .activate("submit"), does: [#"submit 1 [gift: off, payment: account [iban: "DE"]]"#],
      shows: [
        "form.status = submitting", #"form.explanation = "submitting""#, "form.busy = 1",
      ])
    store.expect(
      .failed(1, .timedOut), does: ["said failed, timed out"],
      shows: [
        "+ notice notice in form at 0", #"notice.label = "failed, timed out""#,
        "form.status = none", "form.explanation = none", "form.busy = none",
      ])
    store.expect(
      .choose("payment?/card", true),
      shows: [
        "- notice", "- account", "+ group card in form at 2", #"card.label = "Card""#,
        "+ textField number in card at 0", #"number.label = "Number""#, #"number.value = "7""#,
        "number.status = valid", "number.required = 1", "payment?/card.selected = 1",
        "payment?/account.selected = 0", "at payment?",
      ])
    store.expect(
      .activate("submit"), does: [#"submit 1 [gift: off, payment: card [number: "7"]]"#],
      shows: [
        "form.status = submitting", #"form.explanation = "submitting""#, "form.busy = 1",
      ])
  }

  /// Conditions of parts that are not chosen are decided as well.
  @Test func whatIsNotChosenFollowsItsConditions() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.toggle("gift", label: "Gift")
        Self.payment
      })
    store.expect(
      .choose("payment?/account", true),
      shows: [
        "+ group account in form at 2", #"account.label = "Account""#,
        "+ textField iban in account at 0", #"iban.label = "IBAN""#, "iban.required = 1",
        "payment?.status = valid", "payment?/account.selected = 1", "at payment?",
      ])
    store.expect(
      .choose("payment?/card", true),
      shows: [
        "- account", "+ group card in form at 2", #"card.label = "Card""#,
        "+ textField number in card at 0", #"number.label = "Number""#, "number.required = 1",
        "payment?/card.selected = 1", "payment?/account.selected = 0",
      ])
    store.expect(
      .choose("gift", true), shows: ["gift.status = valid", "gift.value = 1", "at gift"])
    store.expect(
      .choose("payment?/account", true),
      shows: [
        "- card", "+ group account in form at 2", #"account.label = "Account""#,
        "+ textField iban in account at 0", #"iban.label = "IBAN""#, "iban.required = 1",
        "+ textField bank in account at 1", #"bank.label = "Bank""#, "payment?/card.selected = 0",
        "payment?/account.selected = 1", "at payment?",
      ])
  }

  @Test func oneMayBeYetToBeOpened() throws {
    let more = DeferredBody("more") {
      FormItem.note("note", "Note")
      Field.text("name", label: "Name")
    }
    let definition = try FormDefinition("form", title: "Form") {
      Alternatives("one", label: "One", Deferred("late", label: "Late", more))
    }
    let store = FormStore(definition)
    store.expect(
      .choose("one?/late", true),
      shows: [
        "+ group late in form at 1", #"late.label = "Late""#, "+ button late/open in late at 0",
        #"late/open.label = "open Late""#, "one?.status = valid", "one?/late.selected = 1",
      ])
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
      shows: [
        "- late/open", "+ note note in late at 0", #"note.label = "Note""#,
        "+ textField name in late at 1", #"name.label = "Name""#, "late.status = none",
        "late.explanation = none", "at name",
      ])
  }

  @Test func theyMayBeLeftOut() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.toggle("gift", label: "Gift")
        Self.payment.optional()
      })
    store.expect(
      .choose("payment?/card", true),
      shows: [
        "+ group card in form at 2", #"card.label = "Card""#, "+ textField number in card at 0",
        #"number.label = "Number""#, "number.required = 1", "payment?.status = valid",
        "payment?/card.selected = 1", "at payment?",
      ])
    store.expect(
      .choose("payment?/card", false),
      shows: ["- card", "payment?.status = none", "payment?/card.selected = 0"])
    store.expect(
      .activate("submit"), does: ["submit 1 [gift: off]"],
      shows: [
        "gift.status = valid", "form.status = submitting", #"form.explanation = "submitting""#,
        "form.busy = 1",
      ])
  }

  @Test func whatIsWrongWithTheWholeIsSaidWhereOneChooses() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.payment.rule("few") { $0?.option == "card" ? .customError("few") : nil }
        Field.toggle("gift", label: "Gift")
      })
    store.expect(
      .choose("payment?/card", true),
      shows: [
        "+ group card in form at 1", #"card.label = "Card""#, "+ textField number in card at 0",
        #"number.label = "Number""#, "number.required = 1", "payment?.status = valid",
        "payment?/card.selected = 1",
      ])
    store.step(.goOn)
    store.expect(.type("number", "1"), shows: ["number.status = valid"])
    store.expect(
      .goOn,
      shows: [
        "payment?.status = invalid", #"payment?.explanation = "few""#, "at gift",
      ])
    store.expect(.go("payment?"), shows: ["at payment?"])
    store.expect(
      .choose("payment?/account", true),
      shows: [
        "- card", "+ group account in form at 1", #"account.label = "Account""#,
        "+ textField iban in account at 0", #"iban.label = "IBAN""#, "iban.required = 1",
        "payment?.status = valid", "payment?.explanation = none", "payment?/card.selected = 0",
        "payment?/account.selected = 1",
      ])
    store.expect(.goBack)
  }
}
