@testable import FormworkCore
import TestSupport
import Testing

struct SecretTests {
  private let store: FormStore

  init() throws {
    store = try FormStore {
      Field.secret("word", label: "Word").length(4...64).checked(by: RemoteCheck("common"))
      Field.city
    }
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
    store.expect(.invalidInput("word"), shows: ["word.value = 8", "word.cursor = 8"])
    var copy = store.viewModel.tree
    #expect(!"\(copy.snapshot())".contains("pässword"))
  }

  /// A password that only the store knows gets no verdict before a submission; Enter there may submit.
  @Test func aSecretIsLeftToTheStore() throws {
    let store = try FormStore {
      Field.secret("word", label: "Word").required().validatedByStore().submittedByEnter()
    }
    #expect(store.property(.role, of: "word") == "submit")
    store.expect(.edit("word", .secret(Secret("pass"))))
    store.expect(.commit("word"))
    store.expect(
      .edit("word", .secret(.empty)),
      shows: ["word.status = incomplete", #"word.explanation = "valueMissing""#])
    store.expect(
      .edit("word", .secret(Secret("pass"))),
      shows: ["word.status = none", "word.explanation = none"])
    store.step(.activate("submit"))
    store.step(.submissionRefused(1, FormIssue("word", .customError("wrong"))))
    #expect(store.property(.status, of: "word") == "refused")
  }

  @Test func aPrefilledSecretThatIsClearedIsLetGoOf() throws {
    weak var kept: Secret?
    let store: FormStore
    do {
      let secret = Secret("password")
      kept = secret
      store = FormStore(
        try FormDefinition("form", title: "Form") { Field.secret("word", label: "Word") },
        prefilled: ["word": .secret(secret)])
    }
    #expect(kept != nil)
    store.step(.edit("word", .secret(.empty)))
    #expect(kept == nil)
  }

  /// The user had typed a submitted secret to its end.
  @Test func aSecretIsEmptiedUnlessItIsSubmitted() throws {
    func store(isReviewed: Bool = false) throws -> FormStore {
      let store = FormStore(
        try FormDefinition("form", title: "Form", isReviewed: isReviewed) {
          Field.secret("word", label: "Word")
          Field.name.checked(by: RemoteCheck("free"))
        })
      store.step(.edit("word", .secret(Secret("pass"))))
      return store
    }
    func emptying(_ store: FormStore, after inputs: FormStep...) -> [String] {
      for input in inputs { store.step(input) }
      let actions = store.viewModel.clearPartialSecret(store.node("word")).map(\.spelled)
      return actions + ["\(store.viewModel.content(of: "word")?.spelled ?? "")"]
    }
    let check: [FormStep] = [.go("name"), .type("name", "ann"), .activate("submit")]
    let waiting = try store()
    for input in check { waiting.step(input) }
    #expect(emptying(try store()) == ["**"])
    #expect(emptying(try store(), after: .leave()) == ["**"])
    #expect(emptying(try store(), after: .reload) == ["**"])
    #expect(emptying(waiting) == ["showed withdrawn", "**"])
    #expect(emptying(try store(), after: .activate("submit")) == ["*pass*"])
    #expect(emptying(try store(isReviewed: true), after: .activate("submit")) == ["*pass*"])
  }

  /// After a submission, restoring a removed item restores all but its secrets.
  @Test(arguments: [false, true]) func aRemovedSecretGoesWithASubmission(isSubmitted: Bool) throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Section.list("keys", label: "Keys", item: "Key", 0...1) {
          Field.name
          Field.secret("word", label: "Word")
        }
      }, counts: ["keys": 1])
    store.step(.type("1/name", "ann"))
    store.step(.go("1/word"))
    store.step(.edit("1/word", .secret(Secret("password"))))
    store.step(.activate("1/remove"))
    if isSubmitted {
      #expect(store.step(.activate("submit")).actions == ["submit 1 [keys: {}]"])
      store.step(.failed(1, .timedOut))
    }
    store.step(.activate("keys/putBack"))
    #expect(store.viewModel.content(of: "keys/2/name") == .text("ann"))
    #expect(
      store.viewModel.content(of: "keys/2/word")
        == .secret(isSubmitted ? .empty : Secret("password")))
  }
}
