import FormworkCore
import FormworkDemo
import FormworkSession
import TestSupport
import Testing

struct DemoScreenTests {
  /// An open screen, and the view tree of a front end.
  private final class Setup {
    let screen: any FormworkSession.Screen
    let clock = ManualClock()
    let wakeUp: WakeUp
    private(set) var told = ViewTree()

    init(_ command: DemoShell.Command) throws {
      wakeUp = try WakeUp()
      let demo = DemoShell(
        catalogue: .english.overriding(Catalogue.demo.entries), wakeUp: wakeUp, clock: clock)
      screen = demo.screen(command)
      screen.open()
      flush()
    }

    /// Waits until an operation has answered, and returns whether it did.
    func waitForAnswer() -> Bool {
      defer { _ = wakeUp.clear() }
      return wakeUp.wait(limit: .seconds(20))
    }

    /// Posts an input, and waits until an operation has answered.
    func load(after input: UserInput? = nil) throws {
      if let input { screen.handle(input, revision: .max) }
      try #require(waitForAnswer())
      screen.receive()
      flush()
    }

    @discardableResult
    func flush() -> [Change] {
      let changes = screen.tree.takeChanges()
      told.replay(changes)
      return changes
    }

    func node(_ name: String) throws -> NodeID {
      try #require(told.all.first { $0.node.name == name }).id
    }

    func text(_ node: NodeID, _ property: Property = .label) -> String? {
      if case .text(let text)? = told[node]?[property] { text } else { nil }
    }

    var rows: [String] { told.all.filter { $0.node.kind == .row }.compactMap { text($0.id) } }
  }

  /// The demonstration must contain everything that a front end can receive.
  @Test func allThatTheContractHas() throws {
    let nodes = try Setup(.kinds).told.all
    func numbers(_ property: Property) -> Set<Int> {
      Set(nodes.compactMap { if case .number(let n)? = $0.node[property] { n } else { nil } })
    }
    #expect(
      Set(nodes.map(\.node.kind)).union([.alert]) == Set(NodeKind.allCases).subtracting([.unknown]))
    let properties = nodes.flatMap { $0.node.properties.map(\.property) }
    #expect(Set(properties) == Set(Property.allCases))
    #expect(numbers(.status) == Set(NodeStatus.allCases.map(\.rawValue)))
    #expect(numbers(.format) == Set(NodeFormat.allCases.map(\.rawValue)))
    #expect(numbers(.role) == Set(NodeRole.allCases.map(\.rawValue)).subtracting([0]))
    #expect(numbers(.layout) == Set(ListLayout.allCases.map(\.rawValue)))
    #expect(numbers(.order) == Set(SortOrder.allCases.map(\.rawValue)))
    #expect(numbers(.align) == Set(CellAlignment.allCases.map(\.rawValue)).subtracting([0]))
  }

  /// After any input, the changes lead from one view tree to the next, and the screen can be left.
  @Test(.serialized, arguments: DemoShell.Command.allCases, 0..<(isLongRun ? 20 : 4))
  func anythingMayBeReported(_ command: DemoShell.Command, seed: Int) throws {
    let setup = try Setup(command)
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<200 {
      let node = NodeID(rawValue: UInt32.random(in: 0..<90, using: &random))
      let revision = setup.screen.tree.revision - UInt64.random(in: 0...1, using: &random)
      let content: FieldContent =
        setup.screen.kind(of: node) == .secretField
        ? .secret(Secret("pass"))
        : .text(["", "apple", "a\tb", "福"].randomElement(using: &random) ?? "")
      let destinations: [Destination] = [
        .next, .previous, .nextSection, .previousSection, .node(node),
      ]
      let inputs: [UserInput?] = [
        .edit(node, content, cursor: 1), .commit(node, content), .commit(node, nil),
        .choose(node, isOn: Bool.random(using: &random)), .activate(node),
        .go(destinations.randomElement(using: &random) ?? .next), .reset(node), nil,
        .window(node, firstRow: 3, rowCount: 9), .reload,
      ]
      if let input = inputs.randomElement(using: &random) ?? .reload {
        setup.screen.handle(input, revision: revision)
      } else {
        setup.screen.refuse(node, .stale)
      }
      setup.screen.navigation = nil
      setup.flush()
      // Typed content is not sent to a front end again, but everything else is.
      let (told, there) = (setup.told.all, setup.screen.tree.all)
      try #require(told.map(\.id) == there.map(\.id))
      for (one, other) in zip(told, there) {
        for property in Property.allCases where property != .value && property != .cursor {
          try #require(one.node[property] == other.node[property])
        }
      }
      try #require(setup.told.focus == setup.screen.tree.focus)
    }
    _ = setup.screen.inputEnded()
    setup.screen.close()
  }

  /// A screen with fields asks for confirmation then.
  @Test(arguments: zip(DemoShell.Command.allCases, [false, false, false, true, true, false]))
  func inputEnds(_ command: DemoShell.Command, _ isDone: Bool) throws {
    let setup = try Setup(command)
    #expect(setup.screen.inputEnded() == isDone)
    setup.screen.close()
  }

  /// A list is loaded, sorted, opened, searched and changed, and fails.
  @Test func aList() async throws {
    try await onThreadOfItsOwn {
      let setup = try Setup(.table)
      let list = try setup.node("list")
      #expect(setup.text(list, .explanation) == "one moment")
      try setup.load()
      #expect(setup.rows.count == 200)
      #expect(setup.told[list]?[.rowCount] == .number(1_000))
      #expect(setup.rows.first == "Ana 100, Évora, 4900, 2025-12-02T20:00:00Z")
      try setup.load(after: .window(list, firstRow: 995, rowCount: 20))
      #expect(setup.told[list]?[.firstRow] == .number(995))
      #expect(setup.rows.count == 5)
      try setup.load(after: .activate(try setup.node("column-2")))
      #expect(setup.rows.last?.contains(", 6993, ") == true)
      let row = try #require(setup.told.all.last { $0.node.kind == .row }).id
      setup.screen.handle(.go(.node(row)), revision: .max)
      setup.screen.handle(.activate(row), revision: .max)
      guard case .present? = setup.screen.navigation else {
        Issue.record("a row that is opened tells of itself")
        return
      }
      // The next front end starts with the focused row.
      setup.screen.willRedraw(fillsTerminal: false)
      try setup.load()
      #expect(setup.told[list]?[.firstRow] == .number(999))
      #expect(setup.rows.count == 1)

      let search = try setup.node("search")
      try setup.load(after: .commit(search, .text("ana 10")))
      #expect(setup.rows.map { $0.prefix { $0 != "," } } == ["Ana 1000", "Ana 100"])
      // The search runs at a pause in typing.
      setup.screen.handle(.edit(search, .text("zz"), cursor: 2), revision: .max)
      try #require(setup.clock.waitForSleepers([SearchViewModel.pause]))
      setup.clock.advance(by: SearchViewModel.pause)
      try setup.load()
      try setup.load()
      #expect(setup.text(list, .explanation) == "Nothing is found.")
      try setup.load(after: .commit(search, .text("broken")))
      #expect(setup.told[list]?[.status] == .number(NodeStatus.failed.rawValue))
      try setup.load(after: .activate(try setup.node("list-retry")))
      #expect(setup.told[list]?[.status] == .number(NodeStatus.failed.rawValue))
      setup.screen.close()
    }
  }

  /// The screen changes each second for a number of times, then stays.
  @Test func aScreenThatChangesByItself() async throws {
    try await onThreadOfItsOwn {
      let setup = try Setup(.changes)
      setup.screen.handle(.activate(try setup.node("begin")), revision: 1)
      for step in 1...20 {
        try #require(setup.clock.waitForSleepers([.seconds(1)]))
        setup.clock.advance(by: .seconds(1))
        try #require(setup.waitForAnswer())
        setup.screen.receive()
        try #require(!setup.flush().isEmpty, "step \(step)")
      }
      let progress = try setup.node("progress")
      #expect(setup.text(try setup.node("group")) == "After 20 changes")
      #expect(setup.told[progress]?[.fraction] == .number(1_000))
      #expect(setup.told[progress]?[.busy] == nil)
      #expect(setup.clock.waitForSleepers([]))
    }
  }
}
