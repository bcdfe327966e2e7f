import FormworkCore
import TestSupport
import Testing

struct SectionRuleTests {
  private static let from = Field.text("from", label: "From")
  private static let to = Field.text("to", label: "To")
  private static let trip = Section("trip", label: "Trip") {
    from
    to
  }.rule("same") { $0[from] != $0[to] }

  // Not validated after each key. An edit in the section withdraws the message.
  @Test func itIsValidatedWhenThePersonLeaves() throws {
    let store = try FormStore {
      Self.trip
      Field.note
    }
    store.expect(.type("from", "a"), shows: ["from.status = valid"])
    store.expect(.goForward, shows: ["at to"])
    store.expect(.type("to", "a"), shows: ["to.status = valid"])
    store.expect(
      .goForward, shows: ["trip.status = invalid", #"trip.explanation = "same""#, "at note"])
    store.expect(.goBack, shows: ["at to"])
    store.expect(.type("to", "b"), shows: ["trip.status = none", "trip.explanation = none"])
    store.expect(.goForward, shows: ["at note"])
  }

  // Refusals name fields, items and sections. For an invisible part the message moves.
  @Test func refusalsFindTheirParts() throws {
    let store = try FormStore {
      Self.trip
      Section.list("tags", label: "Tags", item: "Tag", 1...3, of: Field.text("tag", label: "Tag"))
      Section("more", label: "More") { Field.text("less", label: "Less") }.optional()
    }
    store.expect(.type("from", "x"), shows: ["from.status = valid"])
    store.expect(.activate("tags/add"), changes: ["+ 2", "at 2/tag"])
    store.expect(
      .activate("tags/add"), does: ["showed Tags full with 3"], changes: ["+ 3", "at 3/tag"])
    store.expect(
      .activate("1/remove"), changes: ["- 1", #"2.label = "Tag 1""#, #"3.label = "Tag 2""#])
    store.expect(
      .activate("submit"), does: [#"submit 1 [tags: {"", ""}, trip: [from: "x", to: ""]]"#],
      changes: ["more?.status = valid", "form.status = submitting"])
    store.expect(
      .submissionRefused(
        1, FormIssue("trip", .customError("few")), FormIssue("tags/1/tag", .customError("taken")),
        FormIssue("tags/0", .customError("no")), FormIssue("tags", .customError("one")),
        FormIssue("more/less", .customError("lonely")),
        FormIssue("tags/7/tag", .customError("closed"))),
      does: ["showed elsewhere More, lonely", "showed elsewhere Tags, closed"],
      changes: [
        "trip.status = invalid", #"trip.explanation = "few""#, "3/tag.status = refused",
        #"3/tag.explanation = "taken""#, "2.status = invalid", #"2.explanation = "no""#,
        "tags.status = invalid", #"tags.explanation = "one""#, "form.status = none", "at from",
      ])
    store.expect(.activate("submit"), changes: [])
    store.expect(.go("to"), shows: ["at to"])
    store.expect(
      .type("to", "y"),
      shows: ["trip.status = none", "trip.explanation = none", "to.status = valid"])
    store.expect(.go("3/tag"), shows: ["at 3/tag"])
    store.expect(
      .type("3/tag", "y"),
      shows: [
        "tags.status = none", "tags.explanation = none", "3/tag.status = valid",
        "3/tag.explanation = none",
      ])
  }
}
