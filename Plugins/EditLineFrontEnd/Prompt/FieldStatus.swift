import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// A text at the right of a line.
final class ToldStatus {
  let text: String
  /// The text as the terminal shows it.
  let cells: [Cell]
  let style: Style

  /// The part of it that the user has to know: if the line has no room for it, the text is above the line.
  let need: Need

  enum Need {
    case nothing, aPart, all
  }

  init(_ text: String = "", _ style: Style = .help, need: Need = .nothing) {
    (self.text, cells, self.style, self.need) = (text, text.cells, style, need)
  }

  /// Whether the text is above the line if there is room for no more than a part at the right.
  func isAbove(besides part: String) -> Bool {
    switch need {
    case .nothing: false
    case .aPart: part.isEmpty
    case .all: true
    }
  }

  /// Returns the rows above the line, which begin with the name of the field.
  func rows(above name: String, columns: Int) -> [Remark] {
    Words.about(name, text).wrapped(to: columns).map { Remark($0, style) }
  }
}

/// The status of a field in words, made again after each flush and not with each key.
struct FieldStatus {
  /// Whether the status is shown though the user has not left the field.
  var isDue: Bool

  private let words = StatusText()
  private var last: (told: ToldStatus, flushCount: Int, isDue: Bool, isKept: Bool)?

  /// Creates the status of a field; a fault that the user comes back to is shown nowhere else.
  init(of field: PictureNode?) { isDue = words.isLive || field?.isFaulty == true }

  /// Begins again with a field that was reset.
  mutating func reset() { isDue = words.isLive }

  /// Returns the text for the right of the line: the status of the field, or else its whereabouts.
  ///
  /// With the same number of flushes nothing has changed. The field may keep a secret that is not on the line.
  mutating func told(
    of field: PictureNode?, or whereabouts: String, flushCount: Int, isKept: Bool
  ) -> ToldStatus {
    if let last, last.flushCount == flushCount, last.isDue == isDue, last.isKept == isKept {
      return last.told
    }
    let isKept = isKept && field?.number(.value) ?? 0 > 0
    let text = field.flatMap { told(of: $0, isKept: isKept) } ?? ToldStatus(whereabouts)
    last = (text, flushCount, isDue, isKept)
    return text
  }

  private func told(of field: PictureNode, isKept: Bool) -> ToldStatus? {
    guard isDue else { return isKept ? ToldStatus(words.kept(in: field), need: .all) : nil }
    let text = words.text(of: field, isKept: isKept)
    let isWhole = isKept || field.isFaulty || field.status == .unverified
    return text.isEmpty
      ? nil
      : ToldStatus(
        text, field.statusStyle,
        need: isWhole ? .all : field.status == .incomplete ? .aPart : .nothing)
  }
}
