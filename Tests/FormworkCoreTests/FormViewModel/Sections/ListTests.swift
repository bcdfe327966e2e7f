@testable import FormworkCore
import TestSupport
import Testing

struct ListTests {
  /// An item without an answer keeps its index, by which a refusal finds its item.
  @Test func anItemWithoutAnAnswerHasAPlace() throws {
    let number = Field.wholeNumber("number", label: "Number")
    let numbers = Section.list("numbers", label: "Numbers", item: "Number", 2...2, of: number)
    let store = try FormStore { numbers }
    store.step(.go("2/number"))
    store.step(.type("2/number", "7"))
    let members = store.viewModel.parts?.root.members ?? Answers()
    #expect(members.answer(at: "numbers") == .list([nil, .value(.wholeNumber(7))]))
    #expect(members[numbers] == [nil, 7])
  }

  private static let name = Field.name.required()
  private static let authors = Section.list(
    "authors", label: "Authors", item: "Author", 1...3
  ) { name }

  @Test func itemsComeUntilThereIsRoomForNoMore() throws {
    let store = try FormStore {
      Self.authors
      Field.note
    }
    store.expect(.type("1/name", "ann"), shows: ["1/name.status = valid"])
    store.expect(.goForward, shows: ["at authors/add"])
    store.expect(.activate("authors/add"), changes: ["+ 2", "at 2/name"])
    store.expect(.type("2/name", "bo"), shows: ["2/name.status = valid"])
    store.expect(
      .activate("authors/add"), does: ["showed Authors full with 3"], changes: ["+ 3", "at 3/name"])
    store.expect(.activate("authors/add"))
    store.expect(
      .activate("submit"),
      changes: ["3/name.status = invalid", #"3/name.explanation = "valueMissing""#])
    store.expect(.go("2/name"), shows: ["at 2/name"])
  }

  // The focus moves to the next item. Restoring creates new parts with the old contents.
  @Test func anItemGoesAndComesBack() throws {
    let store = try FormStore {
      Self.authors
      Field.note
    }
    store.step(.activate("authors/add"))
    store.step(.type("2/name", "bo"))
    store.step(.activate("authors/add"))
    store.expect(.type("3/name", "cy"), changes: ["3/name.status = valid"])
    store.expect(.go("2/remove"), shows: ["at 2/remove"])
    store.expect(.activate("2/remove"), changes: ["- 2", #"3.label = "Author 2""#, "at 3/name"])
    store.expect(
      .activate("authors/putBack"), does: ["showed Authors full with 3"],
      changes: [
        "+ 4", #"4/name.value = "bo""#, "4/name.status = valid", #"3.label = "Author 3""#,
        "at 4/name",
      ])
    store.expect(.activate("authors/putBack"))
    store.expect(
      .activate("submit"),
      changes: ["1/name.status = invalid", #"1/name.explanation = "valueMissing""#, "at 1/name"])
  }

  @Test func listsStandInItems() throws {
    let store = try FormStore {
      Section.list("authors", label: "Authors", item: "Author", 0...2) {
        Self.name
        Section.list(
          "mails", label: "Mails", item: "Mail", 1...2, of: Field.text("mail", label: "Mail"))
      }
    }
    store.expect(.activate("authors/add"), changes: ["+ 1", "at 1/name"])
    store.step(.type("1/name", "ann"))
    store.expect(
      .activate("1/mails/add"), does: ["showed Mails full with 2"],
      changes: ["+ 1/mails/3", "at 1/mails/3/mail"])
    store.expect(.type("1/mails/3/mail", "a@b"), changes: ["1/mails/3/mail.status = valid"])
    store.expect(.activate("1/remove"), changes: ["- 1", "at authors/add"])
    store.expect(
      .activate("authors/putBack"),
      changes: [
        "+ 4", #"4/name.value = "ann""#, "4/name.status = valid", #"4/mails/6/mail.value = "a@b""#,
        "4/mails/6/mail.status = valid", "at 4/name",
      ])
    store.expect(
      .activate("submit"), does: [#"submit 1 [authors: {[mails: {"", "a@b"}, name: "ann"]}]"#],
      changes: ["form.status = submitting"])
  }

  /// A late answer changes nothing, and the next item has its own check.
  @Test func removingEndsTheChecksWithin() throws {
    let store = try FormStore {
      Section.list("authors", label: "Authors", item: "Author", 0...2) {
        Self.name.checked(by: RemoteCheck("free"))
      }
    }
    store.expect(.activate("authors/add"), changes: ["+ 1", "at 1/name"])
    store.expect(
      .type("1/name", "ann"), does: ["pause authors/1/name 1 for 0.3 seconds"],
      shows: [
        "1/name.status = waiting"
      ])
    store.expect(
      .commit("1/name"),
      does: [#"check authors/1/name 1 by free of [name: "ann"] within 10.0 seconds"#],
      shows: [
        "1/name.status = checking", #"1/name.explanation = "free of ann""#,
      ])
    store.expect(
      .activate("1/remove"), does: ["cancel authors/1/name 1"], changes: ["- 1", "at authors/add"])
    store.expect(.refused("authors/1/name", 1, .valueMissing))
    store.expect(
      .activate("authors/putBack"),
      does: [#"check authors/2/name 1 by free of [name: "ann"] within 10.0 seconds"#],
      changes: [
        "+ 2", #"2/name.value = "ann""#, "2/name.status = checking",
        #"2/name.explanation = "free of ann""#, "at 2/name",
      ])
    store.expect(.passed("authors/1/name", 1))
    store.expect(
      .passed("authors/2/name", 1),
      shows: [
        "2/name.status = valid", "2/name.explanation = none",
      ])
  }

  @Test func theFormHasRoomForSoManyItems() throws {
    let store = try FormStore {
      Self.authors
    }
    store.viewModel.parts?.tree.lastItem = PartTree.itemLimit
    store.expect(.activate("authors/add"), does: ["showed too many"], changes: [])
    store.expect(.activate("authors/add"), does: ["showed too many"], changes: [])
  }

  /// A refused choice was never displayed: the front end has nothing to restore.
  @Test func aChoiceThatThereIsNoRoomForIsNotAnswered() throws {
    let store = try FormStore {
      Field.note
      Section.alternatives("one", label: "One", Section("of", label: "Of") { Self.authors })
    }
    store.viewModel.parts?.tree.lastItem = PartTree.itemLimit
    store.expect(.choose("one?/of", true), does: ["showed too many"], changes: ["at one?"])
  }

  /// An item or section is added with all items in it, or not at all.
  @Test func thereIsRoomForTheItemsOfAnItem() throws {
    let inner = Section.list("inner", label: "Inner", item: "Row", 2...2) { Self.name }
    let store = try FormStore {
      Section.list("outer", label: "Outer", item: "Table", 0...3) { inner }
      Section("more", label: "More") { inner }.optional()
      Section.alternatives("one", label: "One", Section("of", label: "Of") { inner })
      Section.deferred("late", label: "Late", DeferredBody("late") { inner })
    }
    func change(_ input: FormStep, from lastItem: Int) -> [String] {
      store.viewModel.parts?.tree.lastItem = PartTree.itemLimit - lastItem
      return store.step(input).actions
    }
    let inputs: [(input: FormStep, itemCount: Int)] = [
      (.activate("outer/add"), 3), (.choose("more?", true), 2), (.choose("one?/of", true), 2),
      (.activate("late/open"), 2),
    ]
    for (input, itemCount) in inputs {
      #expect(change(input, from: itemCount - 1) == ["showed too many"])
      #expect(change(input, from: itemCount) == [])
      #expect(store.viewModel.parts?.tree.lastItem == PartTree.itemLimit)
    }
  }
}
