/// What belongs to some nodes of a view tree.
///
/// Nodes are numbered from 1 without gaps: a place for each is found faster than a hash is made.
struct NodeTable<Value> {
  private var values: [Value?] = []

  /// What belongs to a node, if anything does.
  subscript(node: NodeID) -> Value? {
    get {
      let place = Int(node.rawValue)
      return place < values.count ? values[place] : nil
    }
    set {
      let place = Int(node.rawValue)
      while values.count <= place { values.append(nil) }
      values[place] = newValue
    }
  }
}
