import FormworkCore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FormworkStorage

@Suite struct FileHistoryTests {
  private let directory: TemporaryDirectory
  private var folder: String { directory.path(of: "state/formwork/history") }
  private var file: String { "\(folder)/shell" }

  init() throws { directory = try TemporaryDirectory() }

  private func history() -> FileHistory { FileHistory(directory: folder, name: "shell") }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  private func write(_ bytes: some Sequence<UInt8>, mode: mode_t = 0o600) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file))
    try #require(chmod(file, mode) == 0)
  }

  private func contents() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

  @Test func linesComeBackInTheNextRun() throws {
    let history = history()
    #expect(history.lines == [])
    for line in ["list", "list", "show ann", "list"] { history.remember(line) }
    #expect(history.told() == nil)
    #expect(history.lines == ["list", "show ann", "list"])
    #expect(self.history().lines == ["list", "show ann", "list"])
    #expect(try contents() == "list\nshow ann\nlist\n")
  }

  @Test func itIsItsOwnersAlone() throws {
    let history = history()
    history.remember("list")
    history.settle()
    #expect(mode(of: file) == 0o600)
    #expect(mode(of: folder) == 0o700)
    #expect(mode(of: directory.path(of: "state")) == 0o700)
  }

  @Test func whatCannotComeBackIsNotKept() throws {
    let history = history()
    let longest = String(repeating: "é", count: 2_048)
    for line in ["", longest + "e", "a\u{1B}b", "a\nb", "a\u{0}b", longest] {
      history.remember(line)
    }
    #expect(history.lines == [longest])
    history.settle()
    #expect(self.history().lines == [longest])
  }

  @Test func whatShouldNotBeThereIsLeftOut() throws {
    try write(
      Array("one\n\none\u{0}\none\u{1B}[0m\n".utf8) + Array(repeating: 0x61, count: 4_097)
        + Array("\ntwo \u{202E}x\ntwo x\nunfinished".utf8))
    let history = history()
    #expect(history.lines == ["one", "one[0m", "two x", "unfinished"])
    // A truncated line is not joined with the next one.
    for line in ["next", "last"] { history.remember(line) }
    history.settle()
    #expect(try contents().hasSuffix("\nunfinished\nnext\nlast\n"))
    try write(Array("one\ncut".utf8) + [0xC3])
    #expect(self.history().lines == ["one"])
  }

  @Test func itIsMadeAnewOnceItIsTwiceTooLong() throws {
    let lines = (0..<1_999).map { "line \($0)" }
    try write(lines.joined(separator: "\n").utf8)
    try FileHandle(forWritingTo: URL(filePath: file)).close()
    #expect(history().lines == Array(lines.suffix(1_000)))
    #expect(try contents().split(separator: "\n").count == 1_999)
    try write(lines.map { $0 + "\n" }.joined().utf8)
    let history = history()
    history.remember("the last")
    history.settle()
    let kept = Array(lines.suffix(999)) + ["the last"]
    #expect(try contents() == kept.map { $0 + "\n" }.joined())
    #expect(mode(of: file) == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["shell"])
    #expect(history.told() == nil)
  }

  @Test(arguments: [
    (
      Array("fine\n\u{FF}".utf8.dropLast(2)) + [0xFF, 10], mode_t(0o600),
      "is no text in UTF-8: move it away"
    ),
    (Array("fine\n".utf8), 0o620, "others may write to it: chmod 600 it"),
    (Array("fine\n".utf8), 0o602, "others may write to it: chmod 600 it"),
  ])
  func aFileThatIsRefusedIsLeftAlone(
    _ bytes: [UInt8], _ mode: mode_t, _ reason: String
  ) throws {
    try write(bytes, mode: mode)
    try expectRefusal(reason)
    #expect(try Data(contentsOf: URL(filePath: file)) == Data(bytes))
  }

  /// After any change, others cannot read the file any more.
  @Test(arguments: [0o644, 0o640, 0o604, 0o755, 0o444] as [mode_t], [false, true])
  func aFileThatOthersMayReadBecomesItsOwners(_ before: mode_t, isWritten: Bool) throws {
    try write("list\n".utf8, mode: isWritten ? 0o600 : before)
    let history = history()
    try #require(chmod(file, before) == 0)
    if isWritten { history.remember("show ann") } else { #expect(self.history().lines == ["list"]) }
    let isRefused = isWritten && before & 0o200 == 0 && geteuid() != 0
    #expect((history.told() == nil) == !isRefused)
    #expect(mode(of: file) == (isRefused ? before : before & 0o700))
  }

  @Test func aLinkIsNotFollowed() throws {
    let target = try directory.write("theirs\n", to: "target")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #require(symlink(target, file) == 0)
    try expectRefusal("is a symbolic link: put a file there, or nothing")
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "theirs\n")
  }

  @Test func whatIsNoFileIsRefusedAndNeverWaitedFor() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #require(mkfifo(file, 0o600) == 0)
    try expectRefusal("is no file: move it away")
  }

  @Test func aDirectoryThatCannotBeMade() throws {
    try directory.write("", to: "state")
    try expectRefusal("Not a directory: this run's lines are not kept")
  }

  @Test func aFileThatIsFarTooLarge() throws {
    try write([])
    try #require(truncate(file, off_t(FileHistory.sizeLimit) + 1) == 0)
    try expectRefusal("more than \(FileHistory.sizeLimit) bytes: move it away")
  }

  /// The file was valid when the program started.
  @Test func aFileThatTurnsBad() throws {
    let history = history()
    history.remember("one")
    history.settle()
    try #require(chmod(file, 0o666) == 0)
    history.remember("two")
    history.remember("three")
    #expect(
      history.told() == "history \(file): others may write to it: chmod 600 it")
    #expect(history.told() == nil)
    #expect(history.lines == ["one", "two", "three"])
    #expect(try contents() == "one\n")
  }

  /// Expects one complaint, a history for this run alone, and no crash.
  private func expectRefusal(_ reason: String) throws {
    let history = history()
    #expect(history.lines == [])
    history.remember("list")
    #expect(history.lines == ["list"])
    #expect(history.told() == "history \(file): \(reason)")
    #expect(history.told() == nil)
  }

  @Test func linesOfSeveralWritersAreNotMixed() async throws {
    let writers = 4
    let count = 200
    try await withThrowingTaskGroup(of: Void.self) { [folder] group in
      for writer in 0..<writers {
        group.addTask {
          try await onThreadOfItsOwn {
            let history = FileHistory(directory: folder, name: "shell")
            for line in 0..<count {
              history.remember("\(writer) \(line) \(String(repeating: "x", count: 300))")
            }
            #expect(history.told() == nil)
          }
        }
      }
      try await group.waitForAll()
    }
    let lines = try contents().split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.count == writers * count)
    for writer in 0..<writers {
      let own = lines.filter { $0.first == "\(writer)" }
      #expect(own.map { String($0[1]) } == (0..<count).map(String.init))
      #expect(own.allSatisfy { $0.count == 3 && $0[2].count == 300 })
    }
  }

  @Test(
    arguments: [
      (["XDG_STATE_HOME": "/state", "HOME": "/home/ann"], "/state/formwork/history"),
      (
        ["XDG_STATE_HOME": "state", "HOME": "/home/ann"], "/home/ann/.local/state/formwork/history"
      ),
      (["HOME": "/home/ann"], "/home/ann/.local/state/formwork/history"),
      (["HOME": "ann"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func place(_ environment: [String: String], _ directory: String?) {
    #expect(FileHistory.directory { environment[$0] } == directory)
  }

  @Test func withoutAHomeItIsOfThisRun() {
    let history = FileHistory(directory: nil, name: "shell")
    history.remember("list")
    #expect(history.lines == ["list"])
    #expect(history.told() == "history shell: no home directory is known: set HOME")
  }
}

extension FileHistory {
  /// The complaint in English.
  fileprivate func told() -> String? { takeComplaint().map { Catalogue.storage.text(for: $0) } }
}
