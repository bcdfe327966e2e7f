public import FormworkCore
public import FormworkHost
public import FormworkSession
public import Logging

/// How a form is asked.
///
/// ```swift
/// var options = FormOptions()
/// options.answers = .file("trip.json")
/// options.drafts = DraftJournal(FileDrafts())
/// let answers = try Form(form).ask(options)
/// ```
public struct FormOptions {
  /// Answers that were given before the form is opened.
  public enum Answers: Sendable {
    /// A JSON object in a file; one that holds secrets has to be its owner's alone.
    case file(String)

    /// A JSON object on standard input: the form is asked unattended.
    case standardInput

    /// What stands in fields, by their paths; one that leads to no field is passed over.
    case given([FieldID: FieldContent])
  }

  /// The front end; where it is `nil`, the one that `FORMWORK_FRONT_END` names, or else the one that fits.
  public var frontEnd: FrontEndRequest?

  /// Which front ends run in a process of their own.
  public var isolation = Isolation.foreign

  /// What the form begins with.
  public var answers: Answers?

  /// Whether no front end is shown: the answers are handed in at once, or it is said what is wrong with them.
  public var isUnattended = false

  /// Where what was entered is kept for another time; nowhere, where it is `nil`.
  ///
  /// At a terminal alone: a pipe or a file brings all its answers again.
  public var drafts: DraftJournal?

  /// What is done with a draft that is found there.
  public var resumption = DraftResumption.asked

  /// Gets the lines that front ends have for a log; where it is `nil`, the file does that `FORMWORK_LOG` names.
  public var log: Logger?

  /// Whether the program ends by a signal that asks it to leave, such as ^C, as it would without a form; else
  /// ``FormError/interrupted(_:)`` is thrown.
  public var endsBySignal = true

  /// The usual ones: the front end that fits, no answers, no drafts.
  public init() {}

  /// Whether no front end shows the form.
  var hasNoFrontEnd: Bool {
    if case .standardInput = answers { return true }
    return isUnattended
  }
}
