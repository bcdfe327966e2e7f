import CFormworkSystem
import FormworkOperations
import FormworkSystem
import Glibc

/// A watch of a database for notifications of changes.
///
/// A thread waits for the server, and ends with the watch. After a loss it connects again, which counts as one
/// change.
final class ServerWatch: Sendable {
  /// The pauses before another try to connect, in milliseconds.
  private static let shortestPause: CInt = 100
  private static let longestPause: CInt = 30_000

  private let pool: ConnectionPool

  /// The ends of a pipe, which is written to end the watch.
  private let (end, ender): (CInt, CInt)

  private init(_ pool: ConnectionPool) throws {
    self.pool = pool
    var ends: [CInt] = [-1, -1]
    guard fws_open_pipe(&ends) == 0 else {
      throw ServerFault.unreachable("\(SystemError.last)")
    }
    (end, ender) = (ends[0], ends[1])
  }

  deinit {
    close(end)
    close(ender)
  }

  /// Returns a stream of changes, which may combine several.
  static func changes(_ pool: ConnectionPool) throws -> AsyncStream<Void> {
    let watch = try ServerWatch(pool)
    let first = try watch.listen()
    let (changes, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    listener.onTermination = { _ in _ = write(watch.ender, "e", 1) }
    let isStarted = startThread {
      watch.run(first, notifying: listener)
      listener.finish()
    }
    guard isStarted else { throw ServerFault.unreachable("\(SystemError(code: EAGAIN))") }
    return changes
  }

  private typealias Line = (connection: ServerConnection, schema: String)

  private func listen() throws -> Line {
    let (connection, schema) = try pool.connect()
    _ = try connection.run("LISTEN \(AccountTables.channel)")
    return (connection, schema)
  }

  private func run(_ first: Line, notifying listener: AsyncStream<Void>.Continuation) {
    var line: Line? = first
    var pause = Self.shortestPause
    while true {
      guard let (connection, schema) = line else {
        if isEnded(within: pause) { return }
        pause = min(2 * pause, Self.longestPause)
        do { line = try listen() } catch { continue }
        listener.yield()
        continue
      }
      if isEnded(within: -1, or: connection.descriptor) { return }
      do {
        if try connection.takeNotifications(from: schema) { listener.yield() }
        pause = Self.shortestPause
      } catch {
        line = nil
      }
    }
  }

  /// Waits for milliseconds or input, and returns whether the watch has ended.
  private func isEnded(within time: CInt, or descriptor: CInt = -1) -> Bool {
    var entries = [end, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = poll(&entries, nfds_t(entries.count), time)
    return entries[0].revents != 0
  }
}
