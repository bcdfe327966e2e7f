package import FormworkFrontEnd

/// The purpose of a text, which some front ends show by weight and colour.
///
/// A style repeats what the words say. Doubt is for a state that could not be determined.
package enum TextRole: Equatable, Sendable { case plain, title, help, ok, fault, doubt }

package struct OutputLine: Equatable, Sendable {
  package let text: String
  package let style: TextRole

  package init(_ text: String, _ style: TextRole = .plain) {
    (self.text, self.style) = (text, style)
  }
}

extension PictureNode {
  package var statusStyle: TextRole {
    switch status {
    case .valid: .ok
    case .invalid, .refused, .failed: .fault
    case .unverified: .doubt
    case .incomplete, .waiting, .checking: .help
    case .nothing, .loading, .submitting, .done: .plain
    }
  }
}

/// The weight and the colour of each style, readable on a dark and on a light background.
package struct Palette {
  private let isOn: Bool

  package init(environment variable: (String) -> String? = Environment.value) {
    isOn = Environment.hasColors(variable)
  }

  /// Returns the sequence before a text; the colours are those of `FormworkCanvas`.
  package func start(of style: TextRole) -> String {
    guard isOn else { return "" }
    return switch style {
    case .plain: ""
    case .title: "\u{1B}[1m"
    case .help: "\u{1B}[2m"
    case .ok: "\u{1B}[38;5;28m"
    case .fault: "\u{1B}[38;5;160m"
    case .doubt: "\u{1B}[35m"
    }
  }

  package func end(of style: TextRole) -> String { start(of: style).isEmpty ? "" : "\u{1B}[m" }

  package func dressed(_ text: String, _ style: TextRole) -> String {
    text.isEmpty ? text : start(of: style) + text + end(of: style)
  }
}
