import Conversation
import FormworkFrontEnd

/// What stands at the right of a line: the view adapter from a field's status to words.
struct StatusText {
  /// When a status is told.
  enum Moment {
    /// While the person types.
    case live
    /// When the person leaves the field.
    case leaving
  }

  let moment: Moment

  /// Whether the terminal shows more than ASCII.
  let hasMarks: Bool

  /// Reads `FORMWORK_STATUS` and the locale.
  init() {
    moment = TerminalLocale.variable("FORMWORK_STATUS") == "leaving" ? .leaving : .live
    hasMarks = TerminalLocale.isUTF8
  }

  /// The status in words, with a mark before them where it is settled.
  ///
  /// - Parameters:
  ///   - field: Whose status it is.
  ///   - isKept: Whether it holds a secret that is not on the line, which is told as well.
  /// - Returns: The words.
  func text(of field: PictureNode, isKept: Bool = false) -> String {
    let explanation = field.text(.explanation)
    let kept = isKept ? kept(in: field) : ""
    func marked(_ mark: String, or words: String) -> String {
      let text = explanation.isEmpty ? words : explanation
      let all = isKept ? "\(text); \(kept)" : text
      return hasMarks ? "\(mark) \(all)" : all
    }
    switch field.status {
    case .valid:
      let words = isKept ? kept : Words.text("status.ok")
      return hasMarks ? "✓ \(words)" : words
    case .invalid: return marked("✗", or: Words.text("status.invalid"))
    case .refused: return marked("✗", or: Words.text("status.refused"))
    case .unverified: return marked("?", or: Words.text("status.unverified"))
    case .waiting, .checking:
      return goingOn(explanation.isEmpty ? Words.text("status.checking") : explanation)
    case .incomplete: return isKept ? kept : explanation
    case .nothing, .loading, .failed, .submitting, .done: return kept
    }
  }

  /// That a field holds a secret, which is not on the line.
  func kept(in field: PictureNode) -> String {
    Words.text("prompt.kept", count: field.number(.value) ?? 0)
  }

  /// The words with what says that more is to come.
  private func goingOn(_ words: String) -> String {
    if words.hasSuffix("\u{2026}") { return hasMarks ? words : words.dropLast() + "..." }
    return words.hasSuffix("...") ? words : words + (hasMarks ? "\u{2026}" : "...")
  }
}
