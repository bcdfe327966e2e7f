import Foundation
import Glibc
import TestSupport

/// A file that does not exist yet, in a folder of a new directory.
struct StoredFile {
  let directory: TemporaryDirectory
  let folder: String
  let path: String

  init(_ name: String, in folder: String) throws {
    directory = try TemporaryDirectory()
    self.folder = directory.path(of: folder)
    path = "\(self.folder)/\(name)"
  }

  /// Writes the file, which only its owner may use by default.
  func write(_ bytes: some Sequence<UInt8>, mode: mode_t = 0o600) throws {
    try makeFolder()
    try Data(bytes).write(to: URL(filePath: path))
    chmod(path, mode)
  }

  func makeFolder() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Places a link to a file, and returns the path of that file.
  func link(toFileOf text: String) throws -> String {
    try makeFolder()
    let target = try directory.write(text, to: "target")
    symlink(target, path)
    return target
  }

  func contents() throws -> String { try Self.contents(of: path) }

  static func contents(of path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  /// The permissions of the file, its folder and the folder above; 0 if they do not exist.
  var modes: [mode_t] { [path, folder, folder + "/.."].map(Self.mode) }

  static func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }
}
