import FormworkCore
import FormworkTesting
import Testing

struct DependencyTests {
  private static let taken = Violation.customError("taken")

  @Test func aRepetitionFollowsEitherField() throws {
    let word = Field.secret("word", label: "Word").length(3...9)
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        word
        Field.secret("again", label: "Again").matches(word)
      })
    store.step(.edit("word", .secret(Secret("abc"))))
    // The user has not visited the repetition yet.
    store.expect(.goOn, shows: ["at again"])
    store.expect(
      .edit("again", .secret(Secret("ab"))),
      shows: ["again.status = incomplete", #"again.explanation = "equals""#])
    store.expect(
      .edit("again", .secret(Secret("abc"))),
      shows: ["again.status = valid", "again.explanation = none"])
    store.step(.goBack)
    store.expect(
      .edit("word", .secret(Secret("abcd"))),
      shows: ["again.status = invalid", #"again.explanation = "equals""#])
    store.expect(
      .edit("word", .secret(Secret("abc"))),
      shows: ["again.status = valid", "again.explanation = none"])
    store.expect(
      .edit("word", .secret(Secret("ab"))),
      shows: [
        "word.status = incomplete", #"word.explanation = "1 to 3""#, "again.status = invalid",
        #"again.explanation = "equals""#,
      ])
  }

  @Test func aCheckRunsAgainWhenAnInputChanges() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.text("name", label: "Name").checked(by: RemoteCheck("free", reading: ["realm"]))
        Field.text("realm", label: "Realm").initially("x")
      })
    store.step(.type("name", "ann"))
    store.expect(
      .goOn, does: [#"check name 1 by free of [name: "ann", realm: "x"] within 10.0 seconds"#],
      shows: ["name.status = checking", #"name.explanation = "free of ann""#, "at realm"])
    store.expect(
      .type("realm", "xy"),
      does: [#"check name 2 by free of [name: "ann", realm: "xy"] within 10.0 seconds"#],
      shows: ["realm.status = valid"])
    store.expect(.passed("name", 1))
    store.expect(.passed("name", 2), shows: ["name.status = valid", "name.explanation = none"])
    store.expect(
      .type("realm", "z"),
      does: [#"check name 3 by free of [name: "ann", realm: "z"] within 10.0 seconds"#],
      shows: ["name.status = checking", #"name.explanation = "free of ann""#])
    store.expect(
      .refused("name", 3, Self.taken),
      shows: ["name.status = refused", #"name.explanation = "taken""#])
    store.expect(
      .type("realm", ""), does: ["pause name 4 for 0.3 seconds"],
      shows: ["realm.status = none", "name.status = waiting", "name.explanation = none"])
    store.expect(
      .type("realm", "y"), does: ["pause name 5 for 0.3 seconds"],
      shows: ["realm.status = valid"])
  }

  @Test func aCheckDoesNotRunForTheSakeOfARule() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.text("name", label: "Name").checked(by: RemoteCheck("free"))
          .rule("differs", reading: ["nick"]) { value, answers in
            answers.value(of: "nick") == .text(value) ? .customError("same") : nil
          }
        Field.text("nick", label: "Nick")
      })
    store.step(.type("name", "ann"))
    store.step(.goOn)
    store.expect(.type("nick", "an"), shows: ["nick.status = valid"])
    store.expect(
      .type("nick", "ann"), does: ["cancel name 1"],
      shows: ["name.status = invalid", #"name.explanation = "same""#])
    store.expect(
      .type("nick", "anna"), does: ["pause name 2 for 0.3 seconds"],
      shows: ["name.status = waiting", "name.explanation = none"])
    store.step(.paused("name", 2))
    store.step(.passed("name", 2))
    store.expect(.type("nick", "annab"))
    store.step(.goBack)
    #expect(store.viewModel.state(of: "name") == .valid)
  }

  /// The sum reads the card and the gift, which change together: it must not see one change alone.
  @Test func aReaderOfTwoIsToldOnceOfBoth() throws {
    let gift = Field.toggle("gift", label: "Gift")
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        gift
        Field.text("sum", label: "Sum")
          .checked(by: RemoteCheck("covered", reading: ["gift", "card"]))
          .rule("one", reading: ["gift", "card"]) { _, answers in
            let hasCard = answers.value(of: "card") != nil
            return (answers.value(of: "gift") == .toggle(true)) == hasCard
              ? .customError("one") : nil
          }
        Field.text("card", label: "Card").initially("x").shown(when: .not(gift.isOn))
      })
    store.step(.go("sum"))
    store.step(.type("sum", "7"))
    store.step(.paused("sum", 1))
    store.step(.refused("sum", 1, Self.taken))
    store.expect(
      .choose("gift", true), does: ["pause sum 2 for 0.3 seconds"],
      shows: [
        "- card", "gift.status = valid", "sum.status = waiting", "sum.explanation = none",
        "gift.value = 1", "at gift",
      ])
    store.step(.paused("sum", 2))
    store.expect(
      .choose("gift", false),
      does: [#"check sum 3 by covered of [card: "x", gift: off, sum: "7"] within 10.0 seconds"#],
      shows: [
        "+ textField card in form at 2", #"card.label = "Card""#, #"card.value = "x""#,
        "gift.value = 0",
      ])
  }

  @Test func anEditIsJudgedByTheFormThatItMakes() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form") {
        Field.text("plan", label: "Plan")
          .rule("lonely", reading: ["code"]) { _, answers in
            answers.value(of: "code") == nil ? nil : .customError("lonely")
          }
        Field.text("code", label: "Code").shown(when: .not(.equals("plan", .text("free"))))
      })
    store.expect(
      .type("plan", "free"),
      shows: ["- code", "plan.status = valid"])
    store.expect(
      .type("plan", "fre"),
      shows: [
        "+ textField code in form at 1", #"code.label = "Code""#, "plan.status = incomplete",
        #"plan.explanation = "lonely""#,
      ])
  }
}
