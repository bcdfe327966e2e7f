import Conversation
import FormworkCanvas
import FormworkFrontEnd

/// How marks and styles look on the person's terminal.
struct CanvasWords {
  /// Whether the terminal shows more than ASCII.
  let hasMarks: Bool

  var ellipsis: String { hasMarks ? "…" : "..." }
  var focusMark: String { hasMarks ? "›" : ">" }
  var bullet: Character { hasMarks ? "\u{2022}" : "*" }
  var opener: String { hasMarks ? "▾" : "v" }
  var rule: Character { hasMarks ? "─" : "-" }

  /// The corners and sides of a window: top, sides, bottom.
  var corners: (topLeft: String, topRight: String, bottomLeft: String, bottomRight: String) {
    hasMarks ? ("┌", "┐", "└", "┘") : ("+", "+", "+", "+")
  }
  var side: String { hasMarks ? "│" : "|" }

  func style(of style: Style) -> Canvas.Style {
    switch style {
    case .plain, .help, .doubt: []
    case .title: .bold
    case .ok: .green
    case .fault: .red
    }
  }

  func button(_ button: PictureNode) -> String { "[ \(button.spokenName) ]" }

  func toggle(isOn: Bool) -> String {
    "[\(isOn ? "x" : " ")] \(Words.text(isOn ? "answer.yes" : "answer.no"))"
  }

  func option(_ option: PictureNode, isMultiple: Bool) -> String {
    switch (isMultiple, option.isSelected) {
    case (true, let isOn): "[\(isOn ? "x" : " ")] \(option.spokenName)"
    case (false, true): "(\(hasMarks ? "•" : "*")) \(option.spokenName)"
    case (false, false): "( ) \(option.spokenName)"
    }
  }

  /// A text with the mark of a state.
  func marked(_ text: String, _ status: NodeStatus) -> String {
    guard hasMarks else { return text }
    return switch status {
    case .valid: "✓ \(text)"
    case .invalid, .refused, .failed: "✗ \(text)"
    case .unverified: "? \(text)"
    default: text
    }
  }

  func bar(filled: Int, of width: Int) -> String {
    let (full, rest): (Character, Character) = hasMarks ? ("█", "░") : ("#", ".")
    return "[" + String(repeating: full, count: max(0, filled))
      + String(repeating: rest, count: max(0, width - filled)) + "]"
  }
}
