// Front ends receive the nodes, properties and changes of a view tree.
@_exported public import FormworkMessages
@_exported public import FormworkVocabulary

/// The user interface for a front end: nodes with properties, and the changes since the last flush.
///
/// Setting a property to its current value records nothing. Two changes of a property between two flushes are
/// one change, and none if the second restores the value. Two laws always hold: applying ``takeChanges()`` to the old
/// tree gives the new one, and applying ``snapshot()`` to an empty tree gives the same tree.
///
/// The cost of setting a property does not grow with the tree.
public struct ViewTree: Sendable {
  private var nodes = NodePlaces()
  private var changeLog = ChangeLog()

  /// The screen: the only node without a parent.
  public private(set) var root: NodeID?

  /// The focused node; `nil` is the screen as a whole.
  public private(set) var focus: NodeID?

  /// The number of flushes.
  public private(set) var revision: UInt64 = 0

  /// Creates an empty tree.
  public init() {}

  /// Returns a node, or `nil` if the tree does not contain it.
  public subscript(node: NodeID) -> ViewNode? { nodes[node] }

  /// The number of slots for nodes, including removed ones: at most three for each node, plus 16.
  package var placeCount: Int { nodes.placeCount }

  /// Returns the kind of a node, or `nil` if the tree does not contain it.
  public func kind(of node: NodeID) -> NodeKind? { nodes.kind(of: node) }

  private func exists(_ node: NodeID) -> Bool { kind(of: node) != nil }

  /// Inserts a node, by default as the last child of its parent.
  ///
  /// The first node is the root. With an unknown parent, or for a second root, nothing is inserted, and the
  /// returned id belongs to no node.
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
    nodes.freeSlots()
    nodes.take(id)
    if let parent {
      // Do not keep a copy of the children here: the insertion would then copy the whole array.
      guard let end = self[parent]?.children.count else { return }
      noteInsertion(under: parent, of: 1)
      nodes.change(parent) { $0?.children.insert(id, at: min(max(0, index ?? end), end)) }
    } else {
      guard root == nil else { return }
      root = id
    }
    nodes.insert(ViewNode(kind: kind, name: name, parent: parent), as: id)
  }

  /// Removes a node and its descendants.
  ///
  /// If one of them has the focus, the focus moves to the screen.
  public mutating func remove(_ node: NodeID) {
    guard let removed = self[node] else { return }
    if let parent = removed.parent {
      noteInsertion(under: parent, of: changeLog.isSent(node) ? 0 : -1)
      nodes.change(parent) { $0?.children.removeAll { $0 == node } }
    } else {
      root = nil
    }
    clear(node)
  }

  /// Removes the descendants of a node, at a cost that depends only on their number.
  package mutating func removeChildren(of node: NodeID) {
    guard let children = self[node]?.children, !children.isEmpty else { return }
    noteInsertion(under: node, of: -children.count { !changeLog.isSent($0) })
    nodes.change(node) { $0?.children = [] }
    for child in children { clear(child) }
  }

  private mutating func clear(_ node: NodeID) {
    if changeLog.isSent(node) { changeLog.removed.append(node) }
    var rest = [node]
    while let next = rest.popLast() {
      rest += self[next]?.children ?? []
      nodes.remove(next)
      if focus == next { setFocus(nil) }
    }
    nodes.freeSlots()
  }

  /// Moves a node to an index among its siblings.
  public mutating func move(_ node: NodeID, to index: Int) {
    guard let parent = self[node]?.parent, let siblings = self[parent]?.children else { return }
    noteOrder(of: siblings, under: parent)
    var moved = siblings.filter { $0 != node }
    moved.insert(node, at: min(max(0, index), moved.count))
    nodes.change(parent) { $0?.children = moved }
  }

  /// Sets or, with `nil`, removes a property.
  public mutating func set(_ node: NodeID, _ property: Property, _ value: PropertyValue?) {
    let isNoted = changeLog.isSent(node)
    let previous = nodes.change(node) { node -> PropertyValue?? in
      node?.replace(property, with: value, isNoted: isNoted) ?? nil
    }
    guard let previous else { return }
    changeLog.properties.append(ChangeLog.Entry(node: node, property: property, sent: previous))
  }

  /// Sets a property to the value that the front end reported, without sending it back.
  public mutating func adopt(_ node: NodeID, _ property: Property, _ value: PropertyValue?) {
    nodes.change(node) { $0?.adopt(property, value) }
    // If the property was also set since the last flush, compare it with the value that the front end shows now
    // instead of the previous one.
    if !changeLog.properties.isEmpty { changeLog.adopt(node, property, value) }
  }

  /// Sends an unchanged property again, because the front end shows something else.
  public mutating func restate(_ node: NodeID, _ property: Property) {
    guard exists(node), changeLog.isSent(node) else { return }
    let isNoted = changeLog.restated.contains { $0.node == node && $0.property == property }
    if !isNoted { changeLog.restated.append((node, property)) }
  }

  /// Reports that an input at a node does not count, with an optional text for the user.
  ///
  /// Only the last report of each node is sent, for at most 16 nodes. A report with text is replaced only by
  /// another one with text: a commit directly after a refused edit is stale, which is less important.
  public mutating func refuse(_ node: NodeID, _ reason: InputRejection, _ text: String = "") {
    // Limit the reports to what a user can cause: a front end may send any number of inputs.
    let hasReason = changeLog.refusals.contains { $0.node == node && !$0.text.isEmpty }
    if hasReason && text.isEmpty { return }
    changeLog.refusals.removeAll { $0.node == node }
    if changeLog.refusals.count < 16 { changeLog.refusals.append((node, reason, text)) }
  }

  /// Returns the inputs that do not count since the last flush, to be sent before ``takeChanges()``.
  package mutating func takeRefusals() -> [(node: NodeID, reason: InputRejection, text: String)] {
    if changeLog.refusals.isEmpty { return [] }
    defer { changeLog.refusals = [] }
    return changeLog.refusals
  }

  /// Moves the focus to a node; `nil` or an unknown node is the screen as a whole.
  public mutating func setFocus(_ node: NodeID?) {
    if changeLog.sentFocus == nil { changeLog.sentFocus = .some(focus) }
    focus = node.flatMap { exists($0) ? $0 : nil }
  }

  /// Returns the changes since the last flush in the order of replay, and records them as sent.
  public mutating func takeChanges() -> [Change] {
    var changes = changeLog.removed.map { Change.removed($0) }
    if let root, !changeLog.isSent(root) { appendInsertion(of: root, at: 0, to: &changes) }
    for entry in changeLog.children {
      guard let children = self[entry.parent]?.children else { continue }
      if let sent = entry.sent {
        appendArrangement(of: children, before: sent, to: &changes)
      } else {
        appendInsertions(of: entry.insertedCount, among: children, to: &changes)
      }
    }
    changes.reserveCapacity(changes.count + changeLog.properties.count + 1)
    for entry in changeLog.properties {
      let new: PropertyValue?? = nodes.change(entry.node) { $0?.takeChange(since: entry) ?? nil }
      let isRestated = changeLog.restated.contains { $0 == (entry.node, entry.property) }
      if let new, !isRestated { changes.append(.set(entry.node, entry.property, new)) }
    }
    for (id, property) in changeLog.restated {
      if let node = self[id] { changes.append(.set(id, property, node[property])) }
    }
    if let sent = changeLog.sentFocus, sent != focus { changes.append(.focused(focus)) }
    startRound()
    return changes
  }

  /// Returns the whole tree as changes to an empty tree, and records them as sent.
  public mutating func snapshot() -> [Change] {
    var changes: [Change] = []
    if let root { appendInsertion(of: root, at: 0, to: &changes) }
    if focus != nil { changes.append(.focused(focus)) }
    for entry in changeLog.properties { nodes.change(entry.node) { $0?.logged = 0 } }
    startRound()
    return changes
  }

  /// Whether a flush may be necessary; also true if a property was changed back.
  public var hasChanges: Bool { !changeLog.isEmpty || nodes.next > changeLog.firstUnsent }

  private mutating func startRound() {
    revision += 1
    changeLog.clear(firstUnsent: nodes.next)
  }

  /// Records the insertion of children, or if `count` is negative, the removal of unsent ones.
  private mutating func noteInsertion(under parent: NodeID, of count: Int) {
    if changeLog.isSent(parent) { changeLog.arrangement(of: parent) { $0.insertedCount += count } }
  }

  /// Records the order of the children that were sent, before it changes.
  private mutating func noteOrder(of children: [NodeID], under parent: NodeID) {
    guard changeLog.isSent(parent) else { return }
    let isSent = changeLog.isSent
    changeLog.arrangement(of: parent) { $0.sent = $0.sent ?? children.filter(isSent) }
  }

  /// Appends a node with its properties and descendants.
  private func appendInsertion(of id: NodeID, at index: Int, to changes: inout [Change]) {
    var rest = [(id, index)]
    while let (id, index) = rest.popLast() {
      guard let node = self[id] else { continue }
      changes.append(
        .inserted(id, kind: node.kind, name: node.name, parent: node.parent, index: index))
      for (property, value) in node.properties { changes.append(.set(id, property, value)) }
      rest += node.children.enumerated().reversed().map { ($0.element, $0.offset) }
    }
  }

  /// Appends `count` children that were not sent; all others have the order that was sent.
  ///
  /// The search begins at the end of the children, so that appending to a long list is fast.
  private func appendInsertions(
    of count: Int, among children: [NodeID], to changes: inout [Change]
  ) {
    var places: [Int] = []
    var place = children.endIndex
    while places.count < count, place > 0 {
      place -= 1
      if !changeLog.isSent(children[place]) { places.append(place) }
    }
    for place in places.reversed() {
      appendInsertion(of: children[place], at: place, to: &changes)
    }
  }

  /// Appends the smallest number of moves from the children that were sent to the current ones.
  private func appendArrangement(
    of new: [NodeID], before old: [NodeID], to changes: inout [Change]
  ) {
    let shown = old.filter { self[$0] != nil }
    let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, $0) })
    let sent = new.compactMap { places[$0] }
    var stays = [Bool](repeating: false, count: shown.count)
    for (place, isIn) in zip(sent, sent.longestIncreasingSubsequence) { stays[place] = isIn }
    // The number of shown children before the last unmoved one that are yet to be moved.
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
  /// Whether both trees look the same; changes that are not sent do not matter.
  public static func == (one: ViewTree, other: ViewTree) -> Bool {
    one.root == other.root && one.focus == other.focus
      && one.nodes.all == other.nodes.all
  }
}

extension ViewTree {
  /// All nodes, parents first.
  package var all: [(id: NodeID, node: ViewNode)] {
    var nodes: [(NodeID, ViewNode)] = []
    var rest = root.map { [$0] } ?? []
    while let id = rest.popLast() {
      guard let node = self[id] else { continue }
      nodes.append((id, node))
      rest += node.children.reversed()
    }
    return nodes
  }

  /// Moves the focus to a node, or to the next or previous one of an ordered list.
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
  /// The differences between the tree and what the front end shows.
  struct ChangeLog: Sendable {
    /// A property that was set, with the value that the front end shows.
    struct Entry: Sendable {
      let node: NodeID
      let property: Property
      var sent: PropertyValue?
    }

    /// A node with an input that does not count, the reason, and a text for the user.
    typealias Refused = (node: NodeID, reason: InputRejection, text: String)

    /// The difference between a parent's children and those that were sent, except removals.
    struct Arrangement: Sendable {
      let parent: NodeID

      /// The number of children that were not sent.
      var insertedCount = 0

      /// The children in the order in which they were sent; `nil` while it is unchanged.
      var sent: [NodeID]?
    }

    /// At most one entry per property: the nodes record which properties have one.
    var properties: [Entry] = []

    /// Properties to send again, changed or not.
    var restated: [(node: NodeID, property: Property)] = []
    var refusals: [Refused] = []

    /// The parents whose children may differ, each once.
    private(set) var children: [Arrangement] = []

    /// The removed nodes that the front end still shows.
    var removed: [NodeID] = []

    /// The focus that was sent, if it may have changed.
    var sentFocus: NodeID??

    /// The first node id that was not sent.
    private(set) var firstUnsent: UInt32 = 1

    func isSent(_ node: NodeID) -> Bool { node.rawValue < firstUnsent }

    var isEmpty: Bool {
      properties.isEmpty && restated.isEmpty && children.isEmpty && removed.isEmpty
        && sentFocus == nil && refusals.isEmpty
    }

    /// Records a value that the front end shows although it was not sent.
    mutating func adopt(_ node: NodeID, _ property: Property, _ value: PropertyValue?) {
      let entry = properties.firstIndex { $0.node == node && $0.property == property }
      if let entry { properties[entry].sent = value }
    }

    /// Changes the record of a parent's children.
    mutating func arrangement(of parent: NodeID, _ change: (inout Arrangement) -> Void) {
      let known = children.firstIndex { $0.parent == parent }
      if known == nil { children.append(Arrangement(parent: parent)) }
      change(&children[known ?? children.count - 1])
    }

    mutating func clear(firstUnsent: UInt32) {
      properties.removeAll(keepingCapacity: true)
      // These are usually empty.
      if !restated.isEmpty { restated.removeAll(keepingCapacity: true) }
      if !children.isEmpty { children.removeAll(keepingCapacity: true) }
      if !removed.isEmpty { removed.removeAll(keepingCapacity: true) }
      if !refusals.isEmpty { refusals.removeAll() }
      sentFocus = nil
      self.firstUnsent = firstUnsent
    }
  }
}

/// The nodes of a tree by their ids, which increase and are never reused.
///
/// The memory is bounded by the number of current nodes, whatever number was removed.
struct NodePlaces: Sendable {
  // In the order of their ids. The slot of a removed node stays empty, until most slots are.
  private var recent: [ViewNode?] = []
  private var firstRecent: UInt32 = 1
  private var older: [NodeID: ViewNode] = [:]
  private var count = 0

  var next: UInt32 { firstRecent + UInt32(recent.count) }

  /// The number of slots in use: at most three for each node, plus 16.
  var placeCount: Int { recent.count + older.count }

  var all: [NodeID: ViewNode] {
    var all = older
    for (place, node) in recent.enumerated() { all[id(at: place)] = node }
    return all
  }

  subscript(id: NodeID) -> ViewNode? {
    if let place = place(of: id) { return recent[place] }
    return older.isEmpty ? nil : older[id]
  }

  /// Returns the kind of a node; copying the whole node would cost 300 instructions per key press.
  func kind(of id: NodeID) -> NodeKind? {
    if let place = place(of: id) { return recent[place]?.kind }
    return older[id]?.kind
  }

  /// Changes a node in place; only ``insert(_:as:)`` and ``remove(_:)`` change whether it exists.
  @discardableResult @inline(__always)
  mutating func change<Result>(_ id: NodeID, _ change: (inout ViewNode?) -> Result) -> Result {
    if let place = place(of: id) { return change(&recent[place]) }
    return change(&older[id])
  }

  /// Reserves the id of a node, which is not used again.
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

  /// Frees the slots of removed nodes when they outnumber the others.
  ///
  /// The cost is bounded by that of the previous insertions.
  mutating func freeSlots() {
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

/// A node of a view tree.
public struct ViewNode: Sendable {
  /// The kind of the node.
  public let kind: NodeKind

  /// The parent; `nil` for the root.
  public let parent: NodeID?

  /// The properties with an entry in the change log, one bit each.
  var logged: UInt32 = 0

  /// The stable name: that of a field, or a JSON pointer.
  public let name: String

  /// The children in order.
  public internal(set) var children: [NodeID] = []

  private var values = PropertyList()

  init(kind: NodeKind, name: String, parent: NodeID?) {
    self.kind = kind
    self.name = name
    self.parent = parent
  }

  /// The value of a property; `nil` if it has none.
  public subscript(property: Property) -> PropertyValue? { values[property] }

  /// Sets or removes a property, and returns the value that needs an entry in the change log.
  ///
  /// That is the previous value, if `isNoted`. The node records that the property has such an entry.
  mutating func replace(
    _ property: Property, with value: consuming PropertyValue?, isNoted: Bool
  ) -> PropertyValue?? {
    let previous = values.set(property, value)
    guard isNoted, previous != nil, logged & property.bit == 0 else { return nil }
    logged |= property.bit
    return previous
  }

  /// Ends an entry of the change log, and returns the value of its property if it differs.
  mutating func takeChange(since entry: ViewTree.ChangeLog.Entry) -> PropertyValue?? {
    logged = 0
    let value = values[entry.property]
    // Comparing optional values would copy both.
    if let value, let sent = entry.sent, value == sent { return nil }
    return value == nil && entry.sent == nil ? nil : .some(value)
  }

  /// Sets a property that the front end already knows.
  mutating func adopt(_ property: Property, _ value: PropertyValue?) { values.set(property, value) }

  /// The properties with a value, in the order of the contract.
  public var properties: [(property: Property, value: PropertyValue)] { values.inOrder }
}

extension ViewNode: Equatable {
  /// Whether both nodes look the same.
  public static func == (one: ViewNode, other: ViewNode) -> Bool {
    one.kind == other.kind && one.name == other.name && one.parent == other.parent
      && one.children == other.children && one.values == other.values
  }
}

extension [Int] {
  /// The membership of each element in a longest increasing subsequence of distinct numbers.
  ///
  /// - Complexity: O(*n* log *n*).
  var longestIncreasingSubsequence: [Bool] {
    // For each length, the index of the smallest number that ends such a subsequence; and each element's predecessor.
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
