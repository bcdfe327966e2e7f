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
