import FormworkCore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FormworkStorage

@Suite struct FileHistoryTests {
  private let file: StoredFile

  init() throws { file = try StoredFile("shell", in: "state/formwork/history") }

  private func history() -> FileHistory { FileHistory(directory: file.folder, name: "shell") }

  @Test func linesComeBackInTheNextRun() throws {
    let history = history()
    #expect(history.lines == [])
    for line in ["list", "list", "show ann", "list"] { history.remember(line) }
    #expect(history.told() == nil)
    #expect(history.lines == ["list", "show ann", "list"])
    #expect(self.history().lines == ["list", "show ann", "list"])
    #expect(try file.contents() == "list\nshow ann\nlist\n")
    #expect(file.modes == [0o600, 0o700, 0o700])
  }

  @Test func whatCannotComeBackIsNotKept() throws {
    let history = history()
    let longest = String(repeating: "é", count: 2_048)
    for line in ["", longest + "e", "a\u{1B}b", "a\nb", "a\u{0}b", longest] {
      history.remember(line)
    }
    #expect(history.lines == [longest])
    #expect(history.told() == nil)
    #expect(self.history().lines == [longest])
  }

  @Test func whatShouldNotBeThereIsLeftOut() throws {
    try file.write(
      Array("one\n\none\u{0}\none\u{1B}[0m\n".utf8) + Array(repeating: 0x61, count: 4_097)
        + Array("\ntwo \u{202E}x\ntwo x\nunfinished".utf8))
    let history = history()
    #expect(history.lines == ["one", "one[0m", "two x", "unfinished"])
    // A truncated line is not joined with the next one.
    for line in ["next", "last"] { history.remember(line) }
    #expect(history.told() == nil)
    #expect(try file.contents().hasSuffix("\nunfinished\nnext\nlast\n"))
    try file.write(Array("one\ncut".utf8) + [0xC3])
    #expect(self.history().lines == ["one"])
  }

  @Test func itIsRewrittenOnceItIsTwiceTooLong() throws {
    let lines = (0..<1_999).map { "line \($0)" }
    try file.write(lines.joined(separator: "\n").utf8)
    #expect(history().lines == Array(lines.suffix(1_000)))
    #expect(try file.contents().split(separator: "\n").count == 1_999)
    try file.write(lines.map { $0 + "\n" }.joined().utf8)
    let history = history()
    history.remember("the last")
    #expect(history.told() == nil)
    let kept = Array(lines.suffix(999)) + ["the last"]
    #expect(try file.contents() == kept.map { $0 + "\n" }.joined())
    #expect(file.modes.first == 0o600)
    #expect(try file.names == ["shell"])
  }

  @Test func aFileThatIsRefusedIsLeftAlone() throws {
    try file.write([0xFF, 10])
    try expectRefusal("is no text in UTF-8: move it away")
    try file.write("fine\n".utf8, mode: 0o620)
    try expectRefusal("others may write to it: chmod 600 it")
    #expect(try file.contents() == "fine\n")
  }

  @Test func aDirectoryThatCannotBeMade() throws {
    try file.directory.write("", to: "state")
    try expectRefusal("Not a directory: this run's lines are not kept")
  }

  @Test func aFileThatIsFarTooLarge() throws {
    try file.write([])
    try #require(truncate(file.path, off_t(FileHistory.sizeLimit) + 1) == 0)
    try expectRefusal("more than \(FileHistory.sizeLimit) bytes: move it away")
  }

  /// The file was valid when the program started.
  @Test func aFileThatTurnsBad() throws {
    let history = history()
    history.remember("one")
    #expect(history.told() == nil)
    try #require(chmod(file.path, 0o666) == 0)
    history.remember("two")
    history.remember("three")
    #expect(history.told() == "history \(file.path): others may write to it: chmod 600 it")
    #expect(history.told() == nil)
    #expect(history.lines == ["one", "two", "three"])
    #expect(try file.contents() == "one\n")
  }

  /// Expects one complaint, a history for this run alone, and no crash.
  private func expectRefusal(_ reason: String) throws {
    let history = history()
    #expect(history.lines == [])
    history.remember("list")
    #expect(history.lines == ["list"])
    #expect(history.told() == "history \(file.path): \(reason)")
    #expect(history.told() == nil)
  }

  @Test func linesOfSeveralWritersAreNotMixed() async throws {
    let (writers, count) = (4, 200)
    try await withThrowingTaskGroup(of: Void.self) { [folder = file.folder] group in
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
    let lines = try file.contents().split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.count == writers * count)
    for writer in 0..<writers {
      let own = lines.filter { $0.first == "\(writer)" }
      #expect(own.map { String($0[1]) } == (0..<count).map(String.init))
      #expect(own.allSatisfy { $0.count == 3 && $0[2].count == 300 })
    }
  }

  @Test func withoutAHomeItIsOfThisRun() {
    let history = FileHistory(directory: nil, name: "shell")
    history.remember("list")
    #expect(history.lines == ["list"])
    #expect(history.told() == "history shell: no home directory is known: set HOME")
  }
}

extension FileHistory {
  /// The complaint in English, after all lines are written.
  fileprivate func told() -> String? { takeWarning().map { Catalogue.storage.text(for: $0) } }
}
