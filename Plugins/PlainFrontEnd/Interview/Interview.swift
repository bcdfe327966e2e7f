import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// A conversation with a person at a terminal.
///
/// Writes only between Enter and the next prompt: whatever appears while a line is being typed
/// splits it for speech and braille.
struct Interview {
  let frontEnd: PlainFrontEnd
  let dialogue: Dialogue
  let teller: Teller
  let input: LineInput

  /// Where the person is, and what is said of it.
  var guide: Guide

  /// The place of the last prompt: what is needed to answer is not said again there.
  private var askedPlace: Place?
  private var askedChoices: [String] = []

  /// The attachment in which the keys of secrets were said.
  private var explainedSecrets = 0

  /// A text of several lines that was interrupted, and may be gone on with.
  var unfinished: (field: NodeID, text: String)?

  private var isPromptOpen = false
  private var consecutiveEnds = 0

  init(_ dialogue: Dialogue, of frontEnd: PlainFrontEnd) {
    (self.dialogue, self.frontEnd) = (dialogue, frontEnd)
    teller = Teller(descriptor: dialogue.host.outputDescriptor)
    guide = Guide(
      dialogue, teller, patience: frontEnd.patience, saysStatuses: true, submitKey: ":submit")
    input = LineInput(descriptor: dialogue.host.inputDescriptor)
  }

  var picture: Picture { dialogue.picture }

  /// Asks, until the host detaches.
  ///
  /// - Parameter modes: Those of the terminal, which others had while the program was stopped.
  /// - Throws: That the host detaches, or what the terminal fails with.
  mutating func run(_ modes: borrowing LineModes) throws(Ending) {
    do throws(Ending) {
      try dialogue.awaitFlush()
      var attachment = dialogue.attachmentCount
      while true {
        if attachment != dialogue.attachmentCount {
          attachment = dialogue.attachmentCount
          try Ending.onFailure(of: modes.renew())
        }
        try guide.settle()
        // A field that takes line after line has a help of its own, and so has a secret.
        let isAtSecret = picture.focus.flatMap { picture[$0] }?.kind == .secretField
        if picture.prompt == nil, !isAtSecret, frontEnd.saysFirstPrompt() {
          say(Words.line("plain.firstPrompt"))
        }
        switch guide.route.place {
        case .alert(let alert, _): try askAlert(alert)
        case .field(let field, _): try askField(field)
        case .menu(nil, _): try askMenu(of: nil)
        case .menu(let section?, _): try askSection(section)
        }
      }
    } catch {
      if case .detached = error { part() }
      throw error
    }
  }

  /// Draws what came last, and leaves the program a line of its own for what it writes next.
  private mutating func part() {
    if isPromptOpen {
      // What was typed of a line would be the next program's.
      input.discardTyping()
      say("")
    }
    guide.introduce()
    for line in dialogue.announcements() { say(line.text) }
    // Where the terminal is gone nothing can be told.
    do throws(Ending) { try teller.flush() } catch { return }
  }

  // MARK: Saying

  func say(_ line: String) { teller.say(line) }

  /// Says the help of this place once more, when the next prompt is due.
  mutating func forgetExplanation(of node: NodeID?) {
    askedPlace = nil
    guide.forgetExplanation(of: node)
  }

  /// Says how to leave a secret, once on each screen: a command would be the secret.
  mutating func sayKeysOfSecrets() {
    guard explainedSecrets != dialogue.attachmentCount else { return }
    explainedSecrets = dialogue.attachmentCount
    say(Words.line("plain.keysOfSecrets"))
  }

  // MARK: Asking

  /// Drops what was typed before a question was on view, and says so.
  ///
  /// Where the same question is asked again, what was typed was typed in view of it.
  mutating func dropTypingAhead(of subject: String) {
    guard askedPlace != guide.route.place else { return }
    dropTyping(of: subject)
  }

  /// Drops what was typed and not read yet, and says so.
  mutating func dropTyping(of subject: String) {
    if input.discardTyping() { say(Words.text("answer.typedAhead", ["subject": subject])) }
  }

  /// Writes a prompt, and waits for a line.
  ///
  /// - Returns: The line; `nil` where there is none to be answered, and all that is to be done or
  ///   said about it was.
  mutating func ask(_ prompt: Prompt, isHidden: Bool = false) throws(Ending) -> SecretBytes? {
    let asked = guide.route.place
    if askedPlace != asked || askedChoices != prompt.choices {
      prompt.choices.forEach { say($0) }
    }
    (askedPlace, askedChoices) = (asked, prompt.choices)
    let line = try readLine(after: prompt, isHidden: isHidden)
    guard let line else { return nil }
    consecutiveEnds = 0
    guard guide.route.place == asked else {
      say(Words.line("plain.screenChanged", about: prompt.subject))
      return nil
    }
    if let fault = LineFault(line, fromTerminal: true) {
      say(Words.line("plain.nothingTaken", about: prompt.subject, fault))
      return nil
    }
    return line
  }

  /// Reads on below a prompt, for a text of several lines.
  mutating func readOn() throws(Ending) -> LineInput.Reading {
    isPromptOpen = true
    let reading = try awaitReading()
    if case .pending = reading { return reading }
    isPromptOpen = false
    return reading
  }

  private mutating func readLine(
    after prompt: Prompt, isHidden: Bool
  ) throws(Ending) -> SecretBytes? {
    // Of a line that was typed ahead, Enter was echoed before the prompt.
    let isAhead = try dialogue.wait(forInput: true, limit: .zero).contains(.input)
    teller.ask(prompt.text)
    isPromptOpen = true
    try teller.flush()
    let reading = try awaitReading()
    switch reading {
    case .line(let line, let isTerminated):
      // Enter was echoed, unless nothing is.
      if isHidden || isAhead || !isTerminated { try close() }
      isPromptOpen = false
      return line
    case .tooLong:
      isPromptOpen = false
      say(Words.line("plain.nothingTaken", about: prompt.subject, .tooLong))
      return nil
    case .pending:
      try close()
      return nil
    case .ended:
      try close()
      try leaveByEnd()
      return nil
    }
  }

  /// Ends the line that a prompt is on.
  mutating func close() throws(Ending) {
    isPromptOpen = false
    teller.say("")
    try teller.flush()
  }

  private mutating func awaitReading() throws(Ending) -> LineInput.Reading {
    let (reading, isHungUp) = try dialogue.read(input)
    if case .ended = reading, isHungUp { try dialogue.quit() }
    return reading
  }

  /// A ^D wishes to leave; once more confirms it.
  ///
  /// An input that only ever ends is gone.
  private mutating func leaveByEnd() throws(Ending) {
    consecutiveEnds += 1
    if consecutiveEnds > 2 { try dialogue.quit() }
    try leaveScreen()
  }

  func leaveScreen() throws(Ending) {
    if let line = try dialogue.leaveScreen() { teller.say(line) }
  }
}
