import CFormworkSystem
import FormworkHost
import FormworkSession
package import FormworkSystem
import Glibc

/// A process in a session of its own, without a terminal, whose output is collected.
final class ProgramProcess: Sendable {
  /// The error of an output beyond the limit.
  struct OutputLimit: Error {}

  /// The maximum length of the output in bytes.
  static let outputLimit = 65_536

  private let process: pid_t

  /// The descriptors of the process and of its output.
  private let ended: CInt
  private let output: CInt
  private let stopEvent: WakeUp

  /// Starts a program with bytes as its standard input, and nothing else of this process.
  init(_ arguments: [String], input bytes: [UInt8]) throws {
    stopEvent = try WakeUp()
    let input = try openMemoryFile(with: bytes)
    defer { close(input) }
    let errors = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard errors >= 0 else { throw SystemError.last }
    defer { close(errors) }
    var ends: [CInt] = [-1, -1]
    guard fws_open_pipe(&ends) == 0 else { throw SystemError.last }
    defer { close(ends[1]) }
    do { process = try startProgram(arguments, streams: [input, ends[1], errors]) } catch {
      close(ends[0])
      throw error
    }
    output = ends[0]
    ended = fws_pidfd_open(process)
  }

  deinit {
    close(output)
    if ended >= 0 { close(ended) }
  }

  /// Makes ``awaitEnd()`` return with an error.
  func stop() { stopEvent.raise() }

  /// Blocks until the process has ended, and returns its end and output.
  ///
  /// The processes that it has started are ended, and after an error so is the process. Call it once.
  func awaitEnd() throws -> (end: ProcessEnd, output: [UInt8]) {
    do { return try collect() } catch {
      kill(-process, SIGKILL)
      _ = ProcessEnd(awaitingForASecond: process)
      throw error
    }
  }

  private func collect() throws -> (end: ProcessEnd, output: [UInt8]) {
    var collected: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isOpen = true
    while true {
      var sources = [isOpen ? output : -1, ended, stopEvent.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      if poll(&sources, 3, -1) < 0, errno != EINTR { throw SystemError.last }
      if sources[2].revents != 0 { throw CancellationError() }
      if sources[0].revents != 0 {
        let count = read(output, &buffer, buffer.count)
        collected += buffer.prefix(max(0, count))
        if collected.count > Self.outputLimit { throw OutputLimit() }
        isOpen = count > 0 || count < 0 && errno == EINTR
      } else if sources[1].revents != 0 || !isOpen && ended < 0 {
        break
      }
    }
    // Until the end is read, no other group has this number.
    if ended >= 0 { kill(-process, SIGKILL) }
    guard let end = ProcessEnd(awaitingForASecond: process) else {
      throw SystemError(code: ETIMEDOUT)
    }
    return (end, collected)
  }
}

/// Opens a file that is only in memory, from which a process reads the bytes.
package func openMemoryFile(with bytes: [UInt8]) throws(SystemError) -> CInt {
  let file = fws_open_memory_file()
  guard file >= 0 else { throw .last }
  let error = bytes.withUnsafeBytes { $0.write(to: file) }
  if error == nil, lseek(file, 0, SEEK_SET) == 0 { return file }
  defer { close(file) }
  throw error ?? .last
}
