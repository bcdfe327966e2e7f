public import FormworkCore
public import FormworkHost
public import FormworkSession
import FormworkSystem
import Glibc
public import Logging
import PlainFrontEnd

/// The options for asking a form.
///
/// ```swift
/// var options = FormOptions()
/// options.answers = .file("trip.json")
/// options.drafts = DraftWriter(FileDrafts())
/// let answers = try Form(form).ask(options)
/// ```
public struct FormOptions: Sendable {
  /// Answers for the form before it is opened.
  public enum AnswerSource: Sendable {
    /// A JSON object in a file. A file with secrets must be readable by its owner only.
    case file(String)

    /// A JSON object on standard input, for a form without a front end.
    case standardInput

    /// Contents of fields, by path. Unknown paths are ignored.
    case given([FieldID: FieldContent])
  }

  /// The front end, by default that in `FORMWORK_FRONT_END`, or else the best available one.
  public var frontEnd: FrontEndRequest?

  /// The front ends that run in a separate process.
  public var isolation = Isolation.foreign

  /// The initial answers of the form.
  public var answers: AnswerSource?

  /// The numbers of items of the lists in given answers.
  package var counts: [FieldID: Int] = [:]

  /// The function that converts the path of a part to the path in the answer, for messages.
  package var pathInAnswer: @Sendable (FieldID) -> FieldID = { $0 }

  /// A hint for parts that no line of a pipe can answer, such as `use --answers FILE`.
  public var answersHint: Message?

  /// Whether the end of a pipe submits the form if only optional answers are missing.
  ///
  /// By default nothing is submitted, because the program that writes into the pipe may have failed.
  public var isSubmittedByEndOfInput = false

  /// Whether the answers are submitted at once without a front end, and faults are printed.
  public var isNonInteractive = false

  /// The store for drafts at a terminal, or `nil` for none: a pipe or a file repeats all its answers.
  public var drafts: DraftWriter?

  /// The treatment of an existing draft.
  public var resumption = DraftResumption.asked

  /// The log for front ends, by default the file in `FORMWORK_LOG`.
  public var log: Logger?

  /// Whether a signal such as ^C ends the program, or is thrown as ``FormError/interrupted(_:)``.
  public var endsBySignal = true

  /// Creates the default options: the best front end, no answers, no drafts.
  public init() {}

  /// Loads the front end, and takes over the terminal.
  package func makeHost(_ wakeUp: WakeUp, catalogue: Catalogue) throws(HostError) -> FormHost {
    // An empty variable counts as unset, as usual.
    let named = Environment.value("FORMWORK_FRONT_END").map { FrontEndRequest.name($0) }
    return try FormHost(
      frontEnd: frontEnd ?? named, builtIn: PlainFrontEnd.table, isolation: isolation,
      wakeUp: wakeUp, log: log, catalogue: catalogue)
  }

  /// Whether a user answers although standard input is no terminal.
  package var isAnsweredElsewhere = false

  /// The drafts of a form that a user answers.
  var usedDrafts: DraftWriter? {
    hasNoFrontEnd || !isAnsweredElsewhere && isatty(STDIN_FILENO) == 0 ? nil : drafts
  }

  var hasNoFrontEnd: Bool {
    if case .standardInput = answers { return true }
    return isNonInteractive
  }
}
