import CFormworkWire
package import FormworkCore
import FormworkSystem
import Glibc

/// The rule that the file of a front end breaks.
package indirect enum FrontEndLoadError: Error, Equatable {
  case cannotOpen(Int32)
  case symbolicLink
  case notRegularFile

  /// A user other than root and the user of the program owns the file or a directory of its path.
  case otherOwner(String, UInt32)

  /// Others may write to the file or to a directory of its path, which is given.
  case writableByOthers(String)

  /// An earlier directory contains a front end with the same name, at this path.
  case hidden(behind: String)

  /// The user gave a file with the same name, at this path.
  case replaced(by: String)
  case notELF
  case otherMachine

  /// The file is a program or an object file.
  case notLibrary
  case damaged(ELFDamage)
  case noNote
  case otherContract(ContractVersion)
  case executableStack

  /// A part of the file would be writable and executable at the same time.
  case writableCode

  /// Loading the file would change its code.
  case textRelocations

  /// The loader would look for other libraries at a path relative to the current directory.
  case relativePath(String)

  /// The loader would look for other libraries at a path that breaks this rule.
  case searches(String, FrontEndLoadError)

  /// Other users may create files in a directory, which may be sticky.
  case openFolder(String)

  /// The file does not export the entry as a function.
  case noEntry

  /// The file was replaced or changed between its inspection and its loading.
  case changed
  case notLoadable(Message)
  case declined

  /// The front end has another name than its file.
  case otherName(String)
  case badTable(FrontEndTableFault)

  /// No process could be started for the front end, with the `errno`.
  case notStarted(Int32)
  case runnerFailed(Message)
}

extension FrontEndLoadError: UserMessageError {
  package var message: Message {
    func message(_ words: [String: Message] = [:]) -> Message {
      .key("refusal", of: caseName(of: self), words)
    }
    return switch self {
    case .cannotOpen(ENOENT), .cannotOpen(ENOTDIR): .key("refusal.absent")
    case .cannotOpen(let error):
      message(["reason": Message(explaining: SystemError(code: error))])
    case .symbolicLink, .notRegularFile, .notELF, .notLibrary, .noNote, .executableStack,
      .writableCode, .textRelocations, .noEntry, .changed:
      message()
    case .writableByOthers(let path), .hidden(let path), .replaced(let path),
      .relativePath(let path), .openFolder(let path):
      message(["path": Self.shown(path)])
    case .otherOwner(let path, let owner):
      message(["path": Self.shown(path), "owner": .number(Int(owner))])
    case .otherMachine: message(["machine": .verbatim(ELFMachine.name)])
    case .damaged(let damage): message(["damage": .key("refusal.damaged", of: damage.rawValue)])
    case .otherContract(let version):
      message(["version": "\(version)", "own": "\(ContractVersion.host)"])
    case .declined: message(["own": "\(ContractVersion.host)"])
    case .searches(let path, let refusal):
      message(["path": Self.shown(path), "reason": refusal.message])
    case .otherName(let name): message(["name": Self.shown(name)])
    case .badTable(let fault): message(["fault": fault.message])
    case .notStarted(let error):
      message([
        "program": .verbatim(RunnerProcess.programName),
        "reason": Message(explaining: SystemError(code: error)),
      ])
    case .notLoadable(let reason), .runnerFailed(let reason): message(["reason": reason])
    }
  }

  private static func shown(_ text: String) -> Message { .path(text.replacingControls()) }
}

/// A fault in the table of a front end; the name of the case ends the key of its message.
package enum FrontEndTableFault: String, Sendable {
  case size, identifier, run

  /// The `abi_major` differs from that of the note.
  case major

  /// A text is NULL, empty, too long, not UTF-8, or contains control characters.
  case text

  var message: Message {
    let limit = self == .text ? Int(FORMWORK_WIRE_NAME_LIMIT) : FrontEndName.lengthLimit
    return .key("refusal.badTable", of: rawValue, count: limit)
  }
}

/// A contradiction in a library; the name of the case ends the key of its message.
package enum ELFDamage: String, Sendable {
  case header, truncated, segments, note, symbols

  /// A table is larger than any table from a linker.
  case tooLarge

  /// The dynamic section is missing, duplicated, endless or incomplete.
  case dynamic
}

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
      .key(
        "frontEnd.invalidName",
        ["name": .verbatim(text.quoted), "available": Self.list(available)],
        count: FrontEndName.lengthLimit)
    case .unknown(let name, let available):
      .key(
        "frontEnd.unknown", ["name": .verbatim(name.text), "available": Self.list(available)])
    case .refused(let path, let refusal):
      .key(
        "frontEnd.refused",
        ["path": .path(path.replacingControls()), "reason": refusal.message])
    case .gone(let name): .key("frontEnd.gone", ["name": .verbatim(name)])
    case .needsTerminal(let name): .key("frontEnd.needsTerminal", ["name": .verbatim(name)])
    }
  }

  private static func list(_ names: [FrontEndName]) -> Message {
    if names.isEmpty { return .key("frontEnd.noneInstalled") }
    let list = Message.list(names.map { .verbatim($0.text) })
    return .key("frontEnd.installed", ["names": list], count: names.count)
  }
}
