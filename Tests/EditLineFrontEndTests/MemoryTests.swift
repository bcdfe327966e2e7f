import FormworkFrontEnd
import Glibc
import TestSupport
import Testing

@testable import EditLineFrontEnd

/// No part of a secret stays in the memory of a process after the secret is erased and released.
@Suite(.serialized)
struct MemoryTests {
  /// Bytes that occur nowhere else, on a separate page.
  private final class Pattern {
    let bytes: UnsafeMutableRawBufferPointer

    init(count: Int, seed: UInt64) throws {
      let size = 4096
      bytes = UnsafeMutableRawBufferPointer(start: try MemoryTests.pages(size), count: size)
      var random = SeededGenerator(seed: seed)
      for index in 0..<count {
        bytes[index] = UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &random)
      }
      self.count = count
    }

    let count: Int

    deinit { munmap(bytes.baseAddress, bytes.count) }
  }

  private static func pages(_ byteCount: Int) throws -> UnsafeMutableRawPointer {
    let modes = PROT_READ | PROT_WRITE
    guard let pages = mmap(nil, byteCount, modes, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      pages != MAP_FAILED
    else { throw SystemError(code: errno) }
    return pages
  }

  /// Returns the number of occurrences in the writable memory, except the page of the pattern.
  private func occurrences(of pattern: Pattern) throws -> Int {
    let chunk = 1 << 20
    let buffer = try Self.pages(chunk)
    defer { munmap(buffer, chunk) }
    let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    try #require(memory >= 0)
    defer { close(memory) }
    let wanted = try #require(pattern.bytes.baseAddress)
    let own = [(buffer, chunk), (wanted, pattern.bytes.count)].map {
      Int(bitPattern: $0)..<Int(bitPattern: $0) + $1
    }
    var found = 0
    for line in try #require(Self.contents(of: "/proc/self/maps")).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 1, words[1].hasPrefix("rw") else { continue }
      let ends = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
      guard ends.count == 2 else { continue }
      var place = ends[0]
      while place < ends[1] {
        let count = pread(memory, buffer, min(chunk, ends[1] - place), place)
        guard count > 0 else { break }
        var start = 0
        while start + pattern.count <= count,
          let hit = memchr(buffer + start, Int32(pattern.bytes[0]), count - start)
        {
          let offset = hit - buffer
          let isWhole =
            offset + pattern.count <= count
            && memcmp(hit, wanted, pattern.count) == 0
          let address = place + offset
          if isWhole && !own.contains(where: { $0.contains(address) }) { found += 1 }
          start = offset + 1
        }
        // A pattern may lie across two chunks.
        place += count == chunk ? count - pattern.count : count
      }
    }
    return found
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var byte = fgetc(file)
    while byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
      byte = fgetc(file)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func whatLooksForItFindsIt() throws {
    let pattern = try Pattern(count: 24, seed: 1)
    let bytes = SecretBytes()
    bytes.append(UnsafeRawBufferPointer(rebasing: pattern.bytes[..<pattern.count]))
    #expect(try occurrences(of: pattern) == 1)
    bytes.wipe()
    #expect(try occurrences(of: pattern) == 0)
  }

  @Test(arguments: [false, true], [24, 300])
  func aSecretThatWasTypedOrPastedLeavesNothing(isPasted: Bool, count: Int) throws {
    let pattern = try Pattern(count: count, seed: UInt64(count) + (isPasted ? 7 : 0))
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    func send(_ text: String) {
      _ = text.utf8CString.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count - 1) }
    }
    try edit(reading: ends[0]) {
      if isPasted { send("\u{1B}[200~") }
      write(ends[1], pattern.bytes.baseAddress, pattern.count)
      if isPasted { send("\u{1B}[201~") }
      // A character is inserted inside, so that the end moves, and then deleted.
      send("\u{1B}[D\u{1B}[H-\u{1B}[D\u{1B}[3~\u{1B}[F\r")
    }
    #expect(try occurrences(of: pattern) == 0)
  }

  /// Edits a secret as the line editor does, until Enter.
  private func edit(reading descriptor: Int32, typing: () -> Void) throws {
    let input = KeyInput(descriptor: descriptor)
    let secret = SecretEditor()
    let line = SecretLine(prompt: "Word: ", columns: 80, mask: .bullet)
    secret.isShown = true
    typing()
    var isAccepted = false
    while !isAccepted {
      _ = try #require(try input.fill())
      while let typed = input.keys.next() {
        if case .key(let key) = typed, let edit = Key(key).flatMap({ Key.edits[$0.rawValue] }) {
          _ = secret.apply(edit)
        } else {
          isAccepted = secret.apply(typed) == .unhandled(.enter)
        }
        let drawing = SecretBytes(isLocked: true)
        line.draw(secret, into: drawing)
        _ = secret.copyContent()
      }
    }
  }
}
