import FormworkOperations
import FormworkSystem
import Glibc

/// A watch of a database's files for creation, replacement, removal and each write(2).
///
/// A thread waits for the system, and ends with the watch. Only the folder is opened: closing the
/// file would drop the locks of this process on it (fcntl(2)).
///
/// - SeeAlso: inotify(7).
final class FileWatch: Sendable {
  private static let events =
    UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
    | UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
  /// The events after which the folder was replaced or removed.
  private static let ends = UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)
  /// The event after too many others, which were dropped.
  private static let overflow = UInt32(IN_Q_OVERFLOW)

  private let descriptor: CInt
  private let folder: CInt
  private let names: [[UInt8]]

  private init(of path: String) throws(SQLiteStoreError) {
    let name = path.pathComponents.last ?? ""
    // The file for shared memory is left out: each change is also written to one of these files.
    names = ["", "-wal", "-journal"].map { "\(name)\($0)".systemBytes }
    descriptor = inotify_init1(CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { throw SQLiteStoreError(.unwatchable(errno: errno), path: path) }
    folder = inotify_add_watch(
      descriptor, Directory.parent(of: path).systemCString, Self.events)
    guard folder >= 0 else { throw SQLiteStoreError(.unwatchable(errno: errno), path: path) }
  }

  deinit { close(descriptor) }

  /// Returns a stream of changes, which may combine several; it ends with the folder.
  static func changes(of path: String) throws(SQLiteStoreError) -> AsyncStream<Void> {
    let watch = try FileWatch(of: path)
    let (changes, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // The thread reads the event about the removed watch, and ends.
    listener.onTermination = { _ in inotify_rm_watch(watch.descriptor, watch.folder) }
    let isStarted = startThread {
      watch.read(notifying: listener)
      listener.finish()
    }
    guard isStarted else { throw SQLiteStoreError(.unwatchable(errno: EAGAIN), path: path) }
    return changes
  }

  private func read(notifying listener: AsyncStream<Void>.Continuation) {
    // Room for at least one event with the longest name.
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      let events = Event.all(in: buffer[..<count])
      let isOver = events.contains { $0.mask & Self.ends != 0 }
      let isChange = events.contains { names.contains($0.name) || $0.mask & Self.overflow != 0 }
      if isChange { listener.yield() }
      if isOver { return }
    }
  }

  private struct Event {
    let mask: UInt32
    /// The name of the file in the folder; empty for the folder itself.
    let name: [UInt8]

    static func all(in bytes: ArraySlice<UInt8>) -> [Event] {
      var events: [Event] = []
      bytes.withUnsafeBytes { bytes in
        var place = 0
        let header = MemoryLayout<inotify_event>.size
        while place + header <= bytes.count {
          let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let end = min(place + header + Int(event.len), bytes.count)
          let name = bytes[(place + header)..<end].prefix { $0 != 0 }
          events.append(Event(mask: event.mask, name: Array(name)))
          place = end
        }
      }
      return events
    }
  }
}
