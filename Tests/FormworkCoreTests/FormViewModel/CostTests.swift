import FormworkCore
import TestSupport
import Testing

/// Counts the work of an event: it does not grow with the form.
struct CostTests {
  private struct Work: Equatable, CustomStringConvertible {
    let actions: Int
    let changes: Int
    let validations: Int

    var description: String { "\(actions) \(changes) \(validations)" }
  }

  @Test func anEventTouchesOnlyTheFieldsThatItReaches() throws {
    let inputs: [FormStep] = [
      .type("name", "a"), .type("name", "ab"), .type("name", "abc"), .paused("name", 2),
      .passed("name", 2), .goForward, .type("again", "abc"), .commit("again"), .goBack,
      .type("name", "abcd"), .goForward, .choose("gift", true), .choose("gift", false),
      .invalidInput("name"),
      .edit("name", .text("x"), at: 0), .refused("name", 3, .valueMissing), .leave(),
      .activate("stay"),
    ]
    let small = try work(of: inputs, fieldCount: 3)
    let large = try work(of: inputs, fieldCount: 1_000)
    #expect(large == small)
    // Actions, changes and validations: an edit validates its field and the readers of that field.
    #expect(
      small.map(\.description) == [
        "0 2 1", "1 2 1", "1 0 1", "1 2 0", "0 2 0", "0 1 1", "0 1 1", "0 0 1",
        "0 1 1", "1 3 2", "1 3 1", "0 6 2", "0 2 0", "0 2 0", "0 2 0", "0 2 0",
        "1 11 0", "0 2 0",
      ])
  }

  // Adding, removing and moving affect the item and later ones. An edit affects its item alone.
  @Test func anItemCostsWhatItIs() throws {
    let inputs: [FormStep] = [
      .type("1/name", "abc"), .goForward, .type("1/again", "abc"), .goBack, .choose("1/gift", true),
      .choose("1/gift", false), .activate("list/add"), .activate("new/moveUp"),
      .activate("new/moveDown"), .type("new/name", "x"), .activate("new/remove"),
      .activate("list/putBack"),
    ]
    let small = try work(of: inputs, itemCount: 10)
    let large = try work(of: inputs, itemCount: isLongRun ? 10_000 : 1000)
    #expect(large == small)
    #expect(
      small.map(\.description) == [
        "0 3 1", "0 1 1", "0 1 1", "0 1 1", "0 6 2", "0 2 0", "0 19 0", "0 11 0", "0 11 0", "0 1 1",
        "0 5 0", "0 22 1",
      ])
  }

  private func work(of inputs: [FormStep], itemCount: Int) throws -> [Work] {
    let new = "\(itemCount + 1)/"
    return try work(of: inputs.map { $0.renamed("new/", new) }, counts: ["list": itemCount]) {
      item in
      Section.list("list", label: "List", item: "Item", 0...20_000) {
        for field in item { field }
      }
      Field.text("many", label: "Many").shown(when: Condition.count("list", 3...30_000))
      Field.text("any", label: "Any").shown(when: Condition.anyItem(of: "list", .isFilled("name")))
    }
  }

  private func work(of inputs: [FormStep], fieldCount: Int) throws -> [Work] {
    try work(of: inputs, name: Field.name.length(2...9).checked(by: RemoteCheck("free"))) {
      fields in
      for field in fields { field }
      for number in 3..<fieldCount {
        Field.text(FieldID(rawValue: "other-\(number)"), label: "Other").initialAnswer("x")
      }
    }
  }

  /// Returns the work of the steps in a form around four fields that count their validations.
  private func work(
    of inputs: [FormStep], name: Field<String> = .name, counts: [FieldID: Int] = [:],
    @FormBuilder _ items: ([FormItem]) -> [FormItem]
  ) throws -> [Work] {
    let validations = Counter()
    func counted(_ field: Field<String>) -> FormItem {
      field.rule { _, _ in
        validations.increase()
        return nil
      }.item
    }
    let gift = Field.toggle("gift", label: "Gift")
    let fields = [
      counted(name), counted(Field.text("again", label: "Again").repeating(.name)), gift.item,
      counted(Field.text("for", label: "For").initialAnswer("me").shown(when: gift)),
    ]
    let definition = try FormDefinition("form", title: "Form") { return items(fields) }
    let store = FormStore(definition, counts: counts)
    return inputs.map { input in
      let before = validations.count
      let step = store.step(input)
      return Work(
        actions: step.actions.count, changes: step.changes.count,
        validations: validations.count - before)
    }
  }
}

extension FormStep {
  /// Returns the step at another node.
  fileprivate func renamed(_ old: String, _ new: String) -> FormStep {
    func name(_ name: String) -> String {
      name.hasPrefix(old) ? new + name.dropFirst(old.count) : name
    }
    return switch self {
    case .edit(let node, let content, let cursor, let revision):
      .edit(name(node), content, cursor: cursor, at: revision)
    case .activate(let node, let revision): .activate(name(node), at: revision)
    default: self
    }
  }
}
