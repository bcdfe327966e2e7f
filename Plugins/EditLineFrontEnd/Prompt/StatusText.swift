import Conversation
import FormworkFrontEnd

/// What stands at the right of a line: the view adapter from a field's status to words.
struct StatusText {
  /// Whether a status is told while the person types, and not first when the person leaves the field.
  let isLive: Bool

  /// Whether the terminal shows more than ASCII.
  let hasMarks: Bool

  /// Reads `FORMWORK_STATUS` and the locale.
  init() {
    isLive = Environment.value("FORMWORK_STATUS") != "leaving"
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
    func marked(_ mark: String) -> String {
      let verdict = Words.verdict(on: field) ?? ""
      let all = !isKept ? verdict : field.status == .valid ? kept : "\(verdict); \(kept)"
      return hasMarks ? "\(mark) \(all)" : all
    }
    switch field.status {
    case .valid: return marked("✓")
    case .invalid, .refused: return marked("✗")
    case .unverified: return marked("?")
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
  func rows(above name: String, columns: Int) -> [String] {
    Words.about(name, text).wrapped(to: columns)
  }
}
