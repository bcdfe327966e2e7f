import FormworkCore
import TestSupport
import Testing

struct LeavingTests {
  private let store: FormStore

  init() throws {
    store = try FormStore {
      Field.name.initialAnswer("ann")
      Field.secret("word", label: "Word")
      Field.toggle("gift", label: "Gift")
    }
  }

  private static let question = ["+ alert", "stay.value = 0", "leave.value = 1", "at stay"]

  /// Outcomes of a form are printed after the front end detached.
  @Test func whatIsSaidBehindTheEndLasts() {
    for lasts in [[], ["notice.lasting = 1"]] {
      _ = store.viewModel.report("full")
      store.expect(
        .goBack,
        shows: ["+ notice notice in form at 0", #"notice.label = "full""#] + lasts)
      store.step(.leave())
    }
  }

  @Test func aChangedFormIsAskedAbout() {
    store.step(.type("name", "bob"))
    store.expect(.leave(), does: ["asked leave?"], changes: Self.question)
    #expect(store.viewModel.state == .confirmingLeave)
    store.expect(.activate("stay"), shows: ["- alert", "at name"])
    store.expect(.type("name", "bo"))
    #expect(store.viewModel.state == .editing)
  }

  /// The question says whether answers will be lost, which may change while it is open.
  @Test func thePersonIsAskedAgainWhenKeepingChanges() {
    let model = store.viewModel
    #expect(model.interrupted() == [])
    store.step(.type("name", "bob"))
    #expect(model.setSaving(true) == [])
    #expect(model.interrupted() == [.asked(.leave(isSaved: true))])
    #expect(model.interrupted() == [])
    #expect(model.setSaving(true) == [])
    #expect(model.setSaving(false) == [.asked(.leave(isSaved: false))])
    #expect(model.state == .confirmingLeave)
  }

  @Test func whoLeavesLeavesADraftWithoutSecrets() {
    store.step(.type("name", "bob"))
    store.step(.goForward)
    store.step(.edit("word", .secret(Secret("s3cret"))))
    store.step(.choose("gift", true))
    store.step(.leave())
    store.expect(
      .activate("leave"), does: [#"draft [gift: on, name: "bob"]"#, "ended cancelled"],
      shows: ["- alert", "at gift"])
  }

  @Test func aSecretAloneMakesAFormChanged() {
    store.step(.goForward)
    store.step(.edit("word", .secret(Secret("x"))))
    store.expect(.leave(), does: ["asked leave?"], changes: Self.question)
    store.expect(
      .press(.leave), does: ["draft []", "ended cancelled"], shows: ["- alert", "at word"])
  }

  @Test func aWishFromBeforeTheQuestionWasOnViewIsNoAnswer() {
    store.step(.type("name", "bob"))
    let old = store.revision
    store.step(.leave())
    store.expect(.leave(at: old))
    store.expect(.activate("leave", at: old))
    store.expect(.activate("stay", at: old))
    store.expect(.activate("cancel", at: old))
    #expect(store.viewModel.state == .confirmingLeave)
  }

  @Test func twoWishesBeforeAFlushAreOne() {
    store.step(.type("name", "bob"))
    #expect(store.perform(.leave()) == [.asked(.leave(isSaved: false))])
    #expect(store.perform(.leave()) == [])
    #expect(store.viewModel.state == .confirmingLeave)
  }

  @Test func noQuestionIsPutWhereNoPersonIsThere() {
    store.step(.type("name", "bob"))
    store.expect(.leaveUnasked, does: [#"draft [name: "bob"]"#, "ended cancelled"])
    store.expect(.leaveUnasked)
  }
}
