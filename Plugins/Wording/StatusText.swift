package import FormworkFrontEnd

/// The text at the right of a line: turns the status of a field into words.
package struct StatusText {
  /// Whether a status is shown while the user types, and not only when the user leaves.
  package var isLive = Environment.value("FORMWORK_STATUS") != "leaving"

  package var hasMarks = TerminalLocale.isUTF8

  package init() {}

  /// Returns the status in words, marked if it is settled, with the length of a kept secret.
  package func text(of field: PictureNode, isKept: Bool = false) -> String {
    let explanation = field.text(.explanation)
    let kept = isKept ? kept(in: field) : ""
    switch field.status {
    case .valid, .invalid, .refused, .unverified:
      let verdict = FrontEndMessages.verdict(on: field) ?? ""
      let all = !isKept ? verdict : field.status == .valid ? kept : "\(verdict); \(kept)"
      return marked(all, field.statusStyle)
    case .waiting, .checking:
      return ongoing(explanation.isEmpty ? FrontEndMessages.text("status.checking") : explanation)
    case .incomplete: return isKept ? kept : explanation
    case .nothing, .loading, .failed, .submitting, .done: return kept
    }
  }

  /// Returns a text with the mark of its style, so that no style says anything alone; help has none.
  package func marked(_ text: String, _ style: TextRole) -> String {
    guard !text.isEmpty else { return text }
    return switch style {
    case .ok: hasMarks ? "✓ \(text)" : text
    case .fault: hasMarks ? "✗ \(text)" : "! \(text)"
    case .doubt: "? \(text)"
    case .plain, .title, .help: text
    }
  }

  package func kept(in field: PictureNode) -> String {
    FrontEndMessages.text("prompt.kept", count: field.number(.value) ?? 0)
  }

  private func ongoing(_ words: String) -> String {
    if words.hasSuffix("\u{2026}") { return hasMarks ? words : words.dropLast() + "..." }
    return words.hasSuffix("...") ? words : words + (hasMarks ? "\u{2026}" : "...")
  }
}
