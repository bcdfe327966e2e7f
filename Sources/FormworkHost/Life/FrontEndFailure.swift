import FormworkCore
import FormworkSystem
import Glibc

/// The reason why a running front end failed.
enum FrontEndFailure: Hashable, Sendable {
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
    func message(
      _ key: String, _ words: [String: Message] = [:], count: Duration? = nil
    ) -> Message {
      let words = words.merging(["name": .verbatim(name)]) { $1 }
      return .key(key, words, count: count?.wholeSeconds)
    }
    return switch self {
    case .leftByItself: message("frontEnd.leftByItself")
    case .gaveUp(let error):
      message("frontEnd.gaveUp", ["reason": Message(explaining: SystemError(code: error))])
    case .crashed(let signal):
      message("frontEnd.crashed", ["signal": .verbatim(String(cString: strsignal(signal)))])
    case .exited(let status): message("frontEnd.exited", ["status": .number(Int(status))])
    case .drewNothing: message("frontEnd.drewNothing", count: limits.toDraw)
    case .tookNothing: message("frontEnd.tookNothing", count: limits.toTake)
    case .stopped: message("frontEnd.stopped")
    case .didNotAnswer: message("frontEnd.didNotAnswer", count: limits.toAnswer)
    case .didNotLeave: message("frontEnd.didNotLeave", count: limits.toLeave)
    case .restless: message("frontEnd.restless")
    case .brokeContract(let fault): message("frontEnd.brokeContract", ["fault": fault.message])
    }
  }
}
