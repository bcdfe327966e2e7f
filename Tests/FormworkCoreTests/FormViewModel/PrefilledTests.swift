import FormworkCore
import TestSupport
import Testing

struct PrefilledTests {
  private static func definition() throws -> FormDefinition {
    try FormDefinition("form", title: "Form") {
      Field.name.length(3...9).checked(by: RemoteCheck("free"))
      Field.city.length(3...9)
      Field.toggle("gift", label: "Gift")
      Field.text("for", label: "For").shown(when: Condition.equals("gift", .toggle(true)))
      Field.note
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

  @Test func everyContentIsValidatedAtOnce() throws {
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
      Field.name.keepsHistory()
      Field.city.keepsHistory()
      Field.text("plain", label: "Plain")
      Field.toggle("gift", label: "Gift")
      Field.text("for", label: "For").keepsHistory().shown(
        when: Condition.equals("gift", .toggle(true)))
    }
    store.step(.learn(.loaded(LoadID(rawValue: 1), definition)))
    func remembered() -> [String] {
      store.viewModel.rememberedTexts.map { "\($0.field): \($0.text)" }
    }
    #expect(remembered() == ["name: ann"])
    store.step(.choose("gift", true))
    #expect(remembered() == ["name: ann", "for: me"])
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
