package import FormworkCore
import FormworkSystem
import Glibc

/// The rule by which the file of a front end is not taken.
package indirect enum FrontEndRefusal: Error, Equatable {
  /// The file could not be opened; the `errno`.
  case cannotOpen(Int32)
  case symbolicLink
  case notRegularFile

  /// The file, or a directory on the way to it, belongs to a user other than root and the one
  /// who runs the program: the path and the owner.
  case otherOwner(String, UInt32)

  /// Others may write to the file, or to a directory on the way to it: the path.
  case writableByOthers(String)

  /// An earlier directory has a front end of the same name: its path.
  case hidden(behind: String)

  /// A person gave a file that calls itself the same: its path.
  case replaced(by: String)
  case notELF

  /// The file is for another kind of processor.
  case otherMachine

  /// The file is a program or an object file.
  case notLibrary
  case damaged(ELFDamage)
  case noNote

  /// The file was made for a contract that this host does not keep.
  case otherContract(ContractVersion)
  case executableStack

  /// A part of the file would be writable and executable at once.
  case writableCode

  /// Loading the file would rewrite its code.
  case textRelocations

  /// The loader would look for other libraries wherever the person happens to be: the path.
  case relativePath(String)

  /// The loader would look for other libraries there, which breaks this rule: the path.
  case searches(String, FrontEndRefusal)

  /// Others than the user and root may put files into a directory, which may be sticky: the path.
  case openFolder(String)

  /// The file does not define the entry as a function that others can call.
  case noEntry

  /// The file was replaced or written between its inspection and its loading.
  case changed

  /// The system's loader refused the file, with this explanation.
  case notLoadable(Message)

  /// The entry gave no table: the front end cannot serve this version of the contract.
  case declined

  /// The front end calls itself otherwise than its file does.
  case otherName(String)
  case badTable(FrontEndTableFault)

  /// No process could be started for it; the `errno`.
  case notStarted(Int32)

  /// The process that was started for it did not come as far as loading it, for this reason.
  case runnerFailed(Message)
}

extension FrontEndRefusal: Explained {
  /// The rule and the mend.
  package var message: Message {
    switch self {
    case .cannotOpen(ENOENT), .cannotOpen(ENOTDIR): "refusal.absent"
    case .cannotOpen(let error):
      Message("refusal.cannotOpen", ["reason": Message(explaining: SystemError(code: error))])
    case .symbolicLink: "refusal.symbolicLink"
    case .notRegularFile: "refusal.notRegularFile"
    case .otherOwner(let path, let owner):
      Message("refusal.otherOwner", ["path": Self.shown(path), "owner": .number(Int(owner))])
    case .writableByOthers(let path):
      Message("refusal.writableByOthers", ["path": Self.shown(path)])
    case .hidden(let path): Message("refusal.hidden", ["path": Self.shown(path)])
    case .replaced(let path): Message("refusal.replaced", ["path": Self.shown(path)])
    case .notELF: "refusal.notELF"
    case .otherMachine: Message("refusal.otherMachine", ["machine": .verbatim(ELFMachine.name)])
    case .notLibrary: "refusal.notLibrary"
    case .damaged(let damage):
      Message("refusal.damaged", ["damage": Message("refusal.damaged", of: damage.rawValue)])
    case .noNote: "refusal.noNote"
    case .otherContract(let version):
      Message(
        "refusal.otherContract",
        ["version": .verbatim("\(version)"), "own": .verbatim("\(ContractVersion.host)")])
    case .executableStack: "refusal.executableStack"
    case .writableCode: "refusal.writableCode"
    case .textRelocations: "refusal.textRelocations"
    case .relativePath(let path): Message("refusal.relativePath", ["path": Self.shown(path)])
    case .searches(let path, let refusal):
      Message("refusal.searches", ["path": Self.shown(path), "reason": refusal.message])
    case .openFolder(let path): Message("refusal.openFolder", ["path": Self.shown(path)])
    case .noEntry: "refusal.noEntry"
    case .changed: "refusal.changed"
    case .notLoadable(let reason): Message("refusal.notLoadable", ["reason": reason])
    case .declined: Message("refusal.declined", ["own": .verbatim("\(ContractVersion.host)")])
    case .otherName(let name): Message("refusal.otherName", ["name": Self.shown(name)])
    case .badTable(let fault):
      Message("refusal.badTable", ["fault": fault.message])
    case .notStarted(let error):
      Message(
        "refusal.notStarted",
        [
          "program": .verbatim(RunnerProcess.programName),
          "reason": Message(explaining: SystemError(code: error)),
        ])
    case .runnerFailed(let reason): Message("refusal.runnerFailed", ["reason": reason])
    }
  }

  private static func shown(_ text: String) -> Message { .path(text.replacingControls()) }
}

/// How the table that a front end gives breaks the contract; the name of the case ends the key of a part of
/// a sentence.
package enum FrontEndTableFault: String, Sendable {
  case size, identifier, run

  /// `abi_major` differs from that of the note.
  case major

  /// A text is NULL, empty, too long, not UTF-8, or has control characters.
  case text

  /// The part of a sentence.
  var message: Message {
    let limit = self == .text ? FrontEndDescription.textLimit : FrontEndName.lengthLimit
    return Message("refusal.badTable", of: rawValue, count: limit)
  }
}

/// How a library contradicts itself; the name of the case ends the key of a part of a sentence.
package enum ELFDamage: String, Sendable {
  case header, truncated, segments, note, symbols

  /// A table is larger than any that a linker writes.
  case tooLarge

  /// The dynamic section is missing, doubled, endless or incomplete.
  case dynamic
}
