import CSodium
package import FormworkCore
import FormworkOperations
import Glibc

/// Hashes passwords with Argon2id, at the cost that libsodium recommends for interactive use.
///
/// A hash takes 64 MiB and about 70 ms. An actor computes one at a time, on a thread that may block.
///
/// - SeeAlso: RFC 9106; libsodium's `crypto_pwhash_str_alg`.
package actor PasswordHasher: PasswordHashing {
  /// Whether the library has started, once in a process.
  private static let isReady = sodium_init() >= 0

  package init() {}

  /// A salt and a hash of zeros, which no known password has.
  package nonisolated var dummyHash: String {
    "$argon2id$v=19$m=65536,t=2,p=1$\(String(repeating: "A", count: 22))$"
      + String(repeating: "A", count: 43)
  }

  package nonisolated func hash(_ password: Secret) async throws(AccountStoreError) -> String {
    let hash = await OperationExecutor.run { await self.blockingHash(password) }
    guard let hash else { throw .hashingFailed }
    return hash
  }

  package nonisolated func verify(
    _ password: Secret, _ hash: String
  ) async throws(AccountStoreError) -> Bool {
    let isRight = await OperationExecutor.run { await self.blockingVerify(password, hash) }
    guard let isRight else { throw .hashingFailed }
    return isRight
  }

  package nonisolated func needsRehash(_ hash: String) -> Bool {
    crypto_pwhash_str_needs_rehash(
      hash, UInt64(crypto_pwhash_opslimit_interactive()), crypto_pwhash_memlimit_interactive()) > 0
  }

  private func blockingHash(_ password: Secret) -> String? {
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let result: CInt = password.withBytes { bytes in
      guard Self.isReady, let start = bytes.bindMemory(to: CChar.self).baseAddress else {
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
  private func blockingVerify(_ password: Secret, _ hash: String) -> Bool? {
    password.withBytes { bytes in
      guard Self.isReady, let start = bytes.bindMemory(to: CChar.self).baseAddress else {
        return nil
      }
      errno = 0
      if crypto_pwhash_str_verify(hash, start, UInt64(bytes.count)) == 0 { return true }
      return errno == ENOMEM ? nil : false
    }
  }
}
