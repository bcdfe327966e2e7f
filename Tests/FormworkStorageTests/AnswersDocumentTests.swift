import FormworkCore
import FormworkJSON
import FormworkMessages
import FormworkStorage
import Testing

@Suite struct AnswersDocumentTests {
  private static let name = Field.text("name", label: "Name")
  private static let age = Field.wholeNumber("age", label: "Age")
  private static let pin = Field.secret("pin", label: "Pin")
  private static let isHere = Field.toggle("isHere", label: "Here")
  private static let meals = Field.choices(
    "meals", label: "Meals",
    options: [FieldKind.Option("soup", label: "Soup"), FieldKind.Option("fish", label: "Fish")])
  private static let person = DeferredBody("person") {
    name
    Section.deferred("child", label: "Child", childOfPerson)
  }
  private static let childOfPerson = DeferredBody("child") { name }

  private static let form: [FormItem] = [
    name.item,
    FormItem.group("more", label: "More") {
      age
      isHere
      meals
    },
    Section("safe", label: "Safe") { pin }.optional().item,
    Section.list("tags", label: "Tags", item: "Tag", 0...2, of: name).item,
    Section.map(
      "pins", label: "Pins", item: "Pin", 0...2, key: Field.text("key", label: "Key"), of: pin
    )
    .item,
    Section.alternatives(
      "pay", label: "Pay", Section("card", label: "Card") { age },
      Section("cash", label: "Cash") { isHere }
    ).optional().item,
    Section.deferred("boss", label: "Boss", person).item,
    Field.json("extra", label: "Extra").item,
  ]

  private static func read(
    _ document: String, of items: [FormItem] = form
  ) throws(JSONError) -> AnswersDocument {
    let bytes = Array(document.utf8)
    return try bytes.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in try AnswersDocument(reading: bytes, of: items) }
    }.get()
  }

  @Test func eachPartHasItsPlace() throws {
    let answers = try Self.read(
      """
      {"name": "Ann", "age": 7, "isHere": true, "meals": ["fish", "soup"],
       "safe": {"pin": "12"}, "tags": ["a", "b"], "pins": {"a/b": "34", "c": "56"},
       "pay": {"card": {"age": "8"}}, "boss": {"name": "Bo", "child": {"name": "Cy"}},
       "extra": {"pin": ["9"], "n": 1.50}}
      """)
    // A raw part may use the name of a secret.
    let extra = "{\n  \"pin\": [\n    \"9\"\n  ],\n  \"n\": 1.5\n}"
    #expect(
      answers.contents == [
        "name": .text("Ann"), "age": .text("7"), "isHere": .toggle(true), "extra": .text(extra),
        "meals": .choices(["soup", "fish"]),
        "safe?": .toggle(true), "safe/pin": .secret(Secret("12")),
        "tags/0/name": .text("a"), "tags/1/name": .text("b"),
        "pins/0/key": .text("a/b"), "pins/0/pin": .secret(Secret("34")),
        "pins/1/key": .text("c"), "pins/1/pin": .secret(Secret("56")),
        "pay?": .choice("card"), "pay/card/age": .text("8"),
        "boss/name": .text("Bo"), "boss/child/name": .text("Cy"),
      ])
    #expect(answers.counts == ["tags": 2, "pins": 2, "boss": 1, "boss/child": 1])
    #expect(answers.hasSecrets)
  }

  @Test func secretsAreFoundInListsOfLists() throws {
    let row = Section.list("row", label: "Row", item: "Pin", 0...2, of: Self.pin)
    let rows = Section.list("rows", label: "Rows", item: "Row", 0...2, of: row)
    let answers = try Self.read("{\"rows\": [[], [\"1\", \"2\"]]}", of: [rows.item])
    #expect(
      answers.contents == [
        "rows/1/row/0/pin": .secret(Secret("1")), "rows/1/row/1/pin": .secret(Secret("2")),
      ])
    #expect(answers.counts == ["rows": 2, "rows/0/row": 0, "rows/1/row": 2])
  }

  @Test func whatIsLeftOutIsNotAnswered() throws {
    #expect(try Self.read("{}") == AnswersDocument())
    let answers = try Self.read("{\"safe\": null, \"pay\": null, \"tags\": []}")
    #expect(answers.contents == ["safe?": .toggle(false), "pay?": .choice(nil)])
    #expect(answers.counts == ["tags": 0])
  }

  @Test func answersGoThroughAForm() throws {
    let answers = try Self.read(
      """
      {"name": "Ann", "safe": {"pin": "12"}, "tags": ["a", "b"], "pins": {"a/b": "34"},
       "pay": {"card": {"age": "8"}}, "boss": {"name": "Bo", "child": {"name": "Cy"}}}
      """)
    let form = try FormDefinition("form", title: "Form") { for item in Self.form { item } }
    let viewModel = FormViewModel(
      "form", catalogue: .storage, prefilled: answers.contents, counts: answers.counts)
    guard case .load(let id)? = viewModel.open().first else { return #expect(Bool(false)) }
    _ = viewModel.handle(.loaded(id, form))
    let actions = viewModel.press(.submit)
    guard case .submit(_, let submitted)? = actions.first else {
      return #expect(viewModel.invalidFields.isEmpty)
    }
    let pins: FieldID = "pins"
    #expect(
      submitted.fields.map(\.rawValue)
        == ["name", "isHere", "meals", "safe", "tags", "pins", "pay", "boss"])
    #expect(submitted.value(of: "safe/pin") == .secret(Secret("12")))
    #expect(submitted.answer(at: "tags")?.items.map { $0?.value } == [.text("a"), .text("b")])
    #expect(submitted.answer(at: pins.appending("a~1b"))?.value == .secret(Secret("34")))
    #expect(submitted.value(of: "pay/card/age") == .wholeNumber(8))
    #expect(submitted.value(of: "boss/child/name") == .text("Cy"))
  }

  @Test func invalidFieldsHaveThePathsOfTheDocument() throws {
    let tag = Self.name.required()
    let pin = Self.pin.length(4...8)
    let pay = Section.alternatives("pay", label: "Pay", Section("card", label: "Card") { Self.age })
    let pair = Section("pair", label: "Pair") { Self.name.length(2...) }.rule("odd") { _ in false }
    let form = try FormDefinition("form", title: "Form") {
      Section.list("tags", label: "Tags", item: "Tag", 1...2, of: tag)
      Section.map(
        "pins", label: "Pins", item: "Pin", 0...2, key: Field.text("key", label: "Key"), of: pin)
      pay
      Section.list("pairs", label: "Pairs", item: "Pair", 1...1, of: pair)
      Section.list("ways", label: "Ways", item: "Way", 1...1, of: pay)
    }
    let answers = try Self.read(
      "{\"pins\": {\"a/b\": \"34\"}, \"pairs\": [{\"name\": \"a\"}]}", of: form.items)
    let viewModel = FormViewModel(
      "form", catalogue: .storage, prefilled: answers.contents, counts: answers.counts)
    guard case .load(let id)? = viewModel.open().first else { return #expect(Bool(false)) }
    _ = viewModel.handle(.loaded(id, form))
    _ = viewModel.press(.submit)
    #expect(
      viewModel.invalidFields.map(\.field.rawValue) == [
        "tags/0", "pins/a~1b", "pay", "pairs/0", "pairs/0/name", "ways/0",
      ])
  }

  @Test(arguments: [
    ("[]", "line 1, column 1: not an object: write {\"name\": \"...\", ...}"),
    (
      "{\"more\": 1}",
      "line 1, column 2: /more is not in the form: there are name, age, isHere, meals, safe, tags, pins, "
        + "pay, boss, extra"
    ),
    ("{\"age\": true}", "line 1, column 9: /age must be a number"),
    (
      "{\"meals\": [\"tea\"]}", "line 1, column 11: /meals must be an array of some of soup, fish"
    ),
    ("{\"safe\": {\"pin\": 1}}", "line 1, column 18: /safe/pin must be a string"),
    ("{\"safe\": {\"pin\": [\"1\"]}}", "line 1, column 18: /safe/pin must be a string"),
    ("{\"safe\": true}", "line 1, column 10: /safe must be an object"),
    ("{\"tags\": [\"a\", 1]}", "line 1, column 16: /tags/1 must be a string"),
    ("{\"tags\": [\"a\", \"b\", \"c\"]}", "line 1, column 10: /tags may have 2 items at most"),
    ("{\"pins\": {\"a/b\": 1}}", "line 1, column 18: /pins/a~1b must be a string"),
    ("{\"pins\": []}", "line 1, column 10: /pins must be an object"),
    ("{\"pay\": {}}", "line 1, column 9: /pay must be an object with one member, of card, cash"),
    (
      "{\"pay\": {\"card\": {\"a/b~\u{200B}\": 1}}}",
      "line 1, column 19: /pay/card/a~1b~0\u{FFFD} is not in the form: there are age"
    ),
    ("{\"boss\": null}", "line 1, column 10: /boss must be an object"),
  ])
  func whatMakesNoSenseIsNamed(_ document: String, _ message: String) {
    let error = #expect(throws: JSONError.self) { try Self.read(document) }
    #expect(error.map { Catalogue.storage.text(for: $0.message) } == message)
  }

  /// A document may have any number of items, but a form has a limit.
  @Test func moreItemsThanAFormMayHaveAreRefused() {
    let list = Section.list("list", label: "List", item: "Item", 0...(.max), of: Self.age)
    let document = "{\"list\": [\(String(repeating: "1,", count: 1_000_000))1]}"
    let error = #expect(throws: JSONError.self) { try Self.read(document, of: [list.item]) }
    #expect(
      error.map { Catalogue.storage.text(for: $0.message) }
        == "line 1, column 10: /list may have 1000000 items at most")
  }
}
