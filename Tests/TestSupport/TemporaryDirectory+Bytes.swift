import Glibc

extension TemporaryDirectory {
  /// Writes an executable file and returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws(SupportError) -> String {
    let path = path(of: name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o700)
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw .system(call: "write \(path)", errno: errno)
    }
    return path
  }

  package func contains(_ name: String) -> Bool { access(path(of: name), F_OK) == 0 }
}
