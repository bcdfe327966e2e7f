import FormworkFrontEnd
import Interaction

/// What a line is completed to, as far as there is one way to go on.
struct Completion: Equatable {
  /// The line then, with the cursor behind what is new.
  let line: Line
  /// What there is, where it goes on in several ways.
  let alternatives: [String]

  /// Completes a line; `nil` where nothing fits.
  init?(of line: Line, by suggestions: [Suggestion]) {
    guard let shared = suggestions.common, shared.range.upperBound <= line.bytes.count else {
      return nil
    }
    alternatives = suggestions.map(\.text)
    let range = shared.range
    var common = shared.text
    // Less than was typed is no help, nor is as much in other letters, where there is more than one.
    if common.utf8.count < range.count + (alternatives.count > 1 ? 1 : 0) {
      common = String(decoding: line.bytes[range], as: UTF8.self)
    }
    guard let head = String(validating: line.bytes[..<range.lowerBound], as: UTF8.self),
      let tail = String(validating: line.bytes[range.upperBound...], as: UTF8.self)
    else { return nil }
    self.line = Line(head + common + tail, cursor: head.utf8.count + common.utf8.count)
  }
}
