package import Glibc

/// Which file something is, by whatever path.
package struct FileIdentity: Hashable, Sendable {
  /// The number of the device that holds the file.
  package let device: UInt64

  /// The number of the file on its device.
  package let inode: UInt64

  /// Takes what stat(2) tells of a file.
  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The file that a path leads to; `nil` where there is none.
  package init?(at path: String) {
    var status = stat()
    guard stat(path.systemCString, &status) == 0 else { return nil }
    self.init(status)
  }
}
