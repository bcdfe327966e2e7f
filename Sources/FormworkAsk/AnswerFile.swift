import FormworkCore
package import FormworkHost
import FormworkOperations
import FormworkStorage
import FormworkSystem
import Glibc

/// A file for an answer, which is replaced as a whole, or a device or pipe.
package struct AnswerFile: Sendable {
  private let path: String

  /// The status of the file, or `nil` if it does not exist.
  private let status: stat?

  /// The version that is replaced: a change by others must not be lost unnoticed.
  private let expected: Synchronized<Version?>

  /// Creates a file, after a check that it can be written.
  package init(path: String) throws(ProgramFailure) {
    // The target of a link is replaced, and not the link.
    self.path = Directory.canonicalPath(of: path) ?? path
    status = stat(at: path)
    expected = Synchronized(status.map(Version.init))
    if status?.isDirectory == true { throw failure(SystemError(code: EISDIR)) }
    if status != nil, access(path.systemCString, W_OK) != 0 { throw failure(.last) }
    let folder = Directory.parent(of: self.path.hasSlash ? self.path : "./\(self.path)")
    if isReplaced, access(folder.systemCString, W_OK | X_OK) != 0 { throw failure(.last) }
  }

  private var isReplaced: Bool { status?.isRegular ?? true }

  /// Writes the text.
  ///
  /// Only the owner can read a file with secrets.
  package func write(_ text: String, isSecret: Bool) throws(ProgramFailure) {
    guard isReplaced else { return try writeThrough(text) }
    let now = stat(at: path).map(Version.init)
    let previous = expected.withState { expected in
      defer { expected = now }
      return expected
    }
    if now != previous { throw ProgramFailure(.key("ask.changed", ["path": .path(path)])) }
    let mode = isSecret ? 0o600 : status.map { $0.st_mode & 0o777 } ?? 0o666 & ~Self.mask
    do throws(PrivateFileError) {
      _ = try PrivateFile.replace(path, with: Array(text.utf8))
    } catch {
      throw ProgramFailure(.key("ask.output", ["path": .path(path), "reason": error.message]))
    }
    // Only the superuser may give a file to its previous owner.
    if let status, geteuid() == 0,
      chown(path.systemCString, status.st_uid, status.st_gid) != 0
    {
      throw failure(.last)
    }
    if mode != 0o600, chmod(path.systemCString, mode) != 0 { throw failure(.last) }
  }

  /// Writes the text to a device or pipe.
  private func writeThrough(_ text: String) throws(ProgramFailure) {
    let file = open(path.systemCString, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(.last) }
    defer { close(file) }
    let error = Array(text.utf8).withUnsafeBytes { $0.write(to: file) }
    if let error { throw failure(error) }
  }

  private func failure(_ error: SystemError) -> ProgramFailure {
    let reason = Message(explaining: error)
    return ProgramFailure(usage: .key("ask.output", ["path": .path(path), "reason": reason]))
  }

  /// The status of a file at a time, to detect changes of the content.
  private struct Version: Equatable {
    let file: FileIdentity
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init(_ status: stat) {
      (file, size) = (FileIdentity(status), Int(status.st_size))
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  /// The permissions that new files of the process lack.
  private static var mask: mode_t {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }
}
