package import FormworkFrontEnd

/// A line of text with its style.
package struct Remark: Equatable, Sendable {
  package let text: String
  package let style: Style

  package init(_ text: String, _ style: Style = .plain) {
    (self.text, self.style) = (text, style)
  }
}

extension PictureNode {
  /// The style of the status.
  package var statusStyle: Style {
    switch status {
    case .valid: .ok
    case .invalid, .refused, .failed: .fault
    case .unverified: .doubt
    case .incomplete, .waiting, .checking: .help
    case .nothing, .loading, .submitting, .done: .plain
    }
  }
}
