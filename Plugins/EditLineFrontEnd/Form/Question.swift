import Conversation
import FormworkFrontEnd

/// What the person is asked on one line.
struct Question {
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

  /// Whether the text has several lines, and is not on the line.
  let isBeyondLine: Bool

  /// The question of a field.
  init(field: PictureNode, in picture: Picture) {
    kind =
      switch field.kind {
      case .toggle: .toggle(field.id)
      case .choice, .choices: .choice(field.id)
      case .secretField: .secret(field.id)
      case .textField, .textArea, .unknown, .screen, .group, .option, .button, .note, .notice,
        .alert, .progress, .list, .row:
        .text(field.id)
      }
    isBeyondLine = field.isBeyondLine
    prompt = Prompt(field: field, in: picture, areaRemark: "^X e: several lines")
  }

  /// The question which of some buttons to press.
  init(buttons: [PictureNode], subject: String) {
    kind = .buttons(buttons)
    isBeyondLine = false
    prompt = Prompt(buttons: buttons, subject: subject)
  }

  /// The field that is asked for.
  var field: NodeID? {
    switch kind {
    case .text(let node), .secret(let node), .toggle(let node), .choice(let node): node
    case .buttons: nil
    }
  }

  /// What stands before the line.
  ///
  /// A text is on the line itself, and not in the prompt.
  var promptText: String {
    switch kind {
    case .text where isBeyondLine: prompt.text
    case .text, .secret: prompt.shortText
    case .toggle, .choice, .buttons: prompt.text
    }
  }
}

extension PictureNode {
  /// Whether its text has several lines.
  var isBeyondLine: Bool { kind == .textArea && text(.value).contains("\n") }
}
