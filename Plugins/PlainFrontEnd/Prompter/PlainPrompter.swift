import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// A conversation with a person at a terminal.
///
/// Writes only between Enter and the next prompt: other text would split the line for speech and braille.
struct PlainPrompter {
  let frontEnd: PlainFrontEnd
  let client: HostClient
  let writer: LineWriter
  let input: LineInput
  var narrator: FormNarrator

  /// The place of the last prompt, and the choices above it, which are not repeated there.
  var askedPlace: Place?
  private var askedChoices: [String] = []

  /// The attachment in which the keys of secrets were shown: a command would be the secret.
  var explainedSecrets = 0

  /// A text of several lines that was interrupted, and may be continued.
  var unfinished: (field: NodeID, text: String)?

  private var isPromptOpen = false
  private var consecutiveEnds = 0

  init(_ client: HostClient, of frontEnd: PlainFrontEnd) {
    (self.client, self.frontEnd) = (client, frontEnd)
    writer = LineWriter(descriptor: client.host.outputDescriptor)
    narrator = FormNarrator(
      client, writer, timeout: frontEnd.timeout, saysStatuses: true, submitKey: ":submit")
    input = LineInput(descriptor: client.host.inputDescriptor)
  }

  var picture: ViewTreeReplica { client.picture }

  /// Asks until the host detaches, and renews the modes of the terminal after each stop.
  mutating func run(_ modes: borrowing TerminalModes) throws(FrontEndExit) {
    do throws(FrontEndExit) {
      try client.awaitFlush()
      var attachment = client.attachmentCount
      while true {
        if attachment != client.attachmentCount {
          attachment = client.attachmentCount
          try FrontEndExit.onFailure(of: modes.renew())
        }
        try narrator.settle()
        // The prompt of a shell has a help of its own, and so has a secret.
        let isAtSecret = picture.focus.flatMap { picture[$0] }?.kind == .secretField
        if picture.prompt == nil, !isAtSecret, frontEnd.saysFirstPrompt() {
          say(FrontEndMessages.line("plain.firstPrompt"))
        }
        switch narrator.route.place {
        case .field(let field, _): try askField(field)
        case .alert(let alert, _): try askMenu(of: alert)
        case .menu(let section, _): try askMenu(of: section)
        }
      }
    } catch {
      if case .detached = error { leave() }
      throw error
    }
  }

  /// Shows the last news, and leaves the cursor at the beginning of a line.
  private mutating func leave() {
    if isPromptOpen {
      // A line that was begun would be the next program's.
      input.discardTyping()
      say("")
    }
    narrator.finish()
  }

  func say(_ line: String) { writer.say(line) }

  func dropTyping(of subject: String) {
    if input.discardTyping() {
      say(FrontEndMessages.text("answer.typedAhead", ["subject": subject]))
    }
  }

  /// Writes a prompt, and waits for a line; `nil` if there is no line, or it is not an answer.
  mutating func ask(_ prompt: Prompt, isHidden: Bool = false) throws(FrontEndExit) -> SecretBytes? {
    let asked = narrator.route.place
    if askedPlace != asked || askedChoices != prompt.choices {
      prompt.choices.forEach { say($0) }
    }
    (askedPlace, askedChoices) = (asked, prompt.choices)
    guard let line = try readLine(after: prompt, isHidden: isHidden) else { return nil }
    consecutiveEnds = 0
    guard narrator.route.place == asked else {
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
  mutating func readNextLine() throws(FrontEndExit) -> LineInput.Reading {
    isPromptOpen = true
    let (reading, isHungUp) = try client.read(input)
    if case .ended = reading, isHungUp { try client.quit() }
    isPromptOpen = false
    return reading
  }

  private mutating func readLine(
    after prompt: Prompt, isHidden: Bool
  ) throws(FrontEndExit) -> SecretBytes? {
    // If a line was typed ahead, its Enter was echoed before the prompt.
    let isAhead = try client.wait(forInput: true, limit: .zero).contains(.input)
    writer.ask(prompt.text)
    try writer.flush()
    switch try readNextLine() {
    case .line(let line, let isTerminated):
      // The terminal has echoed Enter, unless echo is off.
      if isHidden || isAhead || !isTerminated { try close() }
      return line
    case .tooLong: say(FrontEndMessages.line("plain.nothingTaken", about: prompt.subject, .tooLong))
    case .pending: try close()
    case .ended:
      try close()
      // ^D asks to leave, and a second ^D confirms. An input that ends again and again is gone.
      consecutiveEnds += 1
      if consecutiveEnds > 2 { try client.quit() }
      try narrator.leaveScreen()
    }
    return nil
  }

  func close() throws(FrontEndExit) {
    say("")
    try writer.flush()
  }
}
