import FormworkCore
import FormworkTesting
import Testing

struct PrefilledTests {
  private static func definition() throws -> FormDefinition {
    try FormDefinition("form", title: "Form") {
      Field.text("name", label: "Name").length(3...9).checked(by: RemoteCheck("free"))
      Field.text("city", label: "City").length(3...9)
      Field.toggle("gift", label: "Gift")
      Field.text("for", label: "For").shown(when: .equals("gift", .toggle(true)))
      Field.text("note", label: "Note")
    }
  }

  private func opening(
    _ prefilled: [FieldID: FieldContent]
  ) throws -> (store: FormStore, actions: [String]) {
    let store = FormStore(
      FormViewModel("form", catalogue: .codes, prefilled: prefilled))
    store.step(.open)
    let step = store.step(.learn(.loaded(LoadID(rawValue: 1), try Self.definition())))
    return (store, step.actions)
  }

  @Test func everyContentIsJudgedAtOnce() throws {
    let (store, actions) = try opening([
      "name": .text("ann"), "city": .text("O"), "gift": .toggle(true), "for": .text("me"),
    ])
    #expect(actions == [#"check name 1 by free of [name: "ann"] within 10.0 seconds"#])
    let model = store.viewModel
    #expect(model.state(of: "name") == .checking(CheckID(rawValue: 1)))
    #expect(model.state(of: "city") == .invalid([.tooShort(limit: 3, count: 1)]))
    #expect(model.state(of: "gift") == .valid)
    #expect(model.state(of: "for") == .valid)
    #expect(model.state(of: "note") == .untouched)
    #expect(store.property(.value, of: "city") == #""O""#)
    #expect(store.property(.explanation, of: "city") == #""2 to 3""#)
    #expect(model.tree.focus == store.node("name"))
  }

  /// The history contains submitted answers alone, which the user has seen.
  @Test func whatAConditionHidesIsNotRemembered() throws {
    let store = FormStore(
      FormViewModel(
        "form", catalogue: .codes,
        prefilled: ["name": .text("ann"), "for": .text("me")]))
    store.step(.open)
    let definition = try FormDefinition("form", title: "Form") {
      Field.text("name", label: "Name").remembered()
      Field.text("city", label: "City").remembered()
      Field.text("plain", label: "Plain")
      Field.toggle("gift", label: "Gift")
      Field.text("for", label: "For").remembered().shown(when: .equals("gift", .toggle(true)))
    }
    store.step(.learn(.loaded(LoadID(rawValue: 1), definition)))
    func remembered() -> [String] {
      store.viewModel.rememberedTexts.map { "\($0.field): \($0.text)" }
    }
    #expect(remembered() == ["name: ann"])
    store.step(.choose("gift", true))
    #expect(remembered() == ["name: ann", "for: me"])
  }

  @Test func whatAConditionHidesIsKept() throws {
    let (store, actions) = try opening(["for": .text("me")])
    #expect(actions == [])
    #expect(store.viewModel.state(of: "for") == .excluded)
    #expect(store.viewModel.content(of: "for") == .text("me"))
    store.step(.choose("gift", true))
    #expect(store.viewModel.state(of: "for") == .valid)
  }

  @Test func contentThatAFieldCannotHoldIsLeftOut() throws {
    let (store, actions) = try opening([
      "name": .toggle(true), "gift": .text("on"), "city": .secret(Secret("Oslo")),
      "ghost": .text("boo"),
    ])
    #expect(actions == [])
    for field: FieldID in ["name", "city", "gift"] {
      #expect(store.viewModel.state(of: field) == .untouched)
    }
    #expect(store.viewModel.content(of: "name") == .text(""))
    #expect(store.viewModel.content(of: "ghost") == nil)
    #expect(store.viewModel.state(of: "ghost") == nil)
  }

  @Test func aPrefilledFormIsAChangedOne() throws {
    let (store, _) = try opening(["note": .text("x")])
    let leaving = store.step(.leave())
    #expect(leaving.actions == ["asked leave?"])
  }

  /// A front end displays control characters as U+FFFD and reports the text so.
  @Test func aTextWithControlCharactersIsNotChangedByShowingIt() throws {
    let (store, _) = try opening(["note": .text("a\u{202E}b\u{1B}")])
    store.step(.go("note"))
    let shown = FieldContent.text("a\u{FFFD}b\u{FFFD}")
    store.step(.edit("note", shown))
    store.step(.commit("note", shown))
    let model = store.viewModel
    #expect(model.content(of: "note") == .text("a\u{202E}b\u{1B}"))
    #expect(model.state(of: "note") == .invalid([.badInput(.controlCharacter("\u{202E}"))]))
    store.step(.edit("note", .text("a\u{FFFD}b")))
    #expect(model.content(of: "note") == .text("a\u{FFFD}b"))
  }
}
