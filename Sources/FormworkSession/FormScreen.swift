public import FormworkCore
public import FormworkOperations
@_exported public import FormworkStorage

/// The screen of a form: its view model, and the tasks that perform its actions.
public final class FormScreen<Operations: FormOperations>: Screen {
  /// The view model of the form.
  public let viewModel: FormViewModel

  private enum Work: Hashable {
    case load
    case field(FieldID)
    case submission
    case drafts
    case draftPause
    case completion
  }

  /// The time after which typed text is in the draft, even if its field was not committed.
  static var draftPause: Duration { .seconds(2) }

  private enum Answer: Sendable {
    case loaded(LoadID, FormDefinition)
    case draftFound(LoadID, FormDefinition, SavedDraft?)
    case draftsFailed(LoadID, FormDefinition)
    case draftsSettled
    case draftPauseElapsed
    case form(FormMachine.Event, Operations.Receipt? = nil)
    case field(FieldID, FieldMachine.Event)
    case completed(CompletionRequest, [String])
  }

  private let operations: Operations
  private let responder: any FormDelegate<Operations.Receipt>
  private let runner: OperationRunner<Work, Answer>
  private let submissionPrefix: String
  private let isLeftByInterrupt: Bool
  private let resumption: DraftResumption
  private let bound: BoundFields
  private var drafts: DraftWriter?
  private var log: [String] = []
  private var completions: [CompletionResult] = []

  /// The drafts that were abandoned, which may still have warnings.
  private var lateDrafts: DraftWriter?
  private var receipt: Operations.Receipt?

  /// The way in which the form has ended, while the last draft is being written.
  private var outcome: FormOutcome?

  /// The navigation that the session has to perform.
  public var navigation: Navigation?

  /// Creates the screen of a form that is not open yet.
  ///
  /// Each result of an operation raises the wake-up. The keys of this form's submissions begin with
  /// `submissionPrefix`, which must be unique. With `isLeftByInterrupt`, ^C leaves the form without a
  /// question instead of ending the program.
  public init(
    _ viewModel: FormViewModel, operations: Operations,
    responder: any FormDelegate<Operations.Receipt>,
    clock: any Clock<Duration> = OperationClock(), wakeUp: WakeUp,
    submissionPrefix: String = randomPrefix(), isLeftByInterrupt: Bool = false,
    drafts: DraftWriter? = nil, resumption: DraftResumption = .asked
  ) {
    self.viewModel = viewModel
    self.operations = operations
    self.responder = responder
    self.submissionPrefix = submissionPrefix
    self.isLeftByInterrupt = isLeftByInterrupt
    self.drafts = drafts
    self.resumption = resumption
    runner = OperationRunner(clock: clock, wakeUp: wakeUp)
    bound = BoundFields(wakeUp: wakeUp)
    perform(viewModel.setSaving(drafts?.savesDrafts ?? false))
  }

  /// Returns 128 random bits in hexadecimal.
  public static func randomPrefix() -> String {
    String(UInt128.random(in: UInt128.min...UInt128.max), radix: 16)
  }

  /// The view tree for the front end.
  public var tree: ViewTree {
    get { viewModel.tree }
    set { viewModel.tree = newValue }
    _modify { yield &viewModel.tree }
  }

  /// Whether the tree has changes for the front end.
  public var hasChanges: Bool { viewModel.hasChanges }

  /// Returns the kind of a node in the tree, if it exists.
  public func kind(of node: NodeID) -> NodeKind? { viewModel.kind(of: node) }

  /// Whether the store is deciding, or the last draft is being written.
  public var isCommitting: Bool { viewModel.isSubmitting || outcome != nil }

  /// Starts to load the definition of the form.
  public func open() { perform(viewModel.open()) }

  /// Shows a notice until the user changes, commits or submits something.
  public func show(_ message: Message) { perform(viewModel.report(message)) }

  /// Handles an act of the user.
  public func handle(_ input: UserInput, revision: UInt64) {
    perform(viewModel.handle(input, revision: revision))
    if !viewModel.hasUnsavedChanges {
      runner.cancel(.draftPause)
    } else if !runner.isRunning(.draftPause) {
      runner.start(.draftPause, after: Self.draftPause, answer: .draftPauseElapsed)
    }
  }

  /// Refuses input for a node.
  public func refuse(_ node: NodeID, _ reason: InputRejection) {
    perform(viewModel.refuse(node, reason))
  }

  /// Handles the results of operations.
  public func receive() {
    while let answer = runner.takeAnswer() { receive(answer) }
    for (field, content) in bound.takeSettings(for: viewModel) {
      perform(viewModel.set(content, at: field))
    }
  }

  private func receive(_ answer: Answer) {
    switch answer {
    case .loaded(let id, let definition):
      findDraft(of: definition, for: id)
    case .draftFound(let id, let definition, let kept):
      begin(definition, kept, for: id)
    case .draftsFailed(let id, let definition):
      stopSaving()
      begin(definition, nil, for: id)
      perform(viewModel.report(.key("draft.notReadInTime")))
    case .draftsSettled:
      reportDraftTrouble()
      if let outcome { leave(after: outcome) }
    case .draftPauseElapsed: perform(viewModel.saveDraft())
    case .form(let event, let receipt):
      if case .refused(_, let refusals) = event { noteRefused(refusals) }
      if case .accepted = event { remember(receipt) }
      perform(viewModel.handle(event))
    case .field(let field, let event): perform(viewModel.handle(event, at: field))
    case .completed(let request, let texts):
      let whole = 0..<request.text.utf8.count
      completions.append((request, texts.map { Suggestion(replacing: whole, with: $0) }))
    }
  }

  private func noteRefused(_ refusals: [FormIssue]) {
    responder.refused()
    for line in refusals.flatMap(viewModel.faults(of:)) {
      log.append(line)
      assertionFailure(line)
    }
  }

  private func remember(_ receipt: Operations.Receipt?) {
    self.receipt = receipt
    for (field, text) in viewModel.rememberedTexts {
      responder.history(of: field)?.remember(text)
    }
  }

  /// Returns the lines about faults of the program since the last call.
  public func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  /// Leaves without a question unless a submission is in progress; returns whether it was accepted.
  public func inputEnded() -> Bool {
    perform(viewModel.leaveUnasked())
    return viewModel.isSubmitted
  }

  /// Leaves without a question if created with `isLeftByInterrupt`; a submission in progress continues.
  public func interrupted() -> Bool {
    if isLeftByInterrupt { perform(viewModel.leaveUnasked()) }
    return isLeftByInterrupt
  }

  /// Asks whether to leave if the user has entered something; otherwise does nothing.
  public func recoverFromInterrupt() { perform(viewModel.interrupted()) }

  /// Returns the earlier entries of a field, if its definition allows a history.
  public func history(of node: NodeID) -> [String] {
    guard let field = viewModel.rememberedField(at: node) else { return [] }
    return responder.history(of: field)?.lines ?? []
  }

  /// Looks the completions up if the field has any.
  ///
  /// A failure or a lookup of more than two seconds counts as none.
  public func suggestions(for request: CompletionRequest) -> [Suggestion]? {
    guard let name = viewModel.completion(at: request.node) else { return [] }
    runner.start(.completion, limit: .seconds(2)) { [operations] in
      .completed(request, try await operations.completions(of: request.text, by: name))
    } failure: { _ in
      .completed(request, [])
    }
    return nil
  }

  /// Returns the completions that were found since the last call.
  public func takeCompletions() -> [CompletionResult] {
    defer { completions = [] }
    return completions
  }

  /// Whether the form has ended, and its draft is still being written.
  public var isLeaving: Bool { outcome != nil }

  /// Empties a secret that was not typed completely.
  public func clearPartialSecret(_ node: NodeID) { perform(viewModel.clearPartialSecret(node)) }

  /// Submits the form for the user.
  public func submit() { perform(viewModel.press(.submit)) }

  /// Submits a reviewed form for the user.
  public func acceptReview() { perform(viewModel.press(.acceptReview)) }

  /// Performs the answer to an alert.
  public func answered(_ button: Alert.Button) { perform(viewModel.answer(button.name)) }

  /// Ends all operations, releases the draft, and wipes the secrets.
  public func close() {
    runner.cancelAll()
    drafts?.close()
    bound.end()
    viewModel.forgetSecrets()
  }

  /// Returns a handle to read, set and observe a field from other threads until the form ends.
  ///
  /// The field may appear later. Its path, such as `street.at("address/street")`, names items by
  /// numbers from 1. One binding for each field is enough.
  public func binding<Answer: EmptiableAnswer & Sendable>(
    to field: Field<Answer>
  ) -> FieldBinding<Answer> {
    bound.bind(field, of: viewModel)
  }

  /// Returns a handle like the other method, for a field that has no answer until the user enters one.
  public func binding<Answer: Sendable>(to field: Field<Answer>) -> FieldBinding<Answer?> {
    bound.bind(field.withOptionalAnswer, of: viewModel)
  }

  private func perform(_ actions: [FormAction]) {
    for action in actions { perform(action) }
    bound.update(from: viewModel)
  }

  private func perform(_ action: FormAction) {
    switch action {
    case .load(let id): load(id) { .loaded(id, $0) }
    case .reload(let id): load(id) { .form(.loaded(id, $0)) }
    case .cancelLoad: runner.cancel(.load)
    case .startPause(let field, let id, let pause):
      runner.start(.field(field), after: pause, answer: .field(field, .pauseElapsed(id)))
    case .check(let request): check(request)
    case .cancel(let field, _): runner.cancel(.field(field))
    case .submit(let id, let answers): submit(id, answers)
    case .saveDraft(let change): withDrafts { $0.keep(change, of: $1) }
    case .discardDraft: withDrafts { $0.discardDraft(of: $1) }
    case .asked(let question):
      if let answer = resumption.answer(to: question) ?? responder.answer(to: question) {
        perform(viewModel.press(answer))
      } else {
        navigation = .present(viewModel.alert(for: question))
      }
    case .withdrewReview: navigation = .dismissAlert
    case .showed(let message): responder.showed(message)
    case .ended(let outcome): end(outcome)
    }
  }

  private func end(_ outcome: FormOutcome) {
    runner.cancel(.draftPause)
    if outcome != .cancelled { withDrafts { $0.discardDraft(of: $1) } }
    if runner.isRunning(.drafts) {
      self.outcome = outcome
      ShutdownDeadline.begin(DraftWriter.limit)
      settleDrafts(limit: DraftWriter.limit)
    } else {
      leave(after: outcome)
    }
  }

  private func leave(after outcome: FormOutcome) {
    self.outcome = nil
    navigation = responder.navigation(after: outcome, receipt: receipt)
  }

  // MARK: Drafts

  private func findDraft(of definition: FormDefinition, for id: LoadID) {
    guard let drafts else { return perform(viewModel.handle(.loaded(id, definition))) }
    runner.start(.load, limit: ShutdownDeadline.length) {
      .draftFound(id, definition, await drafts.draft(of: definition))
    } failure: { _ in
      .draftsFailed(id, definition)
    }
  }

  private func begin(_ definition: FormDefinition, _ kept: SavedDraft?, for id: LoadID) {
    let savedBefore = viewModel.savesDraftOnCommit
    perform(viewModel.handle(.loaded(id, definition)))
    reportDraftTrouble()
    if let kept {
      perform(viewModel.offer(kept.draft, savedAt: kept.time))
    } else if resumption == .always, drafts?.savesDrafts == savedBefore {
      // If drafts cannot be read, one may exist.
      perform(viewModel.report(.key("nothingToResume")))
    }
  }

  private func withDrafts(_ body: (DraftWriter, FormDefinition) -> Void) {
    guard let drafts, let definition = viewModel.definition else { return }
    body(drafts, definition)
    settleDrafts(limit: nil)
  }

  private func settleDrafts(limit: Duration?) {
    guard let drafts = drafts ?? lateDrafts else { return }
    runner.start(.drafts, limit: limit) {
      await drafts.settled()
      return .draftsSettled
    } failure: { _ in
      .draftsSettled
    }
  }

  private func stopSaving() {
    drafts?.abandon()
    (lateDrafts, drafts) = (drafts, nil)
    perform(viewModel.setSaving(false))
    settleDrafts(limit: nil)
  }

  /// Reports problems with drafts, and whether drafts are saved, for the question before leaving.
  private func reportDraftTrouble() {
    if let drafts { perform(viewModel.setSaving(drafts.savesDrafts)) }
    for warning in (drafts ?? lateDrafts)?.takeWarnings() ?? [] {
      perform(viewModel.report(warning))
    }
  }

  // MARK: Operations

  private func load(_ id: LoadID, answer: @escaping @Sendable (FormDefinition) -> Answer) {
    runner.start(.load, limit: operations.loadTimeOut) { [operations] in
      answer(try await operations.load())
    } failure: {
      .form(.loadFailed(id, $0))
    }
  }

  private func check(_ request: CheckRequest) {
    let (field, id) = (request.field, request.id)
    runner.start(.field(field), limit: request.timeOut) { [operations] in
      let violation = try await operations.check(request)
      return .field(field, violation.map { .checkRefused(id, $0) } ?? .checkPassed(id))
    } failure: {
      .field(field, .checkFailed(id, $0))
    }
  }

  private func submit(_ id: SubmissionID, _ answers: Answers) {
    guard let form = viewModel.definition else { return }
    let submission = Submission(
      key: "\(submissionPrefix)-\(id.rawValue)", answers: answers, form: form)
    runner.start(.submission, limit: operations.submissionTimeOut) { [operations] in
      switch try await operations.submit(submission) {
      case .accepted(let receipt): .form(.accepted(id), receipt)
      case .refused(let refusals): .form(.refused(id, refusals))
      }
    } failure: {
      .form(.failed(id, $0))
    }
  }
}

/// The policy for a draft that is found.
public enum DraftResumption: Sendable {
  /// The user decides.
  case asked

  /// The form resumes the draft; if there is none, a notice says so.
  case always

  /// The form discards the draft.
  case never
}

extension DraftResumption {
  fileprivate func answer(to question: FormQuestion) -> FormButton? {
    guard case .resume = question else { return nil }
    return switch self {
    case .asked: nil
    case .always: .resume
    case .never: .startOver
    }
  }
}
