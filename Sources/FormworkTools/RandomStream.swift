package import FormworkCore

/// A random tree that changes, and random keys.
package struct RandomStream {
  private var random: SeededGenerator

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func small(_ numbers: ClosedRange<Int>) -> Int {
    Int.random(in: numbers, using: &random)
  }

  private mutating func pick<Item>(_ items: [Item]) -> Item { items[small(0...items.count - 1)] }

  // MARK: The screen

  package mutating func screen() -> ScriptedScreen {
    let screen = ScriptedScreen(text())
    for _ in 0..<small(0...12) { insert(into: screen) }
    return screen
  }

  /// Changes a screen, or returns messages that have another cause than a change.
  package mutating func change(_ screen: ScriptedScreen) -> [DisplayMessage] {
    let node = pick(screen.tree.all).id
    switch small(0...11) {
    case 0...2: insert(into: screen)
    case 3 where node != screen.tree.root:
      screen.tree.remove(node)
      if screen.tree.focus == nil { screen.tree.setFocus(screen.stops.first) }
    case 4:
      let siblings = screen.tree[node]?.parent.flatMap { screen.tree[$0]?.children } ?? []
      screen.tree.move(node, to: small(0...siblings.count))
    case 5: screen.tree.setFocus(screen.stops.randomElement(using: &random))
    case 6: return news(of: node, on: screen)
    default:
      let property = pick(Property.allCases)
      let isGone = small(0...7) == 0
      screen.tree.set(node, property, isGone ? nil : value(of: property, at: node, on: screen))
    }
    return []
  }

  /// Returns a message about something else than the tree, or all of the tree, as after a stop.
  private mutating func news(of node: NodeID, on screen: ScriptedScreen) -> [DisplayMessage] {
    let start = small(0...4)
    let news: DisplayMessage
    switch small(0...4) {
    case 0: news = .resized(WindowSize(columns: small(1...200), rows: small(1...60)))
    case 1: news = .refused(node, InputRejection(rawValue: small(0...9)) ?? .nothing, text())
    case 2: news = .history(node, text())
    case 3:
      let suggestion = Suggestion(replacing: start..<start + small(0...4), with: text())
      news = .suggestion(node, suggestion, revision: 1)
    default: return screen.picture(text(), isLost: pick([true, false]))
    }
    return [news]
  }

  private mutating func insert(into screen: ScriptedScreen) {
    let kind: NodeKind = pick([
      .group, .textField, .textField, .secretField, .textArea, .toggle, .choice, .choices, .button,
      .note, .notice, .alert, .progress, .list,
    ])
    let nodes = screen.tree.all
    let parents = nodes.filter { [.screen, .group].contains($0.node.kind) }
    let node = screen.add(
      kind, "node\(nodes.count)", [.label: .text(text())], into: pick(parents).id)
    let children: [NodeKind] =
      switch kind {
      case .choice, .choices: [.option, .option]
      case .alert: [.button, .button]
      case .list: [.column, .row, .row]
      default: []
      }
    for child in children { screen.add(child, "child", [.label: .text(text())], into: node) }
  }

  /// The highest values of properties; for the others it is 1.
  private static let limits: [Property: Int] = [
    .fraction: 1000, .layout: 7, .format: NodeFormat.allCases.count - 1,
    .role: NodeRole.allCases.count - 1, .order: SortOrder.allCases.count - 1,
    .align: CellAlignment.allCases.count - 1, .rowCount: 200, .firstRow: 200, .extent: 200,
    .answered: 200, .total: 200,
  ]

  /// Returns a value that a host may give to a property.
  private mutating func value(
    of property: Property, at node: NodeID, on screen: ScriptedScreen
  ) -> PropertyValue {
    let kind = screen.tree.kind(of: node) ?? .unknown
    var limit = Self.limits[property] ?? 1
    switch property {
    case .label, .detail, .placeholder, .explanation: return .text(text())
    case .cells: return .text("\(text())\t\(text())")
    case .value where kind.isTextual: return .text(text())
    case .value where kind == .secretField: limit = 20
    case .cursor:
      guard case .text(let text)? = screen.tree[node]?[.value] else { return .number(0) }
      // At the beginning of a character.
      let before = text.unicodeScalars.prefix(small(0...text.unicodeScalars.count))
      return .number(String(before).utf8.count)
    case .status:
      // The later ones are those of a screen.
      limit = kind == .screen ? NodeStatus.allCases.count - 1 : NodeStatus.valid.rawValue
    default: break
    }
    return .number(small(0...limit))
  }

  private mutating func text() -> String {
    let pieces = ["", "quay", "high tide", "漢字", "שלום", "e\u{301}", "a", " ", "x\u{FFFD}"]
    return (0..<small(0...4)).map { _ in pick(pieces) }.joined()
  }

  /// Returns keys other than those for signals and the end of input.
  package mutating func keys() -> String {
    let keys = [
      "a", "b", "1", "y", " ", "é", "漢", "\r", "\r", "\t", "\u{7F}", "\u{8}", "\u{1}", "\u{5}",
      "\u{B}", "\u{17}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[Z", "\u{1B}",
      "\u{1B}[200~ab\u{1B}[201~", ":next\r", ":back\r", "\u{18}n", "\u{18}p", "\u{1B}[99~",
    ]
    return (0...small(0...6)).map { _ in pick(keys) }.joined()
  }
}
