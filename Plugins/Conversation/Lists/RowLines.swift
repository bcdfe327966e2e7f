package import FormworkFrontEnd

/// The rows of a page as lines, each with its number before it.
package struct RowLines: Equatable {
  /// A column: its heading, and where its cells stand in it.
  package struct Column: Equatable {
    let label: String
    let alignment: CellAlignment
    /// How wide it usually is.
    let extent: Int

    package init(_ label: String, _ alignment: CellAlignment = .start, extent: Int = 0) {
      (self.label, self.alignment, self.extent) = (label, alignment, extent)
    }

    init(_ node: PictureNode) {
      self.init(
        node.spokenName, node.number(.align).flatMap(CellAlignment.init(rawValue:)) ?? .start,
        extent: node.count(.extent))
    }
  }

  /// The names of the columns, above the rows; `nil` where each row is one text.
  package private(set) var heading: String?
  package private(set) var rows: [String] = []

  /// Lays rows out.
  ///
  /// - Parameters:
  ///   - entries: The rows.
  ///   - columns: What their cells stand in, as far as there is room for all of them.
  ///   - layout: How the host would have them.
  ///   - width: The columns of the terminal; 0 where there is none, and nothing is aligned or cut.
  package init(
    _ entries: [RowPage.Entry], in columns: [Column], layout: ListLayout, width: Int
  ) {
    let digits = "\(entries.last?.number ?? 0)".utf8.count
    let numbers = entries.map { "\($0.number) ".padded(to: digits + 1, .end) }
    let none = columns.map { _ in 0 }
    // As wide as usual, as wide as needed, and with what is too long cut off.
    let tables = [(columns.map { min($0.extent, width) }, Int.max), (none, .max), (none, width)]
      .lazy.compactMap { extents, room in
        Self.table(entries.map(\.row), in: columns, extents: extents, room: room - digits - 1)
      }
    if layout == .table,
      let table = tables.first(where: { $0.allSatisfy { $0.columnCount + digits + 1 <= width } })
    {
      heading = String(repeating: " ", count: digits + 1) + table[0]
      rows = zip(numbers, zip(entries, table.dropFirst())).map { number, line in
        number + (line.0.row.cells.isEmpty ? line.0.row.text.cut(width - digits - 1) : line.1)
      }
      return
    }
    let texts = entries.map { $0.row.text.cut(width - digits - 1) }
    if layout == .grid {
      let widest = texts.map(\.columnCount).max() ?? 0
      let cells = zip(numbers, texts).map { $0 + $1.padded(to: widest, .start) }
      rows = cells.sideBySide(in: width)
    } else {
      rows = zip(numbers, texts).map { $0 + $1 }
    }
  }

  /// How much of a cell has to be seen at least.
  private static let leastWidth = 8

  /// The heading and the rows in columns that are as wide as their widest cells, and as their extents, but have room
  /// in as many columns of the terminal; `nil` where there are no columns, or no cells.
  private static func table(
    _ rows: [PageRow], in columns: [Column], extents: [Int], room: Int
  ) -> [String]? {
    guard !columns.isEmpty, rows.contains(where: { !$0.cells.isEmpty }) else { return nil }
    var lines = [columns.map(\.label)]
    lines += rows.map { Array($0.cells.prefix(columns.count)) }
    var widths = columns.indices.map { column in
      lines.reduce(extents[column]) { max($0, column < $1.count ? $1[column].columnCount : 0) }
    }
    let gaps = 2 * (columns.count - 1)
    while room < .max / 2, widths.reduce(gaps, +) > room,
      let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > leastWidth
    {
      widths[widest] -= 1
    }
    return zip(lines, [[]] + rows.map(\.remarks)).map { cells, remarks in
      let padded = zip(cells.indices, cells).map {
        $1.cut(widths[$0]).padded(to: widths[$0], columns[$0].alignment)
      }
      return Words.row(padded.joined(separator: "  ").withoutBlanksAtEnd, remarks)
    }
  }
}

extension [String] {
  /// The texts in lines, as many beside each other as there is room for.
  ///
  /// - Parameter width: The columns of a line; 0 where each text is a line.
  /// - Returns: The lines.
  package func sideBySide(in width: Int) -> [String] {
    var lines: [String] = []
    for text in self {
      let end = lines.last.map { $0.columnCount + 2 + text.withoutBlanksAtEnd.columnCount }
      if let end, end <= width, let last = lines.popLast() {
        lines.append(last + "  " + text)
      } else {
        lines.append(text)
      }
    }
    return lines.map(\.withoutBlanksAtEnd)
  }
}

extension String {
  /// The text with as many blanks before or behind it as a place of that many columns has.
  fileprivate func padded(to width: Int, _ alignment: CellAlignment) -> String {
    let blanks = Swift.max(0, width - columnCount)
    let before =
      switch alignment {
      case .start: 0
      case .center: blanks / 2
      case .end: blanks
      }
    return String(repeating: " ", count: before) + self
      + String(repeating: " ", count: blanks - before)
  }

  fileprivate var withoutBlanksAtEnd: String {
    var text = Substring(self)
    while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
    return String(text)
  }

  /// The text as far as there is room for it.
  fileprivate func cut(_ width: Int) -> String { width > 0 ? echo(columns: width) : self }
}
