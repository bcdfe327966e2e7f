/// Collects what happens between two flushes, at a cost that grows with what happens alone.
struct PictureRecord {
  private var isAttached = false
  private var inserted: [NodeID] = []
  private var standing: Set<NodeID> = []
  private var removed: [NodeID] = []
  private var moved: Set<NodeID> = []
  private var touchedInOrder: [NodeID] = []
  private var touched: [NodeID: Set<Property>] = [:]

  mutating func attach() {
    self = PictureRecord()
    isAttached = true
  }

  mutating func insert(_ node: NodeID) {
    inserted.append(node)
    standing.insert(node)
  }

  mutating func remove(_ node: NodeID) {
    touched[node] = nil
    moved.remove(node)
    // What came and went between two flushes was never seen.
    if standing.remove(node) == nil { removed.append(node) }
  }

  mutating func move(_ node: NodeID) {
    moved.insert(node)
  }

  mutating func touch(_ node: NodeID, _ property: Property) {
    if touched[node] == nil { touchedInOrder.append(node) }
    touched[node, default: []].insert(property)
  }

  /// The changes since the last flush; the record is empty afterwards.
  mutating func takeChanges(isFocusMoved: Bool) -> PictureChanges {
    var changes = PictureChanges()
    changes.isAttached = isAttached
    changes.removed = removed
    changes.moved = moved
    changes.isFocusMoved = isFocusMoved
    // A node that was removed and came back is in these lists twice: the first mention counts.
    for node in inserted where standing.remove(node) != nil { changes.inserted.append(node) }
    for node in touchedInOrder {
      guard let properties = touched.removeValue(forKey: node) else { continue }
      changes.changed.append(PictureChanges.Change(node: node, properties: properties))
    }
    self = PictureRecord()
    return changes
  }
}
