import FormworkCore
import FormworkTesting
import Testing

struct DeferredTests {
  private enum Family {
    static let person: DeferredBody = .init("person") {
      Field.text("name", label: "Name").required()
      Deferred("child", label: "Child", person).optional()
    }
  }

  @Test func aFormMayContainItself() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Deferred("person", label: "Person", Family.person)
        Field.text("note", label: "Note")
      })
    store.expect(
      .activate("submit"),
      shows: [
        "person.status = invalid", #"person.explanation = "valueMissing""#,
      ])
    store.expect(
      .activate("person/open"),
      shows: [
        "- person/open", "+ textField name in person at 0",
        #"name.label = "Name""#, "name.required = 1",
        "+ toggle child? in person at 1", #"child?.label = "Child""#, "child?.value = 0",
        "person.status = none", "person.explanation = none", "at name",
      ])
    store.expect(.type("name", "ann"), shows: ["name.status = valid"])
    store.expect(
      .choose("child?", true),
      shows: [
        "+ group child in person at 2", #"child.label = "Child""#,
        "+ textField child/name in child at 0", #"child/name.label = "Name""#,
        "child/name.required = 1", "+ toggle child/child? in child at 1",
        #"child/child?.label = "Child""#, "child/child?.value = 0", "child?.status = valid",
        "child?.value = 1", "at child?",
      ])
    store.expect(.goOn, shows: ["at child/name"])
    store.expect(.type("name", "bo"), shows: ["child/name.status = valid"])
    store.expect(.goOn, shows: ["at child/child?"])
    store.expect(.goBack, shows: ["at child/name"])
    store.expect(.goBack, shows: ["at child?"])
    store.expect(
      .activate("submit"),
      does: [#"submit 1 [note: "", person: [child: [name: "bo"], name: "ann"]]"#],
      shows: [
        "child/child?.status = valid", "form.status = submitting",
        #"form.explanation = "submitting""#, "form.busy = 1",
      ])
  }

  @Test func aClosedSectionIsAGroup() throws {
    let definition = try FormDefinition("form", title: "Form") {
      Field.toggle("has", label: "Has")
      Deferred("person", label: "Person", Family.person).shown(
        when: .equals("has", .toggle(true)))
    }
    let store = FormStore(definition)
    store.expect(
      .choose("has", true),
      shows: [
        "+ group person in form at 1", #"person.label = "Person""#,
        "+ button person/open in person at 0", #"person/open.label = "open Person""#,
        "has.status = valid", "has.value = 1",
      ])
    store.expect(
      .choose("has", false), shows: ["- person", "has.value = 0"])
  }

  @Test func aPersonStopsAtWhatOpens() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.text("note", label: "Note")
        Deferred("person", label: "Person", Family.person)
      })
    store.expect(.goOn, shows: ["at person/open"])
    store.expect(.goOn, shows: ["at submit"])
    store.expect(.goBack, shows: ["at person/open"])
    store.expect(.goBack, shows: ["at note"])
    store.step(.goOn)
    store.expect(
      .activate("person/open"),
      shows: [
        "- person/open", "+ textField name in person at 0", #"name.label = "Name""#,
        "name.required = 1",
        "+ toggle child? in person at 1", #"child?.label = "Child""#, "child?.value = 0",
        "at name",
      ])
    store.step(.goBack)
  }

  /// The focus moves to the first stop of a new section, even if that is a button.
  @Test func aPersonComesToTheFirstStopOfWhatIsNew() throws {
    let rows = Repeated("rows", label: "Rows", item: "Row", 0...2) {
      Repeated("cells", label: "Cells", item: "Cell", 0...2, of: Field.text("cell", label: "Cell"))
      Field.text("note", label: "Note")
    }
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Deferred("table", label: "Table", DeferredBody("table") { rows })
        Field.text("name", label: "Name")
      })
    #expect(store.step(.activate("table/open")).changes.last == "at rows/add")
    #expect(store.step(.activate("rows/add")).changes.contains("at 1/cells/add"))
  }

  @Test func whatIsOpenedIsSomethingToLose() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.text("note", label: "Note")
        Deferred("person", label: "Person", Family.person)
      })
    store.step(.activate("person/open"))
    store.expect(
      .leave(), does: ["asked leave?"],
      shows: [
        "+ alert alert in form at 4", #"alert.label = "leave?""#, "+ button stay in alert at 0",
        #"stay.label = "stay""#, "stay.value = 0", "stay.role = cancel",
        "+ button leave in alert at 1",
        #"leave.label = "leave""#, "leave.value = 1", "leave.role = destroy", "at stay",
      ])
  }
}
