import FormworkFrontEnd
import Interaction
import Wording

/// A text at the right of a line.
struct StatusDisplay {
  /// The part of the text that the user has to know, at the right or above the line.
  enum Need {
    case nothing, aPart, all
  }

  let text: String
  let cells: [LineCell]
  let style: TextRole
  let need: Need

  init(_ text: String = "", _ style: TextRole = .help, need: Need = .nothing) {
    (self.text, cells, self.style, self.need) = (text, text.cells, style, need)
  }

  /// Returns the rows above the line; none if the part at the right is enough.
  func rowsAbove(besides part: String, name: String, columns: Int) -> [OutputLine] {
    let isEnough =
      switch need {
      case .nothing: true
      case .aPart: !part.isEmpty
      case .all: false
      }
    return isEnough
      ? [] : FrontEndMessages.about(name, text).wrapped(to: columns).map { OutputLine($0, style) }
  }
}

/// The status of a field in words, which a flush may change, but no key.
struct FieldStatus {
  /// Whether the status is shown before the user has left the field.
  var isDue: Bool
  private let words = StatusText()
  private var last: (display: StatusDisplay, flushCount: Int, isDue: Bool, isKept: Bool)?

  /// Creates the status of a field; a fault that the user comes back to is shown nowhere else.
  init(of field: PictureNode?) { isDue = words.isLive || field?.isFaulty == true }

  mutating func display(
    of field: @autoclosure () -> PictureNode?, or positionText: String, flushCount: Int,
    isKept: Bool
  ) -> StatusDisplay {
    if let last, last.flushCount == flushCount, last.isDue == isDue, last.isKept == isKept {
      return last.display
    }
    let field = field()
    let isKept = isKept && field?.number(.value) ?? 0 > 0
    let text = field.flatMap { display(of: $0, isKept: isKept) } ?? StatusDisplay(positionText)
    last = (text, flushCount, isDue, isKept)
    return text
  }

  private func display(of field: PictureNode, isKept: Bool) -> StatusDisplay? {
    guard isDue else { return isKept ? StatusDisplay(words.kept(in: field), need: .all) : nil }
    let text = words.text(of: field, isKept: isKept)
    if text.isEmpty { return nil }
    let isWhole = isKept || field.isFaulty || field.status == .unverified
    let need: StatusDisplay.Need = field.status == .incomplete ? .aPart : .nothing
    return StatusDisplay(text, field.statusStyle, need: isWhole ? .all : need)
  }
}
