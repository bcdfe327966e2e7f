import FormworkCore

/// A list of a thousand rows, of which a part is on view: sorted by its columns, and changed by itself when the
/// person wants to see that.
struct MembersViewModel: TimedViewModel {
  /// What a row is about.
  struct Member: Equatable {
    let number: Int
    let name: String
    let town: String
    var visits: Int

    /// The same for each number.
    init(number: Int) {
      let beginnings = ["An", "Bel", "Cor", "Dan", "El", "Fen", "Gar", "Hol", "Ir", "Jo"]
      let ends = ["a", "bert", "cia", "dor", "e", "fred", "gun", "in", "ja", "ko"]
      let towns = ["Århus", "Berlin", "Cairo", "Delhi", "Évora", "福岡"]
      self.number = number
      name = "\(beginnings[number % 10])\(ends[number / 10 % 10]) \(number)"
      town = towns[number * 7 % towns.count]
      visits = number * 37 % 1_000
    }

    /// One that stands near another one, by whatever the list is sorted.
    init(number: Int, like other: Member) {
      self.number = number
      name = "\(other.name.prefix { $0 != " " }) \(number)"
      (town, visits) = (other.town, other.visits)
    }
  }

  static let memberCount = 1_000

  /// How often the list changes by itself, once it was told to.
  static let changeCount = 10

  var tree = ViewTree()
  private var members = (1...memberCount).map(Member.init)
  private var list: ListDrawing<Int>?
  private var order = (column: 0, isAscending: true)
  private var buttons: [NodeID] = []
  private var remainingChanges = 0
  private let catalogue: Catalogue
  private let layout: ListLayout

  init(layout: ListLayout, catalogue: Catalogue) {
    self.layout = layout
    self.catalogue = catalogue
  }

  private var columns: [ListColumn] {
    func order(of column: Int) -> SortOrder {
      if self.order.column != column { return .sortable }
      return self.order.isAscending ? .ascending : .descending
    }
    return [
      ListColumn(catalogue.text(for: "demo.list.name"), order: order(of: 0), extent: 16),
      ListColumn(catalogue.text(for: "demo.list.town"), order: order(of: 1), extent: 8),
      ListColumn(
        catalogue.text(for: "demo.list.visits"), alignment: .end, order: order(of: 2), extent: 6),
    ]
  }

  mutating func open() {
    let screen = tree.insert(.screen, name: "members")
    tree.set(screen, .label, catalogue.value("demo.list"))
    list = ListDrawing(
      "list", label: catalogue.text(for: "demo.list.members"), columns: columns, layout: layout,
      under: screen,
      in: &tree)
    buttons = [("change", NodeRole.nothing), ("leave", .cancel)].map { name, role in
      tree.insertButton(
        name, label: catalogue.text(for: Message("demo.list", of: name)), role: role,
        under: screen)
    }
    sort()
    if let places = list?.window { show(places) }
  }

  mutating func handle(_ event: UserEvent) -> TimedAction {
    let outcome = list?.handle(event, in: &tree) ?? .passedOn
    switch outcome {
    case .wants(let places): show(places)
    case .opened(let number):
      guard let member = members.first(where: { $0.number == number }) else { return .nothing }
      return .tell(
        Message(
          "demo.list.visited", ["name": .verbatim(member.name), "town": .verbatim(member.town)],
          count: member.visits))
    case .sorts(let column):
      order = (column, order.column == column ? !order.isAscending : true)
      sort()
      let columns = columns
      list?.show(columns, in: &tree)
      refresh()
    case .handled: break
    case .passedOn: return handleOther(event)
    }
    return .nothing
  }

  private mutating func handleOther(_ event: UserEvent) -> TimedAction {
    switch event {
    case .activated(let node, _) where buttons.first == node:
      tree.setFocus(node)
      remainingChanges = Self.changeCount
      return .begin
    case .activated(let node, _) where buttons.last == node: return .leave
    case .edited(let node, _, _, _), .committed(let node, _, _), .activated(let node, _):
      tree.refuse(node, .noNode)
    case .refused(let node, let reason): tree.refuse(node, reason)
    case .leaveRequested: return .leave
    case .went(let destination): go(to: destination)
    case .chosen, .reset, .windowed, .reloadRequested: break
    }
    return .nothing
  }

  private mutating func go(to destination: Destination) {
    let rows = list.flatMap { tree[$0.node]?.children.filter { tree.kind(of: $0) == .row } } ?? []
    tree.go(to: destination, among: rows + buttons)
  }

  /// Another front end begins, which has asked for no part of the list.
  mutating func drawnAfresh() {
    if let places = list?.resetWindow() { show(places) }
  }

  /// One visits, one is new, or one is gone.
  ///
  /// - Returns: Whether there is more to come.
  mutating func change() -> Bool {
    guard remainingChanges > 0, let place = list?.window.lowerBound,
      members.indices.contains(place)
    else { return false }
    remainingChanges -= 1
    switch remainingChanges % 3 {
    case 0: members[place].visits += 1
    case 1:
      let newest = members.map(\.number).max() ?? 0
      members.append(Member(number: newest + 1, like: members[place]))
    default: members.remove(at: place)
    }
    sort()
    refresh()
    return remainingChanges > 0
  }

  private mutating func refresh() {
    if let places = list?.window { show(places) }
  }

  private mutating func show(_ places: Range<Int>) {
    let places = places.clamped(to: members.indices)
    let rows = members[places].map { member in
      let cells = [member.name, member.town, "\(member.visits)"]
      return ListRow(member.number, cells.joined(separator: ", "), cells: cells)
    }
    list?.show(ListPage(rows, from: places.lowerBound, of: members.count), in: &tree)
  }

  private mutating func sort() {
    let (column, isAscending) = order
    members.sort { one, other in
      let (first, second) = isAscending ? (one, other) : (other, one)
      return switch column {
      case 0: (first.name, first.number) < (second.name, second.number)
      case 1: (first.town, first.number) < (second.town, second.number)
      default: (first.visits, first.number) < (second.visits, second.number)
      }
    }
  }
}
