import Accounts
import AccountsSQLite
import FormworkCore
import Synchronization

/// Counts its calls, and makes hashes of two ages.
final class CountingHashing: PasswordHashing {
  struct Counts: Equatable {
    var hashes = 0
    var verifications = 0
  }

  private let state = Mutex((counts: Counts(), age: "old"))

  private let wait: @Sendable () async -> Void

  let dummyHash = "old$quick$"

  init(beforeVerifying wait: @escaping @Sendable () async -> Void = {}) { self.wait = wait }

  func hash(_ password: Secret) -> String {
    state.withLock { state in
      state.counts.hashes += 1
      return state.age + QuickHashing().hash(password)
    }
  }

  func verify(_ password: Secret, _ hash: String) async -> Bool {
    state.withLock { $0.counts.verifications += 1 }
    await wait()
    return QuickHashing().verify(password, String(hash.dropFirst(3)))
  }

  func needsRehash(_ hash: String) -> Bool { !hash.hasPrefix(state.withLock(\.age)) }

  /// Makes all earlier hashes old.
  func raiseCost() { state.withLock { $0.age = "new" } }

  /// Returns the counts since the last call.
  func takeCounts() -> Counts {
    state.withLock { state in
      defer { state.counts = Counts() }
      return state.counts
    }
  }
}

/// Never has enough memory for a hash.
struct FailingHashing: PasswordHashing {
  let dummyHash = ""

  func hash(_ password: Secret) throws(AccountStoreError) -> String { throw .hashingFailed }

  func verify(_ password: Secret, _ hash: String) throws(AccountStoreError) -> Bool {
    throw .hashingFailed
  }

  func needsRehash(_ hash: String) -> Bool { false }
}
