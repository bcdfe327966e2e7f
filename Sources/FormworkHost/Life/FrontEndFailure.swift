import FormworkCore
import FormworkSystem
import Glibc

/// Why a front end that was running is gone.
enum FrontEndFailure: Hashable, Sendable {
  /// It came back without being told to.
  case leftByItself

  /// It came back with this `errno`.
  case gaveUp(CInt)
  case crashed(signal: CInt)
  case exited(status: CInt)

  /// It did not ask for its first picture in time.
  case drewNothing

  /// It did not take what it was told in time.
  case tookNothing

  /// It was stopped, by itself or by another process than the host, and did not go on.
  case stopped

  /// It asked for no message in time when the person pressed ^C.
  case didNotAnswer
  case didNotLeave

  /// It asked for another front end, or an editor, again and again, and reported nothing.
  case restless

  /// It sent what breaks the contract.
  case brokeContract(PacketFault)
}

extension FrontEndFailure {
  /// What happened to the front end of a name, in one line.
  func message(of name: String) -> Message {
    let limits = PatienceLimits.usual
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
