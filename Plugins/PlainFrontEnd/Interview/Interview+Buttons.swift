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
    if let first = buttons.first { guide.explainSections(around: first, named: id) }
    try askButtons(
      buttons, by: Prompt(section: section, buttons: buttons, in: picture), of: section)
  }

  mutating func askButtons(_ buttons: [PictureNode]) throws(Ending) {
    try askButtons(
      buttons, by: Prompt(buttons: buttons, none: Words.line("plain.command")), of: nil)
  }

  private mutating func askButtons(
    _ buttons: [PictureNode], by prompt: Prompt, of section: PictureNode?
  ) throws(Ending) {
    let subject = prompt.subject
    guard let text = try ask(prompt)?.text else { return }
    switch Command.parse(text) {
    case .answer("") where section != nil: try guide.route.goNext(from: nil)
    case .answer(""):
      if let preset = Prompt.preset(of: buttons) {
        try guide.activate(buttons[preset])
      } else if picture.alert != nil && buttons.isEmpty {
        try dialogue.exchange([.back(insists: true)])
      } else if buttons.isEmpty {
        say(Words.line("plain.nothingToChoose", about: subject))
      } else {
        say(Words.noAnswer(subject, count: buttons.count))
      }
    case .answer(let answer):
      let nodes = buttons + (section.map { picture.items(at: $0) } ?? [])
      let index: Int
      do throws(ChoiceMatch.Mismatch) {
        index = try ChoiceMatch.index(
          typed: answer, among: nodes.map { ChoiceMatch.Option($0) }, numberCount: buttons.count)
      } catch {
        return say(Words.noOption(error, subject, count: buttons.count))
      }
      try guide.activate(nodes[index])
    case .command(let command): try perform(command, at: subject, field: nil)
    case .mistaken(let mistake): say(Words.line(for: mistake))
    }
  }
}
