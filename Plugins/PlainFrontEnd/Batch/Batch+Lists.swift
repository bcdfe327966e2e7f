import Conversation
import FormworkFrontEnd
import Interaction
import Wording

extension Batch {
  /// Shows a screen that has nothing to fill in, such as one with a list, and takes the next line as what is chosen there.
  mutating func choose() throws(Ending) {
    try guide.settle()
    let alert = picture.alert
    if let alert { guide.explainOnce(alert) }
    try teller.flush()
    let menu = Menu(
      of: alert?.id, in: dialogue, width: 0, none: Words.line("plain.command"))
    guard let reading = try readLine() else { try dialogue.quit() }
    lineNumber += 1
    promptLine = lineNumber
    guard case .line(let line, _) = reading else { return try tell(Words.line(.tooLong)) }
    if let fault = LineFault(line, fromTerminal: false) { return try tell(Words.line(fault)) }
    let choice: MenuChoice?
    do throws(ChoiceMatch.Mismatch) {
      choice = line.isEmpty ? menu.preset : try menu.choice(typed: line.text ?? "")
    } catch {
      return try tell(menu.words(for: error))
    }
    guard let choice else { return try tell(menu.wordsForNothing) }
    try guide.choose(choice)
  }
}
