import Conversation
import FormworkFrontEnd

/// A conversation with a person at a terminal.
///
/// Writes only between Enter and the next prompt: whatever appears while a line is being typed
/// splits it for speech and braille.
struct Interview {
  let dialogue: Dialogue
  /// How long a prompt waits for a check.
  let patience: Duration
  /// Switches the terminal's echo off.
  let hideTyping: PlainFrontEnd.HideTyping

  private var output: TextOutput
  private let input: LineInput

  /// Whether the person went on from the last field, though the host's focus is still at one.
  var isPastFields = false
  private var followedFocus: NodeID?

  /// The nodes whose help, and the group whose name, was said.
  private var explained: Set<NodeID> = []
  private var group: NodeID?
  /// The place of the last prompt: what is needed to answer is not said again there.
  private var askedPlace: Place?
  private var askedChoices: [String] = []

  private var introducedAttachment = 0
  private var introducedDetail = ""

  private var isPromptOpen = false
  private var consecutiveEnds = 0

  init(
    dialogue: Dialogue, patience: Duration, hideTyping: @escaping PlainFrontEnd.HideTyping
  ) {
    self.dialogue = dialogue
    self.patience = patience
    self.hideTyping = hideTyping
    output = TextOutput(descriptor: dialogue.host.outputDescriptor)
    input = LineInput(descriptor: dialogue.host.inputDescriptor)
  }

  var picture: Picture { dialogue.picture }

  /// Asks, until the host detaches.
  mutating func run() throws(Ending) {
    do throws(Ending) {
      try dialogue.awaitFlush()
      while true {
        try settle()
        switch place {
        case .alert(let alert, _): try askAlert(alert)
        case .field(let field, _): try askField(field)
        case .menu: try askMenu()
        }
      }
    } catch {
      if case .detached = error { part() }
      throw error
    }
  }

  /// Draws what came last, and leaves whoever writes next a line of its own.
  private mutating func part() {
    if isPromptOpen { say("") }
    introduce()
    for line in dialogue.announcements() { say(line) }
    // Where the terminal is gone there is nobody to tell.
    do throws(Ending) { try flush() } catch { return }
  }

  /// Where the person is now.
  var place: Place {
    let attachment = dialogue.attachmentCount
    if let alert = picture.alert { return .alert(alert.id, attachment: attachment) }
    if !isPastFields, picture.screen?.status != .failed, let field = focusedField {
      return .field(field.id, attachment: attachment)
    }
    return .menu(attachment: attachment)
  }

  var focusedField: PictureNode? {
    picture.focus.flatMap { picture[$0] }.flatMap { $0.kind.isField && $0.isEnabled ? $0 : nil }
  }

  // MARK: Saying

  mutating func say(_ line: String) {
    output.write(line + "\n")
  }

  mutating func flush() throws(Ending) {
    do throws(SystemError) { try output.flush() } catch { throw .failed(error) }
  }

  /// Says what a screen is, and waits for as long as there is nothing to answer.
  private mutating func settle() throws(Ending) {
    repeat {
      introduce()
      try awaitScreen()
    } while introducedAttachment != dialogue.attachmentCount
    if followedFocus != picture.focus {
      isPastFields = false
      followFocus()
    }
    try enterForm()
    for line in dialogue.announcements() { say(line) }
  }

  private mutating func introduce() {
    if introducedAttachment != dialogue.attachmentCount {
      introducedAttachment = dialogue.attachmentCount
      introducedDetail = ""
      explained = []
      group = nil
      isPastFields = false
      let title = picture.title.isEmpty ? picture.screen?.text(.label) ?? "" : picture.title
      if !title.isEmpty { say(title) }
    }
    let detail = picture.screen?.text(.detail) ?? ""
    if !detail.isEmpty && detail != introducedDetail {
      introducedDetail = detail
      say(detail)
    }
  }

  /// Waits while the screen is busy; says why, if that takes longer than a moment.
  private mutating func awaitScreen() throws(Ending) {
    guard picture.isOccupied else { return }
    try flush()
    if try !dialogue.wait(limit: patience, while: { $0.isOccupied }) {
      for line in dialogue.announcements() { say(line) }
      var said = ""
      while picture.isOccupied, let screen = picture.screen {
        let line = Words.busy(screen, title: picture.title)
        if line != said { say(line) }
        said = line
        try flush()
        _ = try dialogue.wait { picture in
          picture.isOccupied
            && picture.screen.map { Words.busy($0, title: picture.title) } == said
        }
      }
    }
    introduce()
  }

  /// Wishes to be at the first field, where the host has put the person nowhere.
  private mutating func enterForm() throws(Ending) {
    guard picture.focus == nil, !isPastFields, picture.alert == nil,
      picture.screen?.status != .failed, let first = picture.fields.first
    else { return }
    try dialogue.exchange([.go(first.id)])
    if picture.focus == nil { isPastFields = true }
    followFocus()
  }

  /// Notes where the host has put the person: from there the next move is told from this one.
  mutating func followFocus() {
    followedFocus = picture.focus
  }

  /// Says what belongs to a field before it is asked for: its group's name, and its help once.
  mutating func explain(_ field: PictureNode) {
    let group = picture.labelledGroup(of: field)
    if let group, group.id != self.group {
      say(group.text(.label))
      explainOnce(group)
    }
    self.group = group?.id
    explainOnce(field)
  }

  /// Says the help of a node, after other lines about it, unless that was done.
  mutating func explainOnce(_ node: PictureNode, with lines: [String] = []) {
    guard explained.insert(node.id).inserted else { return }
    for line in lines + [node.text(.detail)] where !line.isEmpty { say(line) }
  }

  /// Says the help of this place once more, when the next prompt is due.
  mutating func forgetExplanation(of node: NodeID?) {
    askedPlace = nil
    if let node { explained.remove(node) }
  }

  // MARK: Asking

  /// Writes a prompt, and waits for a line.
  ///
  /// - Returns: The line; `nil` where there is none to be answered, and all that is to be done or
  ///   said about it was.
  mutating func ask(_ prompt: Prompt, isHidden: Bool = false) throws(Ending) -> SecretBytes? {
    let asked = place
    if askedPlace != asked || askedChoices != prompt.choices {
      prompt.choices.forEach { say($0) }
    }
    (askedPlace, askedChoices) = (asked, prompt.choices)
    let line = try readLine(after: prompt, isHidden: isHidden)
    guard let line else { return nil }
    consecutiveEnds = 0
    guard place == asked else {
      say(Words.screenChanged(prompt.subject))
      return nil
    }
    if let fault = LineFault(line, fromTerminal: true) {
      say(Words.fault(fault, about: prompt.subject))
      return nil
    }
    return line
  }

  /// Reads on below a prompt, for a text of several lines; `nil` at the end of the input.
  mutating func readOn() throws(Ending) -> LineInput.Reading? {
    isPromptOpen = true
    let reading = try awaitReading()
    isPromptOpen = false
    switch reading {
    case .line, .tooLong: return reading
    case .pending, .ended: return nil
    }
  }

  private mutating func readLine(
    after prompt: Prompt, isHidden: Bool
  ) throws(Ending) -> SecretBytes? {
    output.write(prompt.text)
    isPromptOpen = true
    try flush()
    let reading = try awaitReading()
    switch reading {
    case .line(let line, let isTerminated):
      // Enter was echoed, unless nothing is.
      if isHidden || !isTerminated { try close() }
      isPromptOpen = false
      return line
    case .tooLong:
      isPromptOpen = false
      say(Words.fault(.tooLong, about: prompt.subject))
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
  private mutating func close() throws(Ending) {
    isPromptOpen = false
    output.write("\n")
    try flush()
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
    try dialogue.exchange([.back])
  }
}

extension Picture {
  /// Whether the screen has nothing to answer now, and will have by itself.
  fileprivate var isOccupied: Bool {
    guard let screen, alert == nil else { return false }
    switch screen.status {
    case .loading, .submitting, .waiting, .checking: return true
    case .done: return stops.isEmpty
    case .nothing, .incomplete, .invalid, .refused, .unverified, .valid, .failed: return false
    }
  }
}
