import FormworkFrontEnd

/// The weight and the colour of each style, by attributes and by the eight colours that a terminal has
/// chosen to suit its background.
///
/// - SeeAlso: ECMA-48, 8.3.117 (SGR); no-color.org.
package struct Palette {
  /// Whether there are weights and colours at all.
  package let isOn: Bool

  /// Makes one by `FORMWORK_COLOR`: `always` or `never`; by `NO_COLOR`, where that says neither.
  package init(environment variable: (String) -> String? = Environment.value) {
    isOn = Environment.hasColors(variable)
  }

  /// What is written before a text of a style; empty where there is nothing to be written.
  package func start(of style: Style) -> String {
    guard isOn else { return "" }
    return switch style {
    case .plain: ""
    case .title: "\u{1B}[1m"
    case .help: "\u{1B}[2m"
    case .ok: "\u{1B}[32m"
    case .fault: "\u{1B}[31m"
    case .doubt: "\u{1B}[35m"
    }
  }

  /// What is written behind it, where the terminal does not go back to what was before by itself.
  package func end(of style: Style) -> String { start(of: style).isEmpty ? "" : "\u{1B}[m" }

  /// A text between both.
  package func dressed(_ text: String, _ style: Style) -> String {
    text.isEmpty ? text : start(of: style) + text + end(of: style)
  }
}
