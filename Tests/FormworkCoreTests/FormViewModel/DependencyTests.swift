import FormworkCore
import TestSupport
import Testing

struct DependencyTests {
  private static let taken = Violation.customError("taken")

  @Test func aRepetitionFollowsEitherField() throws {
    let word = Field.secret("word", label: "Word").length(3...9)
    let store = try FormStore {
      word
      Field.secret("again", label: "Again").repeating(word)
    }
    store.step(.edit("word", .secret(Secret("abc"))))
    // The user has not visited the repetition yet.
    store.expect(.goForward, shows: ["at again"])
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

  /// The sum reads the card and the gift, which change together: it must not see one change alone.
  @Test func aReaderOfTwoIsToldOnceOfBoth() throws {
    let gift = Field.toggle("gift", label: "Gift")
    let store = try FormStore {
      gift
      Field.text("sum", label: "Sum")
        .checked(by: RemoteCheck("covered", reading: ["gift", "card"]))
        .rule("one", reading: ["gift", "card"]) { _, answers in
          let hasCard = answers.value(of: "card") != nil
          return (answers.value(of: "gift") == .toggle(true)) != hasCard
        }
      Field.text("card", label: "Card").initialAnswer("x").shown(when: !gift)
    }
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
}
