import FormworkJSON
import TestSupport
import Testing

@testable import FormworkCore

/// The types of required answers, and the rules and checks that read them.
struct RequiredAnswerTests {
  private enum Plan: CaseIterable { case free, gold }

  private static let size = Field.choice(
    "size", label: "Size", options: [FieldKind.Option("s", label: "S")])
  private static let age = Field.wholeNumber("age", label: "Age").required()
  private static let plan = Field.choice("plan", label: "Plan", of: Plan.self).required()
  private static let price = Field.decimal("price", label: "Price").required()
  private static let extra = Field.json("extra", label: "Extra").required()

  @Test func aRequiredAnswerIsNotOptional() {
    let answers = Answers([
      "age": .wholeNumber(36), "plan": .choice("gold"), "size": .choice("s"),
      "price": .decimal(ExactDecimal(3)), "extra": .text("true"),
    ])
    let age: Int = answers[Self.age]
    let plan: Plan = answers[Self.plan]
    let size: String = answers[Self.size.required()]
    let price: ExactDecimal = answers[Self.price]
    let extra: JSONValue = answers[Self.extra]
    #expect(age == 36)
    #expect(plan == .gold)
    #expect(size == "s")
    #expect(price == ExactDecimal(3))
    #expect(extra == .bool(true))
  }

  /// A condition makes the answer optional, and an answer that can be empty keeps its type.
  @Test func aConditionMakesTheAnswerOptional() {
    let age: Field<Int?> = Self.age.shown(when: Condition.any([]))
    let plan: Field<Plan?> = Self.plan.shown(when: Condition.any([]))
    let size: Field<String> = Self.size.required().shown(when: Condition.any([]))
    let name: Field<String> = Field.name.required().shown(when: Condition.any([]))
    let word: Field<Secret> = Field.secret("word", label: "Word").required().shown(
      when: Condition.any([]))
    let gift: Field<Bool> = Field.toggle("gift", label: "Gift").required().shown(
      when: Condition.any([]))
    let answers = Answers()
    #expect(answers[age] == nil)
    #expect(answers[plan] == nil)
    #expect(answers[size] == "")
    #expect(answers[name] == "")
    #expect(answers[word] == .empty)
    #expect(answers[gift] == false)
    #expect(Answers(["age": .wholeNumber(3)])[age] == 3)
    #expect(age.content(for: nil) == .text(""))
    #expect(age.content(for: 3) == .text("3"))
  }

  @Test func sectionsAreOptionalOnce() {
    let trip = Section("trip", label: "Trip") { Self.age }
    let hidden: Section<Answers?> = trip.shown(when: Condition.any([]))
    let both: Section<Answers?> = trip.optional().shown(when: Condition.any([])).optional()
    let list: Section<[Answers]> = Section.list("list", label: "List", item: "Item", 0...) {
      Self.age
    }
    .shown(when: Condition.any([]))
    let choice: Section<Alternative?> = Section.alternatives("choice", label: "Choice", trip)
      .optional()
    let answers = Answers()
    #expect(answers[hidden] == nil)
    #expect(answers[both] == nil)
    #expect(answers[list] == [])
    #expect(answers[choice] == nil)
    #expect(both.specification.isOptional)
    #expect(both.specification.condition != nil)
    #expect(answers[hidden / Self.age] == nil)
    #expect(answers[Section.alternatives("choice", label: "Choice", trip) / trip / Self.age] == nil)
    #expect((hidden / Self.age).id == "trip/age")
  }

  @Test func anAlternativeIsReadByItsSection() {
    let trip = Section("trip", label: "Trip") { Self.age }
    let stay = Section("stay", label: "Stay") { Field.name }
    let choice = Section.alternatives("choice", label: "Choice", trip, stay)
    var answers = Answers()
    answers.append("choice", .alternative("trip", .object(Answers(["age": .wholeNumber(3)]))))
    #expect(answers[choice].option == "trip")
    #expect(answers[choice][trip]?[Self.age] == 3)
    #expect(answers[choice][stay] == nil)
    #expect(answers[choice / trip / Self.age] == 3)
  }

  @Test func theOrderOfModifiersDoesNotMatter() {
    let whole = Field.wholeNumber("it", label: "It")
    let decimal = Field.decimal("it", label: "It")
    let wholes: [Field<Int>] = [
      whole.required().range(1...9).step(2).initialAnswer(3),
      whole.range(1...9).step(2).initialAnswer(3).required(),
    ]
    let decimals: [Field<ExactDecimal>] = [
      decimal.required().range(1...9).step(2).initialAnswer(3),
      decimal.range(1...9).step(2).initialAnswer(3).required(),
    ]
    for field in wholes.map(\.specification) + decimals.map(\.specification) {
      #expect(field.initial == .text("3"))
      #expect(field.violations(.text("")) == [.valueMissing])
      #expect(field.violations(.text("3")) == [])
      #expect(field.violations(.text("4")) == [.stepMismatch(step: 2, base: 1)])
      #expect(field.violations(.text("11")) == [.rangeOverflow(limit: 9)])
    }
  }

  /// A rule of a field waits for the required fields that it reads, and so does its check.
  @Test func aFieldWaitsForWhatItReads() throws {
    let until = Field.wholeNumber("until", label: "Until").required()
      .rule("order", reading: [Self.age.id]) { until, answers in
        answers[Self.age] <= until
      }
      .checked(by: RemoteCheck("free", reading: [Self.age.id]))
    let store = try FormStore {
      Self.age
      until
    }
    store.step(.commit("until", .text("5")))
    #expect(store.viewModel.state(of: "until") == .valid)
    #expect(store.viewModel[Self.age] == nil)
    #expect(store.viewModel[until] == 5)
    store.step(.commit("age", .text("x")))
    #expect(store.viewModel.state(of: "until") == .valid)
    store.step(.commit("age", .text("6")))
    #expect(store.viewModel.state(of: "until") == .invalid([.customError("order")]))
    #expect(
      store.step(.commit("age", .text("4"))).actions == ["pause until 1 for 0.3 seconds"])
    #expect(store.step(.commit("age", .text(""))).actions == ["cancel until 1"])
    #expect(store.viewModel.state(of: "until") == .valid)
  }

  /// A hidden field is read as an optional, so the rule runs.
  @Test func aFieldDoesNotWaitForHiddenFields() throws {
    let gift = Field.toggle("gift", label: "Gift")
    let age = Self.age.shown(when: gift)
    let store = try FormStore {
      gift
      age
      Field.name.rule("late", reading: [age.id]) { _, answers in
        answers[age] != nil
      }
    }
    store.step(.commit("name", .text("Ann")))
    #expect(store.viewModel.state(of: "name") == .invalid([.customError("late")]))
    store.step(.choose("gift", true))
    #expect(store.viewModel.state(of: "name") == .valid)
  }

  /// A rule of a section waits for the required fields in it, at any depth.
  @Test func aSectionWaitsForAllItsParts() throws {
    let list = Section.list("list", label: "List", item: "Item", 1...2, of: Self.age)
      .rule("sum") { $0.reduce(0, +) < 9 }
    let trip = Section("trip", label: "Trip") {
      Section("away", label: "Away") { Self.plan }.optional()
      list
    }.rule("order") { trip in
      trip[list].count <= 1
    }
    let store = try FormStore { trip }
    var found: [[FormIssue]] = []
    for step in [
      .activate("submit"), .commit("1/age", .text("9")), .activate("submit"),
      .activate("list/add"), .activate("submit"), .commit("2/age", .text("1")),
      .choose("away?", true), .activate("submit"), .choose("plan/gold", true), .activate("submit"),
    ] as [FormStep] {
      store.step(step)
      if case .activate("submit", _) = step { found.append(store.viewModel.violations) }
    }
    let sum = FormIssue("trip/list", .customError("sum"))
    #expect(
      found == [
        [FormIssue("trip/list/0", .valueMissing)], [sum],
        [FormIssue("trip/list/1", .valueMissing)],
        [FormIssue("trip/away/plan", .valueMissing), sum],
        [FormIssue("trip", .customError("order")), sum],
      ])
  }
}

/// Handles that cannot be read stop the program, and say which ones can.
struct UnreadableAnswerTests {
  /// Reads that stop the program, with their messages.
  enum Misuse: Int, CaseIterable, Codable {
    case unknown, inSection, inItem, ofOtherAlternative, unread, missing

    var message: String {
      switch self {
      case .unknown: #""town" is not one of the parts here: "trip", "pay", "list", "age""#
      case .inSection: #""city" is not one of the parts here: "trip", "pay", "list", "age""#
      case .inItem: #""list/name" is not one of the parts here: "trip", "pay", "list", "age""#
      case .ofOtherAlternative: #""number" is not one of the parts here: "note""#
      case .unread: #""age" is not one of the parts here: "city""#
      case .missing: #"the required part "count" has no answer here"#
      }
    }
  }

  @Test(arguments: Misuse.allCases)
  func theMessageNamesTheParts(_ misuse: Misuse) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [misuse] in
      let city = Field.city
      let trip = Section("trip", label: "Trip") { city }
      let cash = Section("cash", label: "Cash") { Field.note }
      let card = Section("card", label: "Card") { Field.text("number", label: "Number") }
      let pay = Section.alternatives("pay", label: "Pay", cash, card)
      let list = Section.list("list", label: "List", item: "Item", 0...1) { Field.name }
      let age = Field.wholeNumber("age", label: "Age")
      let reader = Field.text("reader", label: "Reader").rule("odd", reading: [city.id]) {
        _, answers in
        answers[age] == nil
      }
      let store = try FormStore {
        trip
        FormItem.group("more", label: "More") { pay }
        list
        age
      }
      store.step(.choose("pay?/cash", true))
      for case .submit(_, let answers) in store.perform(.activate("submit")) {
        #expect(answers[trip][city] == "")
        #expect(answers[age] == nil)
        switch misuse {
        case .unknown: _ = answers[Field.text("town", label: "Town")]
        case .inSection: _ = answers[city]
        case .inItem: _ = answers[list / Field.name]
        case .ofOtherAlternative: _ = answers[pay].answers[Field.text("number", label: "Number")]
        case .missing: _ = Answers()[Field.wholeNumber("count", label: "Count").required()]
        case .unread:
          let other = try FormStore {
            city
            age
            reader
          }
          other.step(.commit("reader", .text("x")))
        }
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains(misuse.message))
  }
}
