import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

extension Scene {
  /// Buttons side by side, in as many lines as they need.
  func buttonLines(of ids: [NodeID], depth: Int) -> [SceneLine] {
    var lines: [SceneLine] = []
    let start = layout.labelColumn + layout.indent(depth)
    var column = layout.columns
    for button in ids.compactMap({ picture[$0] }) {
      let text = signs.button(button)
      let width = Canvas.width(of: text.prefix(200))
      if column + width >= layout.columns {
        lines.append(SceneLine())
        column = start
      }
      let isFocus = focus.id == button.id
      lines[lines.count - 1].spans.append(
        .init(
          column: column, text: text, width: min(width, layout.columns - column),
          style: isFocus ? .reverse : [], target: .node(button.id)))
      if isFocus {
        lines[lines.count - 1].isFocus = true
        lines[lines.count - 1].cursor = column + 2
        mark(&lines[lines.count - 1])
      }
      column += width + 2
    }
    return lines
  }

  /// How far something has come: its name, a bar where there is room, and the percentage.
  func progressLine(of node: PictureNode, depth: Int) -> SceneLine {
    let width = layout.boxWidth - 2
    let indent = layout.indent(depth)
    var line = SceneLine(spans: [
      .init(
        column: layout.labelColumn + indent, text: node.spokenName,
        width: layout.isNarrow ? layout.textWidth / 2 : layout.labelWidth - indent)
    ])
    let column = layout.isNarrow ? layout.labelColumn + layout.textWidth / 2 + 1 : layout.boxColumn
    guard let fraction = node.number(.fraction) else {
      let isBusy = node.number(.busy) == 1
      if isBusy { line.spans.append(.init(column: column, text: signs.ellipsis)) }
      return line
    }
    let done = min(max(0, fraction), 1_000)
    let percent = Words.line("progress.done", count: done / 10)
    if !layout.isNarrow {
      let filled = width * done / 1_000
      line.spans.append(
        .init(column: column, text: signs.bar(filled: filled, of: width)))
      line.spans.append(.init(column: layout.statusColumn, text: percent))
    } else {
      line.spans.append(.init(column: column, text: percent))
    }
    return line
  }
}
