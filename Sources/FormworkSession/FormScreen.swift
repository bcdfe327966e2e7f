public import FormworkCore
public import FormworkOperations

/// A form on the screen: its view model, and the tasks that perform what the view model asks for.
public final class FormScreen<Operations: FormOperations>: Screen {
  /// The form.
  public let viewModel: FormViewModel

  private enum Letter: Sendable {
    case event(FormOperationEvent)
    case accepted(SubmissionID, Operations.Receipt)
  }

  private enum Work: Hashable {
    case load
    case field(FieldID)
    case submission
  }

  private let operations: Operations
  private let responder: any FormResponder<Operations.Receipt>
  private let clock: any Clock<Duration>
  private let mailbox: Mailbox<Letter>
  private let submissionPrefix: String
  private let isLeftByInterrupt: Bool
  private let drafts: (any DraftKeeper)?
  private let resumption: DraftResumption
  private var tasks: [Work: [Task<Void, Never>]] = [:]
  private var receipt: Operations.Receipt?

  /// Where to go from here.
  public private(set) var exit: ScreenExit?

  /// Makes the screen of a form.
  ///
  /// - Parameters:
  ///   - viewModel: The form, not opened yet.
  ///   - operations: Loads, checks and stores.
  ///   - responder: Says where to go next.
  ///   - clock: What pauses and time-outs are measured with.
  ///   - wakeUp: What is raised when an operation has answered.
  ///   - submissionPrefix: What makes the keys of this form's submissions its own.
  ///   - isLeftByInterrupt: Whether ^C leaves the form, unasked, and not the whole program.
  ///   - drafts: Where what was entered is kept; nowhere, where there is none.
  ///   - resumption: What is done with a draft that is found there.
  public init(
    _ viewModel: FormViewModel, operations: Operations,
    responder: any FormResponder<Operations.Receipt>,
    clock: any Clock<Duration> = OperationClock(), wakeUp: WakeUp,
    submissionPrefix: String = randomPrefix(), isLeftByInterrupt: Bool = false,
    drafts: (any DraftKeeper)? = nil, resumption: DraftResumption = .asked
  ) {
    self.viewModel = viewModel
    self.operations = operations
    self.responder = responder
    self.clock = clock
    self.submissionPrefix = submissionPrefix
    self.isLeftByInterrupt = isLeftByInterrupt
    self.drafts = drafts
    self.resumption = resumption
    viewModel.journalsDrafts = drafts?.isKeeping ?? false
    mailbox = Mailbox(wakeUp: wakeUp)
  }

  deinit {
    for task in tasks.values.joined() { task.cancel() }
  }

  /// 128 random bits in hexadecimal.
  public static func randomPrefix() -> String {
    String(UInt128.random(in: UInt128.min...UInt128.max), radix: 16)
  }

  /// What a front end is told.
  public var tree: ViewTree {
    get { viewModel.tree }
    set { viewModel.tree = newValue }
    _modify { yield &viewModel.tree }
  }

  /// Whether there is something to tell.
  public var hasChanges: Bool { viewModel.hasChanges }

  /// What a node of the tree is, if it is there.
  public func kind(of node: NodeID) -> NodeKind? { viewModel.kind(of: node) }

  /// Whether the store is deciding.
  public var isCommitting: Bool {
    if case .submitting = viewModel.state { true } else { false }
  }

  /// Asks for the form's definition.
  public func open() { perform(viewModel.open()) }

  /// Takes in what the person did.
  public func handle(_ event: UserEvent) { perform(viewModel.handle(event)) }

  /// Takes in what operations have found out.
  public func receive() {
    for letter in mailbox.takeLetters() {
      switch letter {
      case .event(.loaded(let id, let definition)) where viewModel.state == .loading(id):
        perform(viewModel.handle(.loaded(id, definition)))
        offerDraft(of: definition)
      case .event(let event):
        perform(viewModel.handle(event))
      case .accepted(let id, let receipt):
        if viewModel.state == .submitting(id) {
          self.receipt = receipt
          for (field, text) in viewModel.rememberedTexts {
            responder.history(of: field)?.remember(text)
          }
        }
        perform(viewModel.handle(.submissionAccepted(id)))
      }
    }
    cancelFinished()
  }

  /// Leaves without asking; a submission in flight goes on.
  ///
  /// A form is done by its store alone.
  public func inputEnded() -> Bool {
    perform(viewModel.leaveUnasked())
    return viewModel.state == .submitted
  }

  /// Leaves the form without asking, where it is told to; the outcome of a submission in flight is
  /// waited for.
  public func interrupted() -> Bool {
    if isLeftByInterrupt { perform(viewModel.leaveUnasked()) }
    return isLeftByInterrupt
  }

  /// Asks whether to leave, where something was entered; otherwise the form goes on.
  public func forgiveInterrupt() {
    guard viewModel.isChanged, viewModel.state == .editing else { return }
    handle(.leaveRequested(revision: .max))
  }

  /// What was entered into a field before, where the definition lets it be remembered.
  public func history(of node: NodeID) -> [String] {
    guard let name = viewModel.tree[node]?.name else { return [] }
    let field = FieldID(rawValue: name)
    return viewModel.isRemembered(field) ? responder.history(of: field)?.lines ?? [] : []
  }

  /// Submits in the person's place.
  public func submit() { perform(viewModel.press(.submit)) }

  /// Ends all operations, and lets others have the draft.
  public func close() {
    for work in tasks.keys { cancel(work) }
    drafts?.close()
  }

  private func perform(_ actions: [FormAction]) {
    for action in actions { perform(action) }
  }

  // Apart from the loop: what a generic type needs is found on entry, and most keys ask for no action.
  @inline(never)
  private func perform(_ action: FormAction) {
    switch action {
    case .load(let id): load(id)
    case .cancelLoad: cancel(.load)
    case .startPause(let field, let id, let pause):
      cancel(.field(field))
      start(.field(field), after: pause, post: .pauseElapsed(field, id))
    case .check(let request): check(request)
    case .cancel(let field, _): cancel(.field(field))
    case .submit(let id, let answers): submit(id, answers)
    case .saveDraft(let draft): tellDrafts { $0.keep(draft, of: $1) }
    case .discardDraft: tellDrafts { $0.discardDraft(of: $1) }
    case .asked(let question):
      if let answer = resumption.answer(to: question) ?? responder.answer(to: question) {
        perform(viewModel.press(answer))
      }
    case .said(let statement): responder.said(statement)
    case .ended(let ending):
      if ending == .submitted { tellDrafts { $0.discardDraft(of: $1) } }
      exit = responder.screen(after: ending, receipt: receipt).map { .next($0) } ?? .end
    }
  }

  // MARK: Drafts

  private func offerDraft(of definition: FormDefinition) {
    guard let drafts else { return }
    let kept = drafts.draft(of: definition)
    reportDraftTrouble()
    if let kept {
      perform(viewModel.offer(kept.draft, keptAt: kept.time))
    } else if resumption == .always {
      perform(viewModel.report(.nothingToResume))
    }
  }

  private func tellDrafts(_ body: (any DraftKeeper, FormDefinition) -> Void) {
    guard let drafts, let definition = viewModel.definition else { return }
    body(drafts, definition)
    reportDraftTrouble()
  }

  /// What the form says before it is left depends on whether anything is kept.
  private func reportDraftTrouble() {
    guard let drafts else { return }
    viewModel.journalsDrafts = drafts.isKeeping
    if let complaint = drafts.takeComplaint() {
      perform(viewModel.report(.draftTrouble(complaint)))
    }
  }

  // MARK: Operations

  private func load(_ id: LoadID) {
    cancel(.load)
    start(.load, after: operations.loadTimeOut, post: .loadFailed(id, .timedOut))
    run(.load) { [operations] in
      .event(.loaded(id, try await operations.load()))
    } failure: {
      .loadFailed(id, $0)
    }
  }

  private func check(_ request: CheckRequest) {
    let (field, id) = (request.field, request.id)
    cancel(.field(field))
    start(.field(field), after: request.timeOut, post: .checkFailed(field, id, .timedOut))
    run(.field(field)) { [operations] in
      let violation = try await operations.check(request)
      return .event(
        violation.map { .checkRefused(field, id, $0) } ?? .checkPassed(field, id))
    } failure: {
      .checkFailed(field, id, $0)
    }
  }

  private func submit(_ id: SubmissionID, _ answers: Answers) {
    let submission = Submission(key: "\(submissionPrefix)-\(id.rawValue)", answers: answers)
    cancel(.submission)
    start(
      .submission, after: operations.submissionTimeOut, post: .submissionFailed(id, .timedOut))
    run(.submission) { [operations] in
      switch try await operations.submit(submission) {
      case .accepted(let receipt): .accepted(id, receipt)
      case .refused(let refusals): .event(.submissionRefused(id, refusals))
      }
    } failure: {
      .submissionFailed(id, $0)
    }
  }

  /// Runs an operation beside its time-out.
  ///
  /// Whichever is first is heard: the machines drop what comes after, by its id.
  private func run(
    _ work: Work, _ operation: @escaping @Sendable () async throws -> Letter,
    failure: @escaping @Sendable (Reason) -> FormOperationEvent
  ) {
    let task = Task(executorPreference: OperationExecutor.shared) { [mailbox] in
      do {
        mailbox.post(try await operation())
      } catch is CancellationError {
        // This screen has cancelled it, and needs no answer.
      } catch {
        mailbox.post(.event(failure(.failed(Message(explaining: error)))))
      }
    }
    tasks[work, default: []].append(task)
  }

  private func start(_ work: Work, after duration: Duration, post event: FormOperationEvent) {
    let task = Task(executorPreference: OperationExecutor.shared) { [mailbox, clock] in
      do {
        try await clock.sleep(for: duration)
      } catch {
        return  // Cancelled: the event is not needed.
      }
      mailbox.post(.event(event))
    }
    tasks[work, default: []].append(task)
  }

  /// Ends what is not needed any more: a time-out whose operation has answered, or an operation
  /// whose time-out has passed.
  private func cancelFinished() {
    for work in tasks.keys where !isWanted(work) { cancel(work) }
  }

  private func isWanted(_ work: Work) -> Bool {
    switch work {
    case .load:
      if case .loading = viewModel.state { true } else { false }
    case .submission:
      isCommitting
    case .field(let field):
      switch viewModel.state(of: field) {
      case .debouncing, .checking: true
      case nil, .untouched, .incomplete, .invalid, .refused, .unverified, .valid, .excluded: false
      }
    }
  }

  private func cancel(_ work: Work) {
    for task in tasks.removeValue(forKey: work) ?? [] { task.cancel() }
  }
}

extension DraftResumption {
  /// The answer to the question whether to go on with a draft; `nil` leaves it to the person.
  fileprivate func answer(to question: Statement) -> Statement.Button? {
    guard case .resumeQuestion = question else { return nil }
    return switch self {
    case .asked: nil
    case .always: .resume
    case .never: .startAnew
    }
  }
}
