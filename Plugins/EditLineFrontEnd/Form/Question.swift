import Conversation
import FormworkFrontEnd

/// What the person is asked on one line.
///
/// A class: with each key it is looked at, and a copy would copy all that it is made of.
final class Question {
  /// What becomes of the line.
  enum Kind {
    /// It is the text of a field: the host is told of each change.
    case text(NodeID)
    /// It is a secret, which libedit never sees.
    case secret(NodeID)
    /// It says yes or no.
    case toggle(NodeID)
    /// It names options of a choice.
    case choice(NodeID)
    /// It names a button.
    case buttons([PictureNode])
  }

  let kind: Kind
  let prompt: Prompt

  /// What stands before the line.
  ///
  /// A text is on the line itself, and not in the prompt.
  let promptCells: [Cell]

  /// What stands before a secret, which is drawn otherwise.
  var promptText: String { prompt.shortText }

  /// Whether the text has several lines, and is not on the line.
  let isBeyondLine: Bool

  /// The question of a field.
  init(field: PictureNode, in picture: Picture) {
    kind =
      switch field.kind {
      case .toggle: .toggle(field.id)
      case .choice, .choices: .choice(field.id)
      case .secretField: .secret(field.id)
      default: .text(field.id)
      }
    isBeyondLine = field.isBeyondLine
    prompt = Prompt(
      field: field, in: picture, areaRemark: "^X e: several lines", secretRemark: nil)
    let isOnLine = [.textField, .textArea, .secretField].contains(field.kind) && !isBeyondLine
    promptCells = (isOnLine ? prompt.shortText : prompt.text).cells
  }

  /// The question which of some buttons to press.
  init(buttons: [PictureNode], subject: String) {
    kind = .buttons(buttons)
    isBeyondLine = false
    prompt = Prompt(buttons: buttons, subject: subject)
    promptCells = prompt.text.cells
  }

  /// Whether the line is a secret.
  var isSecret: Bool { if case .secret = kind { true } else { false } }

  /// The field that is asked for.
  var field: NodeID? {
    switch kind {
    case .text(let node), .secret(let node), .toggle(let node), .choice(let node): node
    case .buttons: nil
    }
  }
}

extension PictureNode {
  /// Whether its text has several lines.
  var isBeyondLine: Bool { kind == .textArea && text(.value).contains("\n") }
}
