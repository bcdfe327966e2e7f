import FormworkCore
import FormworkOperations
import FormworkSession
import TestSupport

/// A session with a small form, controlled by a test on one thread.
final class Desk: FormResponder, SystemEvents {
  let wakeUp: WakeUp
  let clock = ManualClock()
  let operations = ScriptedOperations<String>()
  let keeper = ScriptedDrafts()
  private(set) lazy var journal = DraftJournal(keeper)
  let viewModel: FormViewModel
  private(set) lazy var screen = makeScreen()
  private(set) lazy var session = makeSession()

  /// The view tree of a front end, made of messages alone.
  private(set) var picture = ViewTree()
  private(set) var seen: [DisplayMessage] = []

  // The pending events of the system.
  var pendingSignal: CInt? { didSet { wakeUp.raise() } }
  var isResumed = false { didSet { if isResumed { wakeUp.raise() } } }
  var isResized = false { didSet { if isResized { wakeUp.raise() } } }
  var windowSize: WindowSize?

  // The calls of the responder, and its answer.
  var answer: FormButton?
  var nextScreen: (any FormworkSession.Screen)?
  var histories: [FieldID: MemoryHistory] = [:]
  private(set) var endings: [String] = []
  private(set) var messages: [Message] = []
  var resumption = DraftResumption.asked
  private(set) var logged: [String] = []

  static let name = Field.text("name", label: "Name").required().length(2...8)
    .checked(by: RemoteCheck("isFree")).remembered()
  static let secret = Field.secret("secret", label: "Secret")

  static func form(isReviewed: Bool = false) throws -> FormDefinition {
    try FormDefinition("form", title: "A form", isReviewed: isReviewed) {
      name
      secret
    }
  }

  init(prefilled: [FieldID: FieldContent] = [:]) throws {
    wakeUp = try WakeUp()
    viewModel = FormViewModel("form", catalogue: .english, prefilled: prefilled)
  }

  private func makeScreen() -> FormScreen<ScriptedOperations<String>> {
    FormScreen(
      viewModel, operations: operations, responder: self, clock: clock, wakeUp: wakeUp,
      submissionPrefix: "test", drafts: journal, resumption: resumption)
  }

  private func makeSession() -> Session {
    let session = Session(
      screen, wakeUp: wakeUp, system: self,
      log: { [unowned self] in logged.append($0) })
    session.attach()
    return session
  }

  // MARK: The system

  func dismissInterrupt() { pendingSignal = nil }

  func takeResumption() -> Bool {
    defer { isResumed = false }
    return isResumed
  }

  func takeResize() -> Bool {
    defer { isResized = false }
    return isResized
  }

  // MARK: The front end's side

  /// The revision of the last flush.
  private(set) var revision: UInt64 = 0

  @discardableResult
  func take() -> [DisplayMessage] {
    var messages: [DisplayMessage] = []
    while let message = session.next() {
      messages.append(message)
      switch message {
      case .attach: picture = ViewTree()
      case .change(let change): picture.replay(change)
      case .flush(let revision): self.revision = revision
      case .history, .suggestion, .resized, .refused, .detach: break
      }
    }
    seen += messages
    return messages
  }

  /// Takes messages until a condition holds, and returns whether it did within the limit.
  func take(until holds: () -> Bool) -> Bool {
    while true {
      take()
      if holds() { return true }
      guard wakeUp.wait(limit: defaultLimit) else { return false }
    }
  }

  /// Posts a message about the last view tree and returns the answers.
  func post(_ message: InputMessage<UnsafeRawBufferPointer>) -> [DisplayMessage] {
    session.post(message, revision: revision)
    return take()
  }

  func switchFrontEnd(_ name: String) -> [DisplayMessage] {
    post(name) { .switchFrontEnd($0) }
    return take()
  }

  func log(_ line: String) { post(line) { .log($0) } }

  /// Posts a message that borrows a text.
  private func post(
    _ text: String, _ message: (UnsafeRawBufferPointer) -> InputMessage<UnsafeRawBufferPointer>
  ) {
    var text = text
    text.withUTF8 {
      session.post(
        message(UnsafeRawBufferPointer($0)), revision: revision)
    }
  }

  func edit(_ field: FieldID, _ text: String) -> [DisplayMessage] {
    let node = node(field)
    // A front end knows its own edits, which the host does not echo.
    if picture[node]?.kind == .textField {
      picture.set(node, .value, text.isEmpty ? nil : .text(text))
      picture.set(node, .cursor, .number(text.utf8.count))
    }
    post(text) { .edit(node, $0, cursor: $0.count) }
    return take()
  }

  /// Posts an edit without applying it to the view tree.
  func edit(_ field: FieldID, _ text: String, cursor: Int, revision: UInt64) {
    var text = text
    text.withUTF8 {
      session.post(
        .edit(node(field), UnsafeRawBufferPointer($0), cursor: cursor), revision: revision)
    }
  }

  func node(_ field: FieldID) -> NodeID {
    node { $0.name == field.rawValue } ?? NodeID(rawValue: 0)
  }

  /// Returns the first matching node, in the order of the tree.
  func node(where fits: (ViewNode) -> Bool) -> NodeID? {
    var rest = picture.root.map { [$0] } ?? []
    while let id = rest.popLast() {
      guard let node = picture[id] else { continue }
      if fits(node) { return id }
      rest += node.children.reversed()
    }
    return nil
  }

  func shown(_ field: FieldID, _ property: Property) -> PropertyValue? {
    picture[node(field)]?[property]
  }

  /// Returns a property of the screen.
  func shown(_ property: Property) -> PropertyValue? {
    picture.root.flatMap { picture[$0]?[property] }
  }

  func open(isReviewed: Bool = false) throws {
    take()
    try operations.nextLoad().give(Desk.form(isReviewed: isReviewed))
    _ = take { viewModel.state == .editing }
  }

  // MARK: The responder's side

  func navigation(after ending: FormEnding, receipt: String?) -> Navigation {
    endings.append("\(ending) \(receipt ?? "-")")
    return nextScreen.map { .replace($0) } ?? .pop(nil)
  }

  func answer(to question: FormQuestion) -> FormButton? { answer }

  func said(_ message: Message) { messages.append(message) }

  func history(of field: FieldID) -> (any History)? { histories[field] }

  // MARK: The drafts' side

  /// The saved and discarded drafts, after all writing has ended.
  var kept: ScriptedDrafts.State {
    OperationExecutor.wait { [journal] in await journal.settled() }
    return keeper.state.current
  }
}
