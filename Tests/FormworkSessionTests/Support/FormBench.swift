import FormworkCore
import FormworkOperations
import FormworkSession
import TestSupport

/// Runs a test with an open form, on a thread of its own.
func withOpenForm(
  isReviewed: Bool = false, prefilled: [FieldID: FieldContent] = [:],
  _ body: @Sendable (FormBench) throws -> Void
) async throws {
  try await onThreadOfItsOwn {
    let bench = try FormBench(prefilled: prefilled)
    try bench.open(isReviewed: isReviewed)
    try body(bench)
  }
}

/// A session whose front end is a test.
protocol Bench {
  var frontEnd: FakeFrontEnd { get }
}

extension Bench {
  var session: Session { frontEnd.session }
  var picture: ViewTree { frontEnd.picture }
  var seen: [DisplayMessage] { frontEnd.seen }
  var revision: UInt64 { frontEnd.revision }

  @discardableResult
  func take() -> [DisplayMessage] { frontEnd.take() }

  func take(until holds: () -> Bool) -> Bool { frontEnd.take(until: holds) }

  /// Posts a message about the last view tree and returns the answers.
  @discardableResult
  func post(_ message: InputMessage<UnsafeRawBufferPointer>) -> [DisplayMessage] {
    frontEnd.post(message)
  }
}

/// A session with a small form, controlled by a test on one thread.
final class FormBench: Bench, FormDelegate, SystemEvents {
  let wakeUp: WakeUp
  let clock = ManualClock()
  let operations = ScriptedOperations<String>()
  let draftStore = ScriptedDrafts()
  private(set) lazy var draftWriter = DraftWriter(draftStore)
  let viewModel: FormViewModel
  private(set) lazy var screen = FormScreen(
    viewModel, operations: operations, responder: self, clock: clock, wakeUp: wakeUp,
    submissionPrefix: "test", drafts: draftWriter, resumption: resumption)
  private(set) lazy var frontEnd = attach(screen)

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
    .checked(by: RemoteCheck("isFree")).keepsHistory()
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

  /// Returns a front end of a session that begins with a screen, with the events of this bench.
  func attach(_ screen: any FormworkSession.Screen) -> FakeFrontEnd {
    FakeFrontEnd(
      Session(screen, wakeUp: wakeUp, system: self) { [unowned self] in logged.append($0) },
      wakeUp: wakeUp)
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

  @discardableResult
  func edit(_ field: FieldID, _ text: String) -> [DisplayMessage] {
    let node = node(field)
    // A front end knows its own edits, which the host does not echo.
    if picture[node]?.kind == .textField {
      frontEnd.picture.set(node, .value, text.isEmpty ? nil : .text(text))
      frontEnd.picture.set(node, .cursor, .number(text.utf8.count))
    }
    return frontEnd.post(text.utf8) { .edit(node, $0, cursor: $0.count) }
  }

  /// Posts an edit without applying it to the view tree.
  @discardableResult
  func edit(
    _ field: FieldID, _ text: String, cursor: Int, revision: UInt64
  ) -> [DisplayMessage] {
    let node = node(field)
    return frontEnd.post(text.utf8, at: revision) { .edit(node, $0, cursor: cursor) }
  }

  @discardableResult
  func commit(_ field: FieldID) -> [DisplayMessage] { post(.commit(node(field), nil)) }

  /// Types a text into a field, and commits it.
  func enter(_ field: FieldID, _ text: String) {
    edit(field, text)
    commit(field)
  }

  @discardableResult
  func press(_ button: String) -> [DisplayMessage] {
    let node = node { $0.kind == .button && $0.name == button } ?? NodeID(rawValue: 0)
    return post(.activate(node))
  }

  func node(_ field: FieldID) -> NodeID {
    node { $0.name == field.rawValue } ?? NodeID(rawValue: 0)
  }

  /// Returns the first matching node, in the order of the tree.
  func node(where fits: (ViewNode) -> Bool) -> NodeID? {
    picture.all.first { fits($0.node) }?.id
  }

  func shown(_ field: FieldID, _ property: Property) -> PropertyValue? {
    picture[node(field)]?[property]
  }

  /// Returns a property of the screen.
  func shown(_ property: Property) -> PropertyValue? {
    picture.root.flatMap { picture[$0]?[property] }
  }

  /// Returns the label of the first node of a kind.
  func label(of kind: NodeKind) -> PropertyValue? {
    picture.all.first { $0.node.kind == kind }?.node[.label]
  }

  func open(isReviewed: Bool = false) throws { try open(FormBench.form(isReviewed: isReviewed)) }

  func open(_ form: FormDefinition) throws {
    take()
    try operations.nextLoad().give(form)
    _ = take { viewModel.state == .editing }
  }

  /// Enters a free name and a secret.
  func fillIn() throws {
    enter("name", "ann")
    try operations.nextCheck().pending.give(nil)
    _ = take { viewModel.state(of: "name") == .valid }
    post(.go(.next))
    edit("secret", "hush")
  }

  /// Presses a button until the store receives the submission.
  func submit(by button: String = "submit") throws -> (
    submission: Submission, pending: PendingAnswer<SubmissionOutcome<String>>
  ) {
    press(button)
    return try takeSubmission()
  }

  /// Takes messages until the store receives the submission.
  func takeSubmission() throws -> (
    submission: Submission, pending: PendingAnswer<SubmissionOutcome<String>>
  ) {
    _ = take { screen.isCommitting }
    return try operations.nextSubmission()
  }

  // MARK: The responder's side

  func navigation(after ending: FormOutcome, receipt: String?) -> Navigation {
    endings.append("\(ending) \(receipt ?? "-")")
    return nextScreen.map { .replace($0) } ?? .pop(nil)
  }

  func answer(to question: FormQuestion) -> FormButton? { answer }

  func showed(_ message: Message) { messages.append(message) }

  func history(of field: FieldID) -> (any History)? { histories[field] }

  // MARK: The drafts' side

  /// The saved and discarded drafts, after all writing has ended.
  var kept: ScriptedDrafts.State {
    OperationExecutor.wait { [draftWriter] in await draftWriter.settled() }
    return draftStore.state.current
  }
}
