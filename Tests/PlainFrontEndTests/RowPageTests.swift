import FormworkFrontEnd
import Testing

@testable import Conversation
@testable import Interaction
@testable import Wording

/// The numbers of rows, the news about rows, and their layout.
@Suite struct RowPageTests {
  /// A look at a page that was first written with the rows 1, 2 and 3.
  struct Look: Sendable {
    /// The rows on the page, and after a bar those elsewhere in the list; new text has a plus.
    let rows: String
    /// The news: `+` for an added row, `-` for a removed one, `*` for a changed one, with their numbers.
    let news: [String]
    /// The row of each number; in brackets if it is gone.
    let numbers: [String]
    var isOld = true

    init(_ rows: String, _ news: [String], _ numbers: [String], isOld: Bool = true) {
      (self.rows, self.news, self.numbers, self.isOld) = (rows, news, numbers, isOld)
    }
  }

  /// Returns a row of the host's number and the text after it.
  private static func row(_ text: some StringProtocol) -> PageRow {
    let id = NodeID(rawValue: UInt32(text.drop { $0 == "+" }.prefix { $0.isNumber }) ?? 0)
    return PageRow(id: id, label: String(text.drop { $0 == "+" }))
  }

  /// Looks at the page, one after the other.
  static let looks: [[Look]] = [
    [Look("1 2 3", [], ["1", "2", "3"], isOld: false)],
    [Look("3 1 2", [], ["1", "2", "3"])],
    [
      Look("1 2b 3", ["*2 2b"], ["1", "2b", "3"]),
      Look("1 2b 3", [], ["1", "2b", "3"]),
    ],
    [
      Look("1 3", ["-2 2"], ["1", "(2)", "3"]),
      Look("1 3 +4", ["+4 4"], ["1", "(2)", "3", "4"]),
      Look("+2c 1 3 4", ["+2 2c"], ["1", "2c", "3", "4"]),
    ],
    // Rows that slide off the page keep their numbers and are reported; new rows on the page have no
    // number.
    [
      Look("+0 1 2 | 3", ["+4 0"], ["1", "2", "3", "0"]),
      Look("0 1 2 | 3c", ["*3 3c"], ["1", "2", "3c", "0"]),
    ],
    [Look("2 3 4 | 1", [], ["1", "2", "3"]), Look("2 3 4d | 1", [], ["1", "2", "3"])],
    [Look("2 3 4", ["-1 1"], ["(1)", "2", "3"])],
    [Look("1 2 3 | +5", [], ["1", "2", "3"], isOld: false)],
    [Look("", ["-1 1", "-2 2", "-3 3"], ["(1)", "(2)", "(3)"])],
  ]

  @Test(arguments: looks) func aNumberMeansTheSameRow(_ looks: [Look]) {
    var page = RowPage(["1", "2", "3"].map { Self.row($0) })
    for look in looks {
      let parts = look.rows.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.split(separator: " ") }
      let arrived = parts.joined().filter { $0.hasPrefix("+") }.map { Self.row($0).id }
      let news = page.observe(parts[0].map { Self.row($0) }, arrived: Set(arrived)) { id in
        parts.joined().map { Self.row($0) }.first { $0.id == id }
      }.map { change in
        switch change {
        case .came(let entry): "+\(entry.number) \(entry.row.label)"
        case .went(let entry): "-\(entry.number) \(entry.row.label)"
        case .changed(let entry): "*\(entry.number) \(entry.row.label)"
        case .cameWithoutNumber: "+"
        }
      }
      #expect(news == look.news)
      #expect(page.entries.map(\.number) == Array(1...look.numbers.count))
      #expect(
        page.entries.map { $0.exists ? $0.row.label : "(\($0.row.label))" } == look.numbers)
      #expect(page.isOld == look.isOld)
    }
  }

  @Test func numbersThatOtherListsHaveAreLeftOut() {
    let rows = ["1", "2", "3", "4"].map { Self.row($0) }
    var page = RowPage(Array(rows.prefix(3)), except: [2, 3, 6])
    _ = page.observe(rows, arrived: [rows[3].id], except: [2, 3, 6]) { id in
      rows.first { $0.id == id }
    }
    #expect(page.entries.map(\.number) == [1, 4, 5, 7])
  }

  /// A page costs no more, however long it is visible.
  @Test func thereAreNoMoreThanSoManyNumbers() {
    var page = RowPage((1...20).map { Self.row("\($0)") })
    for number in 21...200 {
      let row = Self.row("\(number)")
      let news = page.observe([row], arrived: [row.id]) {
        UInt32(number) - 20 < $0.rawValue ? Self.row("\($0.rawValue)") : nil
      }
      #expect(news.last == page.entries.last.map { number < 100 ? .came($0) : .cameWithoutNumber })
    }
    #expect(page.entries.map(\.number) == Array(1...99))
    let words = FrontEndMessages.news([.cameWithoutNumber], of: "Members")
    #expect(words == ["Members: 1 row has changed; This page shows it"])
  }

  @Test(arguments: [(0, 20), (3, 5), (9, 5), (14, 7), (24, 17), (100, 20)])
  func aPageLeavesRoom(_ rows: Int, _ size: Int) {
    #expect(ListPager.pageSize(rowCount: rows) == size)
  }

  // MARK: Layout

  /// The layout of some rows; the columns are `name`, `age` (aligned to the end) and `city` (centred).
  struct Layout: Sendable {
    let rows: [String]
    var columns = true
    var layout = ListLayout.table
    /// The usual widths of `name` and `age`.
    var extents = (0, 0)
    let width: Int
    let lines: [String]
  }

  static let layouts: [Layout] = [
    Layout(
      rows: ["Ann|7|Bonn", "Bartholomew|103|Ulm"], width: 40,
      lines: ["  Name         Age  City", "1 Ann            7  Bonn", "2 Bartholomew  103  Ulm"]),
    // Wide and combining characters, and right-to-left letters, are measured in columns.
    Layout(
      rows: ["日本|7|x", "e\u{301}a|10|yyyyy", "שלום|1|z"], width: 40,
      lines: [
        "  Name  Age  City", "1 日本    7    x", "2 e\u{301}a     10  yyyyy", "3 שלום    1    z",
      ]),
    // A row with fewer cells than columns, with more, with none, and with an empty last cell.
    Layout(
      rows: ["Ann", "Bob|1|Ulm|more", "=Carol, 2", "Dan|3|"], width: 20,
      lines: ["  Name  Age  City", "1 Ann", "2 Bob     1  Ulm", "3 Carol, 2", "4 Dan     3"]),
    // Columns that do not fit are left out and named; a cell is cut only in a single column.
    Layout(rows: ["Ann|7|Bonn"], width: 17, lines: ["  Name  Age  City", "1 Ann     7  Bonn"]),
    Layout(
      rows: ["Ann|7|Bonn"], width: 16,
      lines: ["  Name  Age", "1 Ann     7", "Not shown: City"]),
    Layout(
      rows: ["*Ann|7|Bonn"], width: 21,
      lines: ["  Name", "1 Ann (selected)", "Not shown: Age, City"]),
    Layout(
      rows: ["Bartholomew|7|Bonn"], width: 10,
      lines: ["  Name", "1 \("Bartholomew".echo(columns: 8))", "Not shown: Age, City"]),
    Layout(rows: ["Ann|7|Bonn"], width: 0, lines: ["1 Ann, 7, Bonn"]),
    Layout(rows: ["Ann|7|Bonn"], columns: false, width: 40, lines: ["1 Ann, 7, Bonn"]),
    Layout(
      rows: ["*Ann|7|Bonn", "*=Bob"], width: 40,
      lines: ["  Name  Age  City", "1 Ann     7  Bonn (selected)", "2 Bob (selected)"]),
    // The usual widths count if there is room for them, and limit nothing.
    Layout(
      rows: ["Ann|7|Bonn"], extents: (5, 2), width: 18,
      lines: ["  Name   Age  City", "1 Ann      7  Bonn"]),
    Layout(
      rows: ["Ann|7|Bonn"], extents: (10, 5), width: 40,
      lines: ["  Name          Age  City", "1 Ann             7  Bonn"]),
    Layout(
      rows: (1...10).map { "=r\($0)" }, layout: .grid, width: 20,
      lines: [" 1 r1    2 r2", " 3 r3    4 r4", " 5 r5    6 r6", " 7 r7    8 r8", " 9 r9   10 r10"]),
    Layout(rows: ["=one", "=two"], layout: .grid, width: 0, lines: ["1 one", "2 two"]),
    Layout(rows: [], width: 40, lines: []),
  ]

  @Test(arguments: layouts) func rowsStandInColumns(_ layout: Layout) {
    let rows = layout.rows.enumerated().map { index, text in
      let isSelected = text.hasPrefix("*")
      let text = isSelected ? String(text.dropFirst()) : text
      let cells =
        text.hasPrefix("=")
        ? [] : text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      let label = text.hasPrefix("=") ? String(text.dropFirst()) : cells.joined(separator: ", ")
      return PageRow(
        id: NodeID(rawValue: UInt32(index + 1)), label: label, cells: cells,
        notes: isSelected ? ["selected"] : [])
    }
    let lines = RowPage(rows).lines(
      in: layout.columns ? Self.columns(layout.extents) : [], layout: layout.layout,
      width: layout.width)
    #expect(lines.map(\.text) == layout.lines)
  }

  private static func columns(_ extents: (Int, Int)) -> [PictureNode] {
    let list = NodeID(rawValue: 1000)
    var picture = ViewTreeReplica()
    picture.apply(.change(.inserted(list, kind: .list, name: "", parent: nil, index: 0)))
    let columns: [(String, CellAlignment, Int)] = [
      ("Name", .start, extents.0), ("Age", .end, extents.1), ("City", .center, 0),
    ]
    for (index, (label, alignment, extent)) in columns.enumerated() {
      let id = NodeID(rawValue: UInt32(1001 + index))
      picture.apply(.change(.inserted(id, kind: .column, name: "", parent: list, index: index)))
      picture.apply(.change(.set(id, .label, .text(label))))
      picture.apply(.change(.set(id, .align, .number(Int(alignment.rawValue)))))
      picture.apply(.change(.set(id, .extent, .number(extent))))
    }
    return picture[list].map { picture.columns(of: $0) } ?? []
  }
}
