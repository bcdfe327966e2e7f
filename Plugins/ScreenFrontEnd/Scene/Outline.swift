import FormworkFrontEnd
import Interaction
import Wording

/// The order of a form: its fields, notes, lists and rows of buttons, from top to bottom.
///
/// The outline is created again only if nodes come, go or move. It keeps no properties of the nodes: only those of
/// visible nodes are looked up.
struct Outline {
  /// An item with rows of its own.
  enum Item: Equatable {
    /// The help of the screen.
    case screen(NodeID)
    /// The name of a section, and what is true of it.
    case heading(NodeID)
    case field(NodeID)
    /// Buttons that stand side by side.
    case buttons([NodeID])
    case note(NodeID)
    case progress(NodeID)
    case list(NodeID)
  }

  struct Entry: Equatable {
    let item: Item
    /// The number of sections around the item.
    let depth: Int

    var isField: Bool { if case .field = item { true } else { false } }
    var isList: Bool { if case .list = item { true } else { false } }
    var isScreen: Bool { if case .screen = item { true } else { false } }
  }

  /// The items below one another; the index of an entry is its place.
  private(set) var entries: [Entry] = []

  /// The notices, in order: they stay visible.
  private(set) var notices: [NodeID] = []

  /// The places of the sections at the top.
  private(set) var sections: [Int] = []

  /// The lists, in order.
  private(set) var lists: [NodeID] = []

  /// The buttons that are in no section.
  private(set) var ownButtons: [NodeID] = []

  private var places: [NodeID: Int] = [:]

  init() {}

  /// Looks at all of a picture.
  init(_ picture: Picture) {
    // A stack and no recursion: how deep a tree is, the host decides.
    var ahead = [(ids: picture.roots[...], depth: 0)]
    while let last = ahead.indices.last {
      guard let id = ahead[last].ids.popFirst() else {
        ahead.removeLast()
        continue
      }
      guard let node = picture[id] else { continue }
      let depth = ahead[last].depth
      switch node.kind {
      case .screen:
        add(.screen(id), id, depth: depth)
        ahead.append((node.children[...], depth))
      case .group:
        if !node.text(.label).isEmpty {
          if depth == 0 { sections.append(entries.count) }
          add(.heading(id), id, depth: depth)
        }
        ahead.append((node.children[...], depth + (node.text(.label).isEmpty ? 0 : 1)))
      case .unknown: ahead.append((node.children[...], depth))
      case .textField, .secretField, .textArea, .toggle, .choice, .choices:
        add(.field(id), id, depth: depth)
      case .button: add(button: id, depth: depth)
      case .note: add(.note(id), id, depth: depth)
      case .notice: notices.append(id)
      case .progress: add(.progress(id), id, depth: depth)
      case .list:
        lists.append(id)
        add(.list(id), id, depth: depth)
      case .alert, .option, .row, .column: break
      }
    }
  }

  private mutating func add(_ item: Item, _ id: NodeID, depth: Int) {
    places[id] = entries.count
    entries.append(Entry(item: item, depth: depth))
  }

  private mutating func add(button id: NodeID, depth: Int) {
    if depth == 0 { ownButtons.append(id) }
    guard entries.last?.depth == depth, case .buttons(var ids)? = entries.last?.item
    else { return add(.buttons([id]), id, depth: depth) }
    // Taken out, they are not copied.
    entries.removeLast()
    ids.append(id)
    add(.buttons(ids), id, depth: depth)
  }

  /// Returns whether changes affect the entries.
  ///
  /// Rows, columns and options are within other entries, and alerts are over all of them.
  func isOther(by changes: PictureChanges, in picture: Picture) -> Bool {
    changes.isAttached || changes.inserted.contains { isEntry($0, in: picture) }
      || changes.moved.contains { isEntry($0, in: picture) }
      || changes.removed.contains { places[$0] != nil || notices.contains($0) }
      || changes.changed.contains {
        $0.properties.contains(.label) && picture[$0.node]?.kind == .group
      }
  }

  private func isEntry(_ id: NodeID, in picture: Picture) -> Bool {
    guard let node = picture[id] else { return true }
    return switch node.kind {
    case .row, .column, .option, .alert: false
    default: node.parent.flatMap { picture[$0] }?.kind != .alert
    }
  }

  /// Returns the place of a node; a row is at the place of its list.
  func place(of id: NodeID, in picture: Picture) -> Int? {
    if let place = places[id] { return place }
    return picture[id]?.parent.flatMap { places[$0] }
  }

  /// Returns the index of the top section that contains a place, or else 0.
  func section(of place: Int) -> Int {
    var range = 0..<max(1, sections.count)
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range =
        sections[middle] <= place ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Returns the nodes at a place that can have the focus: a field, buttons, or the first row of a list.
  func stops(at place: Int, in picture: Picture) -> [NodeID] {
    guard entries.indices.contains(place) else { return [] }
    switch entries[place].item {
    case .field(let id): return isStop(id, in: picture) ? [id] : []
    case .buttons(let ids): return ids.filter { isStop($0, in: picture) }
    case .list(let id): return picture.firstRow(of: id).map { [$0] } ?? []
    case .screen, .heading, .note, .progress: return []
    }
  }

  private func isStop(_ id: NodeID, in picture: Picture) -> Bool { picture[id]?.isEnabled == true }

  /// Returns the nearest place before or after another one with a node that can have the focus.
  func stop(from place: Int, isBack: Bool, in picture: Picture) -> (place: Int, stops: [NodeID])? {
    var place = place + (isBack ? -1 : 1)
    while entries.indices.contains(place) {
      let stops = stops(at: place, in: picture)
      if !stops.isEmpty { return (place, stops) }
      place += isBack ? -1 : 1
    }
    return nil
  }
}

extension Picture {
  /// The first row of a list that the host has told.
  fileprivate func firstRow(of list: NodeID) -> NodeID? {
    self[list]?.children.first { self[$0]?.kind == .row }
  }

  /// Whether the person cannot answer now, and will be able to.
  var isOccupied: Bool { alert == nil && activity == .locked }
}
