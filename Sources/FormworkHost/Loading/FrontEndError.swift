package import FormworkCore

/// The reason why a front end is not available.
package enum FrontEndError: Error, Equatable {
  case invalidName(String, available: [FrontEndName])

  /// No directory contains a front end with this name.
  case unknown(FrontEndName, available: [FrontEndName])
  case refused(path: String, FrontEndLoadError)

  /// The front end has crashed, or was refused, since the start of the program.
  case gone(String)

  /// The front end moves the cursor of a terminal, but there is no such terminal.
  case needsTerminal(String)
}

extension FrontEndError: UserMessageError {
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
