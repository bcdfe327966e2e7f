package import FormworkSystem
package import Glibc

/// What tells one state of one file from every other.
///
/// A program that writes to the file cannot set back the time of its last change.
package struct FileState: Hashable, Sendable {
  package let file: FileIdentity

  /// The seconds of the time at which content or status changed last.
  package let changeSeconds: Int64

  /// The nanoseconds of that time.
  package let changeNanoseconds: Int64

  /// Takes what stat(2) tells of a file.
  package init(_ status: stat) {
    file = FileIdentity(status)
    changeSeconds = Int64(status.st_ctim.tv_sec)
    changeNanoseconds = Int64(status.st_ctim.tv_nsec)
  }

  /// Looks at a directory's entry, which is a link itself if it is one; `nil` where there is none.
  package init?(ofEntryAt path: String) {
    var status = stat()
    guard lstat(path.systemCString, &status) == 0 else { return nil }
    self.init(status)
  }
}
