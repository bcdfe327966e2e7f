import FormworkCore
import TestSupport
import Testing

struct TypingTests {
  private let store: FormStore

  init() throws {
    store = try FormStore {
      Field.name.required().length(3...5)
      Field.city
      Field.toggle("news", label: "News")
    }
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

  @Test func aFieldMayHaveItsOwnSentence() throws {
    let store = try FormStore { Field.text("zip", label: "Code").required().length(5...5) }
    store.expect(
      .type("zip", "1"), shows: ["zip.status = incomplete", #"zip.explanation = "4 digits of 5""#])
    store.expect(.type("zip", ""), shows: [#"zip.explanation = "valueMissing""#])
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

  /// Swift compares them as equal, but rules count them differently, and the store receives one.
  @Test func anotherSpellingOfTheSameLettersIsAnEdit() {
    store.step(.type("name", "cafe\u{301}s"))
    store.expect(
      .type("name", "caf\u{E9}s"), shows: ["name.status = valid", "name.explanation = none"])
  }

  @Test func aStatusDoesNotMakeAnEditStale() {
    let old = store.revision
    store.step(.edit("name", .text("a"), at: old))
    store.expect(.edit("name", .text("ab"), at: old), shows: [#"name.explanation = "1 to 3""#])
    store.expect(
      .edit("name", .text("abc"), at: old),
      shows: ["name.status = valid", "name.explanation = none"])
  }

  @Test func onlyTheFieldWithTheFocusIsReset() {
    store.step(.type("name", "ab"))
    let name = store.node("name")
    store.step(.go("submit"))
    _ = store.viewModel.handle(.reset(name))
    #expect(store.viewModel.tree.takeRefusals().map(\.reason) == [.notNow])
    #expect(store.viewModel.content(of: "name") == .text("ab"))
  }

  /// A reset field counts as unvisited: HTML ignores the length limits of an initial value.
  @Test func whatIsResetIsValidatedAsAtFirst() throws {
    let store = try FormStore {
      Field.name.length(3...5).initialAnswer("ab")
      Field.text("user", label: "User").checked(by: RemoteCheck("free"))
    }
    let inputs: [FormStep] = [
      .type("name", "abcd"), .reset("name"), .goForward, .type("user", "ann"), .activate("submit"),
      .go("name"),
    ]
    for input in inputs { store.step(input) }
    #expect(store.viewModel.content(of: "name") == .text("ab"))
    #expect(store.viewModel.state(of: "name") == .valid)
    // If nothing changes, the submission continues.
    #expect(store.step(.reset("name")).actions == [])
    #expect(store.viewModel.state == .awaitingChecks)
    #expect(store.step(.type("name", "abc")).actions == ["showed withdrawn"])
  }

  @Test func whatStandsAgainstASubmissionCanBeAsked() {
    store.step(.type("name", "a"))
    let invalidFields = store.viewModel.invalidFields
    #expect(invalidFields.map(\.field) == ["name"])
    #expect(
      invalidFields.map(\.messages) == [
        [Violation.tooShort(limit: 3, count: 1).message(of: "name")]
      ])
  }
}
