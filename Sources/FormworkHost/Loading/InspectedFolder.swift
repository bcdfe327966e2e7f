import CFormworkSystem
import FormworkSystem
import Glibc

/// A directory that is open: what was found out about it stays true of it, wherever its path leads
/// by then.
package final class InspectedFolder: Sendable {
  /// Stands for the directory in calls of the system; good for nothing else.
  package let descriptor: CInt

  /// What the system told of the directory when it was opened.
  let status: stat

  /// Opens a directory without following a link.
  ///
  /// - Parameters:
  ///   - path: Its path, or its name where there is a parent.
  ///   - parent: The directory that it lies in.
  /// - Throws: ``FrontEndRefusal/changed`` where it is no directory: callers give canonical paths.
  init(_ path: String, in parent: InspectedFolder? = nil) throws(FrontEndRefusal) {
    let descriptor = fws_open_path(parent?.descriptor ?? AT_FDCWD, path.systemCString)
    guard descriptor >= 0 else { throw .cannotOpen(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.isDirectory else {
      close(descriptor)
      throw .changed
    }
    self.descriptor = descriptor
    self.status = status
  }

  deinit { close(descriptor) }

  /// The path of an entry that leads through the open directory.
  ///
  /// The system's loader looks there too for `$ORIGIN`, as long as the directory is open.
  func path(of entry: String) -> String { "/proc/self/fd/\(descriptor)/\(entry)" }
}

extension InspectedFolder: Hashable {
  /// Whether both are the same directory.
  package static func == (left: InspectedFolder, right: InspectedFolder) -> Bool {
    left.status.st_dev == right.status.st_dev && left.status.st_ino == right.status.st_ino
  }

  /// Hashes what tells directories apart.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(status.st_dev)
    hasher.combine(status.st_ino)
  }
}

extension stat {
  var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}
