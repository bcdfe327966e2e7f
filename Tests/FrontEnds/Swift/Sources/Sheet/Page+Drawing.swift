import FormworkCanvas
import FormworkFrontEnd

extension Page {
  /// Draws everything: only changes reach the terminal.
  mutating func draw() throws(SystemError) {
    let alert = picture.alerts.last.flatMap { picture[$0] }
    let nodes = (alert.map { [$0] + picture.nodes(below: $0.id) } ?? picture.nodes())
      .filter { $0.kind != .unknown && $0.kind != .column }
    let room = max(1, canvas.rows - 1)
    let (focus, previous) = (nodes.firstIndex { $0.id == picture.focus } ?? 0, top)
    top = max(0, min(max(top, focus - room + 1), focus, nodes.count - 1))
    canvas.scroll(rows: 0..<room, by: top - previous)
    canvas.cursor = nil
    for row in 0..<room {
      canvas.fill(row: row, columns: 0..<canvas.columns)
      if top + row < nodes.count { draw(nodes[top + row], row: row) }
    }
    let help = picture.focus.flatMap { picture[$0]?.text(.detail) } ?? ""
    canvas.fill(row: room, columns: 0..<canvas.columns)
    canvas.put(refusal.isEmpty ? help : refusal, row: room, column: 0)
    try canvas.flush(to: host.outputDescriptor)
  }

  private mutating func draw(_ node: PictureNode, row: Int) {
    let isFocus = node.id == picture.focus
    var column = canvas.put(text(of: node), row: row, column: 0, style: isFocus ? .reverse : [])
    if let entry = node.entry {
      // Show the end of a long text, where the user types.
      var end = entry.suffix(max(1, canvas.columns / 2))
      while Canvas.width(of: end) > canvas.columns / 2 { end.removeFirst() }
      column = max(0, min(column, canvas.columns / 2 - 1))
      column += canvas.put(end, row: row, column: column)
      if isFocus { canvas.cursor = (row: row, column: column) }
    }
    let explanation = node.text(.explanation)
    let status = explanation.isEmpty && node.status != .nothing ? "\(node.status)" : explanation
    canvas.put(status, row: row, column: column + 2, style: node.isWrong ? .red : .green)
  }

  private func text(of node: PictureNode) -> String {
    let label = node.text(.label)
    switch node.kind {
    case .screen: return picture.title
    case .button: return "[ \(label) ]"
    case .toggle: return "\(node.number(.value) == 1 ? "[x]" : "[ ]") \(label)"
    case .option:
      let number = node.parent.flatMap { picture[$0]?.children.firstIndex(of: node.id) } ?? 0
      return "  \(number + 1) \(node.isSelected ? "(x)" : "( )") \(label)"
    case .progress: return "\(label) \((node.number(.fraction) ?? 0) / 10) %"
    case .row where !node.text(.cells).isEmpty:
      return node.text(.cells).split(separator: "\t").joined(separator: "  ")
    case .textField, .textArea, .secretField: return "\(label): "
    default: return label
    }
  }
}

extension PictureNode {
  /// The displayed text of a field, or masks for a secret.
  fileprivate var entry: String? {
    switch kind {
    case .textField, .textArea: text(.value)
    case .secretField: String(repeating: "*", count: max(0, number(.value) ?? 0))
    default: nil
    }
  }
}
