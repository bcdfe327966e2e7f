import Conversation
import FormworkFrontEnd

/// What is told at the right of a line about its field.
struct ToldStatus {
  /// The words.
  private(set) var text = ""

  /// The same, as the terminal shows it.
  private(set) var cells: [Cell] = []

  /// Whether the person has to know it, and is told above the line where there is no room.
  private(set) var isComplaint = false

  /// Nothing is told.
  init() {}

  init(of field: PictureNode, _ statusText: StatusText) {
    text = statusText.text(of: field)
    cells = text.cells
    isComplaint = field.isFaulty || field.status == .unverified
  }
}
