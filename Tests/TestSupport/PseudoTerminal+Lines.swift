extension PseudoTerminal {
  /// Waits for a line of ASCII that is broken between words, as on a terminal of 80 columns.
  package func expect(line: String) throws(SupportError) {
    var rows = [""]
    for word in line.split(separator: " ") {
      let row = rows[rows.count - 1]
      if row.isEmpty {
        rows[rows.count - 1] = String(word)
      } else if row.count + 1 + word.count <= 80 {
        rows[rows.count - 1] = "\(row) \(word)"
      } else {
        rows.append(String(word))
      }
    }
    try expect(rows.joined(separator: "\r\n") + "\r\n")
  }
}
