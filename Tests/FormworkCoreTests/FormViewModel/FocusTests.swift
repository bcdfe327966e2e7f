import FormworkCore
import FormworkTesting
import Testing

struct FocusTests {
  private let store: FormStore

  init() throws {
    store = FormStore(
      try FormDefinition("form", title: "Form") {
        FormItem.note("intro", "Intro")
        Field.text("a", label: "A")
        Field.text("hidden", label: "Hidden").shown(when: .isFilled("c"))
        FormItem.group("rest", label: "Rest") {
          Field.choice("b", label: "B", options: [.init("x", label: "X")])
          Field.text("c", label: "C")
        }
      })
  }

  @Test func aPersonGoesThroughFieldsAndButtons() {
    for place in ["b", "c", "submit", "cancel"] {
      store.expect(.goOn, shows: ["at \(place)"])
    }
    store.expect(.goOn)
    for place in ["submit", "c", "b", "a"] {
      store.expect(.goBack, shows: ["at \(place)"])
    }
    store.expect(.goBack)
  }

  @Test func aPersonGoesAnywhere() {
    for place in ["c", "cancel", "b", "submit", "a"] {
      store.expect(.go(place), shows: ["at \(place)"])
      store.expect(.go(place))
    }
    for place in ["intro", "rest", "form", "b/x", "nowhere"] {
      store.expect(.go(place))
    }
  }

  @Test func aQuestionKeepsThePersonAtItsButtons() {
    store.step(.type("a", "x"))
    store.step(.leave())
    store.expect(.goBack)
    store.expect(.goOn, shows: ["at leave"])
    store.expect(.goOn)
    store.expect(.go("a"))
    store.expect(.go("submit"))
    store.expect(.go("stay"), shows: ["at stay"])
    store.expect(.go("leave"), shows: ["at leave"])
    store.expect(.goBack, shows: ["at stay"])
    store.expect(.press(.stay), shows: ["- alert", "at a"])
    store.expect(.go("leave"))
  }

  @Test func aQuestionFromAButtonLeadsBackToIt() {
    store.step(.type("a", "x"))
    store.step(.go("cancel"))
    store.step(.activate("cancel"))
    #expect(store.viewModel.tree.focus == store.node("stay"))
    store.expect(.activate("stay"), shows: ["- alert", "at cancel"])
  }

  @Test func aFormThatCouldNotBeLoadedHasItsTwoButtons() {
    let store = FormStore(FormViewModel("form", catalogue: .codes))
    store.step(.open)
    store.step(.learn(.loadFailed(LoadID(rawValue: 1), .timedOut)))
    store.expect(.goOn, shows: ["at cancel"])
    store.expect(.goOn)
    store.expect(.goBack, shows: ["at retry"])
    store.expect(.goBack)
  }
}
