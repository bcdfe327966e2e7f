import Accounts
import Foundation
import TestSupport
import Testing

@testable import AccountsSQLite

/// Files that the user may not read or write.
///
/// Each in a separate process that is not root's, because root may read and write everything.
@Suite struct PermissionTests {
  /// The modes of a file, if there is one, and of its directory, and whether only writing fails.
  struct Case: Codable, Sendable {
    let fileMode: Int?
    let directoryMode: Int
    let isReadable: Bool
  }

  static let cases = [
    Case(fileMode: 0o200, directoryMode: 0o700, isReadable: false),
    Case(fileMode: 0o400, directoryMode: 0o700, isReadable: true),
    Case(fileMode: 0o600, directoryMode: 0o500, isReadable: true),
    Case(fileMode: nil, directoryMode: 0o500, isReadable: false),
    Case(fileMode: 0o600, directoryMode: 0o600, isReadable: false),
  ]

  @Test(arguments: cases)
  func refused(_ refused: Case) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    await #expect(processExitsWith: .success) { [path = path as String, refused] in
      let inner = "\(path)/inner"
      let file = "\(inner)/accounts.sqlite"
      try #require(chmod(path, 0o711) == 0)
      try #require(mkdir(inner, 0o700) == 0)
      if let mode = refused.fileMode {
        try #require(FileManager.default.createFile(atPath: file, contents: Data()))
        try #require(chmod(file, mode_t(mode)) == 0)
      }
      try #require(chmod(inner, mode_t(refused.directoryMode)) == 0)
      let nobody: uid_t = 65534
      if geteuid() == 0 {
        for path in [inner, file] where access(path, F_OK) == 0 {
          try #require(chown(path, nobody, nobody) == 0)
        }
        try #require(setgid(nobody) == 0 && setuid(nobody) == 0)
      }

      let error = AccountStoreError.file(
        refused.isReadable ? .readOnly : .unreadable(errno: EACCES), file)
      let store = SQLiteAccountStore(path: file, hashing: QuickHashing())
      await #expect(throws: error) { try await store.policy() }
      await #expect(throws: error) { try await store.register(.ada, "1") }
    }
    // So that an ordinary user can remove it.
    chmod("\(path)/inner", 0o700)
    withExtendedLifetime(directory) {}
  }
}
