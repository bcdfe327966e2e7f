import FormworkSystem
import Glibc

/// Why a front end that was running is gone.
enum FrontEndFailure: Hashable, Sendable {
  /// It came back without being told to.
  case leftByItself

  /// It came back with this `errno`.
  case gaveUp(CInt)

  /// A signal ended its process.
  case crashed(signal: CInt)

  /// It ended its process with this status.
  case exited(status: CInt)

  /// It did not ask for its first picture in time.
  case drewNothing

  /// It did not take what it was told in time.
  case tookNothing

  /// It was stopped, by itself or by another process than the host, and did not go on.
  case stopped

  /// It asked for no message in time when the person pressed ^C.
  case didNotAnswer

  /// It did not leave in time.
  case didNotLeave

  /// It sent what breaks the contract.
  case brokeContract(PacketFault)
}

extension FrontEndFailure: CustomStringConvertible {
  /// What happened, as the end of a sentence that begins with the front end's name.
  var description: String {
    switch self {
    case .leftByItself: "ended by itself"
    case .gaveUp(let error): "gave up (\(SystemError(code: error)))"
    case .crashed(let signal): "crashed (\(String(cString: strsignal(signal))))"
    case .exited(let status): "ended in the middle, with status \(status)"
    case .drewNothing: "drew nothing for 5 seconds"
    case .tookNothing: "took nothing of what it was told for 10 seconds"
    case .stopped: "was stopped, and did not go on"
    case .didNotAnswer: "did not answer ^C within a second"
    case .didNotLeave: "did not leave within a second"
    case .brokeContract(let fault): "broke the contract (\(fault))"
    }
  }
}
