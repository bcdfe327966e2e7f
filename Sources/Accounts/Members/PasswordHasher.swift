import CSodium
package import FormworkCore
import FormworkOperations
import Glibc

/// A hasher of passwords with Argon2id, at the cost that libsodium recommends for interactive use.
///
/// A hash takes 64 MiB, and about 70 ms of a processor. Each actor computes one at a time, on a thread that may block.
///
/// - SeeAlso: RFC 9106; libsodium's `crypto_pwhash_str_alg`.
package struct PasswordHasher: PasswordHashing {
  /// Whether the library has started, once in a process.
  private static let isReady = sodium_init() >= 0

  private actor Worker {
    func run<Result>(_ work: () -> Result) -> Result { work() }
  }

  /// The number of hashes at once: one for each processor, at most half of the shared threads.
  static let width = max(1, min(sysconf(CInt(_SC_NPROCESSORS_ONLN)), 8))

  private static let workers = (0..<width).map { _ in Worker() }
  private static let lastTurn = Synchronized(0)

  package init() {}

  /// Runs work that may fail on the next actor.
  func run<Result: Sendable>(
    _ work: @Sendable () -> Result?
  ) async throws(AccountStoreError) -> Result {
    let worker = Self.lastTurn.withState { turn in
      turn = (turn + 1) % Self.width
      return Self.workers[turn]
    }
    let result = await OperationExecutor.run { await worker.run(work) }
    guard let result else { throw .hashingFailed }
    return result
  }

  /// A salt and a hash of zeros, which no known password has.
  package var dummyHash: String {
    "$argon2id$v=19$m=65536,t=2,p=1$\(String(repeating: "A", count: 22))$"
      + String(repeating: "A", count: 43)
  }

  package func hash(_ password: Secret) async throws(AccountStoreError) -> String {
    try await run { Self.blockingHash(password) }
  }

  package func verify(
    _ password: Secret, _ hash: String
  ) async throws(AccountStoreError) -> Bool {
    try await run { Self.blockingVerify(password, hash) }
  }

  package func needsRehash(_ hash: String) -> Bool {
    crypto_pwhash_str_needs_rehash(
      hash, UInt64(crypto_pwhash_opslimit_interactive()), crypto_pwhash_memlimit_interactive()) > 0
  }

  private static func blockingHash(_ password: Secret) -> String? {
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let result: CInt = password.withBytes { bytes in
      guard isReady, let start = bytes.bindMemory(to: CChar.self).baseAddress else {
        return -1
      }
      return crypto_pwhash_str_alg(
        &text, start, UInt64(bytes.count), UInt64(crypto_pwhash_opslimit_interactive()),
        crypto_pwhash_memlimit_interactive(), crypto_pwhash_alg_argon2id13())
    }
    guard result == 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// - Returns: `nil` without enough memory; `false` for a text that is no hash.
  private static func blockingVerify(_ password: Secret, _ hash: String) -> Bool? {
    password.withBytes { bytes in
      guard isReady, let start = bytes.bindMemory(to: CChar.self).baseAddress else {
        return nil
      }
      errno = 0
      if crypto_pwhash_str_verify(hash, start, UInt64(bytes.count)) == 0 { return true }
      return errno == ENOMEM ? nil : false
    }
  }
}
