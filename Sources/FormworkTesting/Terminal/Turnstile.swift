import Foundation

/// A semaphore for tests that run programs.
///
/// Such a test mostly waits, but its programs do not: hundreds of them at once would take the time
/// of tests that expect an answer within a limit.
actor Turnstile {
  /// The semaphore for all tests that run programs: four for each processor.
  static let shared = Turnstile(width: 4 * ProcessInfo.processInfo.activeProcessorCount)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(width: Int) { free = width }

  /// Waits for a place.
  func enter() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
  }

  /// Admits the next one.
  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
