package import FormworkFrontEnd

extension ViewTreeReplica {
  package var screen: PictureNode? {
    roots.lazy.compactMap { self[$0] }.first { $0.kind == .screen }
  }

  /// The question that has to be answered first: the last one, if there are several.
  package var alert: PictureNode? { alerts.last.flatMap { self[$0] } }

  package var activity: Activity {
    guard let screen else { return .idle }
    switch screen.status {
    case .loading, .submitting: return .locked
    case .waiting, .checking: return .settling
    case .done: return .over
    case .nothing, .incomplete, .invalid, .refused, .unverified, .valid, .failed:
      return screen.number(.busy) == 1 ? .settling : .idle
    }
  }

  /// The enabled fields and buttons outside of alerts, in order.
  package var stops: [PictureNode] {
    nodes { node in
      node.isEnabled && node.kind != .alert && node.kind != .list && node.kind != .unknown
        && !node.kind.isField
    }.filter { $0.isEnabled && ($0.kind.isField || $0.kind == .button) }
  }

  package var fields: [PictureNode] { stops.filter(\.kind.isField) }

  /// The fields and the buttons of sections, in order.
  package var places: [PictureNode] { stops.filter { $0.kind.isField || isInSection($0) } }

  /// The only field of a screen without anything else to go to, which takes line after line.
  package var prompt: PictureNode? {
    let stops = stops
    let visible = nodes(descendingInto: { !$0.kind.isField && $0.kind != .list })
    guard alert == nil, screen?.status != .failed, stops.count == 1,
      stops[0].kind == .textField, !visible.contains(where: { $0.kind == .list })
    else { return nil }
    return stops[0]
  }

  /// Returns the buttons that can be activated: those of an alert, a section or the screen.
  package func buttons(of owner: NodeID? = nil) -> [PictureNode] {
    guard let owner else { return stops.filter { $0.kind == .button && !isInSection($0) } }
    return children(of: self[owner]).filter { $0.kind == .button && $0.isEnabled }
  }

  package var submitButton: PictureNode? { buttons().first { $0.role == .submit } }

  package func children(of node: PictureNode?) -> [PictureNode] {
    (node?.children ?? []).compactMap { self[$0] }
  }

  /// Returns the items that can be named at the buttons of a section: its own, or its siblings.
  package func items(at section: PictureNode) -> [PictureNode] {
    let list = section.isItem ? section.parent.flatMap { self[$0] } : section
    return children(of: list).filter(\.isItem)
  }

  package func notes(of group: PictureNode?) -> [PictureNode] {
    children(of: group).filter { $0.kind == .note }
  }

  /// Whether a note belongs to the fields of its group, and is shown with them.
  package func isShownWithFields(_ note: PictureNode) -> Bool {
    guard note.kind == .note, let group = labelledGroup(of: note) else { return false }
    // There may be thousands of notes, and the fields come after them.
    return group.id == note.parent
      && group.children.reversed().contains { child in
        self[child]?.kind.isField == true || nodes(below: child).contains(where: \.kind.isField)
      }
  }

  /// Whether a node belongs to a section: it is offered there, and not at the end of the form.
  package func isInSection(_ node: PictureNode) -> Bool { labelledGroup(of: node) != nil }

  package func labelledGroup(of node: PictureNode) -> PictureNode? {
    ancestry(of: node).dropFirst().first(where: \.isLabelledGroup)
  }

  /// Returns the sections around a node, the outermost first.
  package func labelledGroups(of node: PictureNode) -> [PictureNode] {
    ancestry(of: node).dropFirst().filter(\.isLabelledGroup).reversed()
  }

  /// Returns the names of a node and its ancestors, innermost first: the same in the next picture.
  package func path(of id: NodeID) -> [String] {
    self[id].map { ancestry(of: $0).map(\.name) } ?? []
  }

  private func ancestry(of node: PictureNode) -> UnfoldFirstSequence<PictureNode> {
    sequence(first: node) { $0.parent.flatMap { self[$0] } }
  }

  package var faults: [PictureNode] {
    nodes().filter { ($0.kind.isField || $0.kind == .group) && $0.isFaulty }
  }

  /// The faults of a refused form and its required fields that have come since, in order.
  package var unfinished: [PictureNode] {
    nodes().filter { node in
      guard node.kind.isField else { return node.kind == .group && node.isFaulty }
      // The host may have no verdict on a secret that was typed.
      let isTyped = node.kind == .secretField && node.count(.value) > 0
      let isOpen = node.status == .nothing && !isTyped || node.status == .incomplete
      return node.isFaulty || node.isEnabled && node.isRequired && isOpen
    }
  }

  /// Returns the place to fix the next fault after a place, in the order of ``places``.
  package func nextFault(after place: NodeID) -> NodeID? {
    let places = places.map(\.id)
    let faults = Set(unfinished.compactMap { firstPlace(of: $0, among: places) })
    return places.drop { $0 != place }.dropFirst().first(where: faults.contains)
  }

  /// Returns the place to fix a fault: the field, or the first button or field of the group.
  private func firstPlace(of fault: PictureNode, among places: [NodeID]) -> NodeID? {
    if fault.kind.isField { return fault.id }
    if let button = buttons(of: fault.id).first { return button.id }
    let within = Set(nodes(below: fault.id).map(\.id))
    return places.first(where: within.contains)
  }

  package func options(of choice: PictureNode) -> [PictureNode] {
    nodes(below: choice.id).filter { $0.kind == .option && $0.isEnabled }
  }

  /// Returns the messages that select these options of a choice alone, by index in ``options(of:)``.
  package func messages(
    choosing indices: Set<Int>, of choice: PictureNode
  ) -> [InputMessage<EnteredText>] {
    let options = options(of: choice)
    let changed = options.indices.filter { index in
      let isOn = indices.contains(index)
      // In a single choice, the host deselects the other option.
      return isOn != options[index].isSelected
        && (isOn || choice.kind == .choices || indices.isEmpty)
    }
    // Choosing the same options again is an answer, too.
    return (changed.isEmpty ? indices.sorted() : changed).map {
      .choose(options[$0].id, isOn: indices.contains($0))
    }
  }

  package func rows(of list: PictureNode) -> [NodeID] {
    list.children.filter { self[$0]?.kind == .row }
  }

  /// Returns the rows at some places of a list, from 0, as far as the host has sent them.
  package func rows(of list: PictureNode, from first: Int, count: Int) -> [PictureNode] {
    let offset = first - list.count(.firstRow)
    return offset < 0 ? [] : rows(of: list).dropFirst(offset).prefix(count).compactMap { self[$0] }
  }

  /// Returns the number of rows of a list, at least that of the rows that the host has sent.
  package func rowCount(of list: PictureNode) -> Int {
    let receivedCount = rows(of: list).count
    return max(
      list.count(.rowCount), receivedCount == 0 ? 0 : list.count(.firstRow) + receivedCount)
  }

  package func columns(of list: PictureNode) -> [PictureNode] {
    children(of: list).filter { $0.kind == .column }
  }
}

extension PictureNode {
  fileprivate var isLabelledGroup: Bool { kind == .group && !text(.label).isEmpty }

  /// Whether the node is an item of a list: the host names these by their numbers.
  package var isItem: Bool {
    kind == .group && !name.isEmpty
      && name.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// Whether the field controls a section: whether it is wanted, or which alternative.
  package var isControl: Bool { name.utf8.last == UInt8(ascii: "?") }

  package var spokenName: String { text(.label).isEmpty ? name : text(.label) }

  package var isBeingChecked: Bool { status == .waiting || status == .checking }

  /// Whether the node has a fault that the user can fix.
  package var isFaulty: Bool { status == .invalid || status == .refused }

  /// Whether Enter in the field submits the form: it has no fault, and the host says so.
  package var submits: Bool { kind.isField && role == .submit && !isFaulty }

  /// Returns a number property as a count: at least 0, and small enough to be added to.
  package func count(_ property: Property) -> Int { min(max(0, number(property) ?? 0), 1 << 53) }

  package var isLoading: Bool { status == .loading || number(.busy) == 1 }

  package var layout: ListLayout { number(.layout).flatMap(ListLayout.init) ?? .table }
}

/// The activity of a screen, which decides whether the user can answer.
package enum Activity {
  case idle
  /// A check or a command runs. The screen will change by itself.
  case settling
  /// The screen loads or submits: nothing can be answered until that has ended.
  case locked
  case over

  /// Whether the screen will change by itself.
  package var isUnderWay: Bool { self == .settling || self == .locked }
}
