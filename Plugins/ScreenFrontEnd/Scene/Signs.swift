import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The characters and styles of marks, boxes and windows; in ASCII if the terminal shows no others.
struct Signs {
  let hasMarks: Bool

  var ellipsis: String { hasMarks ? "…" : "..." }
  var focusMark: String { hasMarks ? "›" : ">" }
  var bullet: Character { hasMarks ? "\u{2022}" : "*" }
  /// Says that a box opens a window.
  var opener: String { hasMarks ? "▾" : "v" }
  var rule: Character { hasMarks ? "─" : "-" }

  /// The marks that replace a bracket if the text continues.
  var more: (left: String, right: String, above: String, below: String) {
    hasMarks ? ("‹", "›", "↑", "↓") : ("<", ">", "^", "v")
  }

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

  func option(_ name: String, isSelected: Bool, isMultiple: Bool) -> String {
    let mark = !isSelected ? " " : isMultiple ? "x" : hasMarks ? "•" : "*"
    return isMultiple ? "[\(mark)] \(name)" : "(\(mark)) \(name)"
  }

  /// Returns a bar of a width, with two columns more for the brackets.
  func bar(filled: Int, of width: Int) -> String {
    let (full, rest): (Character, Character) = hasMarks ? ("█", "░") : ("#", ".")
    return "[" + String(repeating: full, count: max(0, filled))
      + String(repeating: rest, count: max(0, width - filled)) + "]"
  }
}
