import Conversation
import FormworkFrontEnd
import Glibc

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
    moment = Self.variable("FORMWORK_STATUS") == "leaving" ? .leaving : .live
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Self.variable).first ?? ""
    hasMarks = locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
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
    case .waiting: explanation.isEmpty ? "waiting" : explanation
    case .checking: explanation.isEmpty ? "checking" : explanation
    case .incomplete: explanation
    case .nothing, .loading, .failed, .submitting, .done: ""
    }
  }
}
