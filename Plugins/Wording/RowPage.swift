package import FormworkFrontEnd
import Interaction

/// A row of a list as a person sees it.
package struct PageRow: Equatable {
  package let id: NodeID
  /// All of the row in one text.
  package let label: String
  /// The cells of the columns; empty if the host sends none.
  package let cells: [String]
  /// The state of the row, in words.
  package let remarks: [String]

  package init(_ id: NodeID, _ label: String, cells: [String] = [], remarks: [String] = []) {
    (self.id, self.label, self.cells, self.remarks) = (id, label, cells, remarks)
  }

  /// The row in one text, with what is true of it.
  package var text: String { Words.row(label, remarks) }

  package init(_ node: PictureNode) {
    let text = node.text(.cells)
    let cells =
      text.isEmpty
      ? [] : text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    let label = node.text(.label)
    self.init(
      node.id, label.isEmpty ? Words.list(cells) : label, cells: cells,
      remarks: Words.remarks(onRow: node))
  }
}

/// The rows of a list that were written last, each under the number by which a person names it.
///
/// A number means the same row for as long as the page stands there, wherever that row goes. What only slides
/// onto the page or off it, because of what became of others, is no news.
package struct RowPage: Equatable {
  package struct Entry: Equatable {
    package let number: Int
    package fileprivate(set) var row: PageRow
    /// Whether the row is still in the list, as far as that is known.
    package fileprivate(set) var isThere = true
  }

  /// A change of a row since the last announcement.
  package enum News: Equatable {
    case came(Entry), went(Entry), changed(Entry)
    /// One came that there is no number for: a page that stands for long has had too many.
    case cameWithoutNumber
  }

  /// The most rows that get a number.
  private static let limit = 99

  /// The rows that have a number, in the order of these.
  package private(set) var entries: [Entry] = []

  /// Whether the page shows something else than what is there by now.
  package private(set) var isOld = false

  private var written: [NodeID]

  /// Makes a page that is about to be written.
  ///
  /// - Parameters:
  ///   - rows: What is on it.
  ///   - taken: The numbers that rows of other lists have.
  package init(_ rows: [PageRow] = [], except taken: Set<Int> = []) {
    written = rows.map(\.id)
    for row in rows { add(row, except: taken) }
  }

  /// Whether it was written with just these rows, and nothing has become of them.
  package func shows(_ rows: [NodeID]) -> Bool { !isOld && written == rows }

  /// Takes in what is on the page now.
  ///
  /// - Parameters:
  ///   - rows: What is on it.
  ///   - arrived: The rows that are new in the list.
  ///   - taken: The numbers that rows of other lists have.
  ///   - find: A row that may be anywhere in the list; `nil` where there is none.
  /// - Returns: What a person who has seen the page does not know: of the rows in the order of their numbers.
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
      entries[index].isThere = row != nil
      if let row { entries[index].row = row }
      switch (known.isThere, row) {
      case (true, nil): news.append(.went(known))
      case (false, .some): news.append(.came(entries[index]))
      case (true, let row?) where row != known.row: news.append(.changed(entries[index]))
      case (true, .some), (false, nil): break
      }
    }
    for row in rows where unseen.contains(row.id) {
      guard entries.count < Self.limit, let entry = add(row, except: taken) else {
        news.append(.cameWithoutNumber)
        continue
      }
      news.append(.came(entry))
    }
    isOld = isOld || !news.isEmpty || written != rows.map(\.id)
    return news
  }

  @discardableResult
  private mutating func add(_ row: PageRow, except taken: Set<Int>) -> Entry? {
    var number = (entries.last?.number ?? 0) + 1
    while taken.contains(number) { number += 1 }
    entries.append(Entry(number: number, row: row))
    return entries.last
  }
}
