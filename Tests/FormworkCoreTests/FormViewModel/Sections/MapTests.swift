import FormworkCore
import FormworkTesting
import Testing

struct MapTests {
  /// Validated when the focus leaves the map, and withdrawn by an edit in it.
  @Test func keysDiffer() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Map(
          "env", label: "Variables", item: "Variable", 0...3, key: .text("key", label: "Key"),
          of: Field.wholeNumber("value", label: "Value"))
        Field.text("note", label: "Note")
      })
    store.expect(
      .activate("env/add"),
      shows: [
        "+ group 1 in env at 0", #"1.label = "Variable 1""#, "+ textField 1/key in 1 at 0",
        #"1/key.label = "Key""#, "1/key.required = 1", "+ textField 1/value in 1 at 1",
        #"1/value.label = "Value""#, "1/value.format = wholeNumber", "+ button 1/remove in 1 at 2",
        #"1/remove.label = "remove Variable 1""#, "1/remove.role = remove", "at 1/key",
      ])
    store.expect(.type("1/key", "a/b"), shows: ["1/key.status = valid"])
    store.expect(.goOn, shows: ["at 1/value"])
    store.expect(.type("1/value", "1"), shows: ["1/value.status = valid"])
    store.expect(
      .activate("env/add"),
      shows: [
        "+ group 2 in env at 1", #"2.label = "Variable 2""#, "+ textField 2/key in 2 at 0",
        #"2/key.label = "Key""#, "2/key.required = 1", "+ textField 2/value in 2 at 1",
        #"2/value.label = "Value""#, "2/value.format = wholeNumber", "+ button 2/remove in 2 at 2",
        #"2/remove.label = "remove Variable 2""#, "2/remove.role = remove",
        "+ button 2/moveUp in 2 at 3", #"2/moveUp.label = "move up Variable 2""#,
        "2/moveUp.role = up",
        "+ button 1/moveDown in 1 at 3", #"1/moveDown.label = "move down Variable 1""#,
        "1/moveDown.role = down", "at 2/key",
      ])
    store.expect(.type("2/key", "a/b"), shows: ["2/key.status = valid"])
    store.expect(.goOn, shows: ["at 2/value"])
    store.expect(.type("2/value", "2"), shows: ["2/value.status = valid"])
    store.expect(
      .go("note"),
      shows: [
        "env.status = invalid", #"env.explanation = "same key""#, "at note",
      ])
    store.expect(.activate("submit"), shows: ["at 1/key"])
    store.expect(.go("2/key"), shows: ["at 2/key"])
    store.expect(.type("2/key", "c"), shows: ["env.status = none", "env.explanation = none"])
    store.expect(
      .activate("submit"), does: [#"submit 1 [env: [a~1b: 1, c: 2], note: ""]"#],
      shows: [
        "form.status = submitting", #"form.explanation = "submitting""#, "form.busy = 1",
      ])
  }

  @Test func itemsDiffer() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Repeated("tags", label: "Tags", item: "Tag", 2...3, of: Field.text("tag", label: "Tag"))
          .differing()
        Field.text("note", label: "Note")
      })
    store.expect(.type("1/tag", "x"), shows: ["1/tag.status = valid"])
    store.expect(.goOn, shows: ["at 2/tag"])
    store.expect(.type("2/tag", "x"), shows: ["2/tag.status = valid"])
    store.expect(
      .go("note"),
      shows: [
        "tags.status = invalid", #"tags.explanation = "alike""#, "at note",
      ])
    store.expect(
      .activate("tags/add"), does: ["said Tags full with 3"],
      shows: [
        "- tags/add", "+ group 3 in tags at 2", #"3.label = "Tag 3""#,
        "+ textField 3/tag in 3 at 0", #"3/tag.label = "Tag""#, "+ button 3/remove in 3 at 1",
        #"3/remove.label = "remove Tag 3""#, "3/remove.role = remove",
        "+ button 3/moveUp in 3 at 2", #"3/moveUp.label = "move up Tag 3""#, "3/moveUp.role = up",
        "+ button 1/remove in 1 at 1", #"1/remove.label = "remove Tag 1""#,
        "1/remove.role = remove", "+ button 2/remove in 2 at 1",
        #"2/remove.label = "remove Tag 2""#, "2/remove.role = remove",
        "+ button 2/moveDown in 2 at 3", #"2/moveDown.label = "move down Tag 2""#,
        "2/moveDown.role = down",
        "+ notice notice in form at 0", #"notice.label = "Tags full with 3""#, "tags.status = none",
        "tags.explanation = none", "at 3/tag",
      ])
    store.expect(
      .activate("1/remove"),
      shows: [
        "- notice", "- 1", "- 2/remove", "- 2/moveUp", "- 3/remove",
        "+ button tags/add in tags at 2", #"tags/add.label = "add Tag""#, "tags/add.role = add",
        "+ button tags/putBack in tags at 3", #"tags/putBack.label = "put back Tag 1""#,
        #"2.label = "Tag 1""#, #"2/moveDown.label = "move down Tag 1""#, #"3.label = "Tag 2""#,
        #"3/moveUp.label = "move up Tag 2""#,
      ])
    store.expect(.go("note"), shows: ["at note"])
    store.expect(
      .activate("submit"), does: [#"submit 1 [note: "", tags: {"x", ""}]"#],
      shows: [
        "form.status = submitting",
        #"form.explanation = "submitting""#, "form.busy = 1",
      ])
  }
}
