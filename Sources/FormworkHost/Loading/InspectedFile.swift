import CFormworkSystem
import FormworkSystem
import Glibc

/// An open regular file for inspection.
final class InspectedFile {
  /// The maximum size of one read in bytes, several times the size of the largest table.
  private static let readLimit: UInt64 = 1 << 20

  let byteCount: UInt64
  let status: stat
  private let descriptor: Int32

  /// Opens a file without following a link, waiting at a pipe or claiming a terminal.
  init(path: String, in folder: InspectedFolder? = nil) throws(FrontEndLoadError) {
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = openat(folder?.descriptor ?? AT_FDCWD, path.systemCString, flags)
    guard descriptor >= 0 else {
      switch errno {
      case ELOOP: throw .symbolicLink
      case ENXIO: throw .notRegularFile
      default: throw .cannotOpen(errno)
      }
    }
    guard let status = stat(of: descriptor), status.isRegular else {
      close(descriptor)
      throw .notRegularFile
    }
    self.descriptor = descriptor
    byteCount = UInt64(clamping: status.st_size)
    self.status = status
  }

  deinit { close(descriptor) }

  func bytes(at offset: UInt64, count: UInt64) throws(FrontEndLoadError) -> FileBytes {
    guard count <= Self.readLimit else { throw .damaged(.tooLarge) }
    guard offset <= byteCount, count <= byteCount - offset else { throw .damaged(.truncated) }
    let storage = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      // A file that shrinks meanwhile returns fewer bytes.
      let room = UnsafeMutableRawBufferPointer(buffer)
      filled = (try? room.fill(from: descriptor, at: off_t(offset))) ?? 0
    }
    guard storage.count == Int(count) else { throw .damaged(.truncated) }
    return FileBytes(storage: storage)
  }

  func load<T: BitwiseCopyable>(_ type: T.Type, at offset: UInt64) throws(FrontEndLoadError) -> T {
    try bytes(at: offset, count: UInt64(MemoryLayout<T>.size)).load(type, at: 0)
  }
}

/// An open directory, whose entries are opened relative to it.
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

  /// Returns the path of an entry through the open directory, also for the loader's `$ORIGIN`.
  func path(of entry: String) -> String { "/proc/self/fd/\(descriptor)/\(entry)" }
}

extension InspectedFolder: Hashable {
  package static func == (left: InspectedFolder, right: InspectedFolder) -> Bool {
    FileIdentity(left.status) == FileIdentity(right.status)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(FileIdentity(status)) }
}
