import FormworkCore
import FormworkSystem
import Glibc

/// The rule by which the file of a front end is not taken.
package indirect enum FrontEndRefusal: Error, Equatable {
  /// The file could not be opened; the `errno`.
  case cannotOpen(Int32)

  /// The file is a symbolic link.
  case symbolicLink

  /// The file is a directory, a pipe, a device or a socket.
  case notRegularFile

  /// The file, or a directory on the way to it, belongs to a user other than root and the one
  /// who runs the program: the path and the owner.
  case otherOwner(String, UInt32)

  /// Others may write to the file, or to a directory on the way to it: the path.
  case writableByOthers(String)

  /// An earlier directory has a front end of the same name: its path.
  case hidden(behind: String)

  /// The file is not in ELF, the format of Linux's programs and libraries.
  case notELF

  /// The file is for another kind of processor.
  case otherMachine

  /// The file is a program or an object file.
  case notLibrary

  /// The file contradicts itself.
  case damaged(ELFDamage)

  /// The file carries no note by which a front end is known.
  case noNote

  /// The file was made for a contract that this host does not keep.
  case otherContract(ContractVersion)

  /// Loading the file would make the host's own stack executable.
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
  case notLoadable(String)

  /// The entry gave no table: the front end cannot serve this version of the contract.
  case declined

  /// The front end calls itself otherwise than its file does.
  case otherName(String)

  /// What the front end says of itself breaks the contract.
  case badTable(FrontEndTableFault)

  /// No process could be started for it; the `errno`.
  case notStarted(Int32)

  /// The process that was started for it did not come as far as loading it, for this reason.
  case runnerFailed(String)
}

extension FrontEndRefusal: CustomStringConvertible {
  /// The rule and the mend.
  package var description: String {
    switch self {
    case .cannotOpen(ENOENT), .cannotOpen(ENOTDIR): "there is no such file: check its path"
    case .cannotOpen(let error):
      "could not be opened (\(SystemError(code: error))): check who may read it"
    case .symbolicLink: "a symbolic link, which is not followed: put the library itself there"
    case .notRegularFile: "not a regular file: put the library itself there"
    case .otherOwner(let path, let owner):
      "\(path.replacingControls()) belongs to another user (\(owner)): put the library where only "
        + "you and root may write"
    case .writableByOthers(let path):
      "others may write to \(path.replacingControls()): take that from them with chmod go-w"
    case .hidden(let path):
      "hidden behind \(path.replacingControls()): remove one of them"
    case .notELF: "not an ELF file: build it as a shared library"
    case .otherMachine: "made for another kind of processor: build it for \(ELFMachine.name)"
    case .notLibrary: "not a shared library: link it with -shared"
    case .damaged(let damage): "damaged, \(damage.rawValue): build or copy it again"
    case .noNote: "no Formwork note: not a front end; a front end carries the note of formwork.h"
    case .otherContract(let version):
      "made for version \(version) of the contract, this host has \(ContractVersion.host): "
        + "build it with this host's formwork.h"
    case .executableStack: "asks for an executable stack: link it with -z noexecstack"
    case .writableCode: "has a segment both writable and executable: link it without -N"
    case .textRelocations: "its code would be rewritten (TEXTREL): compile it with -fPIC"
    case .relativePath(let path):
      "would load other libraries by \"\(path.replacingControls())\", a path that depends on where "
        + "you are: link it with $ORIGIN or an absolute path"
    case .searches(let path, let refusal):
      "would look for other libraries at \(path.replacingControls()): \(refusal)"
    case .openFolder(let path):
      "others may put files into \(path.replacingControls()): link it with another -rpath"
    case .noEntry: "does not define the function formwork_front_end: export it"
    case .changed: "changed while it was loaded: try again when it is in place"
    case .notLoadable(let explanation):
      "could not be loaded (\(explanation.replacingControls())): install or link what it needs"
    case .declined:
      "declines version \(ContractVersion.host) of the contract: build it with this host's "
        + "formwork.h"
    case .otherName(let name):
      "calls itself \"\(name.replacingControls())\": the name of its file has to say the same"
    case .badTable(let fault):
      "breaks the contract, \(fault.rawValue): formwork.h says what it has to be"
    case .notStarted(let error):
      "\(RunnerProcess.programName) could not be started (\(SystemError(code: error))): "
        + "install it beside the program, or use --isolate never"
    case .runnerFailed(let reason):
      "could not be loaded in a process of its own: \(reason.replacingControls())"
    }
  }
}
