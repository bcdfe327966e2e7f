package import FormworkCore

/// Why a front end cannot be had.
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

extension FrontEndError: Explained {
  /// What was asked for, the rule that it broke, and what can be done, in one line.
  package var message: Message {
    switch self {
    case .invalidName(let text, let available):
      Message(
        "frontEnd.invalidName",
        ["name": .verbatim(text.quoted), "available": Self.list(available)],
        count: FrontEndName.lengthLimit)
    case .unknown(let name, let available):
      Message(
        "frontEnd.unknown", ["name": .verbatim(name.text), "available": Self.list(available)])
    case .refused(let path, let refusal):
      Message(
        "frontEnd.refused",
        ["path": .path(path.replacingControls()), "reason": refusal.message])
    case .gone(let name): Message("frontEnd.gone", ["name": .verbatim(name)])
    case .needsTerminal(let name): Message("frontEnd.needsTerminal", ["name": .verbatim(name)])
    }
  }

  private static func list(_ names: [FrontEndName]) -> Message {
    if names.isEmpty { return "frontEnd.noneInstalled" }
    return Message("frontEnd.installed", ["names": .list(names.map { .verbatim($0.text) })])
  }
}
