import FormworkFrontEnd

/// A view tree as one list of nodes with their parents, computed again for each question.
struct NaivePicture {
  struct Changes: Equatable {
    var isAttached = false
    var inserted: Set<NodeID> = []
    var removed: Set<NodeID> = []
    var changed: [NodeID: Set<Property>] = [:]
    var isFocusMoved = false
  }

  struct Entry {
    let id: NodeID
    let kind: NodeKind
    let name: String
    let parent: NodeID?
    /// Distinguishes nodes with the same number.
    let birth: Int
    var properties: [Property: PropertyValue] = [:]
  }

  private var firstTitle = ""

  var title: String {
    let label = nodes().first { $0.kind == .screen && $0.parent == nil }?.text(.label) ?? ""
    return label.isEmpty ? firstTitle : label
  }
  private(set) var focus: NodeID?
  // Siblings are in order. No other order counts.
  private var entries: [Entry] = []
  private var births = 0

  private var shown: [Entry] = []
  private var shownFocus: NodeID?
  private var isAttached = false
  private var touched: [Int: Set<Property>] = [:]

  var roots: [NodeID] { children(of: nil) }

  func nodes() -> [PictureNode] {
    var picture = ViewTreeReplica()
    func add(below parent: NodeID?) {
      for (position, id) in children(of: parent).enumerated() {
        guard let entry = entries.first(where: { $0.id == id }) else { continue }
        picture.apply(
          .change(
            .inserted(id, kind: entry.kind, name: entry.name, parent: parent, index: position)))
        for (property, value) in entry.properties {
          picture.apply(.change(.set(id, property, value)))
        }
        add(below: id)
      }
    }
    add(below: nil)
    return picture.nodes()
  }

  mutating func noteEdit(of id: NodeID, _ text: String, cursor: Int) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
    entries[index].properties[.value] = .text(text)
    entries[index].properties[.cursor] = .number(cursor)
    return true
  }

  mutating func apply(_ message: DisplayMessage) -> Changes? {
    switch message {
    case .attach(let title, _):
      firstTitle = title
      (entries, shown, touched) = ([], [], [:])
      (focus, shownFocus) = (nil, nil)
      isAttached = true
    case .change(.inserted(let id, let kind, let name, let parent, let position)):
      guard !exists(id), parent.map(exists) ?? true else { return nil }
      births += 1
      let entry = Entry(id: id, kind: kind, name: name, parent: parent, birth: births)
      place(entry, at: position)
    case .change(.set(let id, let property, let value)):
      guard let index = entries.firstIndex(where: { $0.id == id }),
        entries[index].properties[property] != value || property == .value
      else { return nil }
      entries[index].properties[property] = value
      touched[entries[index].birth, default: []].insert(property)
    case .change(.moved(let id, let position)):
      guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
      place(entries.remove(at: index), at: position)
    case .change(.removed(let id)):
      guard exists(id) else { return nil }
      var gone: Set<NodeID> = [id]
      while let next = entries.first(where: { entry in
        !gone.contains(entry.id) && entry.parent.map { gone.contains($0) } ?? false
      }) {
        gone.insert(next.id)
      }
      entries.removeAll { gone.contains($0.id) }
      if let focus, gone.contains(focus) { self.focus = nil }
    case .change(.focused(let id)): if id.map(exists) ?? true { focus = id }
    case .flush: return flush()
    case .suggestion, .history, .resized, .refused, .detach: break
    }
    return nil
  }

  private mutating func flush() -> Changes {
    let (before, now) = (Set(shown.map(\.birth)), Set(entries.map(\.birth)))
    var changes = Changes(isAttached: isAttached, isFocusMoved: focus != shownFocus)
    changes.inserted = Set(entries.filter { !before.contains($0.birth) }.map(\.id))
    changes.removed = Set(shown.filter { !now.contains($0.birth) }.map(\.id))
    for entry in entries { changes.changed[entry.id] = touched[entry.birth] }
    (shown, shownFocus, isAttached, touched) = (entries, focus, false, [:])
    return changes
  }

  private func exists(_ id: NodeID) -> Bool { entries.contains { $0.id == id } }

  private func children(of parent: NodeID?) -> [NodeID] {
    entries.filter { $0.parent == parent }.map(\.id)
  }

  /// Inserts an entry before its next sibling, or at the end.
  private mutating func place(_ entry: Entry, at position: Int) {
    let siblings = entries.indices.filter { entries[$0].parent == entry.parent }
    let index = siblings.dropFirst(max(position, 0)).first ?? entries.endIndex
    entries.insert(entry, at: index)
  }
}

extension NaivePicture.Changes {
  init(_ changes: ReplicaChanges) {
    self.init(
      isAttached: changes.isAttached, inserted: Set(changes.inserted),
      removed: Set(changes.removed),
      changed: Dictionary(uniqueKeysWithValues: changes.changed.map { ($0.node, $0.properties) }),
      isFocusMoved: changes.isFocusMoved)
  }
}
