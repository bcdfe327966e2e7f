package import FormworkFrontEnd
import Interaction

/// The text before the place where a person types.
package struct Prompt: Equatable {
  package let subject: String
  /// Lines that are needed to answer, above the prompt.
  package var choices: [String] = []
  /// The prompt itself, with a space at its end.
  package let text: String
  /// The prompt without the content of the field, for a front end that shows that after it.
  package let shortText: String

  /// Creates the prompt of a field, or of the rest of a text with a number of lines so far.
  package init(
    field: PictureNode, in picture: ViewTreeReplica,
    areaNote: String = FrontEndMessages.text("prompt.area"), lineCountSoFar: Int? = nil,
    secretNote: String? = FrontEndMessages.text("prompt.secret")
  ) {
    subject = field.spokenName
    var notes = field.isRequired ? [FrontEndMessages.text("prompt.required")] : []
    var shown = ""
    switch field.kind {
    case .secretField:
      if let secretNote { notes.append(secretNote) }
      let count = field.number(.value) ?? 0
      if count > 0 { shown = FrontEndMessages.text("prompt.kept", count: count) }
    case .textArea:
      if let count = lineCountSoFar {
        notes.append(FrontEndMessages.text("prompt.area.begun", count: count))
      } else {
        notes.append(areaNote)
        let lineCount = field.text(.value).count { $0 == "\n" } + 1
        shown =
          lineCount > 1
          ? FrontEndMessages.text("prompt.lines", count: lineCount) : field.text(.value)
      }
    case .toggle:
      notes.append(FrontEndMessages.text("prompt.toggle"))
      shown = FrontEndMessages.text(
        field.number(.value) == 1 ? "answer.yes.short" : "answer.no.short")
    case .choice, .choices:
      let options = picture.options(of: field)
      choices = Self.numbered(options)
      if field.kind == .choices { notes.append(FrontEndMessages.text("prompt.choices")) }
      shown = FrontEndMessages.list(options.filter(\.isSelected).map(\.spokenName))
    default:
      shown = field.text(.value)
    }
    let all = ["subject": subject, "remarks": FrontEndMessages.list(notes)]
    let question = notes.isEmpty ? subject : FrontEndMessages.text("prompt.remarks", all)
    shortText = FrontEndMessages.text("prompt", ["question": question])
    text =
      shown.isEmpty
      ? shortText
      : FrontEndMessages.text(
        "prompt.shown", ["question": question, "shown": shown.replacingControls()])
  }

  package init(subject: String, choices: [String], text: String) {
    (self.subject, self.choices, self.text, shortText) = (subject, choices, text, text)
  }

  /// Creates the prompt for one of some buttons, or the text for none.
  package init(buttons: [PictureNode], none: String) {
    let subject = FrontEndMessages.text("prompt.button")
    let numbered = Self.numbered(buttons)
    let text =
      if let preset = Self.preset(of: buttons) {
        FrontEndMessages.text("prompt.shown", ["question": subject, "shown": "\(preset + 1)"])
      } else {
        FrontEndMessages.text("prompt", ["question": buttons.isEmpty ? none : subject])
      }
    // More than four are a line each.
    let choices = (1...4).contains(numbered.count) ? [numbered.joined(separator: "  ")] : numbered
    self.init(subject: subject, choices: choices, text: text)
  }

  /// Creates the prompt for one of the buttons of a section: Enter alone leaves it.
  package init(section: PictureNode, buttons: [PictureNode], in picture: ViewTreeReplica) {
    let name = section.spokenName
    let items = picture.children(of: section).count(where: \.isItem)
    let text =
      if items > 0 {
        FrontEndMessages.text("prompt.section.items", ["name": name], count: items)
      } else if let total = section.number(.total) {
        FrontEndMessages.text(
          "prompt.section.answered",
          ["name": name, "answered": "\(section.number(.answered) ?? 0)"], count: total)
      } else {
        FrontEndMessages.text("prompt.section", ["name": name])
      }
    self.init(subject: name, choices: Self.numbered(buttons), text: text)
  }

  /// Returns the index of the button that Enter alone presses: the first by which nothing is lost.
  package static func preset(of buttons: [PictureNode]) -> Int? {
    buttons.firstIndex { $0.role != .destroy && $0.role != .remove }
  }

  private static func numbered(_ nodes: [PictureNode]) -> [String] {
    nodes.enumerated().map { "\($0.offset + 1) \($0.element.spokenName)" }
  }
}
