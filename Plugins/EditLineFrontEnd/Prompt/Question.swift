import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// A question that is asked on one line, and what has become of the line so far.
final class Question {
  /// What becomes of the line.
  enum Kind {
    /// The line is the text of a field: the host is told of each change.
    case text(NodeID)
    /// The line is a secret, which libedit never sees.
    case secret(NodeID)
    /// The line says yes or no.
    case toggle(NodeID)
    /// The line names options of a choice.
    case choice(NodeID)
    /// The line names what can be chosen: a button, an item, a row or a page of a list.
    case menu(Menu)
  }

  let kind: Kind
  var prompt: Prompt

  /// What stands before the line.
  ///
  /// A text is on the line itself, and not in the prompt.
  private(set) var promptCells: [Cell]

  /// Whether the text has several lines, and is not on the line.
  private(set) var isBeyondLine: Bool

  /// Where the field is among the others, where that was not told with its help.
  let whereabouts: String

  /// Where the person was when the question was asked.
  var place: Place?
  var attachment = 0

  /// Whether what is typed now is for what comes after the question.
  var isHeld: Bool { machine.isHeld }
  private var machine: PromptMachine

  /// What comes after the question, once that is decided.
  var way: PromptMachine.Way?

  /// The text that the host knows, and where the cursor is in it, in bytes.
  var known = Line()

  /// The answer whose fault, if it has one, was told.
  var judged: [UInt8]?

  /// The line that goes on in several ways, which were told.
  var listed: Line?

  /// Whether the status is told though the person has not left the field.
  var isStatusDue = false

  /// What the picture says of the field, as of a flush.
  var status: (told: ToldStatus, flushCount: Int, isDue: Bool, isKept: Bool)?

  /// The line that is on the terminal, and the status beside it.
  var shown = (line: Line(), status: "")

  /// The number of flushes that have been looked at.
  var absorbedFlushCount = 0

  var secret: SecretPrompt?

  /// The marked and chosen options, if the question is a choice.
  var marks: MarkMachine?

  init(field: PictureNode, in picture: Picture, whereabouts: String) {
    let entry = field.entry
    judged = field.isFaulty ? [] : nil
    (kind, machine) =
      switch field.kind {
      case .toggle: (.toggle(field.id), PromptMachine(state: .answer))
      case .choice, .choices: (.choice(field.id), PromptMachine(state: .answer))
      case .secretField: (.secret(field.id), PromptMachine(state: .secret(entry)))
      default: (.text(field.id), PromptMachine(state: .text(entry, nil)))
      }
    if case .choice = kind { marks = MarkMachine(isMultiple: field.kind == .choices) }
    self.whereabouts = whereabouts
    isBeyondLine = field.isBeyondLine
    prompt = Prompt(
      field: field, in: picture, areaRemark: Words.line("prompt.area.outside"), secretRemark: nil)
    let isOnLine = field.kind.isTyped && !isBeyondLine
    promptCells = (isOnLine ? prompt.shortText : prompt.text).cells
  }

  /// The question what to choose.
  init(_ menu: Menu) {
    (kind, machine) = (.menu(menu), PromptMachine(state: .answer))
    (whereabouts, isBeyondLine) = ("", false)
    prompt = menu.prompt
    promptCells = prompt.text.cells
  }

  /// What a key or the host's news comes to.
  func apply(_ event: PromptMachine.Event) -> PromptMachine.Action { machine.apply(event) }

  /// Begins anew, with its field as it is after it was emptied.
  ///
  /// - Returns: What comes of it.
  func begin(with field: PictureNode, in picture: Picture) -> PromptMachine.Action {
    let anew = Question(field: field, in: picture, whereabouts: whereabouts)
    (prompt, promptCells, isBeyondLine) = (anew.prompt, anew.promptCells, anew.isBeyondLine)
    judged = anew.judged
    return apply(.begun(field.entry))
  }

  /// Whether something stands on the line that is not the answer which was judged.
  func isJudgementOld(for line: Line) -> Bool {
    switch kind {
    case .toggle, .choice: line.bytes != judged ?? []
    case .text, .secret, .menu: false
    }
  }

  /// Whether a line is an answer of which the host is not told before it is accepted.
  func isAnswered(by line: Line) -> Bool {
    switch kind {
    case .toggle, .choice, .menu: !line.isEmpty
    case .text, .secret: false
    }
  }

  var field: NodeID? {
    switch kind {
    case .text(let node), .secret(let node), .toggle(let node), .choice(let node): node
    case .menu: nil
    }
  }
}

extension PictureNode {
  /// Whether the text of the field has several lines.
  var isBeyondLine: Bool { kind == .textArea && text(.value).contains("\n") }

  /// Whether the person has been there, as the host tells it.
  fileprivate var entry: PromptMachine.Entry {
    isFaulty ? .told : status == .incomplete ? .begun : .untouched
  }
}
