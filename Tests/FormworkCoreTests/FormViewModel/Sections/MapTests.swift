import FormworkCore
import TestSupport
import Testing

struct MapTests {
  /// Validated when the focus leaves the map, and withdrawn by an edit in it.
  @Test func keysDiffer() throws {
    let store = try FormStore {
      Section.map(
        "env", label: "Variables", item: "Variable", 0...3, key: .text("key", label: "Key"),
        of: Field.wholeNumber("value", label: "Value"))
      Field.note
    }
    store.expect(.activate("env/add"), changes: ["+ 1", "at 1/key"])
    store.expect(.type("1/key", "a/b"), shows: ["1/key.status = valid"])
    store.expect(.goForward, shows: ["at 1/value"])
    store.expect(.type("1/value", "1"), shows: ["1/value.status = valid"])
    store.expect(.activate("env/add"), changes: ["+ 2", "at 2/key"])
    store.expect(.type("2/key", "a/b"), shows: ["2/key.status = valid"])
    store.expect(.goForward, shows: ["at 2/value"])
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
      changes: ["form.status = submitting"])
  }

  /// A store knows the values by their keys, as in a document of answers.
  @Test func aStoreRefusesAValueByItsKey() throws {
    let store = try FormStore {
      Section.map(
        "env", label: "Variables", item: "Variable", 1...3, key: .text("key", label: "Key"),
        of: Field.wholeNumber("value", label: "Value"))
    }
    store.step(.commit("1/key", .text("a/b")))
    store.step(.commit("1/value", .text("1")))
    store.step(.activate("submit"))
    store.expect(
      .submissionRefused(1, FormIssue("env/a~1b", .customError("too small"))),
      shows: [
        "1/value.status = refused", #"1/value.explanation = "too small""#, "form.status = none",
        "form.explanation = none", "form.busy = none", "at 1/value",
      ])
    #expect(
      ["env/a~1b", "env/0/value", "env/0", "other"].map {
        store.viewModel.definition?.hasPart(at: $0)
      }
        == [true, true, true, false])
  }
}
