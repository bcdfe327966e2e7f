/// Why there can be no host.
///
/// Its description is one line.
public enum HostError: Error, Equatable, CustomStringConvertible {
  /// The front end that was asked for cannot be had; the line says which, why, and what there is.
  case frontEnd(String)

  /// The program runs with more privileges than the user who started it has.
  case raisedPrivileges

  /// The system gives the process less than a form needs; the line says of what, and the mend.
  case shortage(String)

  /// This process has a host already.
  case anotherHost

  /// One line: what, and the mend.
  public var description: String {
    switch self {
    case .frontEnd(let line), .shortage(let line): line
    case .raisedPrivileges:
      "running with raised privileges: front ends are code of the user who starts the program; "
        + "take set-user-ID, set-group-ID and capabilities off"
    case .anotherHost: "the terminal is in use by another host of this process"
    }
  }
}
