import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// What is told at the right of a line.
final class ToldStatus {
  let text: String
  /// The same, as the terminal shows it.
  let cells: [Cell]
  let style: Style

  /// What of it the person has to know: where there is no room for that at the right, all is told above.
  let need: Need

  enum Need {
    case nothing, aPart, all
  }

  init(_ text: String = "", _ style: Style = .help, need: Need = .nothing) {
    (self.text, cells, self.style, self.need) = (text, text.cells, style, need)
  }

  /// Whether it is told above the line, where there is room for no more than a part at the right.
  func isAbove(besides part: String) -> Bool {
    switch need {
    case .nothing: false
    case .aPart: part.isEmpty
    case .all: true
    }
  }

  /// The rows above the line where it is told there, below the name of its field.
  func rows(above name: String, columns: Int) -> [Remark] {
    Words.about(name, text).wrapped(to: columns).map { Remark($0, style) }
  }
}
