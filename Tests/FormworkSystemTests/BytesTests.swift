import Glibc
import TestSupport
import Testing

@testable import FormworkSystem

@Suite struct BytesTests {
  @Test(arguments: [0, 1, 7, 64, 4_099])
  func wipingLeavesZerosAlone(byteCount: Int) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount + 2, alignment: 1)
    defer { memory.deallocate() }
    for index in memory.indices { memory[index] = 0xAB }
    UnsafeMutableRawBufferPointer(rebasing: memory[1..<(byteCount + 1)]).wipe()
    #expect(
      Array(memory) == [0xAB] + Array(repeating: 0, count: byteCount) + [0xAB])
  }

  @Test func memoryIsFilledUpToItsEndOrThatOfTheFile() throws {
    let directory = try TemporaryDirectory()
    let file = open(try directory.write("0123456789", to: "digits"), O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var waits: [CInt] = []
    #expect(try filled(4) { try $0.fill(from: file) { waits.append($0) } } == Array("0123".utf8))
    #expect(waits == [file])
    #expect(try filled(4) { try $0.fill(from: file, at: 7) } == Array("789".utf8))
    #expect(try filled(9) { try $0.fill(from: file) } == Array("456789".utf8))
    #expect(try filled(9) { try $0.fill(from: file) } == [])
    #expect(throws: SystemError(code: EBADF)) { try filled(1) { try $0.fill(from: -1) } }
  }

  /// Additional bytes show that the limit cut the file.
  @Test(arguments: [0, 1, 16_383, 16_384, 16_385, 100_000], [0, 16_384, 65_536])
  func aFileIsReadToItsEndOrBeyondALimit(byteCount: Int, limit: Int) throws {
    let directory = try TemporaryDirectory()
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0) }
    let file = open(try directory.write(bytes, to: "file"), O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let read = try [UInt8](readingFrom: file, limit: limit)
    #expect(read == Array(bytes.prefix(max(read.count, min(byteCount, limit + 1)))))
  }

  /// The mark is neither part of the text nor counted by the limit.
  @Test(arguments: [0, 1, 16_381, 16_384, 100_000])
  func aByteOrderMarkIsDropped(byteCount: Int) throws {
    let directory = try TemporaryDirectory()
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = Array(repeating: UInt8(ascii: "a"), count: byteCount)
    let elsewhere = [UInt8(ascii: "a")] + mark + text
    for (written, expected) in [
      (mark + text, text), (mark + mark + text, text), (elsewhere, elsewhere),
    ] {
      let file = open(try directory.write(written, to: "file"), O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      #expect(try [UInt8](readingFrom: file, limit: expected.count) == expected)
    }
  }

  @Test func aDirectoryCannotBeRead() throws {
    let directory = open("/", O_RDONLY | O_CLOEXEC)
    defer { close(directory) }
    #expect(throws: SystemError(code: EISDIR)) { try [UInt8](readingFrom: directory, limit: 9) }
  }

  /// More than the capacity of a pipe: the rest is written when there is space.
  @Test func allIsWrittenWhereSomethingIsReadMeanwhile() async throws {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (source, target) = (ends[0], ends[1])
    _ = fcntl(target, F_SETFL, O_NONBLOCK)
    defer { close(source) }
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(
      bytes.withUnsafeBytes { $0.write(to: target, limit: .zero) } == SystemError(code: EAGAIN))
    async let written = onThreadOfItsOwn {
      defer { close(target) }
      return bytes.withUnsafeBytes { $0.write(to: target) }
    }
    let read = try await onThreadOfItsOwn { try [UInt8](readingFrom: source, limit: .max) }
    #expect(try await written == nil)
    #expect(read.suffix(bytes.count) == bytes[...])
    #expect(bytes.withUnsafeBytes { $0.write(to: -1) } == SystemError(code: EBADF))
  }

  @Test func datagramsAreReceivedOneByOne() throws {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let (own, other) = (ends[0], ends[1])
    defer { close(own) }
    #expect(receive(own) == nil)
    for datagram in ["one", "two"] { send(other, datagram, 3, 0) }
    // Its end with unread data does not discard the bytes that it has sent.
    send(own, "unread", 6, 0)
    close(other)
    #expect(receive(own) == "one")
    #expect(receive(own) == "two")
    #expect(receive(own) == "")
  }

  private func receive(_ socket: CInt) -> String? {
    var room = [UInt8](repeating: 0, count: 8)
    let count = room.withUnsafeMutableBytes { $0.receive(from: socket) }
    return count.map { String(decoding: room[..<$0], as: UTF8.self) }
  }

  private func filled(
    _ count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try bytes.withUnsafeMutableBytes { try fill($0) }
    return Array(bytes[..<filled])
  }
}
