/// All that a front end is told: nodes with properties, and what has changed since it was last told.
///
/// Setting what already stands there records nothing; two sets of one property between two flushes
/// are one change, and setting it back is none. Two laws hold, whatever was done: replaying
/// ``takeChanges()`` on the old picture gives the new one, and that picture equals
/// ``snapshot()`` replayed on nothing.
///
/// The work of a set does not grow with the tree.
public struct ViewTree: Sendable {
  private var nodes = NodePlaces()
  private var journal = Journal()

  /// The screen: the one node without a parent.
  public private(set) var root: NodeID?

  /// The node that the person is at; `nil` is the screen as a whole.
  public private(set) var focus: NodeID?

  /// Rises with each flush.
  public private(set) var revision: UInt64 = 0

  /// Makes an empty tree.
  public init() {}

  /// The node, if it is there.
  public subscript(node: NodeID) -> ViewNode? { nodes[node] }

  /// How many places nodes take, those that are gone among them: at most three for each that is there, and 16.
  package var placeCount: Int { nodes.placeCount }

  /// What a node is, if it is there.
  public func kind(of node: NodeID) -> NodeKind? { nodes.kind(of: node) }

  private func isThere(_ node: NodeID) -> Bool { kind(of: node) != nil }

  /// Inserts a node, at the end of its parent's children where no index is given.
  ///
  /// The first node is the root. An unknown parent, or a second root, inserts nothing: the id that
  /// comes back belongs to no node.
  @discardableResult
  public mutating func insert(
    _ kind: NodeKind, name: String, under parent: NodeID? = nil, at index: Int? = nil
  ) -> NodeID {
    let id = NodeID(rawValue: nodes.next)
    insert(kind, name: name, under: parent, at: index, as: id)
    return id
  }

  package mutating func insert(
    _ kind: NodeKind, name: String, under parent: NodeID?, at index: Int?, as id: NodeID
  ) {
    nodes.giveBack()
    nodes.take(id)
    if let parent {
      // A copy of the children is not held here: it would be made whole with the insertion.
      guard let end = self[parent]?.children.count else { return }
      noteInsertion(under: parent, of: 1)
      nodes.change(parent) { $0?.children.insert(id, at: min(max(0, index ?? end), end)) }
    } else {
      guard root == nil else { return }
      root = id
    }
    nodes.insert(ViewNode(kind: kind, name: name, parent: parent), as: id)
  }

  /// Removes a node with all that is below it.
  ///
  /// The focus, if it was there, goes to the screen.
  public mutating func remove(_ node: NodeID) {
    guard let removed = self[node] else { return }
    if let parent = removed.parent {
      noteInsertion(under: parent, of: journal.isTold(node) ? 0 : -1)
      nodes.change(parent) { $0?.children.removeAll { $0 == node } }
    } else {
      root = nil
    }
    clear(node)
  }

  /// Removes all that is below a node, with work that grows with it alone.
  package mutating func removeChildren(of node: NodeID) {
    guard let children = self[node]?.children, !children.isEmpty else { return }
    noteInsertion(under: node, of: -children.count { !journal.isTold($0) })
    nodes.change(node) { $0?.children = [] }
    for child in children { clear(child) }
  }

  private mutating func clear(_ node: NodeID) {
    if journal.isTold(node) { journal.removed.append(node) }
    var rest = [node]
    while let next = rest.popLast() {
      rest += self[next]?.children ?? []
      nodes.remove(next)
      if focus == next { setFocus(nil) }
    }
    nodes.giveBack()
  }

  /// Moves a node to an index among its siblings.
  public mutating func move(_ node: NodeID, to index: Int) {
    guard let parent = self[node]?.parent, let siblings = self[parent]?.children else { return }
    noteOrder(of: siblings, under: parent)
    var moved = siblings.filter { $0 != node }
    moved.insert(node, at: min(max(0, index), moved.count))
    nodes.change(parent) { $0?.children = moved }
  }

  /// Sets a property; `nil` takes it away.
  public mutating func set(_ node: NodeID, _ property: Property, _ value: PropertyValue?) {
    let isNoted = journal.isTold(node)
    let former = nodes.change(node) { $0?.replace(property, with: value, isNoted: isNoted) }
    guard let former, former.isNew else { return }
    journal.properties.append(
      Journal.Entry(node: node, property: property, told: former.value))
  }

  /// Takes over what the front end itself has reported: it need not be told.
  public mutating func adopt(_ node: NodeID, _ property: Property, _ value: PropertyValue?) {
    nodes.change(node) { $0?.adopt(property, value) }
    // A property that was set in this round as well is compared with what the front end shows now, and not
    // with what it showed before.
    if !journal.properties.isEmpty { journal.adopt(node, property, value) }
  }

  /// Tells a property once more, though it has not changed: the front end shows something else.
  public mutating func restate(_ node: NodeID, _ property: Property) {
    guard isThere(node), journal.isTold(node) else { return }
    let isNoted = journal.restated.contains { $0.node == node && $0.property == property }
    if !isNoted { journal.restated.append((node, property)) }
  }

  /// Tells a front end that an edit, a commit or an activation at a node does not count; the text, if there is
  /// one, is for the person.
  ///
  /// Of each node the last one is told, and of no more than 16 nodes. One with a text for the person gives way only
  /// to another with a text: a commit right behind an edit that was refused is stale, and that says less.
  public mutating func refuse(_ node: NodeID, _ reason: InputRefusal, _ text: String = "") {
    // One for each node, and not more than a person could have caused: a front end may report without end.
    let hasReason = journal.refusals.contains { $0.node == node && !$0.text.isEmpty }
    if hasReason && text.isEmpty { return }
    journal.refusals.removeAll { $0.node == node }
    if journal.refusals.count < 16 { journal.refusals.append((node, reason, text)) }
  }

  /// What does not count, of all that was reported since the last flush: to be taken and told before
  /// ``takeChanges()``.
  package mutating func takeRefusals() -> [(node: NodeID, reason: InputRefusal, text: String)] {
    if journal.refusals.isEmpty { return [] }
    defer { journal.refusals = [] }
    return journal.refusals
  }

  /// Puts the person at a node; `nil`, or a node that is not there, is the screen as a whole.
  public mutating func setFocus(_ node: NodeID?) {
    if journal.toldFocus == nil { journal.toldFocus = .some(focus) }
    focus = node.flatMap { isThere($0) ? $0 : nil }
  }

  /// What has changed since the last flush, in an order in which it can be replayed; counts as told.
  public mutating func takeChanges() -> [Change] {
    var changes = journal.removed.map { Change.removed($0) }
    if let root, !journal.isTold(root) { appendInsertion(of: root, at: 0, to: &changes) }
    for entry in journal.children {
      guard let children = self[entry.parent]?.children else { continue }
      if let told = entry.told {
        appendArrangement(of: children, before: told, to: &changes)
      } else {
        appendInsertions(of: entry.insertedCount, among: children, to: &changes)
      }
    }
    changes.reserveCapacity(changes.count + journal.properties.count + 1)
    for entry in journal.properties {
      let value = nodes.change(entry.node) { node -> PropertyValue?? in
        node?.journaled = 0
        return node.map { $0[entry.property] }
      }
      guard let value, value != entry.told else { continue }
      let isRestated = journal.restated.contains { $0 == (entry.node, entry.property) }
      if !isRestated { changes.append(.set(entry.node, entry.property, value)) }
    }
    for (id, property) in journal.restated {
      if let node = self[id] { changes.append(.set(id, property, node[property])) }
    }
    if let told = journal.toldFocus, told != focus { changes.append(.focused(focus)) }
    startRound()
    return changes
  }

  /// The whole picture as changes to nothing; counts as told.
  public mutating func snapshot() -> [Change] {
    var changes: [Change] = []
    if let root { appendInsertion(of: root, at: 0, to: &changes) }
    if focus != nil { changes.append(.focused(focus)) }
    for entry in journal.properties { nodes.change(entry.node) { $0?.journaled = 0 } }
    startRound()
    return changes
  }

  /// Whether a flush has something to tell, or had: a property may have been set back.
  public var hasChanges: Bool { !journal.isEmpty || nodes.next > journal.firstUntold }

  private mutating func startRound() {
    revision += 1
    journal.clear(firstUntold: nodes.next)
  }

  /// Notes that so many children were inserted, or if less than 0, are gone again before they were told.
  private mutating func noteInsertion(under parent: NodeID, of count: Int) {
    if journal.isTold(parent) { journal.arrangement(of: parent) { $0.insertedCount += count } }
  }

  /// Notes the order of the children that were told, before it changes.
  private mutating func noteOrder(of children: [NodeID], under parent: NodeID) {
    guard journal.isTold(parent) else { return }
    let isTold = journal.isTold
    journal.arrangement(of: parent) { $0.told = $0.told ?? children.filter(isTold) }
  }

  /// Appends a node with its properties and all that is below it.
  private func appendInsertion(of id: NodeID, at index: Int, to changes: inout [Change]) {
    var rest = [(id, index)]
    while let (id, index) = rest.popLast() {
      guard let node = self[id] else { continue }
      changes.append(
        .inserted(id, kind: node.kind, name: node.name, parent: node.parent, index: index))
      changes += node.properties.map { .set(id, $0.property, $0.value) }
      rest += node.children.enumerated().reversed().map { ($0.element, $0.offset) }
    }
  }

  /// Appends so many children that have not been told, where all others stand in the order that was told.
  ///
  /// The children are looked through from their end: what was inserted there costs no more in a long list.
  private func appendInsertions(
    of count: Int, among children: [NodeID], to changes: inout [Change]
  ) {
    var places: [Int] = []
    var place = children.endIndex
    while places.count < count, place > 0 {
      place -= 1
      if !journal.isTold(children[place]) { places.append(place) }
    }
    for place in places.reversed() {
      appendInsertion(of: children[place], at: place, to: &changes)
    }
  }

  /// Appends what turns the children that were told into those that are there, by as few moves as can be.
  private func appendArrangement(
    of new: [NodeID], before old: [NodeID], to changes: inout [Change]
  ) {
    let shown = old.filter { self[$0] != nil }
    let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, $0) })
    let told = new.compactMap { places[$0] }
    var stays = [Bool](repeating: false, count: shown.count)
    for (place, isIn) in zip(told, told.longestIncreasingSubsequence) { stays[place] = isIn }
    // Of those that are shown up to the last one that has stayed, those that are yet to be moved.
    var (passed, waiting) = (0, 0)
    var isMoved = [Bool](repeating: false, count: shown.count)
    for (index, child) in new.enumerated() {
      guard let place = places[child] else {
        appendInsertion(of: child, at: index + waiting, to: &changes)
        continue
      }
      if stays[place] {
        waiting += (passed..<place).count { !stays[$0] && !isMoved[$0] }
        passed = place + 1
      } else {
        if place < passed { waiting -= 1 }
        isMoved[place] = true
        changes.append(.moved(child, index: index + waiting))
      }
    }
  }
}

extension ViewTree: Equatable {
  /// Whether both trees show the same, whatever has been told of them.
  public static func == (one: ViewTree, other: ViewTree) -> Bool {
    one.root == other.root && one.focus == other.focus
      && one.nodes.all == other.nodes.all
  }
}
