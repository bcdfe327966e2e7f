import FormworkFrontEnd
import Interaction

/// The view tree, and its order on the screen.
final class Tree {
  var picture = ViewTreeReplica()
  private(set) var outline = Outline()

  /// The number of updates of the host so far.
  private(set) var stamp: UInt32 = 0

  func note(_ changes: ReplicaChanges) -> Bool {
    guard !changes.isEmpty else { return false }
    stamp &+= 1
    guard outline.isOther(by: changes, in: picture) else { return false }
    outline = Outline(picture)
    return true
  }

  /// Returns the place of a node; a row is at the place of its list.
  func place(of id: NodeID) -> Int? {
    let place = outline.places[id] ?? picture[id]?.parent.flatMap { outline.places[$0] }
    return place.map { Int($0) }
  }

  /// The button that submits, found without a look at all nodes.
  var submitButton: PictureNode? {
    outline.ownButtons.lazy.compactMap { [picture] in picture[$0] }
      .first { $0.isEnabled && $0.role == .submit }
  }

  /// Whether the screen has one text field and nothing else to go to.
  var isPrompt: Bool {
    guard outline.lists.isEmpty, let only = stop(from: -1, isBack: false),
      stop(from: only.place, isBack: false) == nil
    else { return false }
    return picture.prompt != nil
  }

  /// Returns the nodes at a place that can have the focus: a field, buttons, or the first row of a list.
  func stops(at place: Int) -> [NodeID] {
    guard outline.entries.indices.contains(place) else { return [] }
    let entry = outline.entries[place]
    return switch entry.kind {
    case .screen, .group, .note, .progress: []
    case .list:
      picture[entry.id]?.children.first { picture[$0]?.kind == .row }.map { [$0] } ?? []
    default: entry.ids.filter { picture[$0]?.isEnabled == true }
    }
  }

  /// Returns the nearest place before or after another one with a node that can have the focus.
  func stop(from place: Int, isBack: Bool) -> (place: Int, stops: [NodeID])? {
    var place = place + (isBack ? -1 : 1)
    while outline.entries.indices.contains(place) {
      let stops = stops(at: place)
      if !stops.isEmpty { return (place, stops) }
      place += isBack ? -1 : 1
    }
    return nil
  }
}

/// The order of a form, from top to bottom, without properties: only visible nodes are looked up.
struct Outline {
  /// An item with rows of its own: a group is the name and the status of a section.
  struct Entry {
    let kind: NodeKind
    let id: NodeID
    /// The number of sections around the item.
    let depth: Int
    /// The other buttons in a row of buttons.
    fileprivate(set) var others: [NodeID] = []

    var ids: [NodeID] { [id] + others }
  }

  /// The items below one another; the index of an entry is its place.
  private(set) var entries: [Entry] = []

  /// The notices, which stay visible, and the lists, in order.
  private(set) var notices: [NodeID] = []
  private(set) var lists: [NodeID] = []

  /// The places of the sections at the top.
  private(set) var sections: [Int] = []

  /// The buttons that are in no section.
  private(set) var ownButtons: [NodeID] = []

  fileprivate private(set) var places: [NodeID: Int32] = [:]

  init() {}

  init(_ picture: ViewTreeReplica) {
    // A stack instead of recursion, because the host decides how deep a tree is.
    var ahead = picture.roots.reversed().map { (id: $0, depth: 0) }
    while let (id, depth) = ahead.popLast() {
      guard let node = picture[id] else { continue }
      switch node.kind {
      case .screen, .group, .unknown:
        let isSection = node.kind == .group && !node.text(.label).isEmpty
        if isSection, depth == 0 { sections.append(entries.count) }
        if isSection || node.kind == .screen { add(node, depth) }
        ahead += node.children.reversed().map { ($0, depth + (isSection ? 1 : 0)) }
      case .button:
        if depth == 0 { ownButtons.append(id) }
        if let last = entries.last, last.kind == .button, last.depth == depth {
          places[id] = Int32(entries.count - 1)
          entries[entries.count - 1].others.append(id)
        } else {
          add(node, depth)
        }
      case .list:
        lists.append(id)
        add(node, depth)
      case .textField, .secretField, .textArea, .toggle, .choice, .choices, .note, .progress:
        add(node, depth)
      case .notice: notices.append(id)
      case .alert, .option, .row, .column: break
      }
    }
  }

  private mutating func add(_ node: PictureNode, _ depth: Int) {
    places[node.id] = Int32(entries.count)
    entries.append(Entry(kind: node.kind, id: node.id, depth: depth))
  }

  /// Returns whether changes affect the entries; rows and options are within others, alerts above.
  func isOther(by changes: ReplicaChanges, in picture: ViewTreeReplica) -> Bool {
    func isEntry(_ id: NodeID) -> Bool {
      guard let node = picture[id] else { return true }
      return ![.row, .column, .option, .alert].contains(node.kind)
        && node.parent.flatMap { picture[$0] }?.kind != .alert
    }
    return changes.isAttached || changes.inserted.contains(where: isEntry)
      || changes.moved.contains(where: isEntry)
      || changes.removed.contains { places[$0] != nil || notices.contains($0) }
      || changes.changed.contains {
        $0.contains(.label) && picture[$0.node]?.kind == .group
      }
  }
}

extension ViewTreeReplica {
  /// Whether the user cannot answer now, and will be able to.
  var isOccupied: Bool { alert == nil && activity == .locked }
}
