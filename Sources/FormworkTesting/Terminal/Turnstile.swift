import Foundation

/// Lets a few through at a time.
///
/// A test that waits for a program mostly does nothing, but the programs do: hundreds of them at once
/// leave no time for the tests that count on an answer within their limit.
actor Turnstile {
  /// The one for all tests that run programs: four for each processor.
  static let shared = Turnstile(width: 4 * ProcessInfo.processInfo.activeProcessorCount)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(width: Int) { free = width }

  /// Waits for one's turn.
  func enter() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
  }

  /// Lets the next one in.
  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
