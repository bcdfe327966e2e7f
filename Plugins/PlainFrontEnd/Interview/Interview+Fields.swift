import Conversation
import FormworkFrontEnd
import Interaction
import Wording

extension Interview {
  /// Asks for one field, and takes one answer.
  mutating func askField(_ id: NodeID) throws(Ending) {
    guard let field = picture[id] else { return }
    guide.explain(field)
    let unfinished = unfinishedText(of: field)
    let lineCount = unfinished.map { $0.count { $0 == "\n" } + 1 }
    let prompt = Prompt(field: field, in: picture, lineCountSoFar: lineCount)
    if field.kind == .secretField { return try askSecret(field, with: prompt) }
    guard let text = try ask(prompt)?.text else { return }
    switch Command.parse(text) {
    // An empty line of a text that goes on is one of its lines.
    case .answer("") where unfinished == nil: try keep(field)
    case .answer(let answer): try accept(answer, for: field)
    case .command(let command): try perform(command, at: prompt.subject, field: field)
    case .mistaken(let mistake): say(Words.line(for: mistake))
    }
  }

  /// Enter alone: the value stays as it stands, and the person goes on, valid or not.
  private mutating func keep(_ field: PictureNode) throws(Ending) {
    // What is shown may differ from what stands there: a text without the control characters that
    // the host has replaced in it.
    try commit(field.id, by: [.commit(field.id, nil)], isEdit: false)
  }

  private mutating func accept(_ answer: String, for field: PictureNode) throws(Ending) {
    switch field.kind {
    case .toggle:
      guard let isOn = ChoiceMatch.yesOrNo(answer) else {
        return say(Words.text("answer.yesOrNo", ["subject": field.spokenName]))
      }
      try commit(
        field.id, by: [.choose(field.id, isOn: isOn), .commit(field.id, nil)], isEdit: true)
    case .choice, .choices: try choose(answer, of: field)
    case .textArea: try enterLines(after: answer, for: field)
    default:
      dialogue.edit(field.id, text: answer)
      try commit(field.id, by: [.commit(field.id, .text(answer))], isEdit: true)
    }
  }

  private mutating func choose(_ answer: String, of choice: PictureNode) throws(Ending) {
    let indices: Set<Int>
    do throws(ChoiceMatch.Mismatch) {
      indices = try picture.indices(of: answer, in: choice, by: ChoiceMatch.index(typed:among:))
    } catch {
      return say(picture.words(for: error, answer, to: choice))
    }
    let choosing = picture.messages(choosing: indices, of: choice)
    try commit(choice.id, by: choosing + [.commit(choice.id, nil)], isEdit: true)
  }

  /// A text of several lines, of which ``unfinished`` may have the first.
  ///
  /// A single `.` ends it, and as its first line keeps what stands there. The host is told of each
  /// line: whatever interrupts the text or ends the program, no line is lost.
  private mutating func enterLines(after first: String, for field: PictureNode) throws(Ending) {
    let begun = unfinishedText(of: field)
    unfinished = nil
    if first == "." { return try keep(field) }
    var text = begun ?? ""
    var fault = add(first, to: &text, of: field, isFirst: begun == nil)
    while true {
      switch try readOn() {
      case .line(let line, _):
        if line.withBytes({ $0.elementsEqual(".".utf8) }) {
          return try finish(text, of: field, fault)
        }
        // Nothing is taken behind a line that is missing.
        fault =
          fault ?? LineFault(line, fromTerminal: true)
          ?? add(line.text ?? "", to: &text, of: field, isFirst: false)
      case .tooLong: fault = fault ?? .tooLong
      case .ended: return try finish(text, of: field, fault)
      case .pending:
        try close()
        unfinished = taken(of: text, in: field.id)
        if let fault { say(Words.line("plain.partTaken", about: field.spokenName, fault)) }
        return
      }
    }
  }

  /// Adds a line to a text, and tells the host; what is wrong where there is no room for it.
  private func add(
    _ line: String, to text: inout String, of field: PictureNode, isFirst: Bool
  ) -> LineFault? {
    let longer = isFirst ? line.withoutDoubledDot : "\(text)\n\(line.withoutDoubledDot)"
    if longer.utf8.count > LineInput.limit { return .textTooLong }
    text = longer
    dialogue.edit(field.id, text: text)
    return nil
  }

  /// Takes a text that was ended; one with a fault can be gone on with.
  private mutating func finish(
    _ text: String, of field: PictureNode, _ fault: LineFault?
  ) throws(Ending) {
    guard let fault else {
      try commit(field.id, by: [.commit(field.id, .text(text))], isEdit: true)
      if dialogue.refused[field.id] != nil { unfinished = taken(of: text, in: field.id) }
      return
    }
    say(Words.line("plain.partTaken", about: field.spokenName, fault))
    unfinished = (field.id, text)
  }

  /// As many lines of a text as stand in its field: those behind them were refused.
  private func taken(of text: String, in field: NodeID) -> (field: NodeID, text: String) {
    let count = picture[field]?.text(.value).count { $0 == "\n" } ?? 0
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return (field, lines.prefix(count + 1).joined(separator: "\n"))
  }

  /// The lines of a text that was interrupted, where they are what still stands there.
  private func unfinishedText(of field: PictureNode) -> String? {
    // A new picture has it without the control characters that the host has replaced in it.
    guard let unfinished, unfinished.field == field.id, field.kind == .textArea,
      unfinished.text.replacingControls() == field.text(.value).replacingControls()
    else { return nil }
    return unfinished.text
  }

  private mutating func askSecret(
    _ field: PictureNode, with prompt: Prompt
  ) throws(Ending) {
    let echo: EchoGuard
    do throws(SystemError) {
      echo = try frontEnd.hideTyping(dialogue.host.inputDescriptor)
    } catch {
      say(Words.line("plain.echoStays", about: prompt.subject))
      try teller.flush()
      // Without this field the form cannot be handed in: asking on would go round in circles.
      if field.isRequired { try dialogue.quit() }
      return try guide.route.goNext(from: field.id)
    }
    // With what it is asked for, the host notes that the echo is off: after a stop it is to be so again.
    try dialogue.drain()
    // What was typed before the echo was off has been seen.
    dropTyping(of: prompt.subject)
    sayKeysOfSecrets()
    let secret: SecretBytes?
    do throws(Ending) {
      secret = try ask(prompt, isHidden: true)
    } catch {
      // What is typed of it would be the next program's, which may show it.
      input.discardTyping()
      throw error
    }
    do throws(SystemError) { try echo.restore() } catch { throw .failed(error) }
    guard let secret else { return }
    if secret.isEmpty { return try keep(field) }
    switch Command.parse(secret: secret) {
    case .command(let command): try perform(command, at: prompt.subject, field: field)
    case .mistaken: say(Words.line("plain.keysBehindSecret", about: prompt.subject))
    case .secret(let secret):
      dialogue.edit(field.id, secret: secret)
      try commit(field.id, by: [.commit(field.id, .secret(secret))], isEdit: true)
    }
  }

  /// Tells the host an answer, says what came of it, and goes on unless something is to be mended.
  private mutating func commit(
    _ id: NodeID, by messages: [InputMessage<EnteredText>], isEdit: Bool
  ) throws(Ending) {
    let here = guide.route.place
    try dialogue.exchange(messages)
    // Why is said before the next prompt.
    if isEdit && dialogue.refused[id] != nil { return }
    let isSettled = try dialogue.wait(limit: frontEnd.patience) { picture in
      picture[id].map { $0.isBeingChecked || $0.status == .incomplete } ?? false
    }
    guard let field = picture[id] else { return }
    if isSettled {
      if let line = dialogue.reply(about: id) { say(line) }
    } else if field.isBeingChecked {
      let line = Words.checking(field)
      say(line)
      dialogue.announcer.noteTold(line, about: id)
    }
    guard guide.route.place == here, !(isEdit && field.isFaulty) else { return }
    try guide.route.goOnward(from: id)
  }

  /// Does what a command asks for.
  mutating func perform(
    _ command: Command, at subject: String, field: PictureNode?, isAtList: Bool = false
  ) throws(Ending) {
    switch command {
    case .next:
      let start = guide.route.place
      try guide.route.goNext(from: field?.id)
      if guide.route.place == start { say(Words.line("plain.nothingBehind", about: subject)) }
    case .back:
      let start = guide.route.place
      try guide.route.goPrevious()
      if guide.route.place == start { say(Words.line("plain.nothingBefore", about: subject)) }
    case .section:
      let start = guide.route.place
      if !guide.route.askSection() {
        say(Words.line("plain.noSection", about: subject))
      } else if guide.route.place == start {
        // Its buttons are listed once more.
        forgetExplanation(of: nil)
      }
    case .skip:
      if try !guide.route.passSection(isBack: false) {
        say(Words.line("plain.nothingBehind", about: subject))
      }
    case .rewind:
      if try !guide.route.passSection(isBack: true) {
        say(Words.line("plain.nothingBefore", about: subject))
      }
    case .submit:
      guard picture.alert == nil else {
        return say(Words.line("plain.toAnswerFirst", about: subject))
      }
      guard let button = picture.submitButton else {
        return say(
          Words.text("form.nothingToSubmit", ["name": Words.name(ofScreen: picture.title)]))
      }
      try guide.activate(button)
    case .clear:
      guard let field else { return say(Words.line("plain.nothingToClear", about: subject)) }
      try dialogue.exchange([.reset(field.id)])
      say(Words.text("field.cleared", ["name": field.spokenName]))
    case .reload: try guide.reload()
    case .frontEnd(let name):
      try dialogue.switchTo(frontEnd: name, from: guide.route.place, limit: frontEnd.patience)
    case .help:
      let lines =
        picture.prompt == nil
        ? Words.help(
          at: subject, field?.kind, isFirst: picture.alert != nil, isAtList: isAtList,
          isForm: picture.submitButton != nil,
          isInSection: field.map { picture.isInSection($0) } ?? guide.route.isAtSection)
        : Words.helpAtPrompt(subject)
      lines.forEach { say($0) }
      forgetExplanation(of: field?.id)
    case .quit: try leaveScreen()
    }
  }
}

extension String {
  /// A line of a text as it was meant: the dot that keeps it from ending the text is gone.
  fileprivate var withoutDoubledDot: String { hasPrefix("..") ? String(dropFirst()) : self }
}
