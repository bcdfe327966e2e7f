import FormworkCore
import TestSupport
import Testing

struct OptionalSectionTests {
  private static let street = Field.text("street", label: "Street").required()
  private static let city = Field.city
  private static let address = Section("address", label: "Address") {
    street
    city
  }.optional()

  /// The contents are kept while the section is left out, but not submitted.
  @Test func itIsAnsweredWhileItIsWanted() throws {
    let store = try FormStore {
      Field.name
      Self.address
    }
    store.expect(
      .choose("address?", true),
      changes: ["+ address", "address?.status = valid", "address?.value = 1", "at address?"])
    store.expect(.goForward, shows: ["at street"])
    store.expect(.type("street", "Way 1"), shows: ["street.status = valid"])
    store.expect(
      .choose("address?", false),
      shows: [
        "- address", "address?.value = 0", "at address?",
      ])
    store.expect(
      .activate("submit"), does: [#"submit 1 [name: ""]"#], changes: ["form.status = submitting"])
    store.expect(
      .failed(1, .timedOut), does: ["showed failed, timed out"], changes: ["form.status = none"])
    store.expect(
      .choose("address?", true),
      changes: [
        "+ address", #"street.value = "Way 1""#, "street.status = valid", "address?.value = 1",
      ])
    store.expect(
      .activate("submit"), does: [#"submit 1 [address: [city: "", street: "Way 1"], name: ""]"#],
      changes: ["form.status = submitting"])
  }

  @Test func theStoreMayWantWhatIsLeftOut() throws {
    let store = try FormStore {
      Self.address
      Field.name
    }
    store.expect(
      .activate("submit"), does: [#"submit 1 [name: ""]"#],
      changes: ["address?.status = valid", "form.status = submitting"])
    store.expect(
      .submissionRefused(1, FormIssue("address", .customError("few"))),
      changes: [
        "address?.status = invalid", #"address?.explanation = "few""#, "form.status = none",
      ])
    store.expect(.activate("submit"))
    store.expect(
      .choose("address?", true),
      changes: [
        "+ address", "address?.status = valid", "address?.explanation = none", "address?.value = 1",
      ])
    store.expect(.choose("address?", false), shows: ["- address", "address?.value = 0"])
    store.expect(
      .activate("submit"), does: [#"submit 2 [name: ""]"#], changes: ["form.status = submitting"])
    // The user can confirm that the section stays left out without opening it.
    store.step(.submissionRefused(2, FormIssue("address", .customError("few"))))
    store.step(.reset("address?"))
    #expect(store.step(.activate("submit")).actions == [#"submit 3 [name: ""]"#])
  }
}
