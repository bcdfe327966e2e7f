import Foundation
import FormworkSession
import Glibc

/// Reads a descriptor on a separate thread.
final class Collector: Sendable {
  private let descriptor: Int32
  private let stopEvent: WakeUp
  private let each: @Sendable (ArraySlice<UInt8>) -> Void
  private let atEnd: @Sendable () -> Void

  /// Prepares reading a descriptor, which the collector closes before it calls `atEnd` once.
  init(
    owning descriptor: Int32, each: @escaping @Sendable (ArraySlice<UInt8>) -> Void,
    atEnd: @escaping @Sendable () -> Void
  ) throws(SupportError) {
    self.descriptor = descriptor
    self.each = each
    self.atEnd = atEnd
    do { stopEvent = try WakeUp() } catch { throw .system(call: "eventfd", errno: error.code) }
  }

  /// Starts reading, and must be called once.
  func start() {
    Thread.detachNewThread {
      self.collect()
      close(self.descriptor)
      self.atEnd()
    }
  }

  /// Stops after all available data was read, even if other processes keep the other side open.
  func stop() { stopEvent.raise() }

  private func collect() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var isStopping = false
    while true {
      var sources = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stopEvent.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let readyCount = poll(&sources, isStopping ? 1 : 2, isStopping ? 0 : -1)
      if readyCount == 0 { return }
      if readyCount < 0 {
        guard errno == EINTR else { return }
        continue
      }
      isStopping = isStopping || sources[1].revents != 0
      guard sources[0].revents != 0 else { continue }
      let byteCount = read(descriptor, &buffer, buffer.count)
      if byteCount > 0 {
        each(buffer[..<byteCount])
      } else if byteCount == 0 || (errno != EINTR && errno != EAGAIN) {
        return
      }
    }
  }
}
