import CFormworkSystem
import FormworkSystem

/// The possible place of the file of a front end.
struct FrontEndPlace: Hashable {
  /// The path of any entry in a canonical directory.
  let path: String
  let directory: String
  let entry: String

  /// The program in the same directory, if the directory is trusted as much as the program.
  let program: String?

  init(_ entry: String, in directory: String, beside program: String? = nil) {
    path = directory == "/" ? "/\(entry)" : "\(directory)/\(entry)"
    self.directory = directory
    self.entry = entry
    self.program = program
  }

  static func split(_ path: String) -> (directory: String, entry: String) {
    guard let slash = path.lastSlash else { return (".", path) }
    return (Directory.parent(of: path), String(path[path.utf8.index(after: slash)...]))
  }
}

/// The canonical path of the running program, read once.
///
/// The system does not return the path any more after a newer file has replaced the program. Without
/// `/proc` it is the path by which the program was started.
///
/// - SeeAlso: getauxval(3), `AT_EXECFN`.
let runningProgram =
  Directory.canonicalPath(of: "/proc/self/exe")
  ?? fws_program_path().flatMap { Directory.canonicalPath(of: String(systemText: $0)) }
