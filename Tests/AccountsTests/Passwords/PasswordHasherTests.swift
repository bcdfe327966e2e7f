import Accounts
import AccountsSQLite
import CSodium
import FormworkCore
import Foundation
import GRDB
import TestSupport
import Testing

/// Argon2id, the real one.
@Suite struct PasswordHasherTests {
  @Test(arguments: ["correct horse battery staple", "", "pässwörter 🔑", "e\u{301}"])
  func hashVerifiesItsPasswordAlone(_ text: String) async throws {
    let hash = try await PasswordHasher().hash(Secret(text))
    #expect(hash.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
    #expect([text, "\(text) ", "wrong"].map { verifies($0, hash) } == [true, false, false])
  }

  @Test func onePasswordHasManyHashes() async throws {
    let hasher = PasswordHasher()
    #expect(try await hasher.hash(Secret("same")) != hasher.hash(Secret("same")))
  }

  /// Neither in the file nor in what lies beside it; what is not secret can be found.
  @Test func passwordIsNotInTheFile() async throws {
    let directory = try TemporaryDirectory()
    let store = SQLiteAccountStore(path: directory.path(of: "accounts.sqlite"))
    let password = "Xyzzy-plugh-9876-plover"
    let new = NewAccount(account: .ada, password: Secret(password))
    #expect(try await store.register(new, submission: "1") == .registered(.ada))
    #expect(try await store.register(new, submission: "1") == .registered(.ada))

    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(
      names.sorted() == ["accounts.sqlite", "accounts.sqlite-shm", "accounts.sqlite-wal"])
    var bytes = Data()
    for name in names {
      bytes += try Data(contentsOf: URL(filePath: directory.path(of: name)))
    }
    #expect(bytes.range(of: Data("Lovelace".utf8)) != nil)
    #expect(bytes.range(of: Data("$argon2id$".utf8)) != nil)
    #expect(bytes.range(of: Data(password.utf8)) == nil)
    #expect(bytes.range(of: Data(password.prefix(8).utf8)) == nil)
    withExtendedLifetime(store) {}
  }

  /// A second try may bring another password: the stored one is the last that was accepted.
  @Test func changedSubmissionChangesThePassword() async throws {
    let disk = try DiskStore()
    let store = SQLiteAccountStore(path: disk.path, hashing: PasswordHasher())
    for text in ["first password here", "second password here"] {
      let new = NewAccount(account: .ada, password: Secret(text))
      #expect(try await store.register(new, submission: "1") == .registered(.ada))
    }
    let hash = try await disk.queue().read {
      try String.fetchOne($0, sql: "SELECT password_hash FROM account")
    }
    #expect(verifies("second password here", try #require(hash)))
    #expect(!verifies("first password here", try #require(hash)))
  }

  /// Whether libsodium takes a password, in the form that a secret has, for the one of a hash.
  private func verifies(_ password: String, _ hash: String) -> Bool {
    let password = password.precomposedStringWithCanonicalMapping
    return crypto_pwhash_str_verify(hash, password, UInt64(password.utf8.count)) == 0
  }
}
