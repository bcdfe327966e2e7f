import FormworkCore
import FormworkJSON
import TestSupport
import Testing

struct FormDefinitionTests {
  @Test func itemsAreFlattenedInOrder() throws {
    let hasExtras = false
    let form = try FormDefinition("trip", title: "A trip", detail: "Where to", submitLabel: "Book")
    {
      FormItem.note("hint", "Take an umbrella.")
      Field.text("from", label: "From")
      FormItem.group("stops", label: "Stops") {
        for number in 1...2 {
          Field.text(FieldID(rawValue: "stop\(number)"), label: "Stop \(number)")
        }
        FormItem.group("last", label: "Last") { Field.text("to", label: "To") }
      }
      if hasExtras {
        Field.toggle("meal", label: "Meal")
      } else {
        Field.toggle("bag", label: "Bag")
      }
      if hasExtras { Field.toggle("seat", label: "Seat") }
    }
    #expect(form.fields.map(\.id) == ["from", "stop1", "stop2", "to", "bag"])
    #expect(form.fields.map(\.label.spelled) == ["From", "Stop 1", "Stop 2", "To", "Bag"])
    #expect(form.items.count == 4)
    #expect(
      form.name == "trip"
        && [form.title, form.detail, form.submitLabel] == ["A trip", "Where to", "Book"])
  }

  @Test func contradictionsAreRefused() {
    func toggle(_ name: FieldID, reads other: FieldID) -> FormItem {
      Field.toggle(name, label: "X").shown(when: Condition.isFilled(other)).item
    }
    let section = Section("s", label: "S") { Field.name }.shown(when: Condition.isFilled("x"))
    let list = Section.list("list", label: "List", item: "Item", 0...3) {
      Field.name.shown(when: Condition.isFilled("../x"))
    }
    let reader = Field.text("x", label: "X")
      .shown(when: Condition.anyItem(of: "list", .isFilled("name")))
    let group = FormItem.group("more", label: "More") { Field.toggle("name", label: "Name") }
    let cases: [(items: [FormItem], error: DefinitionError)] = [
      ([Field.name.item, group], .duplicateField("name")),
      ([toggle("a", reads: "a")], .circularConditions(["a"])),
      (
        [
          toggle("a", reads: "c"), toggle("b", reads: "a"), toggle("c", reads: "b"),
          Field.name.item,
        ], .circularConditions(["a", "b", "c"])
      ),
      ([section.item, toggle("x", reads: "s/name")], .circularConditions(["s", "x"])),
      ([list.item, reader.item], .circularConditions(["name", "x"])),
    ]
    for (items, expected) in cases { #expect(FormDefinition.error(of: items) == expected) }
  }

  @Test func whoReadsAFieldThatIsNotThereIsRefused() {
    let away = Field.toggle("away", label: "Away")
    let plain = Field.name
    let readers = [
      plain.repeating(Field.text("away", label: "Away")),
      plain.rule(reading: ["away"]) { _, _ in nil },
      plain.checked(by: RemoteCheck("isFree", reading: ["away"])),
      plain.shown(when: away),
      plain.shown(when: Condition.not(.all([.any([.isFilled("away")])]))),
    ]
    for reader in readers {
      let error = FormDefinition.error { reader }
      #expect(error == .unknownField("away", readBy: "name"))
    }
  }

  @Test func aFormKnowsItsPartsWhateverTheirNumbers() throws {
    let form = try FormDefinition("form", title: "Form") {
      for number in 1...2 { Field.text("name\(number)", label: "Name \(number)") }
      Section("more", label: "More") { Field.name }.optional()
      Section.list("tags", label: "Tags", item: "Tag", 0...3, of: Field.text("tag", label: "Tag"))
    }
    let paths: [FieldID] = [
      "name1", "more", "more/name", "more?", "tags", "tags/7", "name3", "more/tag", "tags/x", "nam",
    ]
    #expect(paths.filter(form.hasPart) == Array(paths.prefix(6)))
  }

  /// Nobody could answer these fields, or has entered their initial answers.
  @Test func fieldsThatNobodyCanAnswerAreRefused() {
    let text = Field.text("it", label: "It")
    let number = Field.wholeNumber("it", label: "It")
    let decimal = Field.decimal("it", label: "It")
    let secret = Field.secret("it", label: "It")
    let day = Field.date("it", label: "It")
    let time = Field.time("it", label: "It")
    let cases: [(field: FormItem, error: DefinitionError?)] = [
      (text.length(5...).length(...3).item, .contradictoryLimits(of: "it")),
      (text.length(-3...2).item, .contradictoryLimits(of: "it")),
      (text.length(...(-1)).item, .contradictoryLimits(of: "it")),
      (secret.length(9...).length(...8).item, .contradictoryLimits(of: "it")),
      (text.length(5...).length(...5).item, nil),
      // Five UTF-16 units may be three code points.
      (text.length(5..., unit: .utf16).length(...3, unit: .codePoints).item, nil),
      (
        text.length(4..., unit: .codePoints).length(...3, unit: .utf16).item,
        .contradictoryLimits(of: "it")
      ),
      (text.length(4...).length(...3, unit: .codePoints).item, .contradictoryLimits(of: "it")),
      (number.range(3...).range(...2).item, .contradictoryLimits(of: "it")),
      (number.range(3...).range(...3).item, nil),
      (
        decimal.range(ExactDecimal(2)...).range(...ExactDecimal(1)).item,
        .contradictoryLimits(of: "it")
      ),
      (
        day.range(minimum: "2026-02-01", maximum: "2026-01-01").item, .contradictoryLimits(of: "it")
      ),
      (time.range(minimum: "22:00", maximum: "06:00").item, nil),
      // The answer would be missing while the field is hidden, although its type says that it is not.
      (number.shown(when: Condition.any([])).required().item, .requiredAfterCondition("it")),
      (number.required().shown(when: Condition.any([])).item, nil),
      (text.shown(when: Condition.any([])).required().item, nil),
      (text.characters(AllowedCharacters(named: "none", ranges: [])).item, .noCharacters(of: "it")),
      (text.initialAnswer("a\u{1B}b").item, .badInitialAnswer(of: "it")),
      (text.initialAnswer("a\nb").item, .badInitialAnswer(of: "it")),
      (Field.textArea("it", label: "It").initialAnswer("a\nb").item, nil),
      (secret.initialAnswer(Secret("a\0b")).item, .badInitialAnswer(of: "it")),
      (
        Field.choice("it", label: "It", options: [FieldKind.Option("a", label: "A")])
          .initialAnswer("b").item,
        .badInitialAnswer(of: "it")
      ),
      (number.step(0).item, .badStep(of: "it")),
      (decimal.step(-2).item, .badStep(of: "it")),
      // The user corrects these.
      (day.initialAnswer("2026-02-30").item, nil),
      (text.email().initialAnswer("ann@").item, nil),
    ]
    for (field, expected) in cases {
      #expect(FormDefinition.error(of: [field]) == expected, "\(field)")
    }
  }

  /// Conditions compare a field with possible values only, and choices have options.
  @Test func whatCannotBeChosenIsRefused() {
    let plan = Field.choice(
      "plan", label: "Plan", options: [FieldKind.Option("free", label: "Free")])
    let cases: [(items: [FormItem], error: DefinitionError?)] = [
      ([Field.choice("none", label: "None", options: []).item], .noOptions("none")),
      ([Field.choices("none", label: "None", options: []).item], .noOptions("none")),
      ([Section.alternatives("none", label: "None").item], .noOptions("none")),
    ]
    for (items, expected) in cases { #expect(FormDefinition.error(of: items) == expected) }
    let twins = [FieldKind.Option("a", label: "A"), FieldKind.Option("a", label: "B")]
    for twice in [
      Field.choice("it", label: "It", options: twins).item,
      Field.choices("it", label: "It", options: twins).item,
    ] {
      #expect(FormDefinition.error(of: [twice]) == .duplicateOption(of: "it"))
    }
    let card = Section("card", label: "Card") { Field.text("number", label: "Number") }
    let fields: [FormItem] = [
      plan.item, Section.alternatives("pay", label: "Pay", card).item, card.optional().item,
      Field.choices("extras", label: "Extras", options: [FieldKind.Option("wifi", label: "Wi-Fi")])
        .item, Field.text("text", label: "Text").item, Field.secret("secret", label: "Secret").item,
      Field.wholeNumber("whole", label: "Whole").item,
      Field.decimal("decimal", label: "Decimal").item, Field.date("date", label: "Date").item,
    ]
    let values: [(field: FieldID, is: Value, isNot: [Value])] = [
      ("plan", .choice("free"), [.choice("gold"), .text("free"), .choices(["free"])]),
      ("pay", .choice("card"), [.choice("cash"), .toggle(true)]),
      ("card", .toggle(true), [.choice("card")]),
      ("extras", .choices(["wifi"]), [.choices(["wifi", "bed"]), .choice("wifi")]),
      ("text", .text("x"), [.wholeNumber(1), .secret(Secret("x")), .toggle(false)]),
      ("secret", .secret(Secret("x")), [.text("x")]),
      ("whole", .wholeNumber(1), [.text("1"), .decimal(ExactDecimal(1))]),
      ("decimal", .decimal(ExactDecimal(1)), [.text("1"), .wholeNumber(1)]),
      ("date", .text("2000-01-01"), [.wholeNumber(2000)]),
    ]
    for (field, value, others) in values {
      for (value, expected) in [(value, nil)]
        + others.map({ ($0, DefinitionError.unfitValue(of: field, readBy: "reader")) })
      {
        let reader = Field.text("reader", label: "R").shown(when: Condition.equals(field, value))
        #expect(FormDefinition.error(of: fields + [reader.item]) == expected, "\(field) \(value)")
      }
    }
  }

  /// A form starts with at most 1,000,000 items, wherever its lists are.
  @Test func listsBeginWithNoMoreItemsThanAFormMayHave() {
    func list(_ id: FieldID, _ least: Int, _ items: FormItem...) -> FormItem {
      Section.list(id, label: "List", item: "Item", least...least + 1) {
        for item in items { item }
      }
      .item
    }
    func inside(_ items: FormItem...) -> FormItem {
      Section.deferred("more", label: "More", DeferredBody("more") { for item in items { item } })
        .item
    }
    let cases: [(items: [FormItem], error: DefinitionError?)] = [
      ([list("a", -1)], .badCount("a")),
      ([list("a", 1_000_000)], nil),
      ([list("a", 1_000_001)], .badCount("a")),
      ([list("a", .max - 1)], .badCount("a")),
      ([list("a", 500_000), list("b", 500_001)], .badCount("b")),
      ([list("a", 1000, list("b", 999))], nil),
      ([list("a", 1000, list("b", 1000))], .badCount("b")),
      ([list("a", 0, list("b", 1_000_001))], .badCount("b")),
      ([list("a", 0, list("b", 1_000_000, list("c", 1_000_000)))], .badCount("c")),
      ([inside(list("a", -1))], .badCount("a")),
    ]
    for (items, expected) in cases { #expect(FormDefinition.error(of: items) == expected) }
  }

  @Test func rulesMayReadInACircle() throws {
    let form = try FormDefinition("form", title: "Form") {
      Field.text("a", label: "A").repeating(Field.text("b", label: "B"))
      Field.text("b", label: "B").repeating(Field.text("a", label: "A"))
    }
    #expect(form.fields.count == 2)
  }

  @Test func contentThatAFieldCannotHoldIsNoInitialOne() {
    let options = [FieldKind.Option("free", label: "Free")]
    let plan = Field.choice("plan", label: "Plan", options: options)
    #expect(plan.initialAnswer("free").specification.initial == .choice("free"))
    #expect(plan.initialAnswer("gold").specification.initial == .choice(nil))
    #expect(plan.initialAnswer(content: .text("free")).specification.initial == .choice(nil))
  }
}
