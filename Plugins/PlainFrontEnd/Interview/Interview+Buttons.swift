import Conversation
import FormworkFrontEnd
import Interaction
import Wording

extension Interview {
  /// Asks the question that comes before all else.
  mutating func askAlert(_ id: NodeID) throws(Ending) {
    guard let alert = picture[id] else { return }
    guide.explainOnce(alert)
    // What was typed before the question was on view is no answer to it.
    dropTypingAhead(of: Words.text("prompt.button"))
    try askMenu(of: id)
  }

  /// Asks for one of the buttons of a section; Enter alone goes on.
  mutating func askSection(_ id: NodeID) throws(Ending) {
    guard let section = picture[id] else { return }
    let buttons = picture.buttons(of: id)
    if let first = buttons.first { guide.explainSections(around: first, named: id) }
    try askMenu(of: id, section: section)
  }

  /// Asks for one of the buttons of a section, an alert or the screen, or for a row or a page of the lists beside them.
  mutating func askMenu(
    of owner: NodeID?, section: PictureNode? = nil
  ) throws(Ending) {
    let menu = Menu(
      of: owner, section: section, in: dialogue, width: teller.size.columns,
      none: Words.line("plain.command"))
    let subject = menu.prompt.subject
    guard let text = try ask(menu.prompt)?.text else { return }
    switch Command.parse(text) {
    case .answer("") where menu.isOfSection: try guide.route.goOnward(from: nil)
    case .answer(""):
      if let preset = menu.preset {
        try guide.choose(preset)
      } else if !menu.isEmpty {
        say(menu.wordsForNothing)
      } else if picture.alert != nil {
        try leaveScreen()
      } else {
        say(Words.line("plain.nothingToChoose", about: subject))
      }
    case .answer(let answer):
      let choice: MenuChoice
      do throws(ChoiceMatch.Mismatch) { choice = try menu.choice(typed: answer) } catch {
        return say(menu.words(for: error))
      }
      try guide.choose(choice)
    case .command(let command):
      try perform(command, at: subject, field: nil, isAtList: menu.isAtList)
    case .mistaken(let mistake): say(Words.line(for: mistake))
    }
  }
}
