package import FormworkFrontEnd

/// A line that is said, and what it is for.
package struct Remark: Equatable, Sendable {
  package let text: String
  package let style: Style

  package init(_ text: String, _ style: Style = .plain) {
    (self.text, self.style) = (text, style)
  }
}

extension PictureNode {
  /// The style of what is said of its status.
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
