import FormworkCore
import FormworkTesting
import Testing

struct TypingTests {
  private let store: FormStore

  init() throws {
    store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.text("name", label: "Name").required().length(3...5)
        Field.text("city", label: "City")
        Field.toggle("news", label: "News")
      })
  }

  @Test func theFirstEditsAreHelpedAndNotBlamed() {
    store.expect(
      .type("name", "a"), shows: ["name.status = incomplete", #"name.explanation = "2 to 3""#])
    store.expect(.type("name", "ab"), shows: [#"name.explanation = "1 to 3""#])
    store.expect(.type("name", "abc"), shows: ["name.status = valid", "name.explanation = none"])
    store.expect(
      .type("name", "abcdef"),
      shows: ["name.status = incomplete", #"name.explanation = "1 over 5""#])
    store.expect(.type("name", ""), shows: [#"name.explanation = "valueMissing""#])
    #expect(store.viewModel.content(of: "name") == .text(""))
  }

  @Test func leavingAFieldJudgesItInEarnest() {
    store.step(.type("name", "a"))
    store.expect(.goOn, shows: ["name.status = invalid", "at city"])
    store.expect(.goOn, shows: ["at news"])
    store.expect(.go("name"), shows: ["at name"])
    // After a message the field stays invalid until the text is valid.
    store.expect(.type("name", "ab"), shows: [#"name.explanation = "1 to 3""#])
    store.expect(.type("name", "abc"), shows: ["name.status = valid", "name.explanation = none"])
  }

  @Test func tabbingThroughIsNoError() {
    store.expect(.goOn, shows: ["at city"])
    store.expect(.goBack, shows: ["at name"])
    #expect(store.viewModel.state(of: "name") == .untouched)
  }

  @Test func acceptingJudgesWithoutMoving() {
    store.expect(
      .commit("name"), shows: ["name.status = invalid", #"name.explanation = "valueMissing""#])
    store.expect(
      .commit("name", .text("abc")), shows: ["name.status = valid", "name.explanation = none"])
    #expect(store.viewModel.content(of: "name") == .text("abc"))
    store.expect(.commit("name", .text("abc")))
  }

  @Test func anAcceptedEditIsNotAnsweredButKnown() {
    store.step(.type("name", "abc"))
    store.expect(.edit("name", .text("abcd"), cursor: 2))
    #expect(store.viewModel.tree[store.node("name")]?[.value] == .text("abcd"))
    #expect(store.viewModel.tree[store.node("name")]?[.cursor] == .number(2))
    store.expect(.edit("name", .text("abcd"), cursor: 0))
    #expect(store.viewModel.tree[store.node("name")]?[.cursor] == .number(0))
  }

  @Test(arguments: [(-1, 0), (5, 4), (Int.max, 4), (Int.min, 0)])
  func aCursorIsKeptWithinTheText(said: Int, kept: Int) {
    store.step(.edit("name", .text("abcd"), cursor: said))
    #expect(store.viewModel.tree[store.node("name")]?[.cursor] == .number(kept))
  }

  @Test func theSameTextIsNoEdit() {
    store.step(.type("name", "a"))
    store.step(.goOn)
    store.step(.go("name"))
    store.expect(.type("name", "a"))
    #expect(store.viewModel.state(of: "name") == .invalid([.tooShort(limit: 3, count: 1)]))
  }

  /// Swift compares them as equal, but rules count them differently, and the store receives one.
  @Test func anotherSpellingOfTheSameLettersIsAnEdit() {
    store.step(.type("name", "cafe\u{301}s"))
    store.expect(
      .type("name", "caf\u{E9}s"), shows: ["name.status = valid", "name.explanation = none"])
  }

  @Test func anEditAwayFromTheFocusCounts() {
    store.expect(.type("city", "Oslo"), shows: ["city.status = valid"])
    store.expect(.commit("city", .text("Rome")), shows: [])
    #expect(store.viewModel.content(of: "city") == .text("Rome"))
    #expect(store.viewModel.tree.focus == store.node("name"))
  }

  @Test func anEditFromBeforeTheFieldWasDrawnIsStale() {
    store.expect(
      .edit("name", .text("abc"), at: store.revision - 1),
      shows: ["name.value = none", "name.cursor = none"])
    #expect(store.viewModel.state(of: "name") == .untouched)
    store.expect(
      .commit("name", .text("abc"), at: store.revision - 1),
      shows: ["name.value = none", "name.cursor = none"])
    #expect(store.viewModel.state(of: "name") == .untouched)
  }

  /// The host sets the answer like any other text: earlier input refers to a replaced text.
  @Test func anEditFromBeforeTheAnswerToAStaleOneIsStaleToo() {
    let old = store.revision
    store.step(.edit("name", .text("a"), at: old - 1))
    store.expect(
      .edit("name", .text("ab"), at: old), shows: ["name.value = none", "name.cursor = none"])
    store.expect(.type("name", "abc"), shows: ["name.status = valid"])
  }

  @Test func aStatusDoesNotMakeAnEditStale() {
    let old = store.revision
    store.step(.edit("name", .text("a"), at: old))
    store.expect(.edit("name", .text("ab"), at: old), shows: [#"name.explanation = "1 to 3""#])
    store.expect(
      .edit("name", .text("abc"), at: old),
      shows: ["name.status = valid", "name.explanation = none"])
  }

  @Test func whatCannotBeATextIsAnsweredWithWhatStandsThere() {
    store.step(.type("name", "abc"))
    store.expect(.garble("name"), shows: [#"name.value = "abc""#, "name.cursor = 3"])
    store.expect(.garble("nowhere"))
    store.expect(.garble("submit"))
  }

  @Test(arguments: [
    FieldContent.secret(Secret("x")), .toggle(true), .choice("x"), .choices(["x"]),
  ])
  func contentOfAnotherKindIsAnsweredWithWhatStandsThere(content: FieldContent) {
    store.step(.type("name", "abc"))
    store.expect(.edit("name", content), shows: [#"name.value = "abc""#, "name.cursor = 3"])
    store.expect(.commit("name", content), shows: [#"name.value = "abc""#, "name.cursor = 3"])
    #expect(store.viewModel.content(of: "name") == .text("abc"))
  }

  @Test func nodesThatAreNoFieldsTakeNoText() {
    for name in ["submit", "form", "nowhere"] {
      store.expect(.type(name, "x"))
      store.expect(.commit(name, .text("x")))
    }
    store.step(.go("submit"))
    store.expect(.type("submit", "x"))
  }

  @Test func controlCharactersAreNamedAndKept() {
    store.expect(
      .type("name", "a\u{1B}b"),
      shows: ["name.status = incomplete", #"name.explanation = "badInput""#])
    #expect(store.viewModel.content(of: "name") == .text("a\u{1B}b"))
    #expect(
      store.viewModel.state(of: "name") == .incomplete([.badInput(.controlCharacter("\u{1B}"))]))
  }

  /// A reset field counts as unvisited: HTML ignores the length limits of an initial value.
  @Test func whatIsResetIsJudgedAsAtFirst() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.text("name", label: "Name").length(3...5).initially("ab")
        Field.text("user", label: "User").checked(by: RemoteCheck("free"))
      })
    let deeds: [FormStep] = [
      .type("name", "abcd"), .reset("name"), .goOn, .type("user", "ann"), .activate("submit"),
      .go("name"),
    ]
    for deed in deeds { store.step(deed) }
    #expect(store.viewModel.content(of: "name") == .text("ab"))
    #expect(store.viewModel.state(of: "name") == .valid)
    // If nothing changes, the submission continues.
    #expect(store.step(.reset("name")).actions == [])
    #expect(store.viewModel.state == .awaitingChecks)
    #expect(store.step(.type("name", "abc")).actions == ["said withdrawn"])
  }

  @Test func whatStandsAgainstASubmissionCanBeAsked() {
    store.step(.type("name", "a"))
    let objections = store.viewModel.objections
    #expect(objections.map(\.field) == ["name"])
    #expect(
      objections.map(\.messages) == [[Violation.tooShort(limit: 3, count: 1).message(of: "name")]])
  }
}
