import FormworkCore
import FormworkTesting
import Testing

struct SectionRuleTests {
  private static let from = Field.text("from", label: "From")
  private static let to = Field.text("to", label: "To")
  private static let trip = Section("trip", label: "Trip") {
    from
    to
  }.rule("same") { $0[from] == $0[to] ? .customError("same") : nil }

  // Not validated after each key. An edit in the section withdraws the message.
  @Test func itIsJudgedWhenThePersonLeaves() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.trip
        Field.text("note", label: "Note")
      })
    store.expect(.type("from", "a"), shows: ["from.status = valid"])
    store.expect(.goOn, shows: ["at to"])
    store.expect(.type("to", "a"), shows: ["to.status = valid"])
    store.expect(.goOn, shows: ["trip.status = invalid", #"trip.explanation = "same""#, "at note"])
    store.expect(.goBack, shows: ["at to"])
    store.expect(.type("to", "b"), shows: ["trip.status = none", "trip.explanation = none"])
    store.expect(.goOn, shows: ["at note"])
  }

  @Test func itIsJudgedWhenThePersonSubmits() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.trip
        Field.text("note", label: "Note")
      })
    store.expect(
      .activate("submit"),
      shows: [
        "trip.status = invalid", #"trip.explanation = "same""#,
      ])
    store.expect(.activate("submit"))
    store.expect(
      .type("from", "x"),
      shows: ["trip.status = none", "trip.explanation = none", "from.status = valid"])
    store.expect(
      .activate("submit"), does: [#"submit 1 [note: "", trip: [from: "x", to: ""]]"#],
      shows: [
        "form.status = submitting", #"form.explanation = "submitting""#, "form.busy = 1",
      ])
  }

  /// The message becomes outdated as soon as a part is added or removed.
  @Test func itIsWithdrawnByAPartThatGoes() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.toggle("short", label: "Short")
        Section("trip", label: "Trip") {
          Self.from
          Self.to.shown(when: .not(.isFilled("../short")))
        }
      })
    store.step(.activate("submit"))
    store.step(.rejected(1, Refusal("trip", .customError("few"))))
    store.expect(
      .choose("short", true),
      shows: [
        "- to", "trip.status = none", "trip.explanation = none", "short.value = 1", "at short",
      ])
    store.expect(
      .activate("submit"), does: [#"submit 2 [short: on, trip: [from: ""]]"#],
      shows: [
        "form.status = submitting", #"form.explanation = "submitting""#, "form.busy = 1",
      ])
  }

  @Test func whoGoesOnWithinHasNotLeft() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Section("all", label: "All") {
          Self.trip
          Field.text("end", label: "End")
        }.rule("few") { _ in .customError("few") }
        Field.text("note", label: "Note")
      })
    store.step(.goOn)
    store.expect(.goOn, shows: ["trip.status = invalid", #"trip.explanation = "same""#, "at end"])
    store.expect(.goOn, shows: ["all.status = invalid", #"all.explanation = "few""#, "at note"])
    store.expect(.go("from"), shows: ["at from"])
    store.expect(
      .type("from", "x"),
      shows: [
        "trip.status = none", "trip.explanation = none", "all.status = none",
        "all.explanation = none", "from.status = valid",
      ])
  }

  // Refusals name fields, items and sections. For an invisible part the message moves.
  @Test func refusalsFindTheirParts() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.trip
        Repeated("tags", label: "Tags", item: "Tag", 1...3, of: Field.text("tag", label: "Tag"))
        Section("more", label: "More") { Field.text("less", label: "Less") }.optional()
      })
    store.expect(.type("from", "x"), shows: ["from.status = valid"])
    store.expect(
      .activate("tags/add"),
      shows: [
        "+ group 2 in tags at 1", #"2.label = "Tag 2""#, "+ textField 2/tag in 2 at 0",
        #"2/tag.label = "Tag""#, "+ button 2/remove in 2 at 1", #"2/remove.label = "remove Tag 2""#,
        "2/remove.role = remove", "+ button 2/moveUp in 2 at 2",
        #"2/moveUp.label = "move up Tag 2""#, "2/moveUp.role = up", "+ button 1/remove in 1 at 1",
        #"1/remove.label = "remove Tag 1""#, "1/remove.role = remove",
        "+ button 1/moveDown in 1 at 2", #"1/moveDown.label = "move down Tag 1""#,
        "1/moveDown.role = down", "at 2/tag",
      ])
    store.expect(
      .activate("tags/add"), does: ["said Tags full with 3"],
      shows: [
        "- tags/add", "+ group 3 in tags at 2", #"3.label = "Tag 3""#,
        "+ textField 3/tag in 3 at 0", #"3/tag.label = "Tag""#, "+ button 3/remove in 3 at 1",
        #"3/remove.label = "remove Tag 3""#, "3/remove.role = remove",
        "+ button 3/moveUp in 3 at 2", #"3/moveUp.label = "move up Tag 3""#, "3/moveUp.role = up",
        "+ button 2/moveDown in 2 at 3", #"2/moveDown.label = "move down Tag 2""#,
        "2/moveDown.role = down",
        "+ notice notice in form at 0", #"notice.label = "Tags full with 3""#, "at 3/tag",
      ])
    store.expect(
      .activate("1/remove"),
      shows: [
        "- notice", "- 1", "- 2/moveUp", "+ button tags/add in tags at 2",
        #"tags/add.label = "add Tag""#, "tags/add.role = add", "+ button tags/putBack in tags at 3",
        #"tags/putBack.label = "put back Tag 1""#, #"2.label = "Tag 1""#,
        #"2/remove.label = "remove Tag 1""#, #"2/moveDown.label = "move down Tag 1""#,
        #"3.label = "Tag 2""#, #"3/remove.label = "remove Tag 2""#,
        #"3/moveUp.label = "move up Tag 2""#,
      ])
    store.expect(
      .activate("submit"), does: [#"submit 1 [tags: {"", ""}, trip: [from: "x", to: ""]]"#],
      shows: [
        "more?.status = valid",
        "form.status = submitting", #"form.explanation = "submitting""#, "form.busy = 1",
      ])
    store.expect(
      .rejected(
        1, Refusal("trip", .customError("few")), Refusal("tags/1/tag", .customError("taken")),
        Refusal("tags/0", .customError("no")), Refusal("tags", .customError("one")),
        Refusal("more/less", .customError("lonely")), Refusal("tags/7/tag", .customError("closed"))),
      does: ["said elsewhere More, lonely", "said elsewhere Tags, closed"],
      shows: [
        "+ notice notice in form at 0", #"notice.label = "elsewhere More, lonely""#,
        "+ notice notice in form at 1", #"notice.label = "elsewhere Tags, closed""#,
        "trip.status = invalid", #"trip.explanation = "few""#, "3/tag.status = refused",
        #"3/tag.explanation = "taken""#, "2.status = invalid", #"2.explanation = "no""#,
        "tags.status = invalid", #"tags.explanation = "one""#, "form.status = none",
        "form.explanation = none", "form.busy = none", "at from",
      ])
    store.expect(.activate("submit"), shows: ["- notice", "- notice"])
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
