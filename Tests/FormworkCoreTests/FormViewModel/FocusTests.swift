import FormworkCore
import FormworkTesting
import Testing

struct FocusTests {
  private let store: FormStore

  init() throws {
    store = try FormStore {
      FormItem.note("intro", "Intro")
      Field.text("a", label: "A")
      Field.text("hidden", label: "Hidden").shown(when: .isFilled("c"))
      FormItem.group("rest", label: "Rest") {
        Field.choice("b", label: "B", options: [.init("x", label: "X")])
        Field.text("c", label: "C")
      }
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
