import CSodium
package import FormworkCore
import FormworkOperations

/// Hashes passwords with Argon2id, at the cost that libsodium advises where a person waits.
///
/// One hash takes 64 MiB and some 70 ms. An actor makes one at a time, on a thread that may block.
///
/// - SeeAlso: RFC 9106; libsodium's `crypto_pwhash_str_alg`.
package actor PasswordHasher: PasswordHashing {
  /// Whether the library may be used: it starts once in a process.
  private static let isReady = sodium_init() >= 0

  package init() {}

  package nonisolated func hash(_ password: Secret) async throws(SQLiteStoreError) -> String {
    let hash = await OperationExecutor.run { await self.blockingHash(password) }
    guard let hash else { throw .hashingFailed }
    return hash
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
}
