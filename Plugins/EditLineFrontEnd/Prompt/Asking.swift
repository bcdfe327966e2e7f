import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// A question while it is asked: performs the actions of its ``PromptMachine``.
///
/// libedit calls back for each key, so that a key may end the line.
final class Asking {
  unowned let prompter: LineEditorPrompter
  var question: Question
  private var machine: PromptMachine
  var marks: MarkMachine?
  private(set) var secret: SecretTyping?

  /// The key by which the user has left the question; `nil` if the host has moved the user.
  private(set) var exit: PromptMachine.Exit?
  var failure: FrontEndExit?

  /// The text that the host knows, with the cursor; at a choice, the line that the marks are for.
  var known = Line()

  /// The line that was validated last, if it is known.
  var validatedBytes: [UInt8]?

  var listed: Line?
  var status: FieldStatus
  var absorbedFlushCount: Int

  init(_ question: Question, in prompter: LineEditorPrompter) {
    (self.question, self.prompter) = (question, prompter)
    let field = question.field.flatMap { prompter.picture[$0] }
    machine = PromptMachine(state: question.firstState(field))
    if field?.kind == .choice { marks = MarkMachine(isMultiple: false) }
    if field?.kind == .choices { marks = MarkMachine(isMultiple: true) }
    validatedBytes = field?.isFaulty == true ? [] : nil
    status = FieldStatus(of: field)
    absorbedFlushCount = prompter.client.flushes.count
  }

  var client: HostClient { prompter.client }
  var picture: ViewTreeReplica { client.picture }
  var editor: LineEditor { prompter.editor }
  var terminal: LineTerminal { prompter.terminal }
  private var route: Route { prompter.narrator.route }
  var field: PictureNode? { question.field.flatMap { picture[$0] } }
  var isHeld: Bool { machine.isHeld }
  var isOver: Bool { machine.isOver }

  /// Whether the line is where it was shown: while the program is stopped, others have the terminal.
  var isVisible: Bool { question.place.attachment == client.attachmentCount }
  var isEmpty: Bool { secret?.editor.isEmpty ?? editor.line.isEmpty }

  func ask() throws(FrontEndExit) {
    prompter.input.beginLine()
    terminal.beginLine()
    while !isOver && failure == nil {
      let isLine = editor.edit()
      if failure == nil { _ = pressed(isLine ? .accept : .leave) }
    }
    if let failure { throw failure }
    terminal.display.finish()
    try terminal.flush()
  }

  func ask(_ editor: SecretEditor) throws(FrontEndExit) {
    if !editor.isEmpty { try apply(.begun(.changed)) }
    let secret = SecretTyping(editor, of: self)
    self.secret = secret
    try secret.run()
  }

  /// Performs a key within a call of libedit, and returns whether it did something.
  func pressed(_ key: EditorFunction) -> Bool {
    guard !isOver else { return true }
    do throws(FrontEndExit) {
      try sync()
      // The text has to be visible before the key leads to another screen.
      if EditorFunction.edits[key.rawValue] == nil { show() }
      return try press(key)
    } catch {
      failure = error
      return true
    }
  }

  func press(_ key: EditorFunction) throws(FrontEndExit) -> Bool {
    switch key {
    case .accept: try leave(by: .accept)
    case .next: try leave(by: .next)
    case .previous: try leave(by: .previous)
    case .submit: try leave(by: .submit)
    case .skip: try leave(by: .skip)
    case .rewind: try leave(by: .rewind)
    case .complete: try isCompletable ? apply(.completionRequested) : leave(by: .next)
    case .leave where !isEmpty: try apply(.pressed(.delete))
    case .up where marks != nil, .down where marks != nil: mark(isBack: key == .up)
    case .up where history.isEmpty: try leave(by: .previous)
    case .down where question.historyCursor == nil: try leave(by: .next)
    case .finish: false
    default: try apply(.pressed(key))
    }
  }

  @discardableResult
  func apply(_ event: PromptMachine.Event) throws(FrontEndExit) -> Bool {
    switch machine.apply(event) {
    case .nothing: break
    case .report:
      guard let node = question.field else { break }
      guard let secret else {
        client.edit(node, text: known.text, cursor: known.cursor)
        break
      }
      client.edit(node, secret: secret.editor.copyContent())
      try absorb()
    case .perform(let key): return try perform(key)
    case .askForSuggestions:
      guard let node = question.field else { break }
      client.askForSuggestions(for: node, text: editor.line.text, cursor: editor.line.cursor)
      // Some hosts have answered already.
      try absorb()
    case .complete(let suggestions, let exit):
      let isDone = complete(suggestions)
      guard let exit else { return isDone ? true : try leave(by: .next) }
      try sync()
      return try leave(by: exit)
    case .completeAnswer:
      if complete(suggestions) { return true }
      // Tab presses no button.
      return question.field == nil ? false : try leave(by: .next)
    case .accept:
      guard let node = question.field else { break }
      let text =
        secret.map { EnteredText.secret($0.editor.copyContent()) }
        ?? .text(field?.text(.value) ?? known.text)
      try validate([.commit(node, text)])
    case .commit(let choice): try commit(choice)
    case .refuse(let line, let isKept):
      if !isKept { editor.replaceLine(with: Line()) }
      write([OutputLine(line, .fault)])
    case .choose(let choice):
      if let choice {
        try prompter.narrator.choose(choice)
      } else {
        try client.exchange([.back()])
      }
      try apply(.moved)
    case .showFault:
      status.isDue = true
      terminal.display.ring()
    // The question is asked again, with the next page.
    case .leave(.accept) where showsMoreNotes: break
    case .leave(.submit):
      prompter.pendingSecret.noteSubmitted()
      if let button = picture.submitButton { try prompter.narrator.activate(button) }
    case .leave(let exit): self.exit = exit
    }
    return true
  }

  /// Begins again after a reset of the field.
  func begin(with field: PictureNode) throws(FrontEndExit) {
    question = Question(
      field: field, in: picture, at: question.place, positionText: question.positionText)
    validatedBytes = field.isFaulty ? [] : nil
    status = FieldStatus(of: field)
    try apply(.begun(field.entry))
    if case .text = question.kind { return adoptValue(of: field) }
    editor.replaceLine(with: Line())
  }

  /// Applies a key that leaves, with the answer on the line, and returns whether it did something.
  private func leave(by exit: PromptMachine.Exit) throws(FrontEndExit) -> Bool {
    guard hasDestination(exit) else {
      guard exit == .submit else { return false }
      let name = FrontEndMessages.name(ofScreen: picture.title)
      write([OutputLine(FrontEndMessages.text("form.nothingToSubmit", ["name": name]))])
      return true
    }
    switch question.kind {
    case .text, .secret: return try apply(.left(exit))
    case .answer, .menu: return try apply(.answered(answer(by: exit), exit))
    }
  }

  private func hasDestination(_ exit: PromptMachine.Exit) -> Bool {
    let first = picture.fields.first?.id
    // At the buttons an answer counts; without one there is nothing after them.
    let isAnswered = question.field == nil && !isEmpty
    switch exit {
    case .accept: return true
    case .submit:
      let isAtAlert = question.field == nil && picture.alert != nil
      return isAnswered || isAtAlert || picture.submitButton != nil
    case _ where route.isAtSection: return true
    case .next, .skip:
      // The buttons follow the last field, unless the screen has nothing else, as at the prompt of a shell.
      return isAnswered || question.field.map { picture.stops.map(\.id) != [$0] } ?? false
    case .previous, .rewind:
      if let field = question.field { return field != first }
      return isAnswered || (picture.alert == nil && first != nil)
    }
  }

  /// Whether Enter alone shows more of the notes beside a choice.
  private var showsMoreNotes: Bool {
    switch question.kind {
    case .answer: isEmpty && field.map { !prompter.narrator.unreadNotes(at: $0).isEmpty } ?? false
    case .text, .secret, .menu: false
    }
  }

  private func answer(by exit: PromptMachine.Exit) -> PromptMachine.Answer {
    let marked = markedOptions()
    let (text, isNew) = (editor.line.text, editor.line.bytes != validatedBytes)
    if let marked { return .choice(.options(Set(marked)), isNew: isNew) }
    switch question.kind {
    case .text, .secret: return .none
    case .answer where showsMoreNotes: return .none
    case .answer where isEmpty: return exit == .accept ? .choice(.nothing, isNew: isNew) : .none
    case .answer:
      guard let field else { return .none }
      do throws(ChoiceMatch.Mismatch) {
        return .choice(
          try picture.choice(text, in: field, by: ChoiceMatch.index(typed:among:)), isNew: isNew)
      } catch {
        // The user need not type the right ones of several answers again.
        let isKept = field.kind != .toggle && text.contains(",")
        return .mistake(picture.words(for: error, to: field), isKept: isKept)
      }
    // Enter alone leaves a section, and presses a button elsewhere; at an alert, so does the key that submits.
    case .menu where isEmpty && picture.alert == nil && (exit != .accept || route.isAtSection):
      return .none
    case .menu(let menu):
      return switch menu.meaning(of: text) {
      case .choice(let choice): .menu(choice)
      case .mistake(let words): .mistake(words, isKept: false)
      case .nothing: .menu(nil)
      }
    }
  }

  private func commit(_ choice: ChoiceMatch.Choice) throws(FrontEndExit) {
    guard let node = question.field else { return }
    let choices = field.map { picture.messages(for: choice, in: $0) } ?? []
    validatedBytes = editor.line.bytes
    _ = marks?.apply(.edited(added: nil))
    try validate(choices + [.commit(node, nil)])
  }

  private func validate(_ messages: [InputMessage<EnteredText>]) throws(FrontEndExit) {
    try client.exchange(messages)
    let isRefused = question.field.map { client.refused[$0] != nil } == true
    // The line becomes what the host has kept, below the reason.
    if isRefused { try absorb() }
    let isFaulty = isRefused || field?.isFaulty == true
    try apply(route.place == question.place ? .validated(isFaulty: isFaulty) : .moved)
  }
}
