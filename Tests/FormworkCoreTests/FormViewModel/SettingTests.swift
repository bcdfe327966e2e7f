import FormworkCore
import TestSupport
import FormworkJSON
import Testing

struct SettingTests {
  private static let age = Field.wholeNumber("age", label: "Age").range(0...150)
  private static let gift = Field.toggle("gift", label: "Gift")
  private static let friend = Field.text("for", label: "For").required().shown(when: gift)
  private static let word = Field.text("word", label: "Word").length(1...9)
    .checked(by: RemoteCheck("free"))
  private static let guest = Field.name.required()
  private static let guests = Section.list("guests", label: "Guests", item: "Guest", 3...3) {
    guest
  }
  .differing()

  private let store: FormStore
  private var model: FormViewModel { store.viewModel }

  init() throws {
    store = try FormStore {
      Self.age
      Self.gift
      Self.friend
      Self.word
    }
    _ = store.viewModel.setSaving(true)
  }

  @Test func aFieldOfEachKindSaysWhatItWasSetTo() throws {
    func check<Answer: Equatable>(_ field: Field<Answer>, _ answers: [Answer]) throws {
      let model = try FormStore { field }.viewModel
      for answer in answers {
        _ = model.set(answer, in: field)
        #expect(model[field] == answer)
      }
    }
    let options = ["a", "b", "c"].map { FieldKind.Option($0, label: .verbatim($0)) }
    try check(.text("f", label: "F"), ["Ann", "\u{E9}", "e\u{301}", ""])
    try check(.textArea("f", label: "F"), ["one\ntwo", ""])
    try check(.secret("f", label: "F"), [Secret("hush"), .empty])
    try check(.wholeNumber("f", label: "F"), [.max, .min, 0, nil])
    try check(.decimal("f", label: "F"), [ExactDecimal("-12.50"), nil])
    try check(.date("f", label: "F"), ["2026-11-22", ""])
    try check(.webAddress("f", label: "F"), ["https://example.org", ""])
    try check(Field.json("f", label: "F"), [.array([JSONNode(.null)]), nil])
    try check(.toggle("f", label: "F"), [true, false])
    try check(.choice("f", label: "F", options: options), ["b", nil])
    try check(.choices("f", label: "F", options: options), [["a", "c"], []])
  }

  @Test func itIsShownValidatedAndKeptLikeAnAcceptedEdit() {
    store.expect(
      .set("age", .text("200")), does: [#"draft [age: "200"]"#],
      shows: [
        "age.status = invalid", #"age.explanation = "rangeOverflow""#, #"age.value = "200""#,
      ])
    store.expect(
      .set("gift", .toggle(true)), does: [#"draft [age: "200", gift: on]"#],
      changes: ["+ for", "gift.status = valid", "gift.value = 1"])
    store.expect(
      .set("word", .text("an")),
      does: [
        "pause word 1 for 0.3 seconds", #"draft [age: "200", gift: on, word: "an"]"#,
        #"check word 1 by free of [word: "an"] within 10.0 seconds"#,
      ],
      shows: ["word.status = checking", #"word.value = "an""#, #"word.explanation = "free of an""#])
    #expect(model.violations == [FormIssue("age", .rangeOverflow(limit: 150))])
  }

  /// As after any edit that the front end reports late.
  @Test func whatWasTypedBeforeItWasSeenIsStale() {
    let revision = store.revision
    store.step(.set("age", .text("7")))
    store.expect(
      .edit("age", .text("8"), at: revision), shows: [#"age.value = "7""#, "age.cursor = none"])
    #expect(model[Self.age] == 7)
  }

  @Test func whatThePersonCouldNotEnterChangesNothing() {
    store.expect(.set("for", .text("me")))
    store.expect(.set("age", .toggle(true)))
    store.expect(.set("nothing", .text("me")))
    store.step(.leave())
    store.step(.type("age", "07"))
    store.step(.leave())
    store.expect(.set("age", .text("8")))
  }

  /// A text that is no number has no value to compare.
  @Test(arguments: [("07", "7"), ("7a", "")])
  func whatTheFieldSaysAlreadyStaysAsItIsWritten(typed: String, set: String) {
    store.step(.type("age", typed))
    store.expect(.set("age", .text(set)))
  }

  @Test func violationsAreOneValueInOrder() throws {
    let form = try FormDefinition("form", title: "Form") {
      Self.age
      Self.guests
    }
    let model = FormStore(form).viewModel
    _ = model.set(200, in: Self.age)
    _ = model.set("Ann", in: Self.guest.at("guests/2/name"))
    _ = model.set("Ann", in: Self.guest.at("guests/3/name"))
    _ = model.press(.submit)
    #expect(
      model.violations == [
        FormIssue("age", .rangeOverflow(limit: 150)), FormIssue("guests", .keyword("uniqueItems")),
        FormIssue("guests/0/name", .valueMissing),
      ])
  }
}
