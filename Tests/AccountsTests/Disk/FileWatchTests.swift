import Foundation
import Glibc
import TestSupport
import Testing

@testable import AccountsSQLite

@Suite(.timeLimit(.minutes(20))) struct FileWatchTests {
  /// Commands of sh(1) in the folder of a database, and whether the watch reports them.
  @Test(arguments: [
    ("echo more >> accounts", true), ("echo > accounts", true), ("rm accounts", true),
    ("mv other accounts", true), ("mv accounts aside", true), ("ln other accounts-wal", true),
    ("echo > accounts-wal", true), ("mkdir accounts-journal", true),
    ("cat accounts", false), ("touch -r other accounts", false), ("chmod 400 accounts", false),
    ("echo > other", false), ("echo > accounts-shm", false), ("echo > accounts-wal2", false),
    ("mkdir below; echo > below/accounts", false), ("echo > .accounts", false),
  ]) func whatIsTold(_ command: String, isTold: Bool) async throws {
    let directory = try TemporaryDirectory()
    let folder = directory.path(of: "folder")
    func run(_ script: String, in place: String) async throws {
      try await onThreadOfItsOwn {
        let outcome = try Child.run(["sh", "-c", script], directory: place)
        #expect(outcome.status == .exited(0))
      }
    }
    try await run("mkdir folder; echo > folder/accounts; echo > folder/other", in: directory.path)
    let changes = try FileWatch.changes(of: folder + "/accounts")
    try await run(command, in: folder)
    // This ends the watch, and is reported last.
    try await run("mv folder gone", in: directory.path)
    var toldCount = 0
    for await _ in changes { toldCount += 1 }
    #expect((toldCount > 0) == isTold)
  }

  @Test func aFolderThatIsNotThere() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "none/accounts")
    #expect(throws: SQLiteStoreError(.unwatchable(errno: ENOENT), path: path)) {
      try FileWatch.changes(of: path)
    }
  }

  /// The watch is cancelled, released before its first call, or has ended by itself.
  @Test(arguments: ["cancelled", "left", "over"])
  func nothingStays(_ end: String) async throws {
    let directory = try TemporaryDirectory()
    var status = stat()
    #expect(stat(directory.path, &status) == 0)
    let mark = "ino:\(String(status.st_ino, radix: 16)) "
    do {
      let changes = try FileWatch.changes(of: directory.path(of: "accounts"))
      #expect(try Self.watches(mark) == 1)
      switch end {
      case "cancelled":
        let waiting = Task { for await _ in changes {} }
        await Task.yield()
        waiting.cancel()
        await waiting.value
      case "over":
        rmdir(directory.path)
        for await _ in changes {}
      default: break
      }
    }
    // The thread ends at some time.
    while try Self.watches(mark) > 0 { await Task.yield() }
  }

  /// Returns the number of watches of the folder with that mark in this process.
  private static func watches(_ mark: String) throws -> Int {
    let folder = "/proc/self/fdinfo"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { number in
      // Other tests open and close descriptors.
      let text = FileManager.default.contents(atPath: "\(folder)/\(number)")
      return String(decoding: text ?? Data(), as: UTF8.self).contains(mark)
    }
  }
}
