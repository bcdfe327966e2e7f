import FormworkCore
import TestSupport
import Testing

struct DeferredTests {
  private enum Family {
    static let person: DeferredBody = .init("person") {
      Field.name.required()
      Section.deferred("child", label: "Child", person).optional()
    }
  }

  @Test func aFormMayContainItself() throws {
    let store = try FormStore {
      Section.deferred("person", label: "Person", Family.person)
      Field.note
    }
    store.expect(
      .activate("submit"),
      shows: [
        "person.status = invalid", #"person.explanation = "valueMissing""#,
      ])
    store.expect(
      .activate("person/open"),
      changes: [
        "+ name", "+ child?", "child?.value = 0", "person.status = none",
        "person.explanation = none", "at name",
      ])
    store.expect(.type("name", "ann"), shows: ["name.status = valid"])
    store.expect(
      .choose("child?", true),
      changes: [
        "+ child", "child/child?.value = 0", "child?.status = valid", "child?.value = 1",
        "at child?",
      ])
    store.expect(.goForward, shows: ["at child/name"])
    store.expect(.type("name", "bo"), shows: ["child/name.status = valid"])
    store.expect(.goForward, shows: ["at child/child?"])
    store.expect(.goBack, shows: ["at child/name"])
    store.expect(.goBack, shows: ["at child?"])
    store.expect(
      .activate("submit"),
      does: [#"submit 1 [note: "", person: [child: [name: "bo"], name: "ann"]]"#],
      changes: ["child/child?.status = valid", "form.status = submitting"])
  }

  /// The focus moves to the first stop of a new section, even if that is a button.
  @Test func aPersonComesToTheFirstStopOfWhatIsNew() throws {
    let rows = Section.list("rows", label: "Rows", item: "Row", 0...2) {
      Section.list(
        "cells", label: "Cells", item: "Cell", 0...2, of: Field.text("cell", label: "Cell"))
      Field.note
    }
    let store = try FormStore {
      Section.deferred("table", label: "Table", DeferredBody("table") { rows })
      Field.name
    }
    #expect(store.step(.activate("table/open")).changes.last == "at rows/add")
    #expect(store.step(.activate("rows/add")).changes.contains("at 1/cells/add"))
  }

  /// The message about the list around it was about fewer parts.
  @Test func openingWithdrawsTheMessageAboutTheSectionAround() throws {
    let store = try FormStore {
      Section.list("trips", label: "Trips", item: "Trip", 2...2) {
        Section.deferred("more", label: "More", DeferredBody("more") { Field.note })
      }.differing()
    }
    store.step(.activate("submit"))
    #expect(store.property(.status, of: "trips") == "invalid")
    store.step(.activate("1/more/open"))
    #expect(store.property(.status, of: "trips") == "none")
  }

  /// Nobody can answer the parts of a section that is not open yet.
  @Test func aRuleAroundItWaitsUntilItIsOpen() throws {
    let store = try FormStore {
      Section("trip", label: "Trip") {
        Section.deferred("more", label: "More", DeferredBody("more") { Field.note })
      }.rule("few") { _ in false }
    }
    store.step(.activate("submit"))
    #expect(store.viewModel.violations == [FormIssue("trip/more", .valueMissing)])
    store.step(.activate("more/open"))
    store.step(.activate("submit"))
    #expect(store.viewModel.violations == [FormIssue("trip", .customError("few"))])
  }

  @Test func whatIsOpenedIsSomethingToLose() throws {
    let store = try FormStore {
      Field.note
      Section.deferred("person", label: "Person", Family.person)
    }
    store.step(.activate("person/open"))
    store.expect(
      .leave(), does: ["asked leave?"],
      changes: ["+ alert", "stay.value = 0", "leave.value = 1", "at stay"])
  }
}
