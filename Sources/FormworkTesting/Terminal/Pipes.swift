import FormworkSession
import FormworkSystem
import Foundation
import Glibc

/// The test's end of a program's input.
final class InputPipe: Sendable {
  private let descriptor: Synchronized<Int32?>

  /// Creates a pipe that owns a descriptor.
  init(owning descriptor: Int32) throws(SupportError) {
    self.descriptor = Synchronized(descriptor)
    let flags = try checked("fcntl", fcntl(descriptor, F_GETFL))
    try checked("fcntl", fcntl(descriptor, F_SETFL, flags | O_NONBLOCK))
  }

  deinit { close() }

  /// Closes the descriptor: the program reads the end of its input, or is hung up.
  func close() {
    descriptor.change { descriptor in
      if let open = descriptor { Glibc.close(open) }
      descriptor = nil
    }
  }

  /// Writes all bytes within a limit; drops them after the program has closed its input.
  func write(_ bytes: some Sequence<UInt8>, limit: Duration) throws(SupportError) {
    let bytes = Array(bytes)
    try descriptor.change { descriptor throws(SupportError) in
      guard let descriptor else { throw .system(call: "write", errno: EBADF) }
      // Without the signal, which would end the tests.
      let error = withoutSignal(SIGPIPE) {
        bytes.withUnsafeBytes { $0.write(to: descriptor, limit: limit) }
      }
      switch error?.code {
      case nil, EPIPE: return
      case EAGAIN:
        throw .limitReached(
          awaited: "a reader for \(bytes.count) bytes", limit: limit, transcript: "no reader")
      case let code?: throw .system(call: "write", errno: code)
      }
    }
  }
}

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
