import Glibc

/// A line of bytes that a person entered, wiped from memory when nobody holds it any more.
///
/// Every line begins as one, for a reader does not know which of them are passwords. It has no
/// description: it cannot end in a log by accident.
public final class SecretBytes {
  private var storage: UnsafeMutableRawBufferPointer

  /// The length in bytes.
  public private(set) var byteCount = 0

  /// Makes an empty one.
  public init() {
    storage = .allocate(byteCount: 128, alignment: 1)
  }

  deinit {
    wipe()
    storage.deallocate()
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { byteCount == 0 }

  /// Whether it is well-formed UTF-8.
  public var isUTF8: Bool {
    withBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { bytes in
        (try? UTF8Span(validating: bytes.span)) != nil
      }
    }
  }

  /// The length in code points, if it is UTF-8.
  public var codePointCount: Int { withBytes { $0.count { $0 & 0xC0 != 0x80 } } }

  /// A copy as a text, which nobody wipes: for what is no secret.
  ///
  /// `nil` where it is no UTF-8.
  public var text: String? {
    withBytes { String(validating: $0, as: UTF8.self) }
  }

  /// Lends the bytes.
  ///
  /// They must not be kept.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(rebasing: storage[..<byteCount]))
  }

  /// Adds a copy of bytes at the end.
  public func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(byteCount + bytes.count)
    UnsafeMutableRawBufferPointer(rebasing: storage[byteCount...]).copyMemory(from: bytes)
    byteCount += bytes.count
  }

  /// Overwrites the bytes with zeros, and is empty.
  public func wipe() {
    storage.wipe()
    byteCount = 0
  }

  /// Takes the last byte off.
  func removeLast() {
    guard byteCount > 0 else { return }
    byteCount -= 1
    storage[byteCount] = 0
  }

  private func reserve(_ capacity: Int) {
    guard capacity > storage.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(capacity, storage.count * 2), alignment: 1)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<byteCount]))
    storage.wipe()
    storage.deallocate()
    storage = larger
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Overwrites the memory with zeros, by a call that no compiler leaves out.
  func wipe() {
    guard let baseAddress else { return }
    explicit_bzero(baseAddress, count)
  }
}
