import Conversation
import FormworkFrontEnd

extension Interview {
  /// Asks for one field, and takes one answer.
  mutating func askField(_ id: NodeID) throws(Ending) {
    guard let field = picture[id] else { return }
    guide.explain(field)
    let prompt = Prompt(field: field, in: picture)
    if field.kind == .secretField { return try askSecret(field, with: prompt) }
    guard let text = try ask(prompt)?.text else { return }
    switch Command.parse(text) {
    case .answer(""): try keep(field)
    case .answer(let answer): try take(answer, for: field)
    case .command(let command): try perform(command, at: prompt.subject, field: field)
    case .unknown(let word): say(Words.unknownCommand(word))
    case .unnamedFrontEnd: say(Words.unnamedFrontEnd)
    }
  }

  /// Enter alone: the value stays as it stands, and the person goes on, valid or not.
  private mutating func keep(_ field: PictureNode) throws(Ending) {
    // What is shown may differ from what stands there: a text without the control characters that
    // the host has replaced in it.
    try commit(field.id, by: [.commitAsItStands(field.id)], isEdit: false)
  }

  private mutating func take(_ answer: String, for field: PictureNode) throws(Ending) {
    switch field.kind {
    case .toggle:
      guard let isOn = ChoiceMatch.yesOrNo(answer) else {
        say(Words.noYesOrNo(field.spokenName))
        return
      }
      try commit(
        field.id, by: [.choose(field.id, isOn: isOn), .commitAsItStands(field.id)], isEdit: true)
    case .choice, .choices: try choose(answer, of: field)
    case .textArea: try takeLines(after: answer, for: field)
    case .textField, .secretField, .unknown, .screen, .group, .option, .button, .note, .notice,
      .alert, .progress, .list, .row:
      try take(text: answer, for: field)
    }
  }

  private mutating func take(text: String, for field: PictureNode) throws(Ending) {
    dialogue.edit(field.id, text: text)
    try commit(field.id, by: [.commit(field.id, text: text)], isEdit: true)
  }

  private mutating func choose(_ answer: String, of choice: PictureNode) throws(Ending) {
    let options = picture.answers(to: choice)
    let indices: Set<Int>
    do throws(ChoiceMatch.Mismatch) {
      if choice.kind == .choices {
        indices = try ChoiceMatch.indices(
          of: answer, among: options, by: ChoiceMatch.index(typed:among:))
      } else {
        indices = [try ChoiceMatch.index(typed: answer, among: options)]
      }
    } catch {
      say(Words.noOption(error, choice.spokenName, count: options.count))
      return
    }
    let choosing = picture.messages(choosing: indices, of: choice)
    try commit(choice.id, by: choosing + [.commitAsItStands(choice.id)], isEdit: true)
  }

  /// A text of several lines.
  ///
  /// A single `.` ends it, and as its first line keeps what stands there.
  private mutating func takeLines(after first: String, for field: PictureNode) throws(Ending) {
    if first == "." { return try keep(field) }
    var text = first.withoutDoubledDot
    var fault: LineFault?
    reading: while let reading = try readOn() {
      switch reading {
      case .line(let line, _):
        if line.withBytes({ $0.elementsEqual(".".utf8) }) { break reading }
        fault = fault ?? LineFault(line, fromTerminal: true)
        text += "\n" + (line.text ?? "").withoutDoubledDot
      case .tooLong, .pending, .ended:
        fault = fault ?? .tooLong
      }
      if text.utf8.count > LineInput.limit {
        fault = fault ?? .textTooLong
        text = ""
      }
    }
    if let fault {
      say(Words.fault(fault, about: field.spokenName))
    } else {
      try take(text: text, for: field)
    }
  }

  private mutating func askSecret(
    _ field: PictureNode, with prompt: Prompt
  ) throws(Ending) {
    let echo: EchoGuard
    do throws(SystemError) {
      echo = try hideTyping(dialogue.host.inputDescriptor)
    } catch {
      say(Words.echoStays(prompt.subject))
      try flush()
      // Without this field the form cannot be handed in: asking on would go round in circles.
      if field.isRequired { try dialogue.quit() }
      return try guide.route.goNext(from: field.id)
    }
    // What was typed before the echo was off has been seen.
    dropTyping(of: prompt.subject)
    sayKeysOfSecrets()
    let secret = try ask(prompt, isHidden: true)
    do throws(SystemError) { try echo.restore() } catch { throw .failed(error) }
    guard let secret else { return }
    if secret.isEmpty { return try keep(field) }
    if let command = Command(keysOf: secret) {
      return try perform(command, at: prompt.subject, field: field)
    }
    dialogue.edit(field.id, secret: secret)
    try commit(field.id, by: [.commitSecret(field.id, secret)], isEdit: true)
  }

  /// Tells the host an answer, says what came of it, and goes on unless something is to be mended.
  private mutating func commit(
    _ id: NodeID, by messages: [InputMessage], isEdit: Bool
  ) throws(Ending) {
    let here = guide.route.place
    try dialogue.exchange(messages)
    let isSettled = try dialogue.wait(limit: patience) { picture in
      picture[id].map { $0.isBeingChecked || $0.status == .incomplete } ?? false
    }
    guard let field = picture[id] else { return }
    if isSettled {
      if let line = dialogue.reply(about: id) { say(line) }
    } else if field.isBeingChecked {
      let line = Words.checking(field)
      say(line)
      dialogue.noteTold(line, about: id)
    }
    guard guide.route.place == here, !(isEdit && field.isFaulty) else { return }
    try guide.route.goNext(from: id)
  }

  /// Does what a command asks for.
  mutating func perform(
    _ command: Command, at subject: String, field: PictureNode?
  ) throws(Ending) {
    switch command {
    case .next: try guide.route.goNext(from: field?.id)
    case .back: try guide.route.goPrevious()
    case .submit:
      guard let button = picture.submitButton else {
        let title = picture.screen.map { Words.name(of: $0, title: picture.title) }
        return say(Words.nothingToSubmit(title ?? picture.title))
      }
      try press(button)
    case .clear:
      if let field { try clear(field) } else { say(Words.nothingToClear(subject)) }
    case .frontEnd(let name): try dialogue.switchTo(frontEnd: name, limit: patience)
    case .help:
      Words.help(at: subject, field?.kind).forEach { say($0) }
      forgetExplanation(of: field?.id)
    case .quit: try dialogue.exchange([.back])
    }
  }

  private mutating func clear(_ field: PictureNode) throws(Ending) {
    switch field.kind {
    case .toggle:
      try dialogue.exchange([.choose(field.id, isOn: false), .commitAsItStands(field.id)])
    case .choice, .choices:
      let choosing = picture.messages(choosing: [], of: field)
      try dialogue.exchange(choosing + [.commitAsItStands(field.id)])
    case .secretField:
      dialogue.edit(field.id, secret: SecretBytes())
      try dialogue.drain()
    case .textField, .textArea, .unknown, .screen, .group, .option, .button, .note,
      .notice, .alert, .progress, .list, .row:
      dialogue.edit(field.id, text: "")
      try dialogue.drain()
    }
    say(Words.cleared(field))
  }
}

extension String {
  /// A line of a text as it was meant: the dot that keeps it from ending the text is gone.
  fileprivate var withoutDoubledDot: String { hasPrefix("..") ? String(dropFirst()) : self }
}
