import FormworkFrontEnd
import Interaction
import Wording

extension Picture {
  /// The lines to show after the screen was left.
  ///
  /// These are the lasting texts, or all texts of a picture without fields and buttons.
  var lastingLines: [String] {
    let all = nodes()
    let lasting = all.filter { $0.number(.lasting) == 1 }.flatMap { toldLines(of: $0) }
    let isAsked = all.contains { $0.kind.isField || $0.kind == .button }
    let told = !lasting.isEmpty || isAsked ? lasting : all.flatMap { toldLines(of: $0) }
    return told.map { $0.replacingControls() }
  }

  private func toldLines(of node: PictureNode) -> [String] {
    switch node.kind {
    case .screen:
      [title, node.text(.detail), node.text(.explanation)].filter { !$0.isEmpty }
    case .note, .notice: Words.statement(of: node, title: title).map { [$0] } ?? []
    default: []
    }
  }
}
