import CFormworkSystem
import CFormworkWire
import FormworkSystem
import Glibc

/// The remains of a run in its process, as in the message about its end.
struct ProcessSnapshot {
  let message: ScriptMessage

  init(_ message: ScriptMessage) { self.message = message }

  /// Takes stock after a run that has returned a code.
  init(returned code: CInt, changes: HostsState.Changes) {
    let flags = [STDIN_FILENO, STDOUT_FILENO].map { fcntl($0, F_GETFL) }
    let isNonBlocking = flags.contains { $0 & (O_NONBLOCK | O_ASYNC) != 0 }
    let sizes = String(ofFile: "/proc/self/statm").split(separator: " ").compactMap { Int($0) }
    message = ScriptMessage(
      kind: FORMWORK_WIRE_RETURNED.rawValue, revision: UInt64(fws_allocated_byte_count()),
      node: UInt32(clamping: Directory.names(in: "/proc/self/fd").count),
      flags: (isNonBlocking ? changes.union(.flags) : changes).rawValue, number: Int64(code),
      count: Int64(sizes.dropFirst().first ?? 0) * Int64(getpagesize()))
  }

  var descriptorCount: Int { Int(message.node) }
  var allocatedByteCount: Int { Int(clamping: message.revision) }
  var residentByteCount: Int { Int(message.count) }

  /// The changes to the host's state; flags are those of the standard streams.
  var changes: HostsState.Changes { HostsState.Changes(rawValue: message.flags) }
}

/// The state of the whole process, which a front end must leave to the host.
struct HostsState {
  struct Changes: OptionSet {
    let rawValue: UInt32

    static let flags = Changes(rawValue: 1)
    static let signals = Changes(rawValue: 2)
    static let locale = Changes(rawValue: 4)
    static let folder = Changes(rawValue: 8)
    static let threads = Changes(rawValue: 16)
  }

  /// The dispositions of all signals, and the mask.
  private let signals: [UInt]
  private let locale: String
  private let folder: String
  private let threadCount: Int

  static func now() -> HostsState {
    let locale = setlocale(LC_ALL, nil).map { String(cString: $0) } ?? ""
    return HostsState(
      signals: dispositions(), locale: locale, folder: Directory.canonicalPath(of: ".") ?? "",
      threadCount: Directory.names(in: "/proc/self/task").count)
  }

  private static func dispositions() -> [UInt] {
    var blocked = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    // The C library has two numbers of its own.
    let actions = (1...64).filter { $0 != 32 && $0 != 33 }.map { (signal: CInt) -> UInt in
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0 else { return 0 }
      return withUnsafeBytes(of: action.__sigaction_handler) { $0.loadUnaligned(as: UInt.self) }
    }
    return actions + [withUnsafeBytes(of: blocked) { $0.loadUnaligned(as: UInt.self) }]
  }

  /// Returns the changes since another time, but those of threads.
  func changes(since before: HostsState) -> Changes {
    var changes: Changes = []
    if signals != before.signals { changes.insert(.signals) }
    if locale != before.locale { changes.insert(.locale) }
    if folder != before.folder { changes.insert(.folder) }
    return changes
  }

  /// Whether there are more threads than before, also after a while, since a joined one ends late.
  static func hasMoreThreads(than before: HostsState) -> Bool {
    for _ in 0..<100 {
      if now().threadCount <= before.threadCount { return false }
      usleep(1000)
    }
    return true
  }
}
