import Accounts
import AccountsSQLite
import Foundation
import TestSupport
import Testing

@Suite struct TrustTests {
  /// A change to a file with one account, where `{}` is its path, and `{dir}` that of its
  /// directory.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The rejected path: a suffix of the file's path, or of the directory's if it is a slash.
    let place: String
    let distrust: Distrust
    let spoil: @Sendable (String) throws -> Void
    let mend: @Sendable (String) throws -> Void

    static func mode(_ place: String, _ mode: mode_t, sound: mode_t = 0o600) -> Case {
      Case(
        testDescription: "\(place) has mode \(String(mode, radix: 8))", place: place,
        distrust: place.hasPrefix("/") ? .writableDirectory : .openToOthers,
        spoil: { try #require(chmod($0, mode) == 0) }, mend: { try #require(chmod($0, sound) == 0) }
      )
    }

    static func owner(_ place: String) -> Case {
      Case(
        testDescription: "\(place) is another user's", place: place, distrust: .otherOwner(12345),
        spoil: { try #require(chown($0, 12345, 12345) == 0) },
        mend: { try #require(chown($0, geteuid(), getegid()) == 0) })
    }

    static func link(_ place: String) -> Case {
      Case(
        testDescription: "\(place) is a link", place: place, distrust: .symbolicLink,
        spoil: { try #require(rename($0, $0 + "x") == 0 && symlink($0 + "x", $0) == 0) },
        mend: { try #require(rename($0 + "x", $0) == 0) })
    }
  }

  static let cases =
    ["", "-wal", "-shm"].flatMap { place in
      [Case.mode(place, 0o666), .mode(place, 0o620), .mode(place, 0o640), .link(place)]
    }
    + ["/", "/.."].flatMap { place in
      [Case.mode(place, 0o777, sound: 0o700), .mode(place, 0o720, sound: 0o700)]
    }

  static let rootsCases = ["", "-wal", "-shm", "/", "/.."].map { Case.owner($0) }

  @Test(arguments: cases)
  func isRefusedUntilItIsMended(_ row: Case) async throws { try await refuse(row) }

  @Test(.enabled(if: geteuid() == 0, "only root may give a file away"), arguments: rootsCases)
  func whatIsAnothersIsRefused(_ row: Case) async throws { try await refuse(row) }

  private func refuse(_ row: Case) async throws {
    let directory = try TemporaryDirectory()
    let inner = directory.path(of: "a/b")
    let path = "\(inner)/accounts.sqlite"
    // Kept open, so that the files beside it stay.
    let first = SQLiteAccountStore(path: path, hashing: QuickHashing())
    _ = try await first.register(NewAccount(.ada), submission: "1")
    let spoiled =
      switch row.place {
      case "/": inner
      case "/..": directory.path(of: "a")
      default: path + row.place
      }
    let before = try Data(contentsOf: URL(filePath: path))
    try row.spoil(spoiled)
    let store = SQLiteAccountStore(path: path, hashing: QuickHashing())
    let error = AccountStoreError.file(.untrusted(path: spoiled, row.distrust))
    // A store that has opened the file before is as strict.
    for store in [store, first] {
      await #expect(throws: error) { try await store.accounts() }
      await #expect(throws: error) { try await store.register(NewAccount(.grace), submission: "2") }
      await #expect(throws: error) { try await store.changeCount() }
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    try row.mend(spoiled)
    #expect(try await store.accounts() == [.ada])
    #expect(try await first.count() == 1)
  }

  @Test func nothingIsMadeWhereOthersMayWrite() async throws {
    let directory = try TemporaryDirectory()
    try #require(chmod(directory.path, 0o777) == 0)
    let store = SQLiteAccountStore(
      path: directory.path(of: "a/b/accounts.sqlite"), hashing: QuickHashing())
    await #expect(
      throws: AccountStoreError.file(.untrusted(path: directory.path, .writableDirectory))
    ) { try await store.count() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
  }

  /// In `/tmp` each file belongs to its owner, and a directory may be reached by a link.
  @Test(.enabled(if: geteuid() == 0, "only root may have such a directory"))
  func aStickyDirectoryOfRootsIsInOrder() async throws {
    let directory = try TemporaryDirectory()
    let sticky = directory.path(of: "sticky")
    try #require(mkdir(sticky, 0o700) == 0 && chmod(sticky, 0o1777) == 0)
    try #require(symlink(sticky, directory.path(of: "link")) == 0)
    let store = SQLiteAccountStore(
      path: directory.path(of: "link/accounts.sqlite"), hashing: QuickHashing())
    #expect(try await store.count() == 0)
  }
}
