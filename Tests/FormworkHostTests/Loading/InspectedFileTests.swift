import Glibc
import TestSupport
import Testing

@testable import FormworkHost

@Suite struct InspectedFileTests {
  private func refusal(of path: String) -> FrontEndLoadError? {
    do {
      _ = try InspectedFile(path: path)
      return nil
    } catch { return error }
  }

  @Test func onlyRegularFilesAreOpened() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write([1], to: "file")
    #expect(symlink(file, directory.path(of: "link")) == 0)
    #expect(mkfifo(directory.path(of: "pipe"), 0o600) == 0)
    #expect(mkdir(directory.path(of: "directory"), 0o700) == 0)
    #expect(refusal(of: file) == nil)
    #expect(refusal(of: directory.path(of: "link")) == .symbolicLink)
    #expect(refusal(of: directory.path(of: "pipe")) == .notRegularFile)
    #expect(refusal(of: directory.path(of: "directory")) == .notRegularFile)
    #expect(refusal(of: "/dev/null") == .notRegularFile)
    #expect(refusal(of: directory.path(of: "nothing")) == .cannotOpen(ENOENT))
  }

  @Test func aSocketIsNotOpened() throws {
    let directory = try TemporaryDirectory()
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: directory.path(of: "socket").utf8)
    }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(result == 0)
    #expect(refusal(of: directory.path(of: "socket")) == .notRegularFile)
  }

  @Test func readsAreExact() throws {
    let directory = try TemporaryDirectory()
    let file = try InspectedFile(path: try directory.write([1, 2, 3, 4, 5], to: "file"))
    #expect(try file.bytes(at: 0, count: 5).storage == [1, 2, 3, 4, 5])
    #expect(try file.bytes(at: 4, count: 1).storage == [5])
    #expect(try file.bytes(at: 5, count: 0).storage == [])
    #expect(try file.load(UInt32.self, at: 1) == 0x0504_0302)
    for (offset, count) in [(0, 6), (5, 1), (6, 0), (UInt64.max, 2), (1 << 63, 1)] {
      #expect(throws: FrontEndLoadError.damaged(.truncated)) {
        try file.bytes(at: offset, count: UInt64(count))
      }
    }
    #expect(throws: FrontEndLoadError.damaged(.tooLarge)) {
      try file.bytes(at: 0, count: UInt64.max)
    }
    #expect(truncate(directory.path(of: "file"), 3) == 0)
    #expect(throws: FrontEndLoadError.damaged(.truncated)) { try file.bytes(at: 2, count: 2) }
  }

  @Test func structuresAreTakenFromWithin() throws {
    let bytes = FileBytes(storage: [1, 2, 3, 4, 5])
    #expect(try bytes.load(UInt32.self, at: 1) == 0x0504_0302)
    for offset in [-1, 2, 5, 6, Int.max, Int.min] {
      #expect(throws: FrontEndLoadError.damaged(.truncated)) {
        try bytes.load(UInt32.self, at: offset)
      }
    }
  }

  @Test func theStatusIsTheOpenFiles() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([1, 2], to: "file")
    let file = try InspectedFile(path: path)
    let state = FileState(file.status)
    #expect(FileState(ofEntryAt: path) == state)
    let other = try directory.write([1, 2], to: "other")
    #expect(rename(other, path) == 0)
    #expect(FileState(ofEntryAt: path) != state)
    #expect(FileState(file.status) == state)
    #expect(file.byteCount == 2)
    #expect(unlink(path) == 0)
    #expect(FileState(ofEntryAt: path) == nil)
  }
}
