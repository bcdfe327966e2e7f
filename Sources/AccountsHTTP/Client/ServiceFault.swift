import Accounts
package import FormworkCore

/// The reason if a service gives no answer.
enum ServiceFault: Error, Equatable {
  /// The library of curl is not installed.
  case noLibrary
  /// The service cannot be reached, with the reason.
  case unreachable(String)
  /// The service did not answer in time.
  case noAnswer
  /// The certificate of the service is not valid, with the reason.
  case certificate(String)
  /// The certificates of authorities cannot be read, with the reason.
  case authorities(String)
  /// The answer is none of this service.
  case malformed
  /// The answer has too many bytes.
  case tooLarge
  /// The service sends its clients elsewhere.
  case redirected
  /// The service refuses, with a status that it should not have here.
  case status(Int)
  /// The request may have arrived, but its answer did not, for this reason.
  indirect case outcomeUnknown(ServiceFault)
  case problem(Problem)

  /// Whether another attempt may succeed, and does no harm.
  var isTemporary: Bool {
    switch self {
    case .unreachable: true
    case .outcomeUnknown(let reason): reason.isTemporary
    // A balancer answers so while no instance is ready.
    case .status(let status): (502...504).contains(status)
    case .problem(let problem): [.busy, .unavailable, .tooManyRequests].contains(problem.code)
    case .noLibrary, .noAnswer, .certificate, .authorities, .malformed, .tooLarge, .redirected:
      false
    }
  }

  /// Whether a change may have been made.
  var isOutcomeUnknown: Bool { if case .outcomeUnknown = self { true } else { false } }

  /// The reason of the failure, if the request changes nothing or can be repeated.
  var reason: ServiceFault { if case .outcomeUnknown(let reason) = self { reason } else { self } }

  /// Returns the error of a store for a service at an address.
  func error(at address: String) -> AccountStoreError {
    let (name, reason): (String, String)
    switch self {
    case .outcomeUnknown: return .outcomeUnknown(at: address)
    case .problem(let problem):
      switch problem.code {
      case .sessionEnded: return .sessionEnded
      case .notAllowed: return .notAllowed
      case .orderNotAllowed: return .orderNotAllowed
      case .invalidSubmission: return .invalidSubmission
      case .accountDeleted: return .accountDeleted
      case .tokenMissing, .operatorOnly: (name, reason) = ("operatorOnly", "")
      case .busy, .tooManyRequests: (name, reason) = ("busy", "")
      default: (name, reason) = ("problem", problem.code.title)
      }
    case .unreachable(let text): (name, reason) = ("unreachable", text)
    case .certificate(let text): (name, reason) = ("certificate", text)
    case .authorities(let text): (name, reason) = ("authorities", text)
    case .status(let status): (name, reason) = (isTemporary ? "away" : "status", "\(status)")
    case .noLibrary, .noAnswer, .malformed, .tooLarge, .redirected:
      (name, reason) = ("\(self)", "")
    }
    let message = Message.key(
      "service", of: name,
      ["address": .path(address), "reason": .path(reason.replacingControls())])
    return isTemporary || self == .noAnswer ? .away(message) : .unavailable(message)
  }
}

extension Catalogue {
  /// The sentences of this store in English.
  package static let serviceStore = Catalogue([
    "service.noLibrary":
      "a service needs the library libcurl: install it, on Debian as the package libcurl4",
    "service.unreachable":
      "the service {address} cannot be reached ({reason}): check the address and the network",
    "service.noAnswer": "the service {address} did not answer in time: try again",
    "service.certificate":
      """
    the certificate of {address} is not valid ({reason}): check the address, name its authority with --ca-file, or \
    ask the people who run the service
    """,
    "service.authorities":
      "the certificates of authorities cannot be read ({reason}): name a file in PEM with --ca-file",
    "service.malformed":
      """
    {address} does not answer as a service of accounts, or is of a newer version: check the address, or install a \
    newer version of this program
    """,
    "service.tooLarge": "the service {address} sends more than it should: check the address",
    "service.redirected":
      "{address} sends its clients elsewhere: use the address of the service itself",
    "service.status":
      "{address} answered with the unexpected status {reason}: check the address, and any proxy in front of the service",
    "service.away":
      "no instance of the service {address} is ready (status {reason}): try again later",
    "service.operatorOnly":
      """
    the service {address} shows all accounts to its operator alone: write the operator's token to the variable \
    REGISTRATION_OPERATOR_TOKEN, or sign in and list the members
    """,
    "service.operatorToken":
      """
    the variable REGISTRATION_OPERATOR_TOKEN contains a line break, a blank or another character that no token has: \
    write the token alone
    """,
    "service.busy": "the service {address} has too much to do: try again later",
    "service.problem": "the service {address} refuses ({reason}): try again later",
    "service.notAURL":
      "{address} is not the URL of a service: write https://HOST, or http://localhost:PORT",
    "service.notLoopback":
      "without TLS, passwords would travel in the clear to {address}: use https, or a loopback address",
    "service.caFile": "certificates in {path}: {reason}: name a file that can be read",
    "service.password":
      "a password in the URL would be visible in the list of processes: leave it out",
    "wire.malformed": "the member {member} is missing or of a wrong kind",
  ])
}
