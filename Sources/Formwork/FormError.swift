public import FormworkCore
package import FormworkHost
import FormworkOperations
import Glibc

/// Why a form has no answers.
public enum FormError: Explained, Equatable {
  /// The person has left the form.
  case cancelled

  /// The person has declined to answer.
  case declined

  /// Input ended before the form was handed in.
  case inputEnded

  /// The store has refused the answers, and they were not mended before input ended: the front end has told why.
  case refused

  /// The store has given no answer in time: it may have the answers all the same.
  case outcomeUnknown

  /// A signal asked the program to leave.
  case interrupted(CInt)

  /// Answers of an unattended form that do not do: a line for each fault, such as `/age: at most 150`, and what was
  /// said last that belongs to no field.
  case notAccepted([Message], remark: Message?)

  /// The form could not be loaded, or there can be no host for it.
  case failed(Message)

  /// What the program was started with is of no use, such as the name of a front end or a file of answers.
  case badInput(Message)

  /// What, where, and the mend.
  public var message: Message {
    switch self {
    case .cancelled: "form.cancelled"
    case .declined: "form.declined"
    case .inputEnded: "form.inputEnded"
    case .refused: "form.refused"
    case .outcomeUnknown: "form.outcomeUnknown"
    case .interrupted(let signal): Message("form.interrupted", ["signal": .number(Int(signal))])
    case .notAccepted(let faults, let remark): .sentences(faults + [remark].compactMap(\.self))
    case .failed(let line), .badInput(let line): line
    }
  }

  /// The status that a program ends with: 1 where the form was not answered, 2 for bad input, 3 where the person has
  /// declined, 130 where the person has left, 128 and more for a signal.
  public var exitStatus: CInt {
    switch self {
    case .cancelled: 130
    case .declined: Failure.declined
    case .inputEnded, .refused, .outcomeUnknown, .notAccepted, .failed: Failure.failed
    case .interrupted(let signal): 128 + signal
    case .badInput: Failure.usage
    }
  }

  /// Says on standard error why there are no answers.
  package func complain(by speaker: Speaker) {
    guard case .notAccepted(let faults, let remark) = self else {
      return speaker.complain(of: self)
    }
    for fault in faults { speaker.complain(fault) }
    if let remark { speaker.complainByName(remark) }
  }

  init(_ failure: Failure) {
    self =
      failure.status == Failure.usage ? .badInput(failure.message) : .failed(failure.message)
  }

  init(_ error: HostError) {
    if case .shortage(let line) = error {
      self = .failed(line)
    } else {
      self = .badInput(error.message)
    }
  }
}

extension FormError: CustomStringConvertible {
  /// The sentence in English: what an error says that is not caught.
  public var description: String { Catalogue.form.text(for: message) }
}

/// Ends the process by a signal, as it would have ended without a form; what is at work is waited for as long as the
/// ``FormworkOperations/LastSecond`` lasts.
///
/// - Returns: Where the program goes on all the same: it handles the signal itself.
package func endProcess(by signal: CInt) {
  OperationExecutor.shared.settle(limit: LastSecond.left)
  raise(signal)
}
