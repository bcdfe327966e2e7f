import FormworkCore
import FormworkSystem

/// A body in JSON, which is wiped with its last reference.
final class ServiceBody: @unchecked Sendable {
  // Written only by the initializer and by `deinit`.
  private var bytes: [UInt8]

  /// Creates a body with the members of an object, and secrets as further members.
  init(
    secrets: KeyValuePairs<String, Secret> = [:], _ write: (inout WireWriter) -> Void = { _ in }
  ) {
    bytes = WireWriter.object(write)
    guard !secrets.isEmpty else { return }
    // Without room for all, the array would leave copies in memory when it grows.
    bytes.reserveCapacity(bytes.count + secrets.reduce(0) { $0 + 6 * $1.value.byteCount + 64 })
    bytes.removeLast()
    for (name, secret) in secrets {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes += "\"\(name)\":\"".utf8
      secret.withBytes { append($0) }
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: "}"))
  }

  deinit { bytes.withUnsafeMutableBytes { $0.wipe() } }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes(body)
  }

  /// Appends the text of a string.
  private func append(_ text: UnsafeRawBufferPointer) {
    let digits = Array("0123456789abcdef".utf8)
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += "\\u00".utf8 + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
  }
}
