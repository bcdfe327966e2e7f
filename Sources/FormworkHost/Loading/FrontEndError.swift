import FormworkCore

/// Why a front end cannot be had, described in one line.
package enum FrontEndError: Error, Equatable {
  /// What was asked for is no name of a front end.
  case invalidName(String, available: [FrontEndName])

  /// No directory holds a front end of that name.
  case unknown(FrontEndName, available: [FrontEndName])

  /// The file is there, and is not taken.
  case refused(path: String, FrontEndRefusal)

  /// It crashed, or was refused, since the program was started.
  case gone(String)

  /// It moves the cursor of a terminal, and there is none.
  case needsTerminal(String)
}

extension FrontEndError: CustomStringConvertible {
  /// What was asked for, the rule that it broke, and what can be done, in one line.
  package var description: String {
    switch self {
    case .invalidName(let text, let available):
      return "front end name \(text.quoted): 1 to 64 of a to z, 0 to 9 and - are allowed: "
        + Self.list(available)
    case .unknown(let name, let available):
      return "unknown front end \"\(name)\": " + Self.list(available)
    case .refused(let path, let refusal):
      return "\(path.replacingControls()): \(refusal)"
    case .gone(let name):
      return "front end \"\(name)\" failed before: start the program anew to try it again"
    case .needsTerminal(let name):
      return "front end \"\(name)\" needs a terminal"
    }
  }

  private static func list(_ names: [FrontEndName]) -> String {
    if names.isEmpty { return "none are installed" }
    return "there are " + names.map(\.text).joined(separator: ", ")
  }
}
