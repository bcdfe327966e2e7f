import CFormworkSystem
import FormworkSystem

/// A place where there is, or is said to be, the file of a front end.
struct FrontEndPlace: Hashable {
  /// The path: a canonical directory, and the name of an entry that may be anything.
  let path: String

  let directory: String
  let entry: String

  /// The program that lies in the same directory, where what is beside it is trusted as it is.
  let program: String?

  /// Names an entry of a directory whose path is canonical.
  init(_ entry: String, in directory: String, beside program: String? = nil) {
    path = directory == "/" ? "/\(entry)" : "\(directory)/\(entry)"
    self.directory = directory
    self.entry = entry
    self.program = program
  }

  /// A path's directory and what follows it.
  static func split(_ path: String) -> (directory: String, entry: String) {
    guard let slash = path.lastSlash else { return (".", path) }
    let directory = path[..<slash]
    return (
      directory.isEmpty ? "/" : String(directory), String(path[path.utf8.index(after: slash)...])
    )
  }
}

/// The canonical path of the running program, from the first time that it is asked for.
///
/// Once a newer file is put in its place, the system does not tell the path any more. Without `/proc`
/// it is the path by which the program was started.
///
/// - SeeAlso: getauxval(3), `AT_EXECFN`.
let runningProgram =
  Directory.canonicalPath(of: "/proc/self/exe")
  ?? fws_program_path().flatMap { Directory.canonicalPath(of: String(systemText: $0)) }
