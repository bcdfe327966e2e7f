@testable import FormworkCore
import FormworkJSON
import TestSupport
import Testing

struct TypedFieldTests {
  private enum Plan: CaseIterable { case free, gold }
  private enum Size: String, CaseIterable { case small = "S", large = "L" }

  private static let plan = Field.choice("plan", label: "Plan", of: Plan.self)
  private static let sizes = Field.choices("sizes", label: "Sizes", of: Size.self) {
    "\($0)"
  }
  private static let gift = Field.toggle("gift", label: "Gift")
  private static let seats = Field.wholeNumber("seats", label: "Seats")

  @Test func casesOfAnEnumAreOptions() {
    typealias Option = FieldKind.Option
    #expect(
      Self.plan.specification.kind
        == .choice([
          Option("free", label: "free"), Option("gold", label: "gold"),
        ]))
    #expect(
      Self.sizes.specification.kind
        == .choices([
          Option("S", label: "small"), Option("L", label: "large"),
        ]))
    let answers = Answers(["plan": .choice("gold"), "sizes": .choices(["S", "L"])])
    #expect(answers[Self.plan] == .gold)
    #expect(answers[Self.sizes] == [.small, .large])
    #expect(Answers(["plan": .choice("platinum")])[Self.plan] == nil)
  }

  @Test func anAnswerIsWhatStandsThereAtFirst() {
    #expect(Self.plan.initialAnswer(.gold).specification.initial == .choice("gold"))
    #expect(
      Self.sizes.initialAnswer([.large, .small]).specification.initial == .choices(["S", "L"]))
    #expect(Self.gift.initialAnswer(true).specification.initial == .toggle(true))
    #expect(Self.seats.initialAnswer(4).specification.initial == .text("4"))
    #expect(
      Field.decimal("price", label: "Price").initialAnswer(3).specification.initial == .text("3"))
  }

  @Test func aRuleIsGivenTheAnswer() throws {
    let even = Self.seats.rule("even") { $0.isMultiple(of: 2) }
    let enough = Self.seats.rule("enough", reading: [Self.plan.id]) { seats, answers in
      answers[Self.plan] != .free || (seats ?? 0) < 2
    }
    func violations(_ field: Field<Int?>, _ text: String, _ plan: String) -> Violations {
      field.specification.rules.violations(
        of: .text(text), kind: .wholeNumber, isRequired: false, isEdited: true, mode: .html,
        answers: Answers(["plan": .choice(plan)]))
    }
    #expect(violations(even, "3", "free") == [.customError("even")])
    #expect(violations(even, "4", "free") == [])
    #expect(violations(even, "", "free") == [])
    #expect(violations(enough, "2", "free") == [.customError("enough")])
    #expect(violations(enough, "2", "gold") == [])
  }

  @Test(arguments: [
    (Self.seats.range(1...), [nil, 1, 9]), (Self.seats.range(...1), [0, 1, nil]),
    (Self.seats.range(1...2), [nil, 1, nil]), (Self.seats.range(1..<9), [nil, 1, nil]),
    (Self.seats.range(..<9), [0, 1, nil]),
  ])
  func rangesMayBeOpen(_ field: Field<Int?>, allowed: [Int?]) {
    let kept = [0, 1, 9].map { number -> Int? in
      let violations = field.specification.rules.violations(
        of: field.content(for: number), kind: .wholeNumber, isRequired: false, isEdited: true,
        mode: .html, answers: Answers())
      return violations.isEmpty ? number : nil
    }
    #expect(kept == allowed)
  }

  @Test func listsMayBeOpen() throws {
    let name = Field.name
    let many = Section.list("many", label: "Many", item: "One", 1..., of: name)
    let form = try FormDefinition("form", title: "Form") {
      many
      Self.seats.initialAnswer(1).shown(when: many.count(2...))
    }
    let store = FormStore(form)
    #expect(store.viewModel[Self.seats] == nil)
    store.step(.activate("many/add"))
    #expect(store.viewModel[Self.seats] == 1)
  }

  /// Tests each condition on all combinations of two fields.
  @Test(arguments: [
    (Self.plan == .gold && Self.gift, [false, false, false, false, false, true]),
    (Self.plan == .gold || Self.gift, [false, true, false, true, true, true]),
    (!Self.plan.isFilled, [true, true, false, false, false, false]),
    (Self.plan == nil, [true, true, false, false, false, false]),
    (Self.plan != .gold, [true, true, true, true, false, false]),
    (!(Self.plan == .free || Self.gift == true), [true, false, false, false, true, false]),
    (Self.gift && Self.plan == .gold, [false, false, false, false, false, true]),
    (Self.gift || Self.plan == .gold, [false, true, false, true, true, true]),
    (Self.gift && !Self.gift, [false, false, false, false, false, false]),
    (Self.gift || !Self.gift, [true, true, true, true, true, true]),
  ])
  func conditionsAreJoined(_ condition: Condition, holds: [Bool]) throws {
    let form = try FormDefinition("form", title: "Form") {
      Self.plan
      Self.gift
      Self.seats.initialAnswer(1).shown(when: condition)
    }
    var found: [Bool] = []
    for plan in [nil, Plan.free, .gold] {
      for gift in [false, true] {
        let viewModel = FormStore(form).viewModel
        _ = viewModel.set(plan, in: Self.plan)
        _ = viewModel.set(gift, in: Self.gift)
        found.append(viewModel[Self.seats] == 1)
      }
    }
    #expect(found == holds)
  }
}
