import Conversation
import FormworkFrontEnd

/// What is told at the right of a line.
struct ToldStatus {
  /// The words.
  let text: String

  /// The same, as the terminal shows it.
  let cells: [Cell]

  let style: Style

  /// Whether the person has to know it: where there is no room at the right, it is told above.
  let isDue: Bool

  /// Tells a text that may be passed over.
  init(_ text: String = "") {
    (self.text, cells, style, isDue) = (text, text.cells, .help, false)
  }

  /// Tells what is true of a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - statusText: Its words.
  ///   - isKept: Whether it holds a secret that is not on the line.
  init(of field: PictureNode, _ statusText: StatusText, isKept: Bool) {
    let status = statusText.text(of: field, isKept: isKept)
    (text, cells, style) = (status, status.cells, field.statusStyle)
    isDue = isKept || field.isFaulty || field.status == .unverified
  }

  /// Tells that a field holds a secret, and nothing of its status.
  init(keptIn field: PictureNode, _ statusText: StatusText) {
    text = statusText.kept(in: field)
    (cells, style, isDue) = (text.cells, .help, true)
  }

  /// The rows above the line where it is told there, below the name of its field.
  func rows(above name: String, columns: Int) -> [String] {
    "\(name): \(text)".wrapped(to: columns)
  }
}
