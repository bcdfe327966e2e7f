import FormworkSystem
import Glibc

/// What is the whole process's, and so its host's: a front end leaves it alone.
struct HostsState: Equatable {
  /// What a run did to it; the order is that of the complaints.
  struct Changes: OptionSet {
    let rawValue: UInt32

    static let flags = Changes(rawValue: 1)
    static let signals = Changes(rawValue: 2)
    static let locale = Changes(rawValue: 4)
    static let folder = Changes(rawValue: 8)
    static let threads = Changes(rawValue: 16)
  }

  /// What each signal does, and which are blocked.
  private let signals: [UInt]
  private let locale: String
  private let folder: String
  private let threadCount: Int

  static func now() -> HostsState {
    let locale = setlocale(LC_ALL, nil).map { String(cString: $0) } ?? ""
    let folder = getcwd(nil, 0)
    defer { free(folder) }
    return HostsState(
      signals: dispositions(), locale: locale, folder: folder.map { String(systemText: $0) } ?? "",
      threadCount: Directory.names(in: "/proc/self/task").count)
  }

  private static func dispositions() -> [UInt] {
    var blocked = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    // Two of the numbers are the C library's own.
    let actions = (1...64).filter { $0 != 32 && $0 != 33 }.map { (signal: CInt) -> UInt in
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0 else { return 0 }
      return withUnsafeBytes(of: action.__sigaction_handler) { $0.loadUnaligned(as: UInt.self) }
    }
    return actions + [withUnsafeBytes(of: blocked) { $0.loadUnaligned(as: UInt.self) }]
  }

  /// How this differs from what was before.
  func changes(since before: HostsState) -> Changes {
    var changes: Changes = []
    if signals != before.signals { changes.insert(.signals) }
    if locale != before.locale { changes.insert(.locale) }
    if folder != before.folder { changes.insert(.folder) }
    return changes
  }

  /// Whether there are more threads than before, and stay: one that was waited for is gone a moment later.
  static func hasMoreThreads(than before: HostsState) -> Bool {
    for _ in 0..<100 {
      if now().threadCount <= before.threadCount { return false }
      usleep(1000)
    }
    return true
  }
}
