@testable import FormworkCore
import TestSupport
import Testing

struct SectionConditionTests {
  private static let name = Field.name
  private static let list = Section.list("list", label: "List", item: "Item", 0...3) { name }
  private static let address = Section("address", label: "Address") {
    Field.city
  }

  @Test(arguments: [
    (Condition.isFilled("address/city"), [false, true, true, true, true]),
    (.isFilled("list"), [true, true, true, true, true]),
    (.count("list", 1...1), [false, false, true, true, false]),
    (.anyItem(of: "list", .isFilled("name")), [false, false, false, true, true]),
    (.everyItem(of: "list", .isFilled("name")), [true, true, false, true, false]),
    (.everyItem(of: "list", .isFilled("../address/city")), [true, true, true, true, true]),
    (
      .not(.anyItem(of: "list", .equals("name", .text("x")))), [true, true, true, false, false]
    ),
  ])
  func conditionsAreReadAsWritten(condition: Condition, shown: [Bool]) throws {
    let store = try FormStore {
      Self.address
      Self.list
      Field.text("more", label: "More").shown(when: condition)
    }
    let inputs: [[FormStep]] = [
      [], [.type("city", "Rome")], [.activate("list/add")], [.type("1/name", "x")],
      [.activate("list/add")],
    ]
    let found = inputs.map { inputs in
      for input in inputs { store.step(input) }
      return store.viewModel.state(of: "more") != .excluded
    }
    #expect(found == shown)
  }

  @Test func eachItemReadsItsOwn() throws {
    let store = try FormStore {
      Field.text("limit", label: "Limit").initialAnswer("x")
      Section.list("list", label: "List", item: "Item", 2...3) {
        Self.name.rule("same", reading: ["../limit"]) { value, answers in
          .text(value) != answers.value(of: "../limit")
        }
        Section("inner", label: "Inner") { Field.text("again", label: "Again") }
        Field.text("copy", label: "Copy").repeating(Self.name)
      }
    }
    store.step(.go("1/name"))
    store.step(.type("1/name", "y"))
    store.step(.go("2/copy"))
    store.step(.type("2/copy", "y"))
    #expect(store.viewModel.state(of: "list/2/copy") == .incomplete([.customError(key: "equals")]))
    store.expect(
      .type("2/copy", ""), shows: ["2/copy.status = none", "2/copy.explanation = none"])
    store.step(.go("limit"))
    // Items that were not validated stay so.
    store.expect(
      .type("limit", "y"),
      shows: [
        "limit.status = valid", "1/name.status = invalid", #"1/name.explanation = "same""#,
      ])
  }

  @Test(arguments: [
    (
      Condition.isFilled("address/ghost"),
      DefinitionError.unknownField("address/ghost", readBy: "x")
    ),
    (.isFilled("../name"), .unknownField("../name", readBy: "x")),
    (.isFilled(".."), .unknownField("..", readBy: "x")),
    (.isFilled("list/name"), .unfit("list/name", readBy: "x")),
    (.equals("address", .toggle(true)), .unfit("address", readBy: "x")),
    (.equals("list", .toggle(true)), .unfit("list", readBy: "x")),
    (.count("address", 0...1), .unfit("address", readBy: "x")),
    (.isFilled("later/name"), .unfit("later/name", readBy: "x")),
    (.anyItem(of: "x", .all([])), .unfit("x", readBy: "x")),
    (.anyItem(of: "list", .isFilled("ghost")), .unknownField("ghost", readBy: "x")),
  ])
  func pathsThatLeadToNothingThatIsAskedForAreRefused(condition: Condition, fault: DefinitionError)
  {
    let error = FormDefinition.error {
      Self.address
      Self.list
      Section.deferred("later", label: "Later", DeferredBody("later") { Self.name })
      Field.text("x", label: "X").shown(when: condition)
    }
    #expect(error == fault)
  }

  @Test(arguments: ["", "..", "a/b", "sure?"] as [FieldID])
  func namesThatAreNoneAreRefused(name: FieldID) {
    let error = FormDefinition.error {
      Section("s", label: "S") { Field.text(name, label: "X") }
    }
    #expect(error == .badName(name))
  }

  /// Front ends reserve these names for items and for the toggles of sections.
  @Test(arguments: [
    Section("2024", label: "2024") { Self.name }.item, Section("s?", label: "S") { Self.name }.item,
    .group("2024", label: "2024") { Self.name }, .group("s?", label: "S") { Self.name },
  ])
  func namesOfTheHostAreRefused(item: FormItem) throws {
    let error = FormDefinition.error { item }
    let names: [DefinitionError] = [.badName("2024"), .badName("s?")]
    #expect(error.map(names.contains) == true)
    _ = try FormDefinition("form", title: "Form") { Field.text("2024", label: "2024") }
  }

  private enum Endless {
    static let itself: DeferredBody = .init("itself") {
      Section.deferred("self", label: "Self", itself).optional(wanted: true)
    }
    static let listed: DeferredBody = .init("listed") {
      Section.list(
        "list", label: "List", item: "Item", 1...2,
        of: Section.deferred("self", label: "Self", listed).optional(wanted: true))
    }
    static func anew() -> DeferredBody {
      .init("anew") { Section.deferred("self", label: "Self", anew()) }
    }

    /// The chain ends at a list that may be empty, an optional section, or one that the user opens.
    static let fine: DeferredBody = .init("fine") {
      Section.list(
        "list", label: "List", item: "Item", 0...2,
        of: Section.deferred("self", label: "Self", fine).optional(wanted: true))
      Section.deferred("again", label: "Again", fine)
      Section.alternatives("one", label: "One", Section.deferred("self", label: "Self", fine))
      Section.deferred("left", label: "Left", fine).optional()
    }
  }

  @Test func whatOpensItselfWithoutEndIsRefused() throws {
    for (name, body) in [
      ("itself", Endless.itself), ("listed", Endless.listed), ("anew", Endless.anew()),
    ] {
      let error = FormDefinition.error { Section.deferred("x", label: "X", body) }
      #expect(error == .endlessSection(name))
    }
    let store = try FormStore { Section.deferred("x", label: "X", Endless.fine) }
    store.step(.activate("x/open"))
    store.step(.activate("list/add"))
    #expect(store.viewModel.content(of: "x/list/1/self?") == .toggle(true))
  }

  private enum Deep {
    static let body: DeferredBody = .init("deep") {
      Section.deferred("in", label: "In", body).optional()
    }
  }

  // The user opens a hundred nested sections. A file opens no more.
  @Test func sectionsInSectionsHaveAnEnd() throws {
    let form = try FormDefinition("form", title: "Form") {
      Section.deferred("in", label: "In", Deep.body).optional()
    }
    func path(_ depth: Int) -> String {
      Array(repeating: "in", count: depth).joined(separator: "/")
    }
    let contents = (1...200).map { (FieldID(rawValue: path($0) + "?"), FieldContent.toggle(true)) }
    let prefilled = Dictionary(uniqueKeysWithValues: contents)
    let store = FormStore(FormViewModel("form", catalogue: .codes, prefilled: prefilled))
    store.step(.open)
    store.step(.learn(.loaded(LoadID(rawValue: 1), form)))
    let limit = PartTree.depthLimit
    func content(_ depth: Int) -> FieldContent? {
      store.viewModel.content(of: FieldID(rawValue: path(depth) + "?"))
    }
    #expect(content(limit) == .toggle(true))
    #expect(content(limit + 1) == .toggle(false))
    #expect(content(limit + 2) == nil)
    // The innermost was inserted last.
    store.step(.go("in?"))
    #expect(store.step(.choose("in?", true)).actions == ["showed too deep"])
    #expect(content(limit + 1) == .toggle(false))
  }
}
