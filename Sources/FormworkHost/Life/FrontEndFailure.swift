import FormworkCore
import FormworkSystem
import Glibc

/// The reason why a running front end failed.
enum FrontEndFailure: Hashable, Sendable {
  case returnedUnasked

  /// The front end returned this `errno`.
  case returnedError(CInt)
  case crashed(signal: CInt)
  case exited(status: CInt)

  /// The front end did not request its whole first picture in time.
  case drewNothing

  /// The front end did not read its messages in time.
  case readNothing

  /// The front end was stopped by itself or by another process than the host, and did not continue.
  case stopped

  /// The front end requested no message in time after ^C.
  case didNotAnswer
  case didNotLeave

  /// The front end repeatedly requested another front end or an editor, and reported nothing.
  case endlessRequests

  /// The front end sent something that breaks the contract.
  case brokeContract(PacketFault)
}

extension FrontEndFailure {
  func message(of name: String) -> Message {
    let limits = ResponseTimeouts.usual
    func message(_ words: [String: Message] = [:], count: Duration? = nil) -> Message {
      let words = words.merging(["name": .verbatim(name)]) { $1 }
      return .key("frontEnd", of: caseName(of: self), words, count: count?.wholeSeconds)
    }
    return switch self {
    case .returnedUnasked, .stopped, .endlessRequests: message()
    case .returnedError(let error):
      message(["reason": Message(explaining: SystemError(code: error))])
    case .crashed(let signal):
      message(["signal": .verbatim(String(cString: strsignal(signal)))])
    case .exited(let status): message(["status": .number(Int(status))])
    case .drewNothing: message(count: limits.drawing)
    case .readNothing: message(count: limits.reading)
    case .didNotAnswer: message(count: limits.answering)
    case .didNotLeave: message(count: limits.leaving)
    case .brokeContract(let fault): message(["fault": fault.message])
    }
  }
}
