@testable import FormworkCore
import FormworkTesting
import Testing

struct OpeningTests {
  private let store = FormStore(FormViewModel("sign-up", title: "Sign up", catalogue: .codes))
  private let first = LoadID(rawValue: 1)
  private let second = LoadID(rawValue: 2)

  private static func definition() throws -> FormDefinition {
    try FormDefinition("sign-up", title: "Join", detail: "Three things.", submitLabel: "Go") {
      FormItem.group("person", label: "You") {
        Field.text("mail", label: "Mail").required().email().detail("Work").placeholder("a@b.c")
          .extent(40)
        Field.secret("password", label: "Password").required()
      }
      FormItem.note("law", "The law.\n\nAll of it.")
      Field.toggle("news", label: "News")
      Field.choice("colour", label: "Colour", options: [.init("r", label: "Red")])
        .initialAnswer("r")
      Field.wholeNumber("age", label: "Age")
      Field.decimal("size", label: "Size")
      Field.dateAndTime("start", label: "Start")
      Field.webAddress("home", label: "Home")
      Field.textArea("story", label: "Story").initialAnswer("a\nb")
    }
  }

  private func open() {
    store.expect(
      .open, does: ["load 1"],
      shows: [
        "+ screen sign-up in - at 0",
        #"sign-up.label = "Sign up""#,
        "sign-up.status = loading",
        #"sign-up.explanation = "loading""#,
        "sign-up.busy = 1",
      ])
  }

  @Test func aFormIsDrawnWhole() throws {
    open()
    store.expect(
      .learn(.loaded(first, try Self.definition())),
      shows: [
        "+ group person in sign-up at 0",
        #"person.label = "You""#,
        "+ textField mail in person at 0",
        #"mail.label = "Mail""#,
        #"mail.detail = "Work""#,
        #"mail.placeholder = "a@b.c""#,
        "mail.required = 1",
        "mail.format = email", "mail.extent = 40",
        "+ secretField password in person at 1",
        #"password.label = "Password""#,
        "password.value = 0",
        "password.required = 1",
        "+ note law in sign-up at 1",
        #"law.label = "The law.""#,
        "+ note law2 in sign-up at 2",
        #"law2.label = """#,
        "+ note law3 in sign-up at 3",
        #"law3.label = "All of it.""#,
        "+ toggle news in sign-up at 4",
        #"news.label = "News""#,
        "news.value = 0",
        "+ choice colour in sign-up at 5",
        #"colour.label = "Colour""#,
        "+ option colour/r in colour at 0",
        #"colour/r.label = "Red""#,
        "colour/r.selected = 1",
        "+ textField age in sign-up at 6",
        #"age.label = "Age""#,
        "age.format = wholeNumber",
        "+ textField size in sign-up at 7",
        #"size.label = "Size""#,
        "size.format = decimal",
        "+ textField start in sign-up at 8",
        #"start.label = "Start""#,
        #"start.detail = "format.dateAndTime""#,
        "start.format = dateAndTime",
        "+ textField home in sign-up at 9",
        #"home.label = "Home""#,
        "home.format = webAddress",
        "+ textArea story in sign-up at 10",
        #"story.label = "Story""#,
        #"story.value = "a\#nb""#,
        "+ button submit in sign-up at 11",
        #"submit.label = "Go""#,
        "submit.role = submit",
        "+ button cancel in sign-up at 12",
        #"cancel.label = "cancel""#,
        "cancel.role = cancel",
        #"sign-up.label = "Join""#,
        #"sign-up.detail = "Three things.""#,
        "sign-up.status = none",
        "sign-up.explanation = none",
        "sign-up.busy = none",
        "at mail",
      ])
    #expect(store.viewModel.state == .editing)
  }

  @Test func aFailedLoadCanBeTriedAgain() throws {
    open()
    store.expect(
      .learn(.loadFailed(first, .failed("no route"))),
      shows: [
        "+ button retry in sign-up at 0",
        #"retry.label = "retry""#,
        "+ button cancel in sign-up at 1",
        #"cancel.label = "cancel""#,
        "cancel.role = cancel",
        "sign-up.status = failed",
        #"sign-up.explanation = "not loaded, no route""#,
        "sign-up.busy = none",
        "at retry",
      ])
    store.expect(
      .activate("retry"), does: ["load 2"],
      shows: [
        "- retry",
        "- cancel",
        "sign-up.status = loading",
        #"sign-up.explanation = "loading""#,
        "sign-up.busy = 1",
        "at -",
      ])
    // The answer to the first load is late.
    store.expect(.learn(.loaded(first, try Self.definition())))
    store.expect(.learn(.loadFailed(first, .timedOut)))
    #expect(store.viewModel.state == .loading(second))
    let drawn = store.step(.learn(.loaded(second, try Self.definition())))
    #expect(drawn.actions == [])
    #expect(drawn.changes.first == "+ group person in sign-up at 0")
    #expect(drawn.changes.last == "at mail")
    store.expect(.learn(.loaded(second, try Self.definition())))
  }

  /// A running check is cancelled, and its field is checked again.
  @Test func aReloadKeepsWhatWasEntered() throws {
    func definition(_ label: String) throws -> FormDefinition {
      try FormDefinition("form", title: "Form") {
        Field.text("name", label: .verbatim(label)).checked(by: RemoteCheck("free"))
        Field.secret("secret", label: "Secret")
      }
    }
    let store = FormStore(try definition("Name"))
    store.step(.type("name", "ann"))
    store.step(.goForward)
    store.step(.edit("secret", .secret(Secret("x"))))
    store.expect(
      .reload, does: ["reload 2"],
      shows: ["form.status = loading", #"form.explanation = "loading""#, "form.busy = 1"])
    store.expect(
      .edit("secret", .secret(Secret("y"))), shows: ["secret.value = 1", "secret.cursor = 1"])
    let drawn = store.step(.learn(.loaded(second, try definition("New"))))
    #expect(
      drawn.actions == [
        "cancel name 1", #"check name 2 by free of [name: "ann"] within 10.0 seconds"#,
      ])
    #expect(drawn.changes.contains(#"name.label = "New""#))
    #expect(store.viewModel.content(of: "name") == .text("ann"))
    #expect(store.viewModel.content(of: "secret") == .secret(Secret("x")))
    store.expect(.passed("name", 1))
  }

  private static func consented() throws -> FormStore {
    let store = FormStore(try definition { Field.text("name", label: "Name") })
    _ = store.viewModel.setSaving(true)
    for input: FormStep in [
      .choose("terms", true), .go("name"), .type("name", "ann"), .go("note"), .go("list/add"),
      .activate("list/add"), .type("1/item", "x"),
    ] {
      store.step(input)
    }
    return store
  }

  private static func definition(@FormBuilder _ items: () -> [FormItem]) throws -> FormDefinition {
    let items = items()
    return try FormDefinition("form", title: "Form") {
      for item in items { item }
      Field.text("note", label: "Note").required()
      Section.list("list", label: "List", item: "Item", 0...2) {
        Field.text("item", label: "Item").checked(by: RemoteCheck("free"))
      }
      Field.toggle("terms", label: "Terms").required().excludedFromDrafts()
    }
  }

  // Consents apply to the old form alone. Notes at fields stay.
  @Test func aConsentIsGivenAgainAfterAReload() throws {
    let store = try Self.consented()
    store.step(.go("note"))
    store.step(.commit("note"))
    store.step(.reload)
    let other = try Self.definition { Field.text("nick", label: "Nick") }
    let loaded = store.step(.learn(.loaded(second, other)))
    // Numbers of items are never used twice; the draft belongs to the new form.
    #expect(
      loaded.actions == [
        "cancel list/1/item 1", #"check list/2/item 2 by free of [item: "x"] within 10.0 seconds"#,
        #"draft [list: 1, list/0/item: "x"]"#,
      ])
    #expect(store.viewModel.content(of: "terms") == .toggle(false))
    #expect(store.viewModel.state(of: "terms") == .untouched)
    #expect(store.viewModel.state(of: "note") == .invalid([.valueMissing]))
    store.expect(.refused("list/1/item", 1, .customError("taken")))
    store.step(.reload)
    #expect(store.step(.learn(.loaded(LoadID(rawValue: 3), other))).actions.last?.first == "d")
  }

  /// Neither a failed nor a cancelled load discards anything.
  @Test func whatIsNotReloadedStaysAsItWas() throws {
    let store = try Self.consented()
    let busy = ["form.status = loading", #"form.explanation = "loading""#, "form.busy = 1"]
    let idle = ["form.status = none", "form.explanation = none", "form.busy = none"]
    store.expect(.reload, does: ["reload 2"], shows: busy)
    store.expect(.activate("submit"))
    store.expect(
      .learn(.loadFailed(second, .failed("no route"))), does: ["showed not loaded, no route"],
      shows: ["+ notice notice in form at 0", #"notice.label = "not loaded, no route""#] + idle)
    #expect(store.viewModel.content(of: "terms") == .toggle(true))
    store.expect(.reload, does: ["reload 3"], shows: ["- notice"] + busy)
    #expect(store.step(.activate("cancel")).actions == ["cancel load", "asked leave and keep?"])
    store.step(.activate("stay"))
    store.step(.reload)
    #expect(
      store.step(.leaveUnasked).actions == [
        "cancel load", #"draft [list: 1, list/0/item: "x", name: "ann"]"#, "ended cancelled",
      ])
  }

  @Test func aFormThatCouldNotBeLoadedHasItsTwoButtons() {
    open()
    store.step(.learn(.loadFailed(first, .timedOut)))
    store.expect(.goForward, shows: ["at cancel"])
    store.expect(.goForward)
    store.expect(.goBack, shows: ["at retry"])
    store.expect(.goBack)
  }

  @Test func aFormCanBeLeftBeforeItIsOpened() {
    store.expect(.leave(), does: ["ended cancelled"])
  }

  @Test func aFormWithoutFieldsHasItsButtons() throws {
    let store = FormStore(try FormDefinition("empty", title: "Empty") {})
    #expect(store.viewModel.tree.focus == store.node("submit"))
    store.expect(
      .activate("submit"), does: ["submit 1 []"],
      shows: ["empty.status = submitting", #"empty.explanation = "submitting""#, "empty.busy = 1"])
  }
}
