import FormworkCore

/// A displayed list whose rows change with each load.
final class RefreshedList {
  private enum Order: ListOrder {
    case number

    var title: Message { "number" }
    var layout: ListLayout { .table }
    var column: Int? { 0 }
    var isAscending: Bool { true }
  }

  private typealias Model = ListScreenViewModel<Int, Order>

  private var model: Model
  private let rowCount: Int
  private var refreshCount = 0

  init(rowCount: Int) {
    self.rowCount = rowCount
    model = Model(
      "list", title: "List", list: .init("List", empty: "-"),
      columns: [ListColumn("Number"), ListColumn("Load")], order: .number,
      catalogue: Catalogue([:]))
    take(model.open())
    _ = model.tree.takeChanges()
  }

  /// Loads the list, and returns the number of changes.
  func refresh() -> Int {
    refreshCount += 1
    take(model.invalidate())
    return model.tree.takeChanges().count
  }

  private func take(_ action: Model.Action) {
    guard case .load(let id, _) = action else { return }
    var keys = (0..<rowCount).map { refreshCount + $0 }
    // Each load moves the first row of the next one.
    if rowCount > 3 { keys.swapAt(2, rowCount - 1) }
    let rows = keys.map { key in
      let load = key == refreshCount + 1 ? refreshCount : 0
      let cells: [Message] = [.number(key), .number(load)]
      return ListRow(key, .list(cells), cells: cells)
    }
    _ = model.take(ListPage(rows, of: rowCount), of: id)
  }
}
