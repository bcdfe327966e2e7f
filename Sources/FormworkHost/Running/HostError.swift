public import FormworkCore

/// Why there can be no host.
public enum HostError: Error, Equatable {
  /// The front end that was asked for cannot be had; the line says which, why, and what there is.
  case frontEnd(Message)

  /// The program runs with more privileges than the user who started it has.
  case raisedPrivileges

  /// The system gives the process less than a form needs; the line says of what, and the mend.
  case shortage(Message)

  /// This process has a host already.
  case anotherHost
}

extension HostError: Explained {
  /// One line: what, and the mend.
  public var message: Message {
    switch self {
    case .frontEnd(let line), .shortage(let line): line
    case .raisedPrivileges: "host.raisedPrivileges"
    case .anotherHost: "host.another"
    }
  }
}
