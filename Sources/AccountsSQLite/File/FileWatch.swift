import FormworkOperations
import FormworkSystem
import Glibc

/// What the system tells of a database's files: that one is new, another one or gone, and each write(2) to them.
///
/// To read them is no change.
///
/// A thread of its own waits for the system, and ends with the watch. Nothing is opened but the folder: to close the
/// database's file would drop the locks that this process has on it (fcntl(2)).
///
/// - SeeAlso: inotify(7).
final class FileWatch: Sendable {
  private static let events =
    UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
    | UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
  /// What makes the watch one of another folder, or of none.
  private static let ends = UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)
  /// Events were dropped, for there were too many.
  private static let overflow = UInt32(IN_Q_OVERFLOW)

  private let descriptor: CInt
  private let folder: CInt
  private let names: [[UInt8]]

  private init(of path: String) throws(SQLiteStoreError) {
    let name = path.pathComponents.last ?? ""
    // What is in the memory that connections share is in these files, too.
    names = ["", "-wal", "-journal"].map { "\(name)\($0)".systemBytes }
    descriptor = inotify_init1(CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { throw .unwatchable(path: path, errno: errno) }
    folder = inotify_add_watch(
      descriptor, Directory.parent(of: path).systemCString, Self.events)
    guard folder >= 0 else { throw .unwatchable(path: path, errno: errno) }
  }

  deinit { close(descriptor) }

  /// Begins to watch.
  ///
  /// - Parameter path: The database's, with a slash in it.
  /// - Returns: What tells of changes from now on, several as one; it ends with the folder.
  /// - Throws: ``SQLiteStoreError/unwatchable(path:errno:)``.
  static func changes(of path: String) throws(SQLiteStoreError) -> AsyncStream<Void> {
    let watch = try FileWatch(of: path)
    let (changes, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // That ends what the thread reads.
    listener.onTermination = { _ in inotify_rm_watch(watch.descriptor, watch.folder) }
    let isStarted = startThread {
      watch.read(telling: listener)
      listener.finish()
    }
    guard isStarted else { throw .unwatchable(path: path, errno: EAGAIN) }
    return changes
  }

  private func read(telling listener: AsyncStream<Void>.Continuation) {
    // Room for one event with the longest name, at least.
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

  /// What an event of inotify(7) says.
  private struct Event {
    let mask: UInt32
    /// The name of the file in the folder; empty where it is about the folder.
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
