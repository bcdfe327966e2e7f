import Conversation
import FormworkFrontEnd
import Interaction
import Wording

extension LineInterview {
  /// A key of ours was pressed, within a call of libedit's; whether it did something.
  func pressed(_ key: Key) -> Bool {
    guard question?.way == nil else { return true }
    do throws(Ending) {
      try sync()
      // What was typed ahead has to be visible before the key leads to another screen.
      if Key.edits[key.rawValue] == nil { show() }
      return try press(key)
    } catch {
      failure = error
      return true
    }
  }

  /// Tells the machine of a key, and performs what comes of it.
  ///
  /// - Returns: Whether the key did something; otherwise the terminal rings.
  func press(_ key: Key) throws(Ending) -> Bool {
    switch key {
    case .accept: try leave(by: .accept)
    case .next: try leave(by: .next)
    case .previous: try leave(by: .previous)
    case .submit: try leave(by: .submit)
    case .skip: try leave(by: .skip)
    case .rewind: try leave(by: .rewind)
    case .reveal: try apply(.revealRequested)
    case .editOutside: try apply(.outsideEditRequested)
    case .complete: try apply(.completionRequested(isPossible: isCompletable))
    case .leave: try apply(.leaveRequested(isEmpty: isEmpty))
    case .up where question?.marks != nil, .down where question?.marks != nil:
      mark(isBack: key == .up)
    case .up: try apply(.wentUp(hasHistory: !history.isEmpty))
    case .down: try apply(.wentDown)
    case .searchBack: try apply(.searched(isBack: true))
    case .searchOn: try apply(.searched(isBack: false))
    case .switchFrontEnd, .help, .section, .reset, .reload, .clear, .erase, .delete, .left, .right,
      .wordLeft, .wordRight, .home, .end:
      try apply(.pressed(key))
    case .finish: false
    }
  }

  /// Tells the machine of an event, and performs what comes of it; whether something was done.
  @discardableResult
  func apply(_ event: PromptMachine.Event) throws(Ending) -> Bool {
    guard let question else { return true }
    return try perform(question.apply(event), at: question)
  }

  func perform(
    _ action: PromptMachine.Action, at question: Question
  ) throws(Ending) -> Bool {
    switch action {
    case .nothing: break
    case .ring: return false
    case .tell: try tell(question)
    case .perform(let key): return try perform(key)
    case .go(let exit): return try leave(by: exit)
    case .askForSuggestions: try askForSuggestions(question)
    case .complete(let suggestions, let exit):
      let isDone = complete(suggestions)
      guard let exit else { return isDone ? true : try leave(by: .next) }
      try sync()
      return try leave(by: exit)
    case .completeAnswer:
      if complete(suggestions(for: question)) { return true }
      // Tab presses no button.
      return question.field == nil ? false : try leave(by: .next)
    case .recall(let isBack, let isSearch, let last):
      return try recall(isBack: isBack, isSearch: isSearch, after: last)
    case .reveal: reveal(question)
    case .editOutside: if let node = question.field { try tellHost(.editOutside(node)) }
    case .leaveScreen:
      if let line = try dialogue.leaveScreen() { teller.say(line) }
      try absorb()
    case .accept: try accept(question)
    case .commit(let choice): try commit(choice, of: question)
    case .refuse(let line, let isKept):
      if !isKept { editor.replaceLine(with: Line()) }
      write([Remark(line, .fault)])
    case .choose(let choice): try choose(choice)
    case .complain:
      question.isStatusDue = true
      display.ring()
    case .leave(let way): try leave(question, to: way)
    }
    return true
  }

  // MARK: Leaving the line

  /// Tells the machine of a key that leaves, with what it says here.
  ///
  /// - Returns: Whether there is something in that direction, and the key did something.
  private func leave(by exit: PromptMachine.Exit) throws(Ending) -> Bool {
    guard let question, leadsOn(exit, from: question) else { return false }
    switch question.kind {
    case .text, .secret: return try apply(.left(exit))
    case .toggle, .choice, .menu:
      if let marked = question.marks?.answer { writeOptions(marked, typed: nil, at: question) }
      return try apply(.answered(answer(to: question, by: exit), exit))
    }
  }

  private func leadsOn(_ exit: PromptMachine.Exit, from question: Question) -> Bool {
    let first = picture.fields.first?.id
    // An answer at the buttons is taken; without one they are the end of the way.
    let isAnswered = question.field == nil && !isEmpty
    switch exit {
    case .accept: return true
    case .submit where question.field == nil && picture.alert != nil: return true
    case .submit: return isAnswered || picture.submitButton != nil
    // Behind the last field there are buttons, unless it is all there is, as at a shell's prompt.
    case .next where guide.route.isAtSection, .previous where guide.route.isAtSection,
      .skip where guide.route.isAtSection, .rewind where guide.route.isAtSection:
      return true
    case .next, .skip:
      return isAnswered || question.field.map { picture.stops.map(\.id) != [$0] } ?? false
    case .previous, .rewind:
      if let field = question.field { return field != first }
      return isAnswered || (picture.alert == nil && first != nil)
    }
  }

  private func answer(
    to question: Question, by exit: PromptMachine.Exit
  ) -> PromptMachine.Answer {
    let text = editor.line.text
    let isNew = editor.line.bytes != question.judged
    switch question.kind {
    case .text, .secret: return .none
    case .choice(let node) where question.marks?.answer != nil:
      guard let marked = question.marks?.answer, let choice = picture[node],
        marked.allSatisfy(picture.options(of: choice).indices.contains)
      else { return .none }
      return .choice(.options(Set(marked)), isNew: isNew)
    case .toggle where isEmpty, .choice where isEmpty:
      return exit == .accept ? .choice(.nothing, isNew: isNew) : .none
    case .toggle(let node):
      return .init(yesOrNo: text, isNew: isNew, subject: picture[node]?.spokenName ?? "")
    case .choice(let node):
      guard let choice = picture[node] else { return .none }
      return .init(options: text, of: choice, in: picture, isNew: isNew)
    // Enter alone goes on from a section; elsewhere it presses a button. So does the key that submits, where a
    // question has to be answered first.
    case .menu
    where isEmpty && picture.alert == nil && (exit != .accept || guide.route.isAtSection):
      return .none
    case .menu(let menu): return .init(text: text, at: menu)
    }
  }

  /// Enter: the host judges what stands there.
  private func accept(_ question: Question) throws(Ending) {
    guard let node = question.field else { return }
    let text =
      question.secret.map { EnteredText.secret($0.editor.copyContent()) }
      ?? .text(picture[node]?.text(.value) ?? question.known.text)
    try judge(question, [.commit(node, text)])
  }

  private func commit(
    _ choice: PromptMachine.Choice, of question: Question
  ) throws(Ending) {
    guard let node = question.field else { return }
    let choices: [InputMessage<EnteredText>] =
      switch choice {
      case .nothing: []
      case .isOn(let isOn): [.choose(node, isOn: isOn)]
      case .options(let indices):
        picture[node].map { picture.messages(choosing: indices, of: $0) } ?? []
      }
    question.judged = editor.line.bytes
    _ = question.marks?.apply(.edited)
    try judge(question, choices + [.commit(node, nil)])
  }

  private func judge(
    _ question: Question, _ messages: [InputMessage<EnteredText>]
  ) throws(Ending) {
    try dialogue.exchange(messages)
    let isRefused = question.field.map { dialogue.refused[$0] != nil } == true
    // The line is what the host has kept, below the reason.
    if isRefused { try absorb() }
    let isFaulty = isRefused || question.field.flatMap { picture[$0] }?.isFaulty == true
    try apply(guide.route.place == question.place ? .judged(isFaulty: isFaulty) : .moved)
  }

  private func choose(_ choice: MenuChoice?) throws(Ending) {
    if let choice {
      try guide.choose(choice)
    } else {
      try dialogue.exchange([.back()])
    }
    try apply(.moved)
  }

  private func leave(_ question: Question, to way: PromptMachine.Way) throws(Ending) {
    guard way == .submit else { return question.way = way }
    keeper.noteSubmitted()
    if let button = picture.submitButton { try guide.activate(button) }
    question.way = .follow
  }

  /// Tells the host of a wish, and takes in what comes of it.
  private func tellHost(_ message: InputMessage<EnteredText>) throws(Ending) {
    try dialogue.exchange([message])
    try absorb()
  }
}
