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

  /// What hides the characters of a secret.
  var mask: Character { hasMarks ? "•" : "*" }

  /// The status in words, with a mark before them where it is settled.
  func text(of field: PictureNode) -> String {
    let explanation = field.text(.explanation)
    func marked(_ mark: String, or words: String) -> String {
      let text = explanation.isEmpty ? words : explanation
      return hasMarks ? "\(mark) \(text)" : text
    }
    return switch field.status {
    case .valid: hasMarks ? "✓ ok" : "ok"
    case .invalid: marked("✗", or: "not valid")
    case .refused: marked("✗", or: "refused")
    case .unverified: marked("?", or: "could not be checked")
    case .waiting, .checking:
      (explanation.isEmpty ? "checking" : explanation) + (hasMarks ? "…" : "...")
    case .incomplete: explanation
    case .nothing, .loading, .failed, .submitting, .done: ""
    }
  }
}
