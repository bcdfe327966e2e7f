import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// A conversation with a person at a terminal.
///
/// Writes only between Enter and the next prompt: other text would split the line for speech and braille.
struct PlainPrompter {
  let frontEnd: PlainFrontEnd
  let dialogue: HostClient
  let teller: LineWriter
  let input: LineInput
  var guide: FormNarrator

  /// The place of the last prompt, and the choices above it, which are not repeated there.
  var askedPlace: Place?
  private var askedChoices: [String] = []

  /// The attachment in which the keys of secrets were shown: a command would be the secret.
  var explainedSecrets = 0

  /// A text of several lines that was interrupted, and may be continued.
  var unfinished: (field: NodeID, text: String)?

  private var isPromptOpen = false
  private var consecutiveEnds = 0

  init(_ dialogue: HostClient, of frontEnd: PlainFrontEnd) {
    (self.dialogue, self.frontEnd) = (dialogue, frontEnd)
    teller = LineWriter(descriptor: dialogue.host.outputDescriptor)
    guide = FormNarrator(
      dialogue, teller, patience: frontEnd.patience, saysStatuses: true, submitKey: ":submit")
    input = LineInput(descriptor: dialogue.host.inputDescriptor)
  }

  var picture: ViewTreeReplica { dialogue.picture }

  /// Asks until the host detaches, and renews the modes of the terminal after each stop.
  mutating func run(_ modes: borrowing TerminalModes) throws(FrontEndExit) {
    do throws(FrontEndExit) {
      try dialogue.awaitFlush()
      var attachment = dialogue.attachmentCount
      while true {
        if attachment != dialogue.attachmentCount {
          attachment = dialogue.attachmentCount
          try FrontEndExit.onFailure(of: modes.renew())
        }
        try guide.settle()
        // The prompt of a shell has a help of its own, and so has a secret.
        let isAtSecret = picture.focus.flatMap { picture[$0] }?.kind == .secretField
        if picture.prompt == nil, !isAtSecret, frontEnd.saysFirstPrompt() {
          say(FrontEndMessages.line("plain.firstPrompt"))
        }
        switch guide.route.place {
        case .field(let field, _): try askField(field)
        case .alert(let alert, _): try askMenu(of: alert)
        case .menu(let section, _): try askMenu(of: section)
        }
      }
    } catch {
      if case .detached = error { part() }
      throw error
    }
  }

  /// Shows the last news, and leaves the cursor at the beginning of a line.
  private mutating func part() {
    if isPromptOpen {
      // A line that was begun would be the next program's.
      input.discardTyping()
      say("")
    }
    guide.part()
  }

  func say(_ line: String) { teller.say(line) }

  func dropTyping(of subject: String) {
    if input.discardTyping() {
      say(FrontEndMessages.text("answer.typedAhead", ["subject": subject]))
    }
  }

  /// Writes a prompt, and waits for a line; `nil` if there is none to be answered.
  mutating func ask(_ prompt: Prompt, isHidden: Bool = false) throws(FrontEndExit) -> SecretBytes? {
    let asked = guide.route.place
    if askedPlace != asked || askedChoices != prompt.choices {
      prompt.choices.forEach { say($0) }
    }
    (askedPlace, askedChoices) = (asked, prompt.choices)
    guard let line = try readLine(after: prompt, isHidden: isHidden) else { return nil }
    consecutiveEnds = 0
    guard guide.route.place == asked else {
      say(FrontEndMessages.line("plain.screenChanged", about: prompt.subject))
      return nil
    }
    if let fault = LineFault(line, fromTerminal: true) {
      say(FrontEndMessages.line("plain.nothingTaken", about: prompt.subject, fault))
      return nil
    }
    return line
  }

  /// Reads another line below a prompt, for a text of several lines.
  mutating func readOn() throws(FrontEndExit) -> LineInput.Reading {
    isPromptOpen = true
    let (reading, isHungUp) = try dialogue.read(input)
    if case .ended = reading, isHungUp { try dialogue.quit() }
    isPromptOpen = false
    return reading
  }

  private mutating func readLine(
    after prompt: Prompt, isHidden: Bool
  ) throws(FrontEndExit) -> SecretBytes? {
    // Of a line that was typed ahead, Enter was echoed before the prompt.
    let isAhead = try dialogue.wait(forInput: true, limit: .zero).contains(.input)
    teller.ask(prompt.text)
    try teller.flush()
    switch try readOn() {
    case .line(let line, let isTerminated):
      // Enter was echoed, unless nothing is.
      if isHidden || isAhead || !isTerminated { try close() }
      return line
    case .tooLong: say(FrontEndMessages.line("plain.nothingTaken", about: prompt.subject, .tooLong))
    case .pending: try close()
    case .ended:
      try close()
      // ^D asks to leave; once more confirms it. An input that only ever ends is gone.
      consecutiveEnds += 1
      if consecutiveEnds > 2 { try dialogue.quit() }
      try guide.leaveScreen()
    }
    return nil
  }

  func close() throws(FrontEndExit) {
    say("")
    try teller.flush()
  }
}
