import FormworkSystem
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FormworkStorage

/// The checks of all files of a user.
struct PrivateFileTests {
  private let file: StoredFile

  init() throws { file = try StoredFile("file", in: "state") }

  private static let purposes: [PrivateFile.Purpose] = [.reading, .adding]

  @Test(arguments: purposes, [0o620, 0o602, 0o666] as [mode_t])
  func aFileThatOthersMayWriteToIsRefused(_ purpose: PrivateFile.Purpose, mode: mode_t) throws {
    try file.write("fine\n".utf8, mode: mode)
    #expect(throws: PrivateFileError.writableByOthers) {
      try PrivateFile.open(file.path, for: purpose)
    }
    #expect(StoredFile.mode(of: file.path) == mode)
  }

  /// After any change, others cannot read the file any more.
  @Test(arguments: purposes, [0o644, 0o640, 0o604, 0o755, 0o444] as [mode_t])
  func aFileThatOthersMayReadBecomesItsOwners(
    _ purpose: PrivateFile.Purpose, before: mode_t
  ) throws {
    try file.write("list\n".utf8, mode: before)
    if purpose == .adding, before & 0o200 == 0, geteuid() != 0 { return }
    _ = try PrivateFile.open(file.path, for: purpose)
    #expect(StoredFile.mode(of: file.path) == before & 0o700)
  }

  @Test(arguments: purposes) func aLinkIsNotFollowed(_ purpose: PrivateFile.Purpose) throws {
    let target = try file.link(toFileOf: "theirs\n")
    #expect(throws: PrivateFileError.symbolicLink) {
      try PrivateFile.open(file.path, for: purpose)?.append("mine")
    }
    #expect(try StoredFile.contents(of: target) == "theirs\n")
  }

  @Test func whatIsNoFileIsRefusedAndNeverWaitedFor() throws {
    try file.makeFolder()
    try #require(mkfifo(file.path, 0o600) == 0)
    #expect(throws: PrivateFileError.noFile) { try PrivateFile.open(file.path, for: .reading) }
  }

  /// A temporary file beside a file that cannot be replaced is removed.
  @Test func whatCannotBeReplacedIsLeftAlone() throws {
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    #expect(throws: PrivateFileError.system(SystemError(code: EISDIR))) {
      try PrivateFile.replace(file.path, with: [1])
    }
    #expect(try file.names == ["file"])
  }

  @Test func filesLieInTheDirectoryOfStates() {
    func found(_ environment: [String: String], isHome: Bool = true) -> String? {
      StateDirectory.path(of: "drafts", environment: { environment[$0] }, isHome: { _ in isHome })
    }
    let home = "/home/ann/.local/state/formwork/drafts"
    #expect(found(["XDG_STATE_HOME": "/s", "HOME": "/home/ann"]) == "/s/formwork/drafts")
    #expect(found(["XDG_STATE_HOME": "/s"], isHome: false) == "/s/formwork/drafts")
    #expect(found(["XDG_STATE_HOME": "s", "HOME": "/home/ann"]) == home)
    #expect(found(["HOME": "/home/ann"]) == home)
    #expect(found(["HOME": "/home/ann"], isHome: false) == nil)
    #expect(found(["HOME": "ann"]) == nil)
    #expect(found([:]) == nil)
  }
}
