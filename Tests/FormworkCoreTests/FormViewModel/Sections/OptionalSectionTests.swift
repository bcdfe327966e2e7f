import FormworkCore
import FormworkTesting
import Testing

struct OptionalSectionTests {
  private static let street = Field.text("street", label: "Street").required()
  private static let city = Field.text("city", label: "City")
  private static let address = Section("address", label: "Address") {
    street
    city
  }.optional()

  /// The contents are kept while the section is left out, but not submitted.
  @Test func itIsAnsweredWhileItIsWanted() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.text("name", label: "Name")
        Self.address
      })
    store.expect(
      .choose("address?", true),
      shows: [
        "+ group address in form at 2", #"address.label = "Address""#,
        "+ textField street in address at 0", #"street.label = "Street""#, "street.required = 1",
        "+ textField city in address at 1", #"city.label = "City""#, "address?.status = valid",
        "address?.value = 1", "at address?",
      ])
    store.expect(.goOn, shows: ["at street"])
    store.expect(.type("street", "Way 1"), shows: ["street.status = valid"])
    store.expect(
      .choose("address?", false),
      shows: [
        "- address", "address?.value = 0", "at address?",
      ])
    store.expect(
      .activate("submit"), does: [#"submit 1 [name: ""]"#],
      shows: [
        "form.status = submitting", #"form.explanation = "submitting""#,
        "form.busy = 1",
      ])
    store.expect(
      .failed(1, .timedOut), does: ["said failed, timed out"],
      shows: [
        "+ notice notice in form at 0", #"notice.label = "failed, timed out""#,
        "form.status = none", "form.explanation = none", "form.busy = none",
      ])
    store.expect(
      .choose("address?", true),
      shows: [
        "- notice", "+ group address in form at 2", #"address.label = "Address""#,
        "+ textField street in address at 0", #"street.label = "Street""#,
        #"street.value = "Way 1""#, "street.status = valid", "street.required = 1",
        "+ textField city in address at 1", #"city.label = "City""#, "address?.value = 1",
      ])
    store.expect(
      .activate("submit"), does: [#"submit 1 [address: [city: "", street: "Way 1"], name: ""]"#],
      shows: [
        "form.status = submitting", #"form.explanation = "submitting""#,
        "form.busy = 1",
      ])
  }

  @Test func itMayBeWantedAtFirst() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Section("address", label: "Address") { Self.street }.optional(wanted: true)
        Field.text("name", label: "Name")
      })
    store.expect(
      .choose("address?", false),
      shows: [
        "- address", "address?.status = valid", "address?.value = 0",
      ])
    store.step(.activate("submit"))
  }

  @Test func foldingEndsChecksWithin() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Section("address", label: "Address") { Self.street.checked(by: RemoteCheck("free")) }
          .optional()
      })
    store.expect(
      .choose("address?", true),
      shows: [
        "+ group address in form at 1", #"address.label = "Address""#,
        "+ textField street in address at 0", #"street.label = "Street""#, "street.required = 1",
        "address?.status = valid", "address?.value = 1",
      ])
    store.step(.goOn)
    store.expect(
      .type("street", "a"), does: ["pause address/street 1 for 0.3 seconds"],
      shows: [
        "street.status = waiting"
      ])
    store.expect(
      .commit("street"),
      does: [#"check address/street 1 by free of [street: "a"] within 10.0 seconds"#],
      shows: [
        "street.status = checking", #"street.explanation = "free of a""#,
      ])
    store.expect(
      .choose("address?", false), does: ["cancel address/street 1"],
      shows: [
        "- address", "address?.value = 0", "at address?",
      ])
    store.expect(.refused("address/street", 1, .valueMissing))
    store.expect(
      .choose("address?", true), does: ["pause address/street 2 for 0.3 seconds"],
      shows: [
        "+ group address in form at 1", #"address.label = "Address""#,
        "+ textField street in address at 0", #"street.label = "Street""#, #"street.value = "a""#,
        "street.status = waiting", "street.required = 1", "address?.value = 1",
      ])
  }

  /// A section inside disappears with its fault.
  @Test func whatIsWrongWithinBarsNothingOnceItIsNotWanted() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Section("address", label: "Address") {
          Section("place", label: "Place") { Self.city }
            .rule("few") { _ in .customError("few") }
        }.optional(wanted: true)
      })
    store.expect(
      .activate("submit"),
      shows: [
        "address?.status = valid", "place.status = invalid", #"place.explanation = "few""#,
        "at city",
      ])
    store.step(.choose("address?", false))
    store.expect(
      .activate("submit"), does: ["submit 1 []"],
      shows: [
        "form.status = submitting", #"form.explanation = "submitting""#, "form.busy = 1",
      ])
  }

  @Test func theStoreMayWantWhatIsLeftOut() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.address
        Field.text("name", label: "Name")
      })
    store.expect(
      .activate("submit"), does: [#"submit 1 [name: ""]"#],
      shows: [
        "address?.status = valid", "form.status = submitting",
        #"form.explanation = "submitting""#, "form.busy = 1",
      ])
    store.expect(
      .rejected(1, Refusal("address", .customError("few"))),
      shows: [
        "address?.status = invalid", #"address?.explanation = "few""#, "form.status = none",
        "form.explanation = none", "form.busy = none",
      ])
    store.expect(.activate("submit"))
    store.expect(
      .choose("address?", true),
      shows: [
        "+ group address in form at 1", #"address.label = "Address""#,
        "+ textField street in address at 0", #"street.label = "Street""#, "street.required = 1",
        "+ textField city in address at 1", #"city.label = "City""#, "address?.status = valid",
        "address?.explanation = none", "address?.value = 1",
      ])
    store.expect(.choose("address?", false), shows: ["- address", "address?.value = 0"])
    store.expect(
      .activate("submit"), does: [#"submit 2 [name: ""]"#],
      shows: [
        "form.status = submitting", #"form.explanation = "submitting""#, "form.busy = 1",
      ])
    // The user can confirm that the section stays left out without opening it.
    store.step(.rejected(2, Refusal("address", .customError("few"))))
    store.step(.reset("address?"))
    #expect(store.step(.activate("submit")).actions == [#"submit 3 [name: ""]"#])
  }

  @Test func itComesAndGoesByAConditionAsAWhole() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.toggle("gift", label: "Gift")
        Self.address.shown(when: .equals("gift", .toggle(true)))
        Field.text("name", label: "Name")
      })
    store.expect(
      .choose("gift", true),
      shows: [
        "+ toggle address? in form at 1", #"address?.label = "Address""#, "address?.value = 0",
        "gift.status = valid", "gift.value = 1",
      ])
    store.step(.choose("address?", true))
    store.expect(
      .choose("gift", false),
      shows: [
        "- address?", "- address", "gift.value = 0", "at gift",
      ])
    store.expect(
      .choose("gift", true),
      shows: [
        "+ toggle address? in form at 1", #"address?.label = "Address""#, "address?.value = 1",
        "address?.status = valid", "+ group address in form at 2", #"address.label = "Address""#,
        "+ textField street in address at 0", #"street.label = "Street""#, "street.required = 1",
        "+ textField city in address at 1", #"city.label = "City""#, "gift.value = 1",
      ])
  }
}
