import FormworkCore
package import FormworkHost
import FormworkStorage
import FormworkSystem
import Glibc

/// A file for an answer, which is replaced as a whole.
package struct AnswerFile {
  private let path: String

  /// Creates a file, after a check that it can be written.
  package init(path: String) throws(ProgramFailure) {
    self.path = path
    let folder = Directory.parent(of: path.hasSlash ? path : "./\(path)")
    if stat(at: path)?.isDirectory == true { throw failure(SystemError(code: EISDIR)) }
    if access(folder.systemCString, W_OK | X_OK) != 0 { throw failure(.last) }
  }

  /// Writes the text.
  ///
  /// A file with secrets is for its owner alone.
  package func write(_ text: String, isSecret: Bool) throws(ProgramFailure) {
    let mode = isSecret ? 0o600 : stat(at: path).map { $0.st_mode & 0o777 } ?? 0o666 & ~Self.mask
    do throws(PrivateFileError) {
      _ = try PrivateFile.replace(path, with: Array(text.utf8))
    } catch {
      throw ProgramFailure(.key("ask.output", ["path": .path(path), "reason": error.message]))
    }
    if mode != 0o600, chmod(path.systemCString, mode) != 0 { throw failure(.last) }
  }

  private func failure(_ error: SystemError) -> ProgramFailure {
    let reason = Message(explaining: error)
    return ProgramFailure(
      .key("ask.output", ["path": .path(path), "reason": reason]), status: ProgramFailure.usage)
  }

  /// The permissions that new files of the process lack.
  private static var mask: mode_t {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }
}
