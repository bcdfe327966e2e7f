import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// A question that is asked on one line.
struct Question {
  enum Kind {
    /// The line is the text of a field, and the host gets each change.
    case text
    /// The line is a secret, which libedit never sees.
    case secret
    /// The line says yes or no, or names options of a choice.
    case answer
    /// The line names an entry of a menu: a button, an item, a row or a page of a list.
    case menu(Menu)
  }

  let kind: Kind

  /// The field that is asked for; `nil` at a menu.
  let field: NodeID?
  var prompt: Prompt
  let place: Place

  /// The text before the line, without the text of a field that is on the line itself.
  let promptText: String

  /// Whether the text has several lines, and is not on the line.
  let isBeyondLine: Bool

  /// The position of the field among the others, unless its help has shown that.
  let positionText: String

  /// The line of the history that the user has recalled.
  var historyCursor: HistoryCursor?

  init(field: PictureNode, in picture: ViewTreeReplica, at place: Place, positionText: String) {
    kind =
      switch field.kind {
      case .toggle, .choice, .choices: .answer
      case .secretField: .secret
      default: .text
      }
    self.field = field.id
    (self.place, self.positionText, isBeyondLine) = (place, positionText, field.isBeyondLine)
    prompt = Prompt(
      field: field, in: picture, areaNote: sentences.text("prompt.area.outside"),
      secretNote: nil)
    let isOnLine = field.kind.isTyped && !isBeyondLine
    promptText = isOnLine ? prompt.shortText : prompt.text
  }

  init(_ menu: Menu, at place: Place) {
    (kind, field, prompt, self.place) = (.menu(menu), nil, menu.prompt, place)
    (promptText, isBeyondLine, positionText) = (prompt.text, false, "")
  }

  /// Whether a line is an answer that the host gets only when it is accepted.
  func isAnswered(by line: Line) -> Bool {
    switch kind {
    case .answer, .menu: !line.isEmpty
    case .text, .secret: false
    }
  }

  func firstState(_ field: PictureNode?) -> PromptMachine.State {
    switch kind {
    case .text: .text(field?.entry ?? .untouched)
    case .secret: .secret(field?.entry ?? .untouched)
    case .answer, .menu: .answer
    }
  }
}

extension PictureNode {
  var isBeyondLine: Bool { kind == .textArea && text(.value).contains("\n") }

  /// The state of the field's content, as the host has it.
  var entry: PromptMachine.Entry {
    isFaulty ? .reported : status == .incomplete ? .begun : .untouched
  }
}
