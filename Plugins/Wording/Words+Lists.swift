package import FormworkFrontEnd
import Interaction

extension Words {
  /// The most rows that are announced one by one.
  static let newsLimit = 3

  /// The most rows that are named where a person searches.
  package static let foundLimit = 5

  /// Returns the number of rows, and the first of them.
  package static func found(_ names: [String], of count: Int, in list: String) -> String {
    text(
      names.count < count ? "list.found.more" : "list.found",
      ["name": list, "names": Words.list(names)], count: count)
  }

  /// Returns the place of a page in its list; places count from 1.
  package static func place(in list: String, _ first: Int, _ last: Int, of count: Int) -> String {
    text(
      first == last ? "list.place.one" : "list.place",
      ["name": list, "first": "\(first)", "last": "\(last)"], count: count)
  }

  /// A row, and what is true of it.
  package static func row(_ row: String, _ remarks: [String]) -> String {
    remarks.isEmpty ? row : text("list.row", ["row": row, "remarks": list(remarks)])
  }

  /// The note that names the columns of a table that have no room.
  package static func hiddenColumns(_ labels: [String]) -> String {
    text("list.hidden", ["columns": list(labels)])
  }

  /// Returns the state of a row that is not in its cells.
  package static func remarks(onRow row: PictureNode) -> [String] {
    let explanation = row.text(.explanation)
    let status =
      verdict(on: row)
      ?? (row.isBeingChecked && explanation.isEmpty ? text("status.checking") : explanation)
    return (row.isSelected ? [text("list.selected")] : [])
      + (row.isEnabled ? [] : [text("list.disabled")]) + (status.isEmpty ? [] : [status])
  }

  /// Returns the name of an order, and whether the rows are in it.
  package static func order(_ label: String, _ order: SortOrder) -> String {
    switch order {
    case .sortable: label
    case .ascending: text("list.ascending", ["order": label])
    case .descending: text("list.descending", ["order": label])
    }
  }

  /// That a row cannot be opened any more.
  package static func gone(_ row: String) -> String { text("list.gone", ["row": row]) }

  /// Returns the changes of the rows of a page: a line each, or one line with their number.
  package static func news(_ news: [RowPage.News], of list: String) -> [String] {
    var lines: [String] = []
    for change in news.prefix(newsLimit + 1) {
      let (key, entry): (String, RowPage.Entry?) =
        switch change {
        case .came(let entry): ("list.came", entry)
        case .went(let entry): ("list.went", entry)
        case .changed(let entry): ("list.changed", entry)
        case .cameWithoutNumber: ("", nil)
        }
      guard let entry, lines.count < newsLimit else {
        return [text("list.changes", ["name": list], count: news.count)]
      }
      lines.append(text(key, ["name": list, "row": "\(entry.number) \(entry.row.text)"]))
    }
    return lines
  }
}
