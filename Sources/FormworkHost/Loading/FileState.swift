package import FormworkSystem
package import Glibc

/// The identity of a file in one state.
///
/// A program that writes to the file cannot reset the time of its last change.
package struct FileState: Hashable, Sendable {
  package let file: FileIdentity

  /// The time of the last change of content or status, in seconds.
  package let changeSeconds: Int64

  /// The nanoseconds of this time.
  package let changeNanoseconds: Int64

  package init(_ status: stat) {
    file = FileIdentity(status)
    changeSeconds = Int64(status.st_ctim.tv_sec)
    changeNanoseconds = Int64(status.st_ctim.tv_nsec)
  }

  /// Creates the state of a directory entry, without following links; `nil` if there is none.
  package init?(ofEntryAt path: String) {
    var status = stat()
    guard lstat(path.systemCString, &status) == 0 else { return nil }
    self.init(status)
  }
}
