import Foundation
import Glibc

/// A directory that only its owner may enter, which is removed with its last reference.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws(SupportError) {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/formwork-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .system(call: "mkdtemp in \(parent)", errno: errno)
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    // If it cannot be removed, it stays in the system's temporary folder.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of a file or folder in the directory.
  package func path(of name: String) -> String {
    "\(path)/\(name)"
  }

  /// Writes a file that only its owner may read, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws(SupportError) -> String {
    let path = path(of: name)
    let isWritten = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    guard isWritten else { throw .system(call: "write \(path)", errno: errno) }
    return path
  }
}
