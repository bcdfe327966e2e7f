import Glibc
import FormworkFrontEnd
import TestSupport
import Testing

@Suite(.serialized) struct WipingTests {
  /// Buffers that grow move, and wipe their old storage.
  @Test(arguments: [false, true])
  func bytesThatAreLetGo(isLocked: Bool) throws {
    let marker = ProcessMemory.Marker(seed: isLocked ? 11 : 12)
    var secret: SecretBytes? = SecretBytes(isLocked: isLocked)
    marker.withBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 16) {
        secret?.append(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 16]))
      }
    }
    #expect(secret?.byteCount == 64 * 128)
    #expect(try ProcessMemory.count(of: marker) == 128)
    secret = nil
    #expect(try ProcessMemory.count(of: marker) == 0)
  }

  @Test func bytesThatAreWiped() throws {
    let marker = ProcessMemory.Marker(seed: 13)
    let secret = SecretBytes()
    marker.withBytes { secret.append($0) }
    #expect(try ProcessMemory.count(of: marker) == 128)
    secret.wipe()
    #expect(try ProcessMemory.count(of: marker) == 0)
    #expect(secret.isEmpty)
  }

  @Test func aPartOfALine() throws {
    let marker = ProcessMemory.Marker(seed: 18)
    var line: SecretBytes? = SecretBytes()
    marker.withBytes { line?.append($0) }
    var parts = [64..<192, 8128..<9000, 9000..<9001].map { range in
      line.map { SecretBytes($0, in: range) }
    }
    #expect(parts.map(\.?.byteCount) == [128, 64, 0])
    #expect(try ProcessMemory.count(of: marker) == 131)
    line = nil
    #expect(try ProcessMemory.count(of: marker) == 3)
    parts = []
    #expect(try ProcessMemory.count(of: marker) == 0)
  }

  /// Complete and incomplete lines.
  @Test(arguments: [true, false])
  func whatALineInputHasRead(isTerminated: Bool) throws {
    let marker = ProcessMemory.Marker(seed: isTerminated ? 16 : 17)
    let pipe = try Pipe()
    var input: LineInput? = LineInput(descriptor: pipe.readEnd)
    marker.withBytes { _ = write(pipe.writeEnd, $0.baseAddress, $0.count) }
    if isTerminated { pipe.write([0x0A]) }
    var reading = try input?.next()
    #expect(try ProcessMemory.count(of: marker) == 128)
    if case .line = reading { #expect(isTerminated) } else { #expect(!isTerminated) }
    reading = nil
    if !isTerminated { input = nil }
    #expect(try ProcessMemory.count(of: marker) == 0)
    withExtendedLifetime(input) {}
  }
}
