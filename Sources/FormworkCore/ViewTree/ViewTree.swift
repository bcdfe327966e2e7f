// Nodes, properties and changes of a view tree are those that front ends are told.
@_exported public import FormworkMessages
@_exported public import FormworkVocabulary

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

extension ViewTree {
  /// Puts the person at a node, or at the next or the one before of some that stand in order.
  package mutating func go(to destination: Destination, among stops: [NodeID]) {
    let place = focus.flatMap { stops.firstIndex(of: $0) }
    let aim: NodeID? =
      switch destination {
      case .node(let node): stops.first { $0 == node }
      case .next: place.map { stops.dropFirst($0 + 1).first } ?? stops.first
      case .previous: place.flatMap { stops.prefix($0).last }
      case .nextSection, .previousSection: nil
      }
    if let aim { setFocus(aim) }
  }
}

extension ViewTree {
  /// What a front end was told last, wherever the tree may differ from it since.
  struct Journal: Sendable {
    /// A property that was set, and the value that the front end shows.
    struct Entry: Sendable {
      let node: NodeID
      let property: Property
      var told: PropertyValue?
    }

    /// A node of which something was reported that does not count, why, and what the person is told of it.
    typealias Refused = (node: NodeID, reason: InputRefusal, text: String)

    /// How the children of a parent came to differ from those that were told, but for those that are gone.
    struct Arrangement: Sendable {
      let parent: NodeID

      /// How many of them were not told.
      var insertedCount = 0

      /// The children that were told, in the order in which they were, once it may be another one.
      var told: [NodeID]?
    }

    /// At most one entry for each property: the nodes mark what stands here.
    var properties: [Entry] = []

    /// Properties to be told again whether they changed or not.
    var restated: [(node: NodeID, property: Property)] = []

    /// What was reported and does not count.
    var refusals: [Refused] = []

    /// The parents whose children may differ, once each.
    private(set) var children: [Arrangement] = []

    /// What was told and is gone.
    var removed: [NodeID] = []

    /// The focus that was told, once it may differ.
    var toldFocus: NodeID??

    /// Nodes from this number on have not been told at all.
    private(set) var firstUntold: UInt32 = 1

    func isTold(_ node: NodeID) -> Bool { node.rawValue < firstUntold }

    var isEmpty: Bool {
      properties.isEmpty && restated.isEmpty && children.isEmpty && removed.isEmpty
        && toldFocus == nil && refusals.isEmpty
    }

    /// Notes that the front end shows a value which it was not told.
    mutating func adopt(_ node: NodeID, _ property: Property, _ value: PropertyValue?) {
      let entry = properties.firstIndex { $0.node == node && $0.property == property }
      if let entry { properties[entry].told = value }
    }

    /// Changes what is noted of a parent's children.
    mutating func arrangement(of parent: NodeID, _ change: (inout Arrangement) -> Void) {
      let known = children.firstIndex { $0.parent == parent }
      if known == nil { children.append(Arrangement(parent: parent)) }
      change(&children[known ?? children.count - 1])
    }

    mutating func clear(firstUntold: UInt32) {
      properties.removeAll(keepingCapacity: true)
      // Most rounds have none of these.
      if !restated.isEmpty { restated.removeAll(keepingCapacity: true) }
      if !children.isEmpty { children.removeAll(keepingCapacity: true) }
      if !removed.isEmpty { removed.removeAll(keepingCapacity: true) }
      if !refusals.isEmpty { refusals.removeAll() }
      toldFocus = nil
      self.firstUntold = firstUntold
    }
  }
}

extension Property {
  /// The property's place in a set of properties.
  var bit: UInt32 { 1 << rawValue }
}

/// The nodes of a tree by their ids, which rise and are never given twice.
///
/// What they take is bounded by the nodes that are there, however many have gone.
struct NodePlaces: Sendable {
  // In the order of their ids; the place of a node that has gone stays empty, until most of them are.
  private var recent: [ViewNode?] = []
  private var firstRecent: UInt32 = 1
  private var older: [NodeID: ViewNode] = [:]

  /// How many nodes there are.
  private var count = 0

  /// The number of the next node.
  var next: UInt32 { firstRecent + UInt32(recent.count) }

  /// How many places are taken: at most three for each node, and 16.
  var placeCount: Int { recent.count + older.count }

  /// All of them.
  var all: [NodeID: ViewNode] {
    var all = older
    for (place, node) in recent.enumerated() { all[id(at: place)] = node }
    return all
  }

  /// The node, if it is there.
  subscript(id: NodeID) -> ViewNode? {
    if let place = place(of: id) { return recent[place] }
    return older.isEmpty ? nil : older[id]
  }

  /// Returns the kind of a node, if the node is there; a copy of the whole node would cost each key 300 instructions.
  func kind(of id: NodeID) -> NodeKind? {
    if let place = place(of: id) { return recent[place]?.kind }
    return older[id]?.kind
  }

  /// Changes a node in its place, if it is there; only ``insert(_:as:)`` and ``remove(_:)`` change whether it is.
  @discardableResult
  mutating func change<Result>(_ id: NodeID, _ change: (inout ViewNode?) -> Result) -> Result {
    if let place = place(of: id) { return change(&recent[place]) }
    return change(&older[id])
  }

  /// Takes the number of a node, which no other one gets from now on.
  mutating func take(_ id: NodeID) {
    while next <= id.rawValue { recent.append(nil) }
  }

  mutating func insert(_ node: ViewNode, as id: NodeID) {
    remove(id)
    change(id) { $0 = node }
    count += 1
  }

  mutating func remove(_ id: NodeID) {
    guard self[id] != nil else { return }
    change(id) { $0 = nil }
    count -= 1
  }

  /// Gives back the places of nodes that have gone, once there are more of them than of others.
  ///
  /// The work does not outgrow that of the insertions before.
  mutating func giveBack() {
    guard recent.count >= 16 + 2 * count else { return }
    for (place, node) in recent.enumerated() {
      if let node { older[id(at: place)] = node }
    }
    (firstRecent, recent) = (next, [])
  }

  private func id(at place: Int) -> NodeID { NodeID(rawValue: firstRecent + UInt32(place)) }

  private func place(of id: NodeID) -> Int? {
    let place = Int(id.rawValue) - Int(firstRecent)
    return place >= 0 && place < recent.count ? place : nil
  }
}

/// One node of a view tree.
public struct ViewNode: Sendable {
  /// What it is.
  public let kind: NodeKind

  /// Its stable name: a field's, or a JSON pointer.
  public let name: String

  /// The node it belongs to; the root has none.
  public let parent: NodeID?

  /// The nodes that belong to it, in order.
  public internal(set) var children: [NodeID] = []

  private var values = PropertyList()

  /// The properties that stand in the journal of the tree, a bit each.
  var journaled: UInt32 = 0

  init(kind: NodeKind, name: String, parent: NodeID?) {
    self.kind = kind
    self.name = name
    self.parent = parent
  }

  /// The value of a property, if it has one.
  public subscript(property: Property) -> PropertyValue? { values[property] }

  /// What a property was that is something else now.
  struct Former {
    let value: PropertyValue?
    /// Whether it does not stand in the journal yet.
    let isNew: Bool
  }

  /// Sets a property; `nil` takes it away.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - value: What it is to be.
  ///   - isNoted: Whether it is to be marked as standing in the journal.
  /// - Returns: What it was; `nil` where it was the same.
  mutating func replace(
    _ property: Property, with value: PropertyValue?, isNoted: Bool
  ) -> Former? {
    let former = values.set(property, value)
    if former == value { return nil }
    let isNew = isNoted && journaled & property.bit == 0
    if isNew { journaled |= property.bit }
    return Former(value: former, isNew: isNew)
  }

  /// Takes over a property that the front end knows already: its former value is not needed.
  mutating func adopt(_ property: Property, _ value: PropertyValue?) { values.set(property, value) }

  /// The properties that have a value, in the order of the contract.
  public var properties: [(property: Property, value: PropertyValue)] { values.inOrder }
}

extension ViewNode: Equatable {
  /// Whether both look the same.
  public static func == (one: ViewNode, other: ViewNode) -> Bool {
    one.kind == other.kind && one.name == other.name && one.parent == other.parent
      && one.children == other.children && one.values == other.values
  }
}

extension [Int] {
  /// Which elements belong to a longest increasing subsequence, of different numbers.
  ///
  /// - Complexity: O(*n* log *n*).
  var longestIncreasingSubsequence: [Bool] {
    // For each length, the place of the least number that such a subsequence ends with; and what is before each.
    var ends: [Int] = []
    var before: [Int?] = []
    for (place, number) in enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var isIn = [Bool](repeating: false, count: count)
    var last = ends.last
    while let place = last {
      isIn[place] = true
      last = before[place]
    }
    return isIn
  }
}
