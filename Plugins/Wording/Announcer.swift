package import FormworkFrontEnd
import Interaction

/// The lines about changes of the picture, none of them said twice.
///
/// Changes are put into words when the next prompt is due: only the latest state is announced.
package struct Announcer {
  private static let spoken: Set<Property> = [
    .label, .detail, .value, .status, .explanation, .fraction, .busy,
  ]

  private var announced: [NodeID: String] = [:]
  private var due: [NodeID] = []
  private var isDue: Set<NodeID> = []

  package init() {}

  package mutating func observe(_ changes: ReplicaChanges) {
    if changes.isAttached { self = Announcer() }
    for node in changes.removed { announced[node] = nil }
    for change in changes.changed where Self.spoken.contains(where: change.contains) {
      if isDue.insert(change.node).inserted { due.append(change.node) }
    }
  }

  /// Returns the lines that are due, in the order in which the host sent the nodes.
  ///
  /// One node may be left out because the user sees it anyway. With a group, nodes elsewhere stay due.
  package mutating func lines(
    of picture: ViewTreeReplica, except node: NodeID? = nil, within group: PictureNode? = nil
  ) -> [OutputLine] {
    let inside = group.map { Set([$0.id] + picture.nodes(below: $0.id).map(\.id)) }
    // An alert is asked, not announced; fields are announced after its answer.
    let held = due.filter {
      inside?.contains($0) == false || picture.alert != nil && picture[$0]?.kind.isField == true
    }
    isDue = Set(held)
    defer { due = held }
    return due.filter { !isDue.contains($0) }.compactMap { picture[$0] }.compactMap { candidate in
      guard candidate.kind != .alert, isNews(candidate, in: picture), candidate.id != node else {
        return nil
      }
      // The person may be elsewhere: there, "Address" alone says too little.
      let name = picture.fullName(of: candidate, below: group)
      return FrontEndMessages.statement(of: candidate, title: picture.title, name: name)
        .map { OutputLine($0, candidate.statusStyle) }
    }
  }

  /// Returns the state of a node, or that a field is being checked, which counts as announced.
  package mutating func reply(about id: NodeID, in picture: ViewTreeReplica) -> String? {
    guard let node = picture[id] else { return nil }
    let isChecked = node.kind.isField && node.isBeingChecked
    let line =
      isChecked
      ? FrontEndMessages.checking(node) : FrontEndMessages.statement(of: node, title: picture.title)
    if let line { announced[id] = line }
    return line
  }

  package mutating func announceAgain(_ node: NodeID) {
    announced[node] = nil
    if isDue.insert(node).inserted { due.append(node) }
  }

  /// Notes that the line of a field showed its state; help becomes a fault when the user leaves.
  package mutating func noteShown(_ field: PictureNode, in picture: ViewTreeReplica) {
    guard reply(about: field.id, in: picture) == nil, field.status == .incomplete else { return }
    announced[field.id] = FrontEndMessages.about(field.spokenName, field.text(.explanation))
  }

  private mutating func isNews(_ node: PictureNode, in picture: ViewTreeReplica) -> Bool {
    guard let line = FrontEndMessages.statement(of: node, title: picture.title) else {
      // A state that ended is news when it comes back; a running check changes nothing.
      if !node.isBeingChecked { announced[node.id] = nil }
      return false
    }
    // A note that is shown with its fields is news only after that, a valid field after another state.
    let isExpected =
      node.kind.isField ? node.status == .valid : picture.isShownWithFields(node)
    if announced[node.id] == nil ? isExpected : announced[node.id] == line { return false }
    announced[node.id] = line
    return true
  }
}
