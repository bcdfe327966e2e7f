import CFormworkSystem
public import FormworkCore
import FormworkHost
import FormworkOperations
public import FormworkSession
import FormworkSystem
import Glibc

/// A form and its operations, for a user at a terminal, a pipe or a file.
///
/// ```swift
/// let name = Field.text("name", label: "Name").required()
/// let age = Field.wholeNumber("age", label: "Age").range(0...150).required()
/// let form = try FormDefinition("visitor", title: "A visitor") { name; age }
/// let answers = Form(form).askOrExit()
/// print(answers[name], answers[age])
/// ```
///
/// Without `await`, the form blocks the main actor, and its operations have to do without this actor. With `await`,
/// they may use it.
public struct Form<Operations: FormOperations>: Sendable {
  private let name: String
  private let title: Message?
  private let answered: [FormItem]
  private let operations: Operations
  private let catalogue: Catalogue

  /// The reason why the form cannot be asked, if there is one.
  private var fault: Message?

  /// Creates a form that its operations load.
  ///
  /// It shows the title, and accepts prepared answers of the `answered` items, before it is loaded.
  public init(
    _ name: String, title: Message? = nil, answered: [FormItem] = [], operations: Operations,
    catalogue: Catalogue = .form.spoken()
  ) {
    self.name = name
    self.title = title
    self.answered = answered
    self.operations = operations
    self.catalogue = catalogue
  }

  /// Creates a form whose answers go to a store.
  ///
  /// `sentences` are those of keys, such as `valueMissing.name`. `checking` checks the fields that are
  /// `checked(by:)`; each request names its check. `submitting` accepts the answers with a receipt, or refuses them;
  /// it may be called again with the same key for the same submission.
  public init<Receipt>(
    _ definition: FormDefinition, sentences: [String: Catalogue.Entry] = [:],
    checking: ClosureOperations<Receipt>.Check? = nil,
    submitting: @escaping ClosureOperations<Receipt>.Submit
  ) where Operations == ClosureOperations<Receipt> {
    self.init(
      definition.name, title: definition.title, answered: definition.items,
      operations: ClosureOperations(definition: definition, check: checking, submit: submitting),
      catalogue: Catalogue.form.overriding(sentences).spoken())
    let checked = definition.checkedFields
    if checking == nil, !checked.isEmpty { fault = .noCheck(of: checked) }
  }

  /// Creates a form without a store.
  public init(
    _ definition: FormDefinition, sentences: [String: Catalogue.Entry] = [:],
    checking: ClosureOperations<Answers>.Check? = nil
  ) where Operations == ClosureOperations<Answers> {
    self.init(definition, sentences: sentences, checking: checking) { .accepted($0.answers) }
  }

  /// See ``init(_:sentences:checking:)``.
  @available(*, unavailable, message: "write Form(try FormDefinition(name, title: title) { ... })")
  public init(@FormBuilder items: () -> [FormItem]) where Operations == ClosureOperations<Answers> {
    fatalError()
  }

  /// Asks the form, and blocks the main actor until the form has ended.
  ///
  /// It restores the terminal modes and the signal handlers before it returns. Core files stay disabled, because
  /// they could contain answers. An operation that waits for the main actor fails after a second; if `main` is
  /// `async`, after its time limit.
  ///
  /// - Returns: The receipt of the store, or the answers without a store.
  @MainActor public func ask(
    _ options: FormOptions = FormOptions(),
    recorder: FormResultRecorder<Operations.Receipt> = FormResultRecorder()
  ) throws(FormError) -> Operations.Receipt {
    try askBlocking(options, recorder)
  }

  /// Asks the form, and blocks any thread until the form has ended.
  package func askBlocking(
    _ options: FormOptions, _ recorder: FormResultRecorder<Operations.Receipt>
  ) throws(FormError) -> Operations.Receipt {
    if fws_is_main_thread() != 0 {
      // From here on, calls that wait for the main actor are noticed.
      _ = fws_main_queue_has_work()
      return try receipt(of: WatchedOperations(base: operations), options, recorder)
    }
    // The threads of Swift's pools receive no signals.
    let outcome = Synchronized<Result<Operations.Receipt, FormError>?>(nil)
    askOnOwnThread(options, recorder) { result in
      outcome.withState { $0 = result }
      outcome.signal()
    }
    return try outcome.wait(until: { _ in nil }) { $0 }.get()
  }

  /// Asks the form on a thread of its own, and suspends the caller until the form has ended.
  ///
  /// Checks and the store may use the main actor. A signal ends the form; cancelling the task does not.
  ///
  /// - Returns: The receipt of the store, or the answers without a store.
  public func ask(
    _ options: FormOptions = FormOptions(),
    recorder: sending FormResultRecorder<Operations.Receipt> = FormResultRecorder()
  ) async throws(FormError) -> Operations.Receipt {
    nonisolated(unsafe) let recorder = recorder
    return try await withCheckedContinuation { continuation in
      askOnOwnThread(options, recorder) { continuation.resume(returning: $0) }
    }.get()
  }

  private func askOnOwnThread(
    _ options: FormOptions, _ recorder: FormResultRecorder<Operations.Receipt>,
    then end: @escaping @Sendable (Result<Operations.Receipt, FormError>) -> Void
  ) {
    // The caller waits for the end.
    nonisolated(unsafe) let recorder = recorder
    let isStarted = startThread {
      // Like the main thread, it may receive all signals.
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      end(Result { () throws(FormError) in try receipt(of: operations, options, recorder) })
    }
    if !isStarted { end(.failure(.failed(.key("form.noThread")))) }
  }

  /// Asks the form, or prints the reason and exits with ``FormError/exitStatus``.
  @MainActor public func askOrExit(
    _ options: FormOptions = FormOptions(),
    recorder: FormResultRecorder<Operations.Receipt> = FormResultRecorder()
  ) -> Operations.Receipt {
    do throws(FormError) { return try ask(options, recorder: recorder) } catch {
      exit(after: error)
    }
  }

  /// Asks the form on a thread of its own, or prints the reason and exits with ``FormError/exitStatus``.
  public func askOrExit(
    _ options: FormOptions = FormOptions(),
    recorder: sending FormResultRecorder<Operations.Receipt> = FormResultRecorder()
  ) async -> Operations.Receipt {
    do throws(FormError) { return try await ask(options, recorder: recorder) } catch {
      exit(after: error)
    }
  }

  private func exit(after error: FormError) -> Never {
    printError(for: error)
    Glibc.exit(error.exitStatus)
  }

  /// Prints the reason why there are no answers.
  package func printError(for error: FormError) {
    error.printError(by: ProgramOutput(Environment.programName, catalogue))
  }

  // MARK: Running

  /// Runs the form, and returns the receipt of the store.
  private func receipt<Work: FormOperations<Operations.Receipt>>(
    of operations: Work, _ options: FormOptions, _ recorder: FormResultRecorder<Operations.Receipt>
  ) throws(FormError) -> Operations.Receipt {
    if let fault { throw .failed(fault) }
    let endReason = try run(operations, options, recorder)
    let isSaved = options.usedDrafts?.hasDraft ?? false
    if case .interrupted(let signal) = endReason {
      guard options.endsBySignal else { throw .interrupted(signal) }
      // Without drafts, ^C needs no explanation.
      if recorder.receipt == nil, options.usedDrafts != nil || recorder.isOutcomeUnknown {
        printError(
          for: recorder.isOutcomeUnknown
            ? .outcomeUnknown(isSaved: isSaved) : .cancelled(isSaved: isSaved))
      }
      endProcess(by: signal)
    }
    if let receipt = recorder.receipt { return receipt }
    switch recorder.outcome {
    case .declined: throw .declined
    case .cancelled where endReason == .finished: throw .cancelled(isSaved: isSaved)
    case .cancelled, .submitted, nil: break
    }
    if recorder.isOutcomeUnknown { throw .outcomeUnknown(isSaved: isSaved) }
    if let failure = recorder.failure { throw .notSubmitted(failure) }
    if recorder.isRefused { throw .refused }
    throw recorder.isInvalid ? .invalid : .inputEnded(isSaved: isSaved)
  }

  private func run<Work: FormOperations<Operations.Receipt>>(
    _ operations: Work, _ options: FormOptions, _ recorder: FormResultRecorder<Operations.Receipt>
  ) throws(FormError) -> Session.EndReason {
    let console = ProgramOutput(Environment.programName, catalogue)
    var prefilled = try readFile(options.answers, counts: options.counts)
    let (host, wakeUp) = try makeHost(options)
    if case .standardInput = options.answers {
      console.announce(.key("answers.awaited"))
      var signal: CInt?
      do throws(ProgramFailure) {
        prefilled = try AnswersFile.read("-", of: answered) { descriptor in
          signal = host.awaitInput(on: descriptor)
          return signal == nil
        }
      } catch {
        guard let signal else { throw FormError(error) }
        // The cursor may be after typed text or ^C.
        console.announce("")
        return .interrupted(signal)
      }
    }
    let form = FormViewModel(
      name, title: title ?? "", catalogue: catalogue, prefilled: prefilled.contents,
      counts: prefilled.counts)
    if isatty(STDIN_FILENO) == 0 {
      form.answersHint = options.answersHint
      form.isSubmittedByEndOfInput = options.isSubmittedByEndOfInput
    }
    let screen = FormScreen(
      form, operations: operations, responder: recorder, wakeUp: wakeUp,
      drafts: options.usedDrafts, resumption: options.resumption)
    // The form has the answers now, and must be able to release a secret that the user clears.
    prefilled = AnswersDocument()
    if !options.hasNoFrontEnd {
      let endReason = host.run(screen)
      recorder.isShown = host.drawsOnStandardOutput && endReason == .finished
      // A user at a terminal has seen it at the field.
      if isatty(STDIN_FILENO) == 0 {
        recorder.isInvalid = endReason == .inputEnded && !form.violations.isEmpty
        reportUnverified(of: form, by: console)
      }
      return endReason
    }
    let endReason = try runNonInteractively(screen, on: host, recorder, options.pathInAnswer)
    reportUnverified(of: screen.viewModel, by: console)
    return endReason
  }

  /// Submits the initial answers of a form at once, without a front end.
  private func runNonInteractively(
    _ screen: FormScreen<some FormOperations>, on host: FormHost,
    _ recorder: FormResultRecorder<Operations.Receipt>, _ pathInAnswer: (FieldID) -> FieldID
  ) throws(FormError) -> Session.EndReason {
    var hasSubmitted = false
    var faults: [Message] = []
    var loadFailure: Message?
    let endReason = host.runNonInteractively(screen) {
      if screen.viewModel.state == .editing, !hasSubmitted {
        hasSubmitted = true
        screen.submit()
      }
      switch screen.viewModel.state {
      case .blank, .loading, .awaitingChecks, .submitting, .submitted, .cancelled, .declined:
        return true
      case .loadFailed(let reason):
        loadFailure = .loadFailed(reason)
        return false
      case .reviewing:
        screen.acceptReview()
        return true
      // A check may find another fault.
      case .editing where screen.viewModel.isChecking:
        return true
      case .offeringDraft, .editing, .reloading, .confirmingLeave:
        faults = screen.viewModel.invalidFields.flatMap { field in
          field.messages.map { .fault(in: pathInAnswer(field.field), $0) }
        }
        return false
      }
    }
    if let loadFailure { throw .failed(loadFailure) }
    if endReason == .inputEnded, recorder.receipt == nil {
      throw .notAccepted(faults, note: recorder.note)
    }
    return endReason
  }

  /// Reports accepted answers whose check has failed.
  private func reportUnverified(of form: FormViewModel, by console: ProgramOutput) {
    guard form.isSubmitted else { return }
    for (field, reason) in form.unverified {
      console.printError(.fault(in: field, reason))
    }
  }

  private func readFile(
    _ answers: FormOptions.AnswerSource?, counts: [FieldID: Int]
  ) throws(FormError) -> AnswersDocument {
    switch answers {
    case .file(let path):
      do throws(ProgramFailure) {
        return try AnswersFile.read(path, of: answered)
      } catch { throw FormError(error) }
    case .given(let contents): return AnswersDocument(contents: contents, counts: counts)
    case .standardInput, nil: return AnswersDocument()
    }
  }

  private func makeHost(
    _ options: FormOptions
  ) throws(FormError) -> (host: FormHost, wakeUp: WakeUp) {
    var options = options
    do {
      if options.log == nil {
        options.log = try LogFile.logger(nil, label: Environment.programName)
      }
      try FormHost.prepareProcess()
      let wakeUp = try WakeUp()
      return (try options.makeHost(wakeUp, catalogue: catalogue), wakeUp)
    } catch { throw FormError(error) }
  }
}

extension Message {
  /// Returns a message about a part with its JSON pointer, such as `/age: at most 150`.
  static func fault(in field: FieldID, _ reason: Message) -> Message {
    field.rawValue.isEmpty
      ? reason : .key("objection", ["pointer": .verbatim(field.pointer), "reason": reason])
  }
}
