@_exported public import FormworkCore
@_exported public import FormworkHost
@_exported public import FormworkSession
import CFormworkSystem
import FormworkOperations
import FormworkSystem
import Glibc
import Logging

/// A form, and what works for it: asks a person at a terminal, or takes the answers of a pipe or a file.
///
/// ```swift
/// let name = Field.text("name", label: "Name").required()
/// let age = Field.wholeNumber("age", label: "Age").range(0...150)
/// let form = try FormDefinition("visitor", title: "A visitor") { name; age }
/// let answers = Form(form).askOrExit()
/// print(answers[name], answers[age] ?? 0)
/// ```
///
/// The operations run on threads of their own while ``ask(_:clerk:)`` holds the thread that calls it.
public struct Form<Operations: FormOperations> {
  private let name: String
  private let title: Message?
  private let answered: [FormItem]
  private let operations: Operations
  private let catalogue: Catalogue

  /// Why the form cannot be asked at all, if it cannot.
  private var fault: Message?

  /// Makes a form that its operations load.
  ///
  /// - Parameters:
  ///   - name: The stable name.
  ///   - title: What the person reads while it is loaded.
  ///   - answered: What answers may be given to before it is loaded.
  ///   - operations: Loads, checks and stores.
  ///   - catalogue: The sentences that the person reads.
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

  /// Makes a form that is handed to a store.
  ///
  /// - Parameters:
  ///   - definition: The form.
  ///   - sentences: Those of its own rules, by their keys, such as `customError.even`.
  ///   - checking: Answers for the fields that are `checked(by:)`, of which each request names the check.
  ///   - submitting: Takes the answers, with a receipt, or refuses them; it may be asked twice for one submission, by
  ///     the same key.
  public init<Receipt>(
    _ definition: FormDefinition, sentences: [String: Catalogue.Entry] = [:],
    checking: FormWork<Receipt>.Check? = nil, submitting: @escaping FormWork<Receipt>.Submit
  ) where Operations == FormWork<Receipt> {
    self.init(
      definition.name, title: definition.title, answered: definition.items,
      operations: FormWork(definition: definition, check: checking, submit: submitting),
      catalogue: Catalogue.form.overriding(sentences).spoken())
    let checked = definition.checkedFields
    if checking == nil, !checked.isEmpty { fault = MissingCheck(fields: checked).message }
  }

  /// Makes a form whose answers are all that is wanted.
  public init(
    _ definition: FormDefinition, sentences: [String: Catalogue.Entry] = [:],
    checking: FormWork<Answers>.Check? = nil
  ) where Operations == FormWork<Answers> {
    self.init(definition, sentences: sentences, checking: checking) { .accepted($0.answers) }
  }

  /// Asks, and waits until the form has ended.
  ///
  /// To be called on the main thread: on another one it throws ``FormError/failed(_:)``. When it returns, the modes of the terminal and what the program does with signals
  /// are as they were. Core files stay switched off: they could hold what was entered.
  ///
  /// - Parameters:
  ///   - options: On which front end, with which answers to begin with, and what is kept.
  ///   - clerk: Is told what becomes of the form.
  /// - Returns: What the store gave; where there is none, the answers.
  /// - Throws: Why there is nothing.
  public func ask(
    _ options: FormOptions = FormOptions(),
    clerk: FormClerk<Operations.Receipt> = FormClerk()
  ) throws(FormError) -> Operations.Receipt {
    let ending = try run(options, clerk)
    if case .interrupted(let signal) = ending {
      if options.endsBySignal { endProcess(by: signal) }
      throw .interrupted(signal)
    }
    if let receipt = clerk.receipt { return receipt }
    switch clerk.ending {
    case .declined: throw .declined
    case .cancelled where ending == .finished: throw .cancelled
    case .cancelled, .submitted, nil: break
    }
    if clerk.isOutcomeUnknown { throw .outcomeUnknown }
    throw clerk.isRefused ? .refused : .inputEnded
  }

  /// Asks, and where there is nothing, says why on standard error and ends the program with
  /// ``FormError/exitStatus``.
  public func askOrExit(
    _ options: FormOptions = FormOptions(),
    clerk: FormClerk<Operations.Receipt> = FormClerk()
  ) -> Operations.Receipt {
    do throws(FormError) {
      return try ask(options, clerk: clerk)
    } catch {
      let speaker = Speaker(Self.programName, catalogue)
      error.complain(by: speaker)
      exit(error.exitStatus)
    }
  }

  private static var programName: String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map { String($0) } ?? path
  }

  // MARK: Running

  private func run(
    _ options: FormOptions, _ clerk: FormClerk<Operations.Receipt>
  ) throws(FormError) -> Session.Ending {
    if let fault { throw .failed(fault) }
    if fws_is_main_thread() == 0 { throw .failed("form.notOnMainThread") }
    // From here on, what waits for the main actor is seen.
    _ = fws_main_queue_has_work()
    return try run(WatchedOperations(base: operations), options, clerk)
  }

  private func run<Work: FormOperations<Operations.Receipt>>(
    _ operations: Work, _ options: FormOptions, _ clerk: FormClerk<Operations.Receipt>
  ) throws(FormError) -> Session.Ending {
    let speaker = Speaker(Self.programName, catalogue)
    var prefilled = try readFile(options.answers)
    let (host, wakeUp) = try makeHost(options)
    if case .standardInput = options.answers {
      speaker.announce("answers.awaited")
      var signal: CInt?
      do throws(Failure) {
        prefilled = try AnswersFile.read("-", of: answered) { descriptor in
          signal = host.awaitInput(on: descriptor)
          return signal == nil
        }
      } catch {
        guard let signal else { throw FormError(error) }
        // What was typed may stand before it, or the key.
        speaker.announce(.verbatim(""))
        return .interrupted(signal)
      }
    }
    let keepsDrafts = !options.hasNoFrontEnd && isatty(STDIN_FILENO) == 1
    let screen = FormScreen(
      FormViewModel(
        name, title: title ?? "", catalogue: catalogue, prefilled: prefilled.contents,
        counts: prefilled.counts),
      operations: operations, responder: clerk, wakeUp: wakeUp,
      drafts: keepsDrafts ? options.drafts : nil, resumption: options.resumption)
    // The form has them, and lets go of a secret that the person clears.
    prefilled = AnswersDocument()
    if !options.hasNoFrontEnd {
      let ending = host.run(screen)
      clerk.isShown = host.drawsOnStandardOutput && ending == .finished
      // A person at a terminal has seen it at the field.
      if isatty(STDIN_FILENO) == 0 { tellUnverified(of: screen.viewModel, by: speaker) }
      return ending
    }
    let outcome = UnattendedRun(screen: screen).run(on: host)
    if let line = outcome.loadFailure { throw .failed(line) }
    if outcome.ending == .inputEnded, clerk.receipt == nil {
      throw .notAccepted(outcome.faults, remark: clerk.remark)
    }
    tellUnverified(of: screen.viewModel, by: speaker)
    return outcome.ending
  }

  /// Says what was accepted though no check has answered for it.
  private func tellUnverified(of form: FormViewModel, by speaker: Speaker) {
    guard form.isSubmitted else { return }
    for (field, reason) in form.unverified {
      speaker.complain(.objection(to: field, reason))
    }
  }

  private func readFile(
    _ answers: FormOptions.Answers?
  ) throws(FormError) -> AnswersDocument {
    switch answers {
    case .file(let path):
      do throws(Failure) {
        return try AnswersFile.read(path, of: answered)
      } catch { throw FormError(error) }
    case .given(let contents): return AnswersDocument(contents: contents)
    case .standardInput, nil: return AnswersDocument()
    }
  }

  private func makeHost(
    _ options: FormOptions
  ) throws(FormError) -> (host: FormHost, wakeUp: WakeUp) {
    var log = options.log
    do throws(Failure) {
      if log == nil { log = try LogFile.logger(nil, label: Self.programName) }
    } catch { throw FormError(error) }
    do {
      try FormHost.prepareProcess()
      let wakeUp = try WakeUp()
      // As for every such variable, an empty one is none.
      let named = Environment.value("FORMWORK_FRONT_END").map { FrontEndRequest.name($0) }
      let host = try FormHost(
        frontEnd: options.frontEnd ?? named, isolation: options.isolation, wakeUp: wakeUp,
        log: log, catalogue: catalogue)
      return (host, wakeUp)
    } catch let error as HostError {
      throw FormError(error)
    } catch {
      throw .failed(Message(explaining: error))
    }
  }
}
