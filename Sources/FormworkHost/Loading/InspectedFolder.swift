import CFormworkSystem
import FormworkSystem
import Glibc

package final class InspectedFolder: Sendable {
  package let descriptor: CInt
  let status: stat

  /// Opens a directory without following a link; callers pass canonical paths.
  init(_ path: String, in parent: InspectedFolder? = nil) throws(FrontEndLoadError) {
    let descriptor = fws_open_path(parent?.descriptor ?? AT_FDCWD, path.systemCString)
    guard descriptor >= 0 else { throw .cannotOpen(errno) }
    guard let status = stat(of: descriptor), status.isDirectory else {
      close(descriptor)
      throw .changed
    }
    self.descriptor = descriptor
    self.status = status
  }

  deinit { close(descriptor) }

  /// Returns the path of an entry through the open directory.
  ///
  /// The system's loader uses this path for `$ORIGIN` too, while the directory is open.
  func path(of entry: String) -> String { "/proc/self/fd/\(descriptor)/\(entry)" }
}

extension InspectedFolder: Hashable {
  package static func == (left: InspectedFolder, right: InspectedFolder) -> Bool {
    FileIdentity(left.status) == FileIdentity(right.status)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(FileIdentity(status)) }
}
