import CFormworkSystem
import CFormworkWire
import FormworkSystem
import FormworkTools
import Glibc

/// The state of the whole process, which a front end must leave to the host.
struct ProcessState {
  /// The masks of blocked, ignored and handled signals.
  private let signals: [UInt64]
  private let locale: String?
  private let folder: String?

  static func now() -> ProcessState {
    let masks = String(ofFile: "/proc/self/status").split(separator: "\n")
      .filter { ["SigBlk", "SigIgn", "SigCgt"].contains($0.prefix(6)) }
      .compactMap { UInt64($0.dropFirst(8), radix: 16) }
    return ProcessState(
      // The C library has two numbers of its own, 32 and 33.
      signals: masks.map { $0 & ~(3 << 31) },
      locale: setlocale(LC_ALL, nil).map { String(cString: $0) },
      folder: Directory.canonicalPath(of: "."))
  }

  static var threadCount: Int { Directory.names(in: "/proc/self/task").count }

  /// Returns the faults that explain the changes since another time.
  func faults(since before: ProcessState) -> [String] {
    [
      ("changesSignals", signals != before.signals), ("changesLocale", locale != before.locale),
      ("changesFolder", folder != before.folder),
    ].filter(\.1).map(\.0)
  }
}

/// The remains of a run in its process, in the message about its end.
extension ScriptMessage {
  /// Creates the message after a run that has returned a code.
  init(returned code: CInt, faults: [String]) {
    let flags = [STDIN_FILENO, STDOUT_FILENO].map { fcntl($0, F_GETFL) }
    let isNonBlocking = flags.contains { $0 & (O_NONBLOCK | O_ASYNC) != 0 }
    let sizes = String(ofFile: "/proc/self/statm").split(separator: " ").compactMap { Int64($0) }
    self.init(
      kind: FORMWORK_WIRE_RETURNED.rawValue, revision: UInt64(fws_allocated_byte_count()),
      node: UInt32(clamping: Directory.names(in: "/proc/self/fd").count), number: Int64(code),
      count: (sizes.dropFirst().first ?? 0) * Int64(getpagesize()),
      text: Array((isNonBlocking ? faults + ["leavesFlags"] : faults).joined(separator: " ").utf8))
  }

  var descriptorCount: Int { Int(node) }
  var allocatedByteCount: Int { Int(clamping: revision) }
  var residentByteCount: Int { Int(count) }
  var faults: [String] { string.split(separator: " ").map(String.init) }
}
