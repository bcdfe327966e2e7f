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
