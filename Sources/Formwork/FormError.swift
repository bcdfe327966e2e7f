public import FormworkCore
package import FormworkHost
import FormworkOperations
import Glibc

/// The reason why a form has no answers.
public enum FormError: UserMessageError, Equatable {
  /// The user has left the form; its entries may be saved as a draft.
  case cancelled(isSaved: Bool = false)

  /// The user has declined to answer.
  case declined

  /// Input ended before the form was submitted; its entries may be saved as a draft.
  case inputEnded(isSaved: Bool = false)

  /// The answers of a pipe are invalid, as the front end has shown.
  case invalid

  /// The store has refused the answers before input ended, as the front end has shown.
  case refused

  /// The store has failed before input ended, as the front end has shown.
  case notSubmitted(Message)

  /// The store has not answered in time, but may have accepted the answers; a draft may be saved.
  case outcomeUnknown(isSaved: Bool = false)

  /// A signal asked the program to leave.
  case interrupted(CInt)

  /// The answers of an unattended form are invalid: a line for each fault, such as `/age: at most
  /// 150`.
  ///
  /// The note is the last message that belongs to no field.
  case notAccepted([Message], note: Message?)

  /// The form could not be loaded, or there is no host for it.
  case failed(Message)

  /// The program's input is invalid, such as the name of a front end or a file of answers.
  case badInput(Message)

  /// The fault, its place, and the fix.
  public var message: Message {
    func kept(_ key: String, _ isSaved: Bool) -> Message {
      isSaved ? .sentences([.key(key), .key("form.kept")]) : .key(key)
    }
    return switch self {
    case .cancelled(let isSaved): kept("form.cancelled", isSaved)
    case .declined: .key("form.declined")
    case .inputEnded(let isSaved): kept("form.inputEnded", isSaved)
    case .invalid: .key("form.invalid")
    case .refused: .key("form.refused")
    case .outcomeUnknown(let isSaved): kept("form.outcomeUnknown", isSaved)
    case .interrupted(let signal): .key("form.interrupted", ["signal": .number(Int(signal))])
    case .notAccepted(let faults, let note): .sentences(faults + [note].compactMap(\.self))
    case .notSubmitted(let line), .failed(let line), .badInput(let line): line
    }
  }

  /// The exit status of a program without answers.
  ///
  /// 1 if input ended, or the answers are invalid, or the store failed or refused them, 2 for bad input, 3 if the
  /// user declined, 130 if the user left, and 128 plus the number of a signal.
  public var exitStatus: CInt {
    switch self {
    case .cancelled: 130
    case .declined: ProgramFailure.declined
    case .inputEnded, .invalid, .refused, .notSubmitted, .outcomeUnknown, .notAccepted, .failed:
      ProgramFailure.failed
    case .interrupted(let signal): 128 + signal
    case .badInput: ProgramFailure.usage
    }
  }

  package func printError(by console: ProgramOutput) {
    switch self {
    case .notSubmitted: break  // The user has seen the reason.
    case .notAccepted(let faults, let note):
      for fault in faults { console.printError(fault) }
      if let note { console.printErrorWithName(note) }
    case .cancelled, .declined, .inputEnded, .invalid, .refused, .outcomeUnknown, .interrupted,
      .failed, .badInput:
      console.printError(for: self)
    }
  }

  init(_ error: any Error) {
    let message = Message(explaining: error)
    switch error {
    case HostError.frontEnd, HostError.raisedPrivileges, HostError.anotherHost:
      self = .badInput(message)
    case let failure as ProgramFailure where failure.status == ProgramFailure.usage:
      self = .badInput(message)
    default: self = .failed(message)
    }
  }
}

extension FormError: CustomStringConvertible {
  /// The sentence in English, for uncaught errors.
  public var description: String { Catalogue.form.text(for: message) }
}

/// Ends the process by a signal after the ``ShutdownDeadline``, unless the program handles it.
package func endProcess(by signal: CInt) {
  OperationExecutor.shared.settle(limit: ShutdownDeadline.left)
  // Swift's runtime reports a crash after this key.
  if signal == SIGQUIT { Glibc.signal(SIGQUIT, SIG_DFL) }
  raise(signal)
}
