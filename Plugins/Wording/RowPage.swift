package import FormworkFrontEnd

/// A row of a list as a person sees it.
package struct PageRow: Equatable {
  package let id: NodeID
  package private(set) var label: String
  /// The cells of the columns; empty if the host sends none.
  package var cells: [String] = []
  package var notes: [String] = []

  package var text: String { FrontEndMessages.row(label, notes) }
}

extension PageRow {
  package init(_ node: PictureNode) {
    self.init(id: node.id, label: node.text(.label), notes: FrontEndMessages.notes(onRow: node))
    let text = node.text(.cells)
    if !text.isEmpty {
      cells = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    if label.isEmpty { label = FrontEndMessages.list(cells) }
  }
}

/// The rows of a list that were written last, each under the number by which a person names it.
///
/// A number means the same row until another page is written. A row that only slides onto the page or off it, because
/// others came or went, is no news.
package struct RowPage: Equatable {
  package struct Entry: Equatable {
    package let number: Int
    package fileprivate(set) var row: PageRow
    /// Whether the row is still in the list, as far as that is known.
    package fileprivate(set) var exists = true
  }

  package enum News: Equatable {
    case came(Entry), went(Entry), changed(Entry)
    /// A row came, and all numbers are used.
    case cameWithoutNumber
  }

  private static let limit = 99
  package private(set) var entries: [Entry] = []

  /// Whether the page differs from the rows that are in the list now.
  package private(set) var isOld = false

  private var written: [NodeID]

  /// Creates a page that is about to be written, without the numbers that rows of other lists have.
  package init(_ rows: [PageRow] = [], except taken: Set<Int> = []) {
    written = rows.map(\.id)
    for row in rows { add(row, except: taken) }
  }

  /// Whether the page was written with just these rows, which have not changed since.
  package func shows(_ rows: [NodeID]) -> Bool { !isOld && written == rows }

  /// Updates the page with its current rows and the new rows of the list, and returns the news.
  package mutating func observe(
    _ rows: [PageRow], arrived: Set<NodeID> = [], except taken: Set<Int> = [],
    find: (NodeID) -> PageRow?
  ) -> [News] {
    var news: [News] = []
    var unseen = arrived
    for index in entries.indices {
      let known = entries[index]
      let row = find(known.row.id)
      unseen.remove(known.row.id)
      entries[index].exists = row != nil
      if let row { entries[index].row = row }
      switch (known.exists, row) {
      case (true, nil): news.append(.went(known))
      case (false, .some): news.append(.came(entries[index]))
      case (true, let row?) where row != known.row: news.append(.changed(entries[index]))
      case (true, .some), (false, nil): break
      }
    }
    for row in rows where unseen.contains(row.id) {
      let entry = entries.count < Self.limit ? add(row, except: taken) : nil
      news.append(entry.map { .came($0) } ?? .cameWithoutNumber)
    }
    isOld = isOld || !news.isEmpty || written != rows.map(\.id)
    return news
  }

  @discardableResult
  private mutating func add(_ row: PageRow, except taken: Set<Int>) -> Entry {
    var number = (entries.last?.number ?? 0) + 1
    while taken.contains(number) { number += 1 }
    let entry = Entry(number: number, row: row)
    entries.append(entry)
    return entry
  }
}
