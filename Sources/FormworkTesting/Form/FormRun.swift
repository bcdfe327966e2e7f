public import FormworkCore
public import FormworkSession
public import Testing

/// A form on its screen, as in a program, but with a test in place of the front end and the clock.
///
/// The operations may be those of a program, or ``ScriptedOperations``. Nodes have the names of
/// ``FormStore``.
///
/// It must be used on one thread, which it blocks while it waits: use it in
/// ``onThreadOfItsOwn(_:)``.
public final class FormRun<Operations: FormOperations> {
  /// The form.
  public let viewModel: FormViewModel

  /// The clock for pauses and timeouts.
  public let clock = ManualClock()
  private let recorder = FormResultRecorder<Operations.Receipt>()
  private let frontEnd: FakeFrontEnd
  private var picture = NamedPicture()
  private var changes: [String] = []

  /// The number of messages of the front end that are in the changes.
  private var handledCount = 0

  /// The prefilled names, until the form is loaded.
  private var prefilled: (names: [FieldID], place: SourceLocation)

  /// Opens a form, which first calls `load()` of its operations.
  ///
  /// The sentences are those of the program, as for its `Form`.
  public init(
    _ name: String, operations: Operations, prefilled: [FieldID: FieldContent] = [:],
    sentences: [String: Catalogue.Entry] = [:], catalogue: Catalogue = .english,
    _ place: SourceLocation = #_sourceLocation
  ) throws(WakeUpError) {
    self.prefilled = (Array(prefilled.keys), place)
    let wakeUp = try WakeUp()
    viewModel = FormViewModel(
      name, catalogue: catalogue.overriding(sentences), prefilled: prefilled)
    let screen = FormScreen(
      viewModel, operations: operations, responder: recorder, clock: clock, wakeUp: wakeUp,
      submissionPrefix: "test")
    frontEnd = FakeFrontEnd(Session(screen, wakeUp: wakeUp), wakeUp: wakeUp)
    take()
  }

  deinit { frontEnd.session.close() }

  /// The outcome of the form, or `nil` while it continues.
  public var outcome: FormOutcome? { recorder.outcome }

  /// The receipt of the store after it has accepted the answers.
  public var receipt: Operations.Receipt? { recorder.receipt }

  // MARK: Input

  /// Types a text into a field, in place of its content, and commits it.
  public func enter(
    _ text: String, in field: String, _ place: SourceLocation = #_sourceLocation
  ) { enter(.text(text), in: field, place) }

  /// Types a secret into a field, and commits it.
  public func enter(
    _ secret: Secret, in field: String, _ place: SourceLocation = #_sourceLocation
  ) { enter(.secret(secret), in: field, place) }

  /// Types a text into a field, in place of its content, without committing it.
  public func type(
    _ text: String, in field: String, _ place: SourceLocation = #_sourceLocation
  ) { enter(.text(text), in: field, commits: false, place) }

  private func enter(
    _ content: FieldContent, in field: String, commits: Bool = true, _ place: SourceLocation
  ) {
    let node = picture.node(field, place, [.textField, .textArea, .secretField])
    picture.show(.edit(node, content, cursor: content.length))
    content.withBytes { post(.edit(node, $0, cursor: content.length)) }
    if commits { content.withBytes { post(.commit(node, content.isSecret ? nil : $0)) } }
  }

  /// Switches a toggle or an option on or off.
  public func choose(
    _ name: String, isOn: Bool = true, _ place: SourceLocation = #_sourceLocation
  ) { post(.choose(picture.node(name, place, [.toggle, .option]), isOn: isOn)) }

  /// Presses a button by its name: of the form, such as `submit`, of a section, or of a question.
  public func press(_ name: String, _ place: SourceLocation = #_sourceLocation) {
    post(.activate(picture.node(name, place, [.button])))
  }

  /// Requests to leave the form as by ^D, or confirms the question whether to leave.
  public func leave() { post(.back(insists: true)) }

  private func post(_ message: InputMessage<UnsafeRawBufferPointer>) {
    frontEnd.post(message)
    take()
  }

  // MARK: Output

  /// Handles the results of operations until a condition holds; returns whether it did in time.
  ///
  /// After the limit the test fails, and shows the state, the statuses and the notices of the form.
  @discardableResult
  public func wait(
    limit: Duration = defaultLimit, _ place: SourceLocation = #_sourceLocation,
    until holds: (FormViewModel) -> Bool
  ) -> Bool {
    let isInTime = frontEnd.take(limit: limit) {
      take()
      return holds(viewModel)
    }
    if !isInTime {
      let shown = ["within \(limit), in the state \(viewModel.state):"] + picture.summary
      Issue.record(
        "the condition did not hold \(shown.joined(separator: "\n"))", sourceLocation: place)
    }
    return isInTime
  }

  /// Returns the property of a node as a front end knows it, or `none`, or that the node is unknown.
  public func property(_ property: Property, of name: String) -> String {
    picture.property(property, of: name)
  }

  /// Returns the changes since the last call, as lines of ``FormStore``.
  public func takeChanges() -> [String] {
    defer { changes = [] }
    return changes
  }

  private func take() {
    frontEnd.take()
    for case .change(let change) in frontEnd.seen.dropFirst(handledCount) {
      if let line = picture.take(change) { changes.append(line) }
    }
    handledCount = frontEnd.seen.count
    guard let definition = viewModel.definition else { return }
    for name in prefilled.names where !definition.hasPart(at: name) {
      Issue.record(picture.unknown(name.rawValue), sourceLocation: prefilled.place)
    }
    prefilled.names = []
  }
}

extension FieldContent {
  /// Calls a closure with the text of the input, which is empty for a choice.
  fileprivate func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    switch self {
    case .text(var text): text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    case .secret(let secret): secret.withBytes { body(UnsafeRawBufferPointer($0)) }
    case .toggle, .choice, .choices: body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }
}
