@testable import Accounts
import AccountsSQLite
import CSodium
import FormworkCore
import FormworkOperations
import Foundation
import TestSupport
import Testing

/// The real Argon2id.
@Suite struct PasswordHasherTests {
  @Test(arguments: ["correct horse battery staple", "", "pässwörter 🔑", "e\u{301}"])
  func hashVerifiesItsPasswordAlone(_ text: String) async throws {
    let hash = try await PasswordHasher().hash(Secret(text))
    #expect(hash.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
    for (other, isRight) in [(text, true), ("\(text) ", false), ("wrong", false)] {
      #expect(verifies(other, hash) == isRight)
      #expect(try await PasswordHasher().verify(Secret(other), hash) == isRight)
    }
    #expect(!PasswordHasher().needsRehash(hash))
  }

  /// Hashes that were edited by hand, and the dummy hash for names without an account.
  @Test(arguments: [
    "", "$", "$argon2id$v=19$m=65536,t=2,p=1$", "\u{0}", PasswordHasher().dummyHash,
  ])
  func noPasswordHasMadeIt(_ hash: String) async throws {
    for text in ["", "$", "\u{0}", "password"] {
      #expect(try await !PasswordHasher().verify(Secret(text), hash))
    }
    #expect(!PasswordHasher().needsRehash(hash))
  }

  /// A hash with another cost, made by libsodium from "password", is recognised and verified.
  @Test func hashOfAnotherCostIsOld() async throws {
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    try #require(crypto_pwhash_str(&text, "password", 8, 1, 8192 * 2) == 0)
    let hash = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #expect(PasswordHasher().needsRehash(hash))
    #expect(try await PasswordHasher().verify(Secret("password"), hash))
  }

  @Test func onePasswordHasManyHashes() async throws {
    let hasher = PasswordHasher()
    #expect(try await hasher.hash(Secret("same")) != hasher.hash(Secret("same")))
  }

  /// More hashes at once would only take more memory.
  @Test func asManyHashesRunAtOnceAsThereAreProcessors() async throws {
    let (hasher, counts) = (PasswordHasher(), Synchronized((present: 0, highest: 0)))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 * PasswordHasher.width {
        group.addTask {
          try await hasher.run {
            counts.withState { $0 = ($0.present + 1, max($0.highest, $0.present + 1)) }
            counts.signal()
            _ = counts.wait(limit: .seconds(10)) {
              $0.highest == PasswordHasher.width ? () : nil
            }
            counts.withState { $0.present -= 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(counts.withState { $0.highest } == PasswordHasher.width)
  }

  @Test func thePasswordSignsInAndIsNotInTheFile() async throws {
    let disk = try DiskStore()
    let store = SQLiteAccountStore(path: disk.path)
    let passwords = ["Xyzzy-plugh-9876-plover", "Plugh-9876-plover-xyzzy"]
    let tries = passwords.map { NewAccount(account: .ada, password: Secret($0)) }
    #expect(try await store.register(tries[0], submission: "1") == .registered(.ada))
    #expect(try await store.register(tries[1], submission: "1") != .registered(.ada))
    #expect(try await store.signIn("ada", password: Secret(passwords[1])) == .refused)
    #expect(try await store.signIn("eve", password: Secret(passwords[0])) == .refused)
    _ = try await store.session("ada", password: passwords[0])
    let names = try FileManager.default.contentsOfDirectory(atPath: disk.directory.path)
    #expect(names.sorted() == ["accounts.sqlite", "accounts.sqlite-shm", "accounts.sqlite-wal"])
    let bytes = try names.map { try Data(contentsOf: URL(filePath: disk.directory.path(of: $0))) }
      .reduce(Data(), +)
    #expect(bytes.range(of: Data("Lovelace".utf8)) != nil)
    #expect(bytes.range(of: Data("$argon2id$".utf8)) != nil)
    for password in passwords { #expect(bytes.range(of: Data(password.prefix(8).utf8)) == nil) }
    withExtendedLifetime(store) {}
  }

  /// Whether libsodium verifies a password, given as the bytes of a secret, with a hash.
  private func verifies(_ password: String, _ hash: String) -> Bool {
    let password = password.precomposedStringWithCanonicalMapping
    return crypto_pwhash_str_verify(hash, password, UInt64(password.utf8.count)) == 0
  }
}
