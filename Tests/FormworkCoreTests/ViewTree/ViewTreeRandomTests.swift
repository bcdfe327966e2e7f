import FormworkCore
import TestSupport
import Testing

/// The laws of a view tree, on random runs against ``NaiveTree``.
///
/// Run a failed seed again to reproduce its failure.
struct ViewTreeRandomTests {
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 100))
  func lawsHold(seed: UInt64) throws {
    var run = TreeRun(seed: seed)
    for _ in 0..<12 {
      for _ in 0..<Int.random(in: 0...14, using: &run.generator) { run.act() }
      try #require(NaiveTree(run.tree) == run.reference)
      if Int.random(in: 0..<6, using: &run.generator) == 0 {
        try attach(&run)
      } else {
        try flush(&run)
      }
      try #require(run.tree.placeCount <= 16 + 3 * run.reference.nodes.count)
    }
  }

  /// Tests both laws: the changes turn the old copy into the new one, which equals a new drawing.
  private func flush(_ run: inout TreeRun) throws {
    var other = run.tree
    let revision = run.tree.revision
    let isBusy = run.tree.hasChanges
    let changes = run.tree.takeChanges()
    try #require(isBusy || changes.isEmpty)
    try #require(run.tree.revision == revision + 1)
    try requireNothingNeedless(changes, in: run)
    try requireFewestMoves(changes, in: run)
    run.picture.replay(changes)
    run.replayed.replay(changes)
    try #require(run.picture == run.reference)
    try #require(run.replayed == run.tree)

    let snapshot = other.snapshot()
    var fresh = ViewTree()
    fresh.replay(snapshot)
    var freshPicture = NaiveTree()
    freshPicture.replay(snapshot)
    try #require(fresh == run.tree)
    try #require(freshPicture == run.reference)
    try requireSilence(&run)
  }

  /// A front end that attaches between flushes receives everything, then only changes.
  private func attach(_ run: inout TreeRun) throws {
    run.picture = NaiveTree()
    run.replayed = ViewTree()
    let snapshot = run.tree.snapshot()
    run.picture.replay(snapshot)
    run.replayed.replay(snapshot)
    run.restated = []
    try #require(run.picture == run.reference)
    try #require(run.replayed == run.tree)
    try requireSilence(&run)
  }

  private func requireSilence(_ run: inout TreeRun) throws {
    try #require(!run.tree.hasChanges)
    try #require(run.tree.takeChanges() == [])
    run.restated = []
  }

  /// A flush sends no property twice, and no unchanged property unless the host requested it.
  private func requireNothingNeedless(_ changes: [Change], in run: TreeRun) throws {
    var told: Set<TreeRun.Place> = []
    for case .set(let id, let property, let value) in changes {
      let place = TreeRun.Place(node: id, property: property)
      try #require(told.insert(place).inserted, "\(place)")
      let shown = run.picture.nodes[id]?.properties[property]
      try #require(shown != value || run.restated.contains(place), "\(place)")
    }
    let alive = run.restated.filter { run.reference.nodes[$0.node] != nil }
    try #require(told.isSuperset(of: alive))
    let inserted = changes.compactMap {
      if case .inserted(let id, _, _, _, _) = $0 { id } else { nil }
    }
    try #require(Set(inserted).count == inserted.count)
    try #require(
      inserted.allSatisfy { run.picture.nodes[$0] == nil && run.reference.nodes[$0] != nil })
  }

  /// Moves are minimal: the children that stay in place are the longest ordered sequence.
  private func requireFewestMoves(_ changes: [Change], in run: TreeRun) throws {
    var needed = 0
    for (id, node) in run.reference.nodes {
      let before = run.picture.nodes[id]?.children ?? []
      let places = node.children.compactMap(before.firstIndex(of:))
      var rises: [Int] = []
      for place in places {
        rises.append(1 + (zip(places, rises).filter { $0.0 < place }.map(\.1).max() ?? 0))
      }
      needed += places.count - (rises.max() ?? 0)
    }
    try #require(needed == changes.count { if case .moved = $0 { true } else { false } })
  }
}

/// A random run of a tree, its reference, and two front ends.
private struct TreeRun {
  struct Place: Hashable {
    let node: NodeID
    let property: Property
  }

  var generator: SeededGenerator
  var tree = ViewTree()
  var reference = NaiveTree()

  /// The displayed state, kept by the reference and by the tree itself.
  var picture = NaiveTree()
  var replayed = ViewTree()

  /// The properties that the host wants to send again: they were sent before.
  var restated: Set<Place> = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func act() {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<6: insert()
    case 6: remove()
    case 7..<9: move()
    case 9..<14: set(anyNode(), anyProperty(), anyValue())
    case 14: setBack()
    case 15..<17: adopt()
    case 17: restate()
    default: focus()
    }
  }

  private mutating func insert() {
    let kind = NodeKind.allCases.randomElement(using: &generator) ?? .note
    // Rarely a second root, or an unknown parent.
    let isRoot = reference.root == nil || Int.random(in: 0..<20, using: &generator) == 0
    let parent = isRoot ? nil : anyNode()
    let index = Bool.random(using: &generator) ? nil : Int.random(in: -2...9, using: &generator)
    let name = "n\(Int.random(in: 0...9, using: &generator))"
    let id = tree.insert(kind, name: name, under: parent, at: index)
    reference.insert(id, kind, name, under: parent, at: index)
  }

  private mutating func remove() {
    let id = anyNode()
    // Rarely the whole screen.
    guard id != reference.root || Int.random(in: 0..<8, using: &generator) == 0 else { return }
    if Bool.random(using: &generator) {
      tree.remove(id)
      return reference.remove(id)
    }
    tree.removeChildren(of: id)
    for child in reference.nodes[id]?.children ?? [] { reference.remove(child) }
  }

  private mutating func move() {
    let (id, index) = (anyNode(), Int.random(in: -2...9, using: &generator))
    tree.move(id, to: index)
    reference.move(id, to: index)
  }

  private mutating func set(_ id: NodeID, _ property: Property, _ value: PropertyValue?) {
    tree.set(id, property, value)
    reference.set(id, property, value)
  }

  /// Sets a property to its displayed value.
  private mutating func setBack() {
    guard let id = picture.ids.randomElement(using: &generator) else { return }
    let property = anyProperty()
    set(id, property, picture.nodes[id]?.properties[property])
  }

  /// Adopts a value that the user typed: the front end shows and reports it.
  private mutating func adopt() {
    guard let id = picture.ids.randomElement(using: &generator) else { return }
    let (property, value) = (anyProperty(), anyValue())
    tree.adopt(id, property, value)
    guard reference.nodes[id] != nil else { return }
    reference.set(id, property, value)
    picture.set(id, property, value)
    replayed.set(id, property, value)
    _ = replayed.takeChanges()
  }

  private mutating func restate() {
    let place = Place(node: anyNode(), property: anyProperty())
    tree.restate(place.node, place.property)
    if picture.nodes[place.node] != nil { restated.insert(place) }
  }

  private mutating func focus() {
    let id = Int.random(in: 0..<4, using: &generator) == 0 ? nil : anyNode()
    tree.setFocus(id)
    reference.setFocus(id)
  }

  /// Returns an existing node, or rarely an unknown one.
  private mutating func anyNode() -> NodeID {
    let stray = NodeID(rawValue: .random(in: 0...400, using: &generator))
    if Int.random(in: 0..<15, using: &generator) == 0 { return stray }
    return reference.ids.randomElement(using: &generator) ?? stray
  }

  private mutating func anyProperty() -> Property {
    [Property.label, .value, .cursor, .firstRow].randomElement(using: &generator) ?? .value
  }

  private mutating func anyValue() -> PropertyValue? {
    [nil, .number(0), .number(1), .text(""), .text("a")].randomElement(using: &generator) ?? nil
  }
}
