import FormworkCore
import Testing

/// What a definition holds, and what is refused as one.
struct FormDefinitionTests {
  @Test func itemsAreFlattenedInOrder() throws {
    let hasExtras = false
    let form = try FormDefinition("trip", title: "A trip", detail: "Where to", submitLabel: "Book")
    {
      FormItem.note("hint", "Take an umbrella.")
      Field.text("from", label: "From")
      FormItem.group("stops", label: "Stops") {
        for number in 1...2 {
          Field.text(FieldID(rawValue: "stop\(number)"), label: .verbatim("Stop \(number)"))
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

  @Test func twoFieldsOfOneNameAreRefused() {
    let error = #expect(throws: DefinitionError.self) {
      try FormDefinition("form", title: "Form") {
        Field.text("name", label: "Name")
        FormItem.group("more", label: "More") { Field.toggle("name", label: "Name") }
      }
    }
    #expect(error == .duplicateField("name"))
  }

  @Test func whoReadsAFieldThatIsNotThereIsRefused() {
    let away = Field.toggle("away", label: "Away")
    let plain = Field.text("name", label: "Name")
    let readers = [
      plain.equals(Field.text("away", label: "Away")),
      plain.rule("rule", reading: ["away"]) { _, _ in nil },
      plain.checked(by: RemoteCheck("isFree", reading: ["away"])),
      plain.shown(when: away.isOn),
      plain.shown(when: .not(.all([.any([.isFilled("away")])]))),
    ]
    for reader in readers {
      let error = #expect(throws: DefinitionError.self) {
        try FormDefinition("form", title: "Form") { reader }
      }
      #expect(error == .unknownField("away", readBy: "name"))
    }
  }

  @Test func conditionsInACircleAreRefused() {
    let error = #expect(throws: DefinitionError.self) {
      try FormDefinition("form", title: "Form") {
        Field.toggle("a", label: "A").shown(when: .isFilled("c"))
        Field.toggle("b", label: "B").shown(when: .isFilled("a"))
        Field.toggle("c", label: "C").shown(when: .isFilled("b"))
        Field.toggle("d", label: "D")
      }
    }
    #expect(error == .circularConditions(["a", "b", "c"]))
  }

  @Test func aConditionOnItselfIsACircle() {
    let error = #expect(throws: DefinitionError.self) {
      try FormDefinition("form", title: "Form") {
        Field.toggle("a", label: "A").shown(when: .isFilled("a"))
      }
    }
    #expect(error == .circularConditions(["a"]))
  }

  @Test func rulesMayReadInACircle() throws {
    let form = try FormDefinition("form", title: "Form") {
      Field.text("a", label: "A").equals(Field.text("b", label: "B"))
      Field.text("b", label: "B").equals(Field.text("a", label: "A"))
    }
    #expect(form.fields.count == 2)
  }

  @Test func contentThatAFieldCannotHoldIsNoInitialOne() {
    let options = [FieldKind.Option("free", label: "Free")]
    let plan = Field.choice("plan", label: "Plan", options: options)
    #expect(plan.initially(.choice("free")).specification.initial == .choice("free"))
    #expect(plan.initially(.choice("gold")).specification.initial == .choice(nil))
    #expect(plan.initially(.text("free")).specification.initial == .choice(nil))
  }
}
