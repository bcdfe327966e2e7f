import Conversation
import FormworkFrontEnd
import Interaction
import Wording

extension PlainPrompter {
  mutating func askField(_ id: NodeID) throws(FrontEndExit) {
    guard let field = picture[id] else { return }
    narrator.explain(field)
    let unfinished = unfinishedText(of: field)
    let lineCount = unfinished.map { $0.count { $0 == "\n" } + 1 }
    let prompt = Prompt(field: field, in: picture, lineCountSoFar: lineCount)
    if field.kind == .secretField { return try askSecret(field, with: prompt) }
    guard let text = try ask(prompt)?.text else { return }
    switch Command.parse(text) {
    // An empty line within a text is one of its lines.
    case .answer("") where unfinished == nil:
      // The field is asked for again, with the next page.
      if narrator.unreadNotes(at: field).isEmpty { try keep(field) }
    case .answer(let answer): try accept(answer, for: field)
    case .command(let command): try perform(command, at: prompt.subject, field: field)
    case .mistaken(let mistake): say(FrontEndMessages.line(for: mistake))
    }
  }

  private mutating func keep(_ field: PictureNode) throws(FrontEndExit) {
    // Commit the value of the host: the picture may contain it without control characters.
    try commit(field.id, by: [.commit(field.id, nil)], isEdit: false)
  }

  private mutating func accept(_ answer: String, for field: PictureNode) throws(FrontEndExit) {
    if field.kind == .textArea { return try enterLines(after: answer, for: field) }
    let messages: [InputMessage<EnteredText>]
    do throws(ChoiceMatch.Mismatch) {
      messages = try client.enter(answer, in: field, by: ChoiceMatch.index(typed:among:))
    } catch {
      return say(picture.words(for: error, to: field))
    }
    try commit(field.id, by: messages, isEdit: true)
  }

  /// Takes a text of several lines; ``unfinished`` may have the first ones.
  ///
  /// A single `.` ends the text, or keeps the value. The host gets each line at once: none is lost.
  private mutating func enterLines(after first: String, for field: PictureNode) throws(FrontEndExit)
  {
    let begun = unfinishedText(of: field)
    unfinished = nil
    if first == "." { return try keep(field) }
    var text = begun
    var fault = add(first, to: &text, of: field)
    while true {
      switch try readNextLine() {
      case .line(let line, _):
        if line.withBytes({ $0.elementsEqual(".".utf8) }) {
          return try finish(text ?? "", of: field, fault)
        }
        // No line is taken after one that is missing.
        fault =
          fault ?? LineFault(line, fromTerminal: true)
          ?? add(line.text ?? "", to: &text, of: field)
      case .tooLong: fault = fault ?? .tooLong
      case .ended: return try finish(text ?? "", of: field, fault)
      case .pending:
        try close()
        unfinished = taken(of: text ?? "", in: field.id)
        if let fault {
          say(FrontEndMessages.line("plain.partTaken", about: field.spokenName, fault))
        }
        return
      }
    }
  }

  /// Adds a line to a text, and tells the host; returns the fault if the text is too long then.
  private func add(_ line: String, to text: inout String?, of field: PictureNode) -> LineFault? {
    // A line that begins with a dot is typed with two of them.
    let line = line.hasPrefix("..") ? String(line.dropFirst()) : line
    let longer = text.map { "\($0)\n\(line)" } ?? line
    if longer.utf8.count > LineInput.limit { return .textTooLong }
    text = longer
    client.edit(field.id, text: longer)
    return nil
  }

  /// Commits a text that was ended; one with a fault can be continued.
  private mutating func finish(
    _ text: String, of field: PictureNode, _ fault: LineFault?
  ) throws(FrontEndExit) {
    if let fault {
      say(FrontEndMessages.line("plain.partTaken", about: field.spokenName, fault))
      return unfinished = (field.id, text)
    }
    try commit(field.id, by: [.commit(field.id, .text(text))], isEdit: true)
    if client.refused[field.id] != nil { unfinished = taken(of: text, in: field.id) }
  }

  /// Returns the lines of a text that are in its field: the ones after them were refused.
  private func taken(of text: String, in field: NodeID) -> (field: NodeID, text: String) {
    let count = picture[field]?.text(.value).count { $0 == "\n" } ?? 0
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return (field, lines.prefix(count + 1).joined(separator: "\n"))
  }

  /// Returns the lines of a text that was interrupted, if the field still contains them.
  private func unfinishedText(of field: PictureNode) -> String? {
    // A new picture has them without control characters.
    guard let unfinished, unfinished.field == field.id, field.kind == .textArea,
      unfinished.text.replacingControls() == field.text(.value).replacingControls()
    else { return nil }
    return unfinished.text
  }

  private mutating func askSecret(
    _ field: PictureNode, with prompt: Prompt
  ) throws(FrontEndExit) {
    let echo: EchoGuard
    do throws(SystemError) {
      echo = try frontEnd.hideTyping(client.host.inputDescriptor)
    } catch {
      say(FrontEndMessages.line("plain.echoStays", about: prompt.subject))
      try writer.flush()
      // The form cannot be submitted without this field, which would be asked for again and again.
      if field.isRequired { try client.quit() }
      return try narrator.route.goNext(from: field.id)
    }
    // Here the host notes that echo is off, so that it is off again after a stop.
    try client.drain()
    // Discard input typed before echo was disabled: the terminal displayed it.
    dropTyping(of: prompt.subject)
    if explainedSecrets != client.attachmentCount {
      explainedSecrets = client.attachmentCount
      say(FrontEndMessages.line("plain.keysOfSecrets"))
    }
    let secret: SecretBytes?
    do throws(FrontEndExit) {
      secret = try ask(prompt, isHidden: true)
    } catch {
      // The next program would get a part of the secret, and may show it.
      input.discardTyping()
      throw error
    }
    do throws(SystemError) { try echo.restore() } catch { throw .failed(error) }
    guard let secret else { return }
    if secret.isEmpty { return try keep(field) }
    switch Command.parse(secret: secret) {
    case .command(let command): try perform(command, at: prompt.subject, field: field)
    case .mistaken(let mistake): say(FrontEndMessages.line(for: mistake))
    case .answer(let secret):
      client.edit(field.id, secret: secret)
      try commit(field.id, by: [.commit(field.id, .secret(secret))], isEdit: true)
    }
  }

  /// Commits an answer, says the outcome, and goes to the next place unless there is a fault.
  private mutating func commit(
    _ id: NodeID, by messages: [InputMessage<EnteredText>], isEdit: Bool
  ) throws(FrontEndExit) {
    let here = narrator.route.place
    try client.exchange(messages)
    // The reason is announced before the next prompt.
    if isEdit && client.refused[id] != nil { return }
    _ = try client.wait(limit: frontEnd.timeout) { picture in
      picture[id].map { $0.isBeingChecked || $0.status == .incomplete } ?? false
    }
    guard let field = picture[id] else { return }
    let isAt = narrator.route.place == here
    if let line = client.reply(about: id) {
      say(isAt && !isEdit && field.isFaulty ? FrontEndMessages.leftOpen(field) : line)
    }
    guard isAt, !(isEdit && field.isFaulty) else { return }
    if field.submits, let button = picture.submitButton { return try narrator.activate(button) }
    try narrator.route.advance(from: id)
  }

  mutating func askMenu(of owner: NodeID?) throws(FrontEndExit) {
    let menu = narrator.menu(
      of: owner, named: owner, width: writer.size.columns,
      none: FrontEndMessages.line("plain.command"))
    // Input typed before the question was visible is no answer; if it is asked again, it was visible.
    if picture.alert != nil, askedPlace != narrator.route.place {
      dropTyping(of: FrontEndMessages.text("prompt.button"))
    }
    let subject = menu.prompt.subject
    guard let text = try ask(menu.prompt)?.text else { return }
    switch Command.parse(text) {
    case .answer("") where menu.isOfSection: try narrator.route.advance(from: nil)
    case .answer(let answer):
      switch menu.meaning(of: answer) {
      case .choice(let choice): try narrator.choose(choice)
      case .mistake(let words): say(words)
      case .nothing where picture.alert != nil: try narrator.leaveScreen()
      case .nothing: say(FrontEndMessages.line("plain.nothingToChoose", about: subject))
      }
    case .command(let command):
      try perform(command, at: subject, field: nil, isAtList: menu.isAtList)
    case .mistaken(let mistake): say(FrontEndMessages.line(for: mistake))
    }
  }

  private mutating func perform(
    _ command: Command, at subject: String, field: PictureNode?, isAtList: Bool = false
  ) throws(FrontEndExit) {
    let start = narrator.route.place
    switch command {
    case .quit: try narrator.leaveScreen()
    case .frontEnd(let name): try narrator.switchTo(frontEnd: name)
    case .intent(.switchFrontEnd): try narrator.switchTo(frontEnd: nil)
    case .intent(.next):
      try narrator.route.goNext(from: field?.id)
      if narrator.route.place == start { sayEnd(isBack: false, subject) }
    case .intent(.previous):
      try narrator.route.goPrevious()
      if narrator.route.place == start { sayEnd(isBack: true, subject) }
    case .intent(.section):
      if !narrator.route.askSection() {
        say(FrontEndMessages.line("plain.noSection", about: subject))
      } else if narrator.route.place == start {
        // The buttons of the section are listed again.
        askedPlace = nil
        narrator.forgetExplanation(of: nil)
      }
    case .intent(.skip), .intent(.rewind):
      let isBack = command == .intent(.rewind)
      if try !narrator.route.passSection(isBack: isBack) { sayEnd(isBack: isBack, subject) }
    case .intent(.submit):
      guard picture.alert == nil else {
        return say(FrontEndMessages.line("plain.toAnswerFirst", about: subject))
      }
      guard let button = picture.submitButton else {
        return say(
          FrontEndMessages.text(
            "form.nothingToSubmit", ["name": FrontEndMessages.name(ofScreen: picture.title)]))
      }
      try narrator.activate(button)
    case .intent(.reset):
      guard let field else {
        return say(FrontEndMessages.line("plain.nothingToClear", about: subject))
      }
      try client.exchange([.reset(field.id)])
      say(FrontEndMessages.text("field.cleared", ["name": field.spokenName]))
    case .intent(.reload): try narrator.reload()
    case .intent(.help):
      let lines = FrontEndMessages.help(
        at: subject, field?.kind, isFirst: picture.alert != nil, isAtList: isAtList,
        isForm: picture.submitButton != nil,
        isInSection: field.map { picture.isInSection($0) } ?? narrator.route.isAtSection,
        isPrompt: picture.prompt != nil)
      lines.forEach { say($0) }
      askedPlace = nil
      narrator.forgetExplanation(of: field?.id)
    case .intent(.reveal), .intent(.editOutside): break
    }
  }

  private func sayEnd(isBack: Bool, _ subject: String) {
    say(
      FrontEndMessages.line(isBack ? "plain.nothingBefore" : "plain.nothingAfter", about: subject))
  }
}
