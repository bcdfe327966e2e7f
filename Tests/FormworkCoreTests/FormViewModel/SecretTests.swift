@testable import FormworkCore
import Testing

/// Secrets go one way: in.
struct SecretTests {
  private let store: FormStore

  init() throws {
    store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.secret("word", label: "Word").length(4...64).checked(by: RemoteCheck("common"))
        Field.text("city", label: "City")
      })
  }

  @Test func onlyTheLengthIsShown() {
    store.expect(
      .edit("word", .secret(Secret("pässword"))), does: ["pause word 1 for 0.3 seconds"],
      shows: ["word.status = waiting"])
    #expect(store.property(.value, of: "word") == "8")
    store.expect(
      .commit("word"), does: ["check word 1 by common of [word: *pässword*] within 10.0 seconds"],
      shows: ["word.status = checking", #"word.explanation = "check of a secret""#])
    store.expect(
      .refused("word", 1, .customError("common")),
      shows: ["word.status = refused", #"word.explanation = "common""#])
    store.expect(.garble("word"), shows: ["word.value = 8", "word.cursor = 8"])
    var copy = store.viewModel.tree
    #expect(!"\(copy.snapshot())".contains("pässword"))
  }

  @Test func aTextIsNoSecret() {
    store.expect(.type("word", "password"), shows: ["word.value = 0", "word.cursor = none"])
    #expect(store.viewModel.content(of: "word") == .secret(.empty))
  }

  @Test func theSameSecretIsNoEdit() {
    store.step(.edit("word", .secret(Secret("password"))))
    store.expect(.edit("word", .secret(Secret("password"))))
    store.expect(
      .edit("word", .secret(Secret("passwore"))), does: ["pause word 2 for 0.3 seconds"])
  }

  @Test func aSecretIsInNoDraft() {
    store.step(.edit("word", .secret(Secret("password"))))
    store.step(.goOn)
    store.step(.type("city", "Oslo"))
    store.step(.leave())
    #expect(
      store.step(.activate("leave")).actions == [#"draft [city: "Oslo"]"#, "ended cancelled"])
  }
}
