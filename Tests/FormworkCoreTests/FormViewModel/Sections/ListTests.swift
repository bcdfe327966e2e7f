@testable import FormworkCore
import FormworkTesting
import Testing

struct ListTests {
  /// An item without an answer keeps its index, by which a refusal finds its item.
  @Test func anItemWithoutAnAnswerHasAPlace() throws {
    let number = Field.wholeNumber("number", label: "Number")
    let numbers = Repeated("numbers", label: "Numbers", item: "Number", 2...2, of: number)
    let store = FormStore(try FormDefinition("form", title: "Form") { numbers })
    store.step(.go("2/number"))
    store.step(.type("2/number", "7"))
    let members = store.viewModel.parts?.root.members ?? Answers()
    #expect(members.answer(at: "numbers") == .list([nil, .value(.wholeNumber(7))]))
    #expect(members[numbers] == [nil, 7])
  }

  private static let name = Field.text("name", label: "Name").required()
  private static let authors = Repeated(
    "authors", label: "Authors", item: "Author", 1...3
  ) { name }

  @Test func itemsComeUntilThereIsRoomForNoMore() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.authors
        Field.text("note", label: "Note")
      })
    store.expect(.type("1/name", "ann"), shows: ["1/name.status = valid"])
    store.expect(.goOn, shows: ["at authors/add"])
    store.expect(
      .activate("authors/add"),
      shows: [
        "+ group 2 in authors at 1", #"2.label = "Author 2""#, "+ textField 2/name in 2 at 0",
        #"2/name.label = "Name""#, "2/name.required = 1", "+ button 2/remove in 2 at 1",
        #"2/remove.label = "remove Author 2""#, "2/remove.role = remove",
        "+ button 2/moveUp in 2 at 2", #"2/moveUp.label = "move up Author 2""#,
        "2/moveUp.role = up",
        "+ button 1/remove in 1 at 1", #"1/remove.label = "remove Author 1""#,
        "1/remove.role = remove", "+ button 1/moveDown in 1 at 2",
        #"1/moveDown.label = "move down Author 1""#, "1/moveDown.role = down", "at 2/name",
      ])
    store.expect(.type("2/name", "bo"), shows: ["2/name.status = valid"])
    store.expect(
      .activate("authors/add"), does: ["said Authors full with 3"],
      shows: [
        "- authors/add", "+ group 3 in authors at 2", #"3.label = "Author 3""#,
        "+ textField 3/name in 3 at 0", #"3/name.label = "Name""#, "3/name.required = 1",
        "+ button 3/remove in 3 at 1", #"3/remove.label = "remove Author 3""#,
        "3/remove.role = remove", "+ button 3/moveUp in 3 at 2",
        #"3/moveUp.label = "move up Author 3""#, "3/moveUp.role = up",
        "+ button 2/moveDown in 2 at 3",
        #"2/moveDown.label = "move down Author 2""#, "2/moveDown.role = down",
        "+ notice notice in form at 0",
        #"notice.label = "Authors full with 3""#, "at 3/name",
      ])
    store.expect(.activate("authors/add"))
    store.expect(
      .activate("submit"),
      shows: [
        "- notice", "3/name.status = invalid", #"3/name.explanation = "valueMissing""#,
      ])
    store.expect(.go("2/name"), shows: ["at 2/name"])
  }

  // The focus moves to the next item. Restoring creates new parts with the old contents.
  @Test func anItemGoesAndComesBack() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.authors
        Field.text("note", label: "Note")
      })
    store.step(.activate("authors/add"))
    store.step(.type("2/name", "bo"))
    store.step(.activate("authors/add"))
    store.expect(.type("3/name", "cy"), shows: ["- notice", "3/name.status = valid"])
    store.expect(.go("2/remove"), shows: ["at 2/remove"])
    store.expect(
      .activate("2/remove"),
      shows: [
        "- 2", "+ button authors/add in authors at 2", #"authors/add.label = "add Author""#,
        "authors/add.role = add",
        "+ button authors/putBack in authors at 3", #"authors/putBack.label = "put back Author 2""#,
        #"3.label = "Author 2""#, #"3/remove.label = "remove Author 2""#,
        #"3/moveUp.label = "move up Author 2""#, "at 3/name",
      ])
    store.expect(
      .activate("authors/putBack"), does: ["said Authors full with 3"],
      shows: [
        "- authors/add", "- authors/putBack", "+ group 4 in authors at 1", #"4.label = "Author 2""#,
        "+ textField 4/name in 4 at 0", #"4/name.label = "Name""#, #"4/name.value = "bo""#,
        "4/name.status = valid", "4/name.required = 1", "+ button 4/remove in 4 at 1",
        #"4/remove.label = "remove Author 2""#, "4/remove.role = remove",
        "+ button 4/moveUp in 4 at 2", #"4/moveUp.label = "move up Author 2""#,
        "4/moveUp.role = up",
        "+ button 4/moveDown in 4 at 3", #"4/moveDown.label = "move down Author 2""#,
        "4/moveDown.role = down",
        "+ notice notice in form at 0", #"notice.label = "Authors full with 3""#,
        #"3.label = "Author 3""#, #"3/remove.label = "remove Author 3""#,
        #"3/moveUp.label = "move up Author 3""#, "at 4/name",
      ])
    store.expect(.activate("authors/putBack"))
    store.expect(
      .activate("submit"),
      shows: [
        "- notice", "1/name.status = invalid", #"1/name.explanation = "valueMissing""#,
        "at 1/name",
      ])
  }

  @Test func theLastItemGoesToTheButtonThatAdds() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.authors
        Field.text("note", label: "Note")
      })
    store.step(.activate("authors/add"))
    store.step(.activate("authors/add"))
    store.expect(.go("3/remove"), shows: ["at 3/remove"])
    store.expect(
      .activate("3/remove"),
      shows: [
        "- notice", "- 3", "- 2/moveDown", "+ button authors/add in authors at 2",
        #"authors/add.label = "add Author""#, "authors/add.role = add",
        "+ button authors/putBack in authors at 3",
        #"authors/putBack.label = "put back Author 3""#, "at authors/add",
      ])
    store.step(.go("2/remove"))
    store.expect(
      .activate("2/remove"),
      shows: [
        "- 2", "- 1/remove", "- 1/moveDown", #"authors/putBack.label = "put back Author 2""#,
        "at authors/add",
      ])
    store.expect(.activate("1/remove"))
  }

  // The last removed item can be restored. Late messages about the old one are ignored.
  @Test func whatIsSaidOfAnotherItemIsNotHeard() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.authors
      })
    store.step(.activate("authors/add"))
    store.step(.activate("authors/add"))
    store.expect(
      .activate("1/remove"),
      shows: [
        "- notice", "- 1", "- 2/moveUp", "+ button authors/add in authors at 2",
        #"authors/add.label = "add Author""#, "authors/add.role = add",
        "+ button authors/putBack in authors at 3",
        #"authors/putBack.label = "put back Author 1""#, #"2.label = "Author 1""#,
        #"2/remove.label = "remove Author 1""#, #"2/moveDown.label = "move down Author 1""#,
        #"3.label = "Author 2""#, #"3/remove.label = "remove Author 2""#,
        #"3/moveUp.label = "move up Author 2""#,
      ])
    let revision = store.revision
    store.expect(
      .activate("2/remove"),
      shows: [
        "- 2", "- 3/remove", "- 3/moveUp", #"3.label = "Author 1""#,
      ])
    store.expect(.activate("authors/putBack", at: revision))
    store.expect(
      .activate("authors/putBack"),
      shows: [
        "- authors/putBack", "+ group 4 in authors at 0", #"4.label = "Author 1""#,
        "+ textField 4/name in 4 at 0", #"4/name.label = "Name""#, "4/name.required = 1",
        "+ button 4/remove in 4 at 1", #"4/remove.label = "remove Author 1""#,
        "4/remove.role = remove", "+ button 4/moveDown in 4 at 2",
        #"4/moveDown.label = "move down Author 1""#, "4/moveDown.role = down",
        "+ button 3/remove in 3 at 1",
        #"3/remove.label = "remove Author 2""#, "3/remove.role = remove",
        "+ button 3/moveUp in 3 at 2", #"3/moveUp.label = "move up Author 2""#,
        "3/moveUp.role = up",
        #"3.label = "Author 2""#, "at 4/name",
      ])
  }

  /// The node stays the same and keeps the focus.
  @Test func itemsMove() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.authors
      })
    store.step(.type("1/name", "ann"))
    store.step(.activate("authors/add"))
    store.step(.type("2/name", "bo"))
    store.expect(
      .activate("2/moveUp"),
      shows: [
        "- 2/moveUp", "- 1/moveDown", "> 2 to 0", "+ button 2/moveDown in 2 at 2",
        #"2/moveDown.label = "move down Author 1""#, "2/moveDown.role = down",
        "+ button 1/moveUp in 1 at 2",
        #"1/moveUp.label = "move up Author 2""#, "1/moveUp.role = up", #"2.label = "Author 1""#,
        #"2/remove.label = "remove Author 1""#, #"1.label = "Author 2""#,
        #"1/remove.label = "remove Author 2""#,
      ])
    store.expect(.type("2/name", "bob"))
    store.expect(.activate("2/moveUp"))
    store.expect(
      .activate("1/moveUp"),
      shows: [
        "- 1/moveUp", "- 2/moveDown", "> 1 to 0", "+ button 1/moveDown in 1 at 2",
        #"1/moveDown.label = "move down Author 1""#, "1/moveDown.role = down",
        "+ button 2/moveUp in 2 at 2",
        #"2/moveUp.label = "move up Author 2""#, "2/moveUp.role = up", #"1.label = "Author 1""#,
        #"1/remove.label = "remove Author 1""#, #"2.label = "Author 2""#,
        #"2/remove.label = "remove Author 2""#,
      ])
    store.expect(
      .activate("1/moveDown"),
      shows: [
        "- 2/moveUp", "- 1/moveDown", "> 2 to 0", "+ button 2/moveDown in 2 at 2",
        #"2/moveDown.label = "move down Author 1""#, "2/moveDown.role = down",
        "+ button 1/moveUp in 1 at 2",
        #"1/moveUp.label = "move up Author 2""#, "1/moveUp.role = up", #"2.label = "Author 1""#,
        #"2/remove.label = "remove Author 1""#, #"1.label = "Author 2""#,
        #"1/remove.label = "remove Author 2""#,
      ])
    store.expect(.activate("1/moveDown"))
    store.step(.activate("2/moveDown"))
    store.expect(
      .activate("submit"), does: [#"submit 1 [authors: {[name: "ann"], [name: "bob"]}]"#],
      shows: [
        "form.status = submitting", #"form.explanation = "submitting""#, "form.busy = 1",
      ])
  }

  @Test func aPersonGoesThroughTheButtonsThatAdd() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.authors
        Field.text("note", label: "Note")
      })
    store.step(.goOn)
    store.expect(.goOn, shows: ["at note"])
    store.expect(.goBack, shows: ["at authors/add"])
    store.expect(.goBack, shows: ["at 1/name"])
    store.step(.activate("authors/add"))
    store.expect(.go("1/remove"), shows: ["at 1/remove"])
    store.expect(.goOn, shows: ["at 2/name"])
    store.step(.go("1/remove"))
    store.step(.goBack)
    store.expect(
      .activate("1/remove"),
      shows: [
        "- 1", "- 2/remove", "- 2/moveUp", "+ button authors/putBack in authors at 2",
        #"authors/putBack.label = "put back Author 1""#, #"2.label = "Author 1""#, "at 2/name",
      ])
    store.expect(.go("authors/putBack"), shows: ["at authors/putBack"])
    store.step(.goBack)
    store.step(.go("authors/putBack"))
    store.step(.goOn)
  }

  @Test func aListMayBeWithoutItems() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Repeated("tags", label: "Tags", item: "Tag", 0...2, of: Field.text("tag", label: "Tag"))
        Field.text("note", label: "Note")
      })
    store.expect(
      .activate("submit"), does: [#"submit 1 [note: "", tags: {}]"#],
      shows: [
        "form.status = submitting", #"form.explanation = "submitting""#,
        "form.busy = 1",
      ])
    store.expect(
      .failed(1, .timedOut), does: ["said failed, timed out"],
      shows: [
        "+ notice notice in form at 0", #"notice.label = "failed, timed out""#,
        "form.status = none", "form.explanation = none", "form.busy = none",
      ])
    store.expect(
      .activate("tags/add"),
      shows: [
        "- notice", "+ group 1 in tags at 0", #"1.label = "Tag 1""#, "+ textField 1/tag in 1 at 0",
        #"1/tag.label = "Tag""#, "+ button 1/remove in 1 at 1", #"1/remove.label = "remove Tag 1""#,
        "1/remove.role = remove", "at 1/tag",
      ])
    store.expect(.type("1/tag", "x"), shows: ["1/tag.status = valid"])
    store.expect(
      .activate("submit"), does: [#"submit 1 [note: "", tags: {"x"}]"#],
      shows: [
        "form.status = submitting", #"form.explanation = "submitting""#, "form.busy = 1",
      ])
    store.step(.failed(1, .timedOut))
    store.expect(
      .activate("1/remove"),
      shows: [
        "- notice", "- 1", "+ button tags/putBack in tags at 1",
        #"tags/putBack.label = "put back Tag 1""#, "at tags/add",
      ])
  }

  @Test func listsStandInItems() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Repeated("authors", label: "Authors", item: "Author", 0...2) {
          Self.name
          Repeated(
            "mails", label: "Mails", item: "Mail", 1...2, of: Field.text("mail", label: "Mail"))
        }
      })
    store.expect(
      .activate("authors/add"),
      shows: [
        "+ group 1 in authors at 0", #"1.label = "Author 1""#, "+ textField 1/name in 1 at 0",
        #"1/name.label = "Name""#, "1/name.required = 1", "+ group 1/mails in 1 at 1",
        #"1/mails.label = "Mails""#, "+ group 1/mails/2 in 1/mails at 0",
        #"1/mails/2.label = "Mail 1""#, "+ textField 1/mails/2/mail in 1/mails/2 at 0",
        #"1/mails/2/mail.label = "Mail""#, "+ button 1/mails/add in 1/mails at 1",
        #"1/mails/add.label = "add Mail""#, "1/mails/add.role = add", "+ button 1/remove in 1 at 2",
        #"1/remove.label = "remove Author 1""#, "1/remove.role = remove", "at 1/name",
      ])
    store.step(.type("1/name", "ann"))
    store.expect(
      .activate("1/mails/add"), does: ["said Mails full with 2"],
      shows: [
        "- 1/mails/add", "+ group 1/mails/3 in 1/mails at 1", #"1/mails/3.label = "Mail 2""#,
        "+ textField 1/mails/3/mail in 1/mails/3 at 0", #"1/mails/3/mail.label = "Mail""#,
        "+ button 1/mails/3/remove in 1/mails/3 at 1", #"1/mails/3/remove.label = "remove Mail 2""#,
        "1/mails/3/remove.role = remove", "+ button 1/mails/3/moveUp in 1/mails/3 at 2",
        #"1/mails/3/moveUp.label = "move up Mail 2""#, "1/mails/3/moveUp.role = up",
        "+ button 1/mails/2/remove in 1/mails/2 at 1", #"1/mails/2/remove.label = "remove Mail 1""#,
        "1/mails/2/remove.role = remove", "+ button 1/mails/2/moveDown in 1/mails/2 at 2",
        #"1/mails/2/moveDown.label = "move down Mail 1""#, "1/mails/2/moveDown.role = down",
        "+ notice notice in form at 0",
        #"notice.label = "Mails full with 2""#, "at 1/mails/3/mail",
      ])
    store.expect(
      .type("1/mails/3/mail", "a@b"), shows: ["- notice", "1/mails/3/mail.status = valid"])
    store.expect(
      .activate("1/remove"),
      shows: [
        "- 1", "+ button authors/putBack in authors at 1",
        #"authors/putBack.label = "put back Author 1""#, "at authors/add",
      ])
    store.expect(
      .activate("authors/putBack"),
      shows: [
        "- authors/putBack", "+ group 4 in authors at 0", #"4.label = "Author 1""#,
        "+ textField 4/name in 4 at 0", #"4/name.label = "Name""#, #"4/name.value = "ann""#,
        "4/name.status = valid", "4/name.required = 1", "+ group 4/mails in 4 at 1",
        #"4/mails.label = "Mails""#, "+ group 4/mails/5 in 4/mails at 0",
        #"4/mails/5.label = "Mail 1""#, "+ textField 4/mails/5/mail in 4/mails/5 at 0",
        #"4/mails/5/mail.label = "Mail""#, "+ button 4/mails/5/remove in 4/mails/5 at 1",
        #"4/mails/5/remove.label = "remove Mail 1""#, "4/mails/5/remove.role = remove",
        "+ button 4/mails/5/moveDown in 4/mails/5 at 2",
        #"4/mails/5/moveDown.label = "move down Mail 1""#, "4/mails/5/moveDown.role = down",
        "+ group 4/mails/6 in 4/mails at 1",
        #"4/mails/6.label = "Mail 2""#, "+ textField 4/mails/6/mail in 4/mails/6 at 0",
        #"4/mails/6/mail.label = "Mail""#, #"4/mails/6/mail.value = "a@b""#,
        "4/mails/6/mail.status = valid", "+ button 4/mails/6/remove in 4/mails/6 at 1",
        #"4/mails/6/remove.label = "remove Mail 2""#, "4/mails/6/remove.role = remove",
        "+ button 4/mails/6/moveUp in 4/mails/6 at 2",
        #"4/mails/6/moveUp.label = "move up Mail 2""#, "4/mails/6/moveUp.role = up",
        "+ button 4/remove in 4 at 2",
        #"4/remove.label = "remove Author 1""#, "4/remove.role = remove", "at 4/name",
      ])
    store.expect(
      .activate("submit"), does: [#"submit 1 [authors: {[mails: {"", "a@b"}, name: "ann"]}]"#],
      shows: [
        "form.status = submitting",
        #"form.explanation = "submitting""#, "form.busy = 1",
      ])
  }

  /// A late answer changes nothing, and the next item has its own check.
  @Test func removingEndsTheChecksWithin() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Repeated("authors", label: "Authors", item: "Author", 0...2) {
          Self.name.checked(by: RemoteCheck("free"))
        }
      })
    store.expect(
      .activate("authors/add"),
      shows: [
        "+ group 1 in authors at 0", #"1.label = "Author 1""#, "+ textField 1/name in 1 at 0",
        #"1/name.label = "Name""#, "1/name.required = 1", "+ button 1/remove in 1 at 1",
        #"1/remove.label = "remove Author 1""#, "1/remove.role = remove", "at 1/name",
      ])
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
      .activate("1/remove"), does: ["cancel authors/1/name 1"],
      shows: [
        "- 1", "+ button authors/putBack in authors at 1",
        #"authors/putBack.label = "put back Author 1""#, "at authors/add",
      ])
    store.expect(.refused("authors/1/name", 1, .valueMissing))
    store.expect(
      .activate("authors/putBack"),
      does: [#"check authors/2/name 1 by free of [name: "ann"] within 10.0 seconds"#],
      shows: [
        "- authors/putBack", "+ group 2 in authors at 0", #"2.label = "Author 1""#,
        "+ textField 2/name in 2 at 0", #"2/name.label = "Name""#, #"2/name.value = "ann""#,
        "2/name.status = checking", #"2/name.explanation = "free of ann""#, "2/name.required = 1",
        "+ button 2/remove in 2 at 1", #"2/remove.label = "remove Author 1""#,
        "2/remove.role = remove", "at 2/name",
      ])
    store.expect(.passed("authors/1/name", 1))
    store.expect(
      .passed("authors/2/name", 1),
      shows: [
        "2/name.status = valid", "2/name.explanation = none",
      ])
  }

  @Test func whatIsMovedWithdrawsASubmissionThatWaits() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.authors
        Field.text("note", label: "Note").checked(by: RemoteCheck("free"))
      })
    store.step(.type("1/name", "ann"))
    store.step(.activate("authors/add"))
    store.step(.type("2/name", "bo"))
    store.expect(.go("note"), shows: ["at note"])
    store.expect(
      .type("note", "x"), does: ["pause note 1 for 0.3 seconds"],
      shows: [
        "note.status = waiting"
      ])
    store.expect(
      .activate("submit"), does: [#"check note 1 by free of [note: "x"] within 10.0 seconds"#],
      shows: [
        "note.status = checking", #"note.explanation = "free of x""#, "form.status = waiting",
        #"form.explanation = "awaiting Note""#, "form.busy = 1",
      ])
    store.expect(
      .activate("2/moveUp"), does: ["said withdrawn"],
      shows: [
        "- 2/moveUp", "- 1/moveDown", "+ notice notice in form at 0",
        #"notice.label = "withdrawn""#, "> 2 to 0", "+ button 2/moveDown in 2 at 2",
        #"2/moveDown.label = "move down Author 1""#, "2/moveDown.role = down",
        "+ button 1/moveUp in 1 at 2",
        #"1/moveUp.label = "move up Author 2""#, "1/moveUp.role = up", #"2.label = "Author 1""#,
        #"2/remove.label = "remove Author 1""#, #"1.label = "Author 2""#,
        #"1/remove.label = "remove Author 2""#, "form.status = none", "form.explanation = none",
        "form.busy = none",
      ])
    store.expect(
      .activate("submit"),
      shows: [
        "- notice", "form.status = waiting", #"form.explanation = "awaiting Note""#,
        "form.busy = 1",
      ])
    store.expect(
      .activate("authors/add"), does: ["said withdrawn", "said Authors full with 3"],
      shows: [
        "- authors/add", "+ notice notice in form at 0", #"notice.label = "withdrawn""#,
        "+ notice notice in form at 1", #"notice.label = "Authors full with 3""#,
        "+ group 3 in authors at 2", #"3.label = "Author 3""#, "+ textField 3/name in 3 at 0",
        #"3/name.label = "Name""#, "3/name.required = 1", "+ button 3/remove in 3 at 1",
        #"3/remove.label = "remove Author 3""#, "3/remove.role = remove",
        "+ button 3/moveUp in 3 at 2", #"3/moveUp.label = "move up Author 3""#,
        "3/moveUp.role = up",
        "+ button 1/moveDown in 1 at 3", #"1/moveDown.label = "move down Author 2""#,
        "1/moveDown.role = down",
        "form.status = none", "form.explanation = none", "form.busy = none", "at 3/name",
      ])
    store.expect(
      .activate("3/remove"),
      shows: [
        "- notice", "- notice", "- 3", "- 1/moveDown", "+ button authors/add in authors at 2",
        #"authors/add.label = "add Author""#, "authors/add.role = add",
        "+ button authors/putBack in authors at 3",
        #"authors/putBack.label = "put back Author 3""#, "at authors/add",
      ])
    store.expect(
      .activate("submit"),
      shows: [
        "form.status = waiting", #"form.explanation = "awaiting Note""#, "form.busy = 1",
      ])
    store.expect(
      .activate("1/remove"), does: ["said withdrawn"],
      shows: [
        "- 1", "- 2/remove", "- 2/moveDown", "+ notice notice in form at 0",
        #"notice.label = "withdrawn""#, #"authors/putBack.label = "put back Author 2""#,
        "form.status = none", "form.explanation = none", "form.busy = none",
      ])
  }

  @Test func nothingMovesWhileTheStoreDecides() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.authors
        Section("address", label: "Address") { Self.name }.optional()
      })
    store.step(.type("1/name", "ann"))
    store.step(.activate("authors/add"))
    store.step(.type("2/name", "bo"))
    store.expect(
      .activate("submit"), does: [#"submit 1 [authors: {[name: "ann"], [name: "bo"]}]"#],
      shows: [
        "address?.status = valid", "form.status = submitting", #"form.explanation = "submitting""#,
        "form.busy = 1",
      ])
    store.expect(.activate("authors/add"))
    store.expect(.activate("2/remove"))
    store.expect(.activate("2/moveUp"))
    store.expect(.choose("address?", true))
    store.expect(
      .accepted(1), does: ["ended submitted"],
      shows: [
        "form.status = done", "form.explanation = none", "form.busy = none",
      ])
    store.expect(.activate("authors/add"))
  }

  @Test func theFormHasRoomForSoManyItems() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Self.authors
      })
    store.viewModel.parts?.tree.lastItem = PartTree.itemLimit
    store.expect(
      .activate("authors/add"), does: ["said too many"],
      shows: [
        "+ notice notice in form at 0", #"notice.label = "too many""#,
      ])
    store.expect(
      .activate("authors/add"), does: ["said too many"],
      shows: [
        "- notice", "+ notice notice in form at 0", #"notice.label = "too many""#,
      ])
  }

  /// A rejected choice was never displayed: the front end has nothing to restore.
  @Test func aChoiceThatThereIsNoRoomForIsNotAnswered() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.text("note", label: "Note")
        Alternatives("one", label: "One", Section("of", label: "Of") { Self.authors })
      })
    store.viewModel.parts?.tree.lastItem = PartTree.itemLimit
    store.expect(
      .choose("one?/of", true), does: ["said too many"],
      shows: [
        "+ notice notice in form at 0", #"notice.label = "too many""#, "at one?",
      ])
  }

  /// An item or section is added with all items in it, or not at all.
  @Test func thereIsRoomForTheItemsOfAnItem() throws {
    let inner = Repeated("inner", label: "Inner", item: "Row", 2...2) { Self.name }
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Repeated("outer", label: "Outer", item: "Table", 0...3) { inner }
        Section("more", label: "More") { inner }.optional()
        Alternatives("one", label: "One", Section("of", label: "Of") { inner })
        Deferred("late", label: "Late", DeferredBody("late") { inner })
      })
    func change(_ deed: FormStep, from lastItem: Int) -> [String] {
      store.viewModel.parts?.tree.lastItem = PartTree.itemLimit - lastItem
      return store.step(deed).actions
    }
    let deeds: [(deed: FormStep, itemCount: Int)] = [
      (.activate("outer/add"), 3), (.choose("more?", true), 2), (.choose("one?/of", true), 2),
      (.activate("late/open"), 2),
    ]
    for (deed, itemCount) in deeds {
      #expect(change(deed, from: itemCount - 1) == ["said too many"])
      #expect(change(deed, from: itemCount) == [])
      #expect(store.viewModel.parts?.tree.lastItem == PartTree.itemLimit)
    }
  }
}
