import CFormworkSystem
import Foundation
import Glibc

/// Gathers what comes out of a descriptor, on a thread of its own.
final class Collector: Sendable {
  private let descriptor: Int32
  private nonisolated(unsafe) let stopEvent: OpaquePointer
  private let each: @Sendable (ArraySlice<UInt8>) -> Void
  private let atEnd: @Sendable () -> Void

  /// Prepares to gather.
  ///
  /// - Parameters:
  ///   - descriptor: Belongs to the collector from now on, and is closed before `atEnd`.
  ///   - each: Called with each piece that comes.
  ///   - atEnd: Called once: at the end of the file, at an error, or after `stop()`.
  /// - Throws: ``SupportError/system(call:errno:)`` where there are no descriptors left.
  init(
    owning descriptor: Int32, each: @escaping @Sendable (ArraySlice<UInt8>) -> Void,
    atEnd: @escaping @Sendable () -> Void
  ) throws(SupportError) {
    self.descriptor = descriptor
    self.each = each
    self.atEnd = atEnd
    guard let stopEvent = fww_make() else { throw .system(call: "eventfd", errno: errno) }
    self.stopEvent = stopEvent
  }

  deinit {
    fww_free(stopEvent)
  }

  /// Starts to gather; to be called once.
  func start() {
    Thread.detachNewThread {
      self.collect()
      close(self.descriptor)
      self.atEnd()
    }
  }

  /// Ends the gathering as soon as all that has come is read, also where others still hold the
  /// other side open.
  func stop() {
    fww_raise(stopEvent)
  }

  private func collect() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var isStopping = false
    while true {
      var sources = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: fww_descriptor(stopEvent), events: Int16(POLLIN), revents: 0),
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
