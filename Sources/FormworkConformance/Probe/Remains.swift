import CFormworkSystem
import FormworkSystem
import Glibc

/// What a run leaves behind in its process.
struct Remains: Equatable {
  var descriptorCount: Int
  var allocatedByteCount: Int

  /// How much memory the process holds.
  var residentByteCount: Int

  /// What the run did to what is the host's; flags: reading or writing fails where it would have to wait,
  /// or sends signals.
  var changes: HostsState.Changes

  /// What there is when a run has returned that did this to its process.
  static func now(_ changes: HostsState.Changes) -> Remains {
    let flags = [STDIN_FILENO, STDOUT_FILENO].map { fcntl($0, F_GETFL) }
    let isNonBlocking = flags.contains { $0 & (O_NONBLOCK | O_ASYNC) != 0 }
    return Remains(
      descriptorCount: Directory.names(in: "/proc/self/fd").count,
      allocatedByteCount: fws_allocated_byte_count(),
      residentByteCount: residentByteCount(),
      changes: isNonBlocking ? changes.union(.flags) : changes)
  }

  private static func residentByteCount() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let words = String(
      decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self
    )
    .split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
  }
}

// MARK: On the way

extension Remains {
  func write(into message: inout ScriptMessage) {
    message.node = UInt32(clamping: descriptorCount)
    message.revision = UInt64(clamping: allocatedByteCount)
    message.count = Int64(residentByteCount)
    message.flags = changes.rawValue
  }

  init(_ message: ScriptMessage) {
    self.init(
      descriptorCount: Int(message.node), allocatedByteCount: Int(clamping: message.revision),
      residentByteCount: Int(message.count), changes: HostsState.Changes(rawValue: message.flags))
  }
}
