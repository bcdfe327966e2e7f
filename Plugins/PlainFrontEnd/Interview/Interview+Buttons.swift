import Conversation
import FormworkFrontEnd

extension Interview {
  /// Asks the question that comes before all else.
  mutating func askAlert(_ id: NodeID) throws(Ending) {
    guard let alert = picture[id] else { return }
    guide.explainOnce(alert)
    // What was typed before the question was on view is no answer to it.
    dropTypingAhead(of: Words.text("prompt.button"))
    try askButtons(picture.buttons(of: id))
  }

  /// Asks for one of the buttons of a section; Enter alone goes on.
  mutating func askSection(_ id: NodeID) throws(Ending) {
    guard let section = picture[id] else { return }
    let buttons = picture.buttons(of: id)
    if let first = buttons.first { guide.explainSections(around: first) }
    try askButtons(
      buttons, by: Prompt(section: section, buttons: buttons, in: picture), isSection: true)
  }

  mutating func askButtons(_ buttons: [PictureNode]) throws(Ending) {
    try askButtons(buttons, by: Prompt(buttons: buttons), isSection: false)
  }

  private mutating func askButtons(
    _ buttons: [PictureNode], by prompt: Prompt, isSection: Bool
  ) throws(Ending) {
    let subject = prompt.subject
    guard let text = try ask(prompt)?.text else { return }
    switch Command.parse(text) {
    case .answer("") where isSection: try guide.route.goNext(from: nil)
    case .answer(""):
      if let preset = Prompt.preset(of: buttons) {
        try guide.activate(buttons[preset])
      } else if picture.alert != nil && buttons.isEmpty {
        try dialogue.exchange([.back])
      } else {
        say(Words.noAnswer(subject, count: buttons.count))
      }
    case .answer(let answer):
      let options = buttons.map { ChoiceMatch.Option($0) }
      let index: Int
      do throws(ChoiceMatch.Mismatch) {
        index = try ChoiceMatch.index(typed: answer, among: options)
      } catch {
        return say(Words.noOption(error, subject, count: options.count))
      }
      try guide.activate(buttons[index])
    case .command(let command): try perform(command, at: subject, field: nil)
    case .mistaken(let mistake): say(Words.line(for: mistake))
    }
  }
}
