import FormworkCore
import FormworkSystem
import Glibc

/// The reason why a running front end failed.
enum FrontEndFailure: Hashable, Sendable {
  /// The front end returned without a request to leave.
  case leftByItself

  /// The front end returned this `errno`.
  case gaveUp(CInt)
  case crashed(signal: CInt)
  case exited(status: CInt)

  /// The front end did not request its whole first picture in time.
  case drewNothing

  /// The front end did not read its messages in time.
  case tookNothing

  /// The front end was stopped by itself or by another process than the host, and did not continue.
  case stopped

  /// The front end requested no message in time after ^C.
  case didNotAnswer
  case didNotLeave

  /// The front end repeatedly requested another front end or an editor, and reported nothing.
  case restless

  /// The front end sent something that breaks the contract.
  case brokeContract(PacketFault)
}

extension FrontEndFailure {
  func message(of name: String) -> Message {
    let limits = ResponseTimeouts.usual
    return switch self {
    case .leftByItself: Message("frontEnd.leftByItself", ["name": .verbatim(name)])
    case .gaveUp(let error):
      Message(
        "frontEnd.gaveUp",
        ["name": .verbatim(name), "reason": Message(explaining: SystemError(code: error))])
    case .crashed(let signal):
      Message(
        "frontEnd.crashed",
        ["name": .verbatim(name), "signal": .verbatim(String(cString: strsignal(signal)))])
    case .exited(let status):
      Message("frontEnd.exited", ["name": .verbatim(name), "status": .number(Int(status))])
    case .drewNothing:
      Message("frontEnd.drewNothing", ["name": .verbatim(name)], count: limits.toDraw.wholeSeconds)
    case .tookNothing:
      Message("frontEnd.tookNothing", ["name": .verbatim(name)], count: limits.toTake.wholeSeconds)
    case .stopped: Message("frontEnd.stopped", ["name": .verbatim(name)])
    case .didNotAnswer:
      Message(
        "frontEnd.didNotAnswer", ["name": .verbatim(name)], count: limits.toAnswer.wholeSeconds)
    case .didNotLeave:
      Message("frontEnd.didNotLeave", ["name": .verbatim(name)], count: limits.toLeave.wholeSeconds)
    case .restless: Message("frontEnd.restless", ["name": .verbatim(name)])
    case .brokeContract(let fault):
      Message("frontEnd.brokeContract", ["name": .verbatim(name), "fault": fault.message])
    }
  }
}
