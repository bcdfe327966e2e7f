import Glibc

/// Bytes from the user, wiped from memory when their last reference is released.
///
/// Every line is read into secret bytes, because a reader does not know which lines are passwords. The type
/// has no description, so that it cannot end in a log by accident.
///
/// ```swift
/// // After ":secret ", a command of this front end.
/// let secret = SecretBytes(line, in: 8..<line.byteCount)
/// host.post(.commit(node, .secret(secret)))
/// ```
public final class SecretBytes {
  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  /// Zero from the last byte on.
  private(set) var storage: UnsafeMutableRawBufferPointer
  private let isLocked: Bool

  // Private, so that a key costs fewer checks for exclusive access.
  private var count = 0

  /// The length in bytes.
  public var byteCount: Int { count }

  /// Creates empty bytes.
  ///
  /// - Parameter isLocked: Whether to request memory that is never written to a disk, on separate pages.
  ///   Use it for bytes that live longer than a line that is read. If the system refuses, the memory is
  ///   used anyway.
  public init(isLocked: Bool = false) {
    self.isLocked = isLocked
    storage = Self.allocate(128, isLocked: isLocked)
  }

  /// Creates a copy of a part of other bytes; the copy is wiped in the same way.
  ///
  /// - Parameters:
  ///   - other: The original, which is unchanged.
  ///   - range: The offsets in bytes. Offsets after the end of `other` are ignored.
  ///   - isLocked: As in ``init(isLocked:)``.
  public convenience init(_ other: SecretBytes, in range: Range<Int>, isLocked: Bool = false) {
    self.init(isLocked: isLocked)
    other.withBytes { bytes in
      append(UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: bytes.indices)]))
    }
  }

  deinit { Self.deallocate(storage, isLocked: isLocked) }

  /// Whether there are no bytes.
  public var isEmpty: Bool { byteCount == 0 }

  /// Whether the bytes are well-formed UTF-8.
  public var isUTF8: Bool {
    withBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { bytes in
        (try? UTF8Span(validating: bytes.span)) != nil
      }
    }
  }

  /// The length in code points, if the bytes are UTF-8.
  public var codePointCount: Int { withBytes { $0.codePointCount } }

  /// A copy of a text that is not secret, since it is never wiped; `nil` if it is not UTF-8.
  public var text: String? {
    withBytes { bytes in
      guard let utf8 = try? UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span)
      else { return nil }
      return String(copying: utf8)
    }
  }

  /// Calls a closure with the bytes, which it must not keep.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(rebasing: storage[..<byteCount]))
  }

  /// Appends a copy of bytes.
  public func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(byteCount + bytes.count)
    UnsafeMutableRawBufferPointer(rebasing: storage[byteCount...]).copyMemory(from: bytes)
    count += bytes.count
  }

  /// Inserts a copy of bytes before a position.
  func insert(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    let end = byteCount
    append(bytes)
    storage.copyWithin(from: place..<end, to: place + bytes.count)
    UnsafeMutableRawBufferPointer(rebasing: storage[place...]).copyMemory(from: bytes)
  }

  func remove(_ range: Range<Int>) {
    storage.copyWithin(from: range.upperBound..<byteCount, to: range.lowerBound)
    truncate(to: byteCount - range.count)
  }

  /// Overwrites the bytes with zeros, and removes them.
  public func wipe() { truncate(to: 0) }

  package func append(_ byte: UInt8) {
    reserve(byteCount + 1)
    storage[byteCount] = byte
    count += 1
  }

  package func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Overwrites all bytes after the first ones with zeros, and removes them.
  func truncate(to count: Int) {
    UnsafeMutableRawBufferPointer(rebasing: storage[count..<byteCount]).wipe()
    self.count = count
  }

  private func reserve(_ capacity: Int) {
    guard capacity > storage.count else { return }
    let larger = Self.allocate(max(capacity, storage.count * 2), isLocked: isLocked)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<byteCount]))
    Self.deallocate(storage, isLocked: isLocked)
    storage = larger
  }

  private static func allocate(
    _ byteCount: Int, isLocked: Bool
  ) -> UnsafeMutableRawBufferPointer {
    // Whole pages, because unlocking a shared page would unlock another secret.
    let unit = isLocked ? pageSize : 1
    let storage = UnsafeMutableRawBufferPointer.allocate(
      byteCount: (byteCount + unit - 1) / unit * unit, alignment: unit)
    if isLocked { mlock(storage.baseAddress, storage.count) }
    storage.wipe()
    return storage
  }

  private static func deallocate(_ storage: UnsafeMutableRawBufferPointer, isLocked: Bool) {
    storage.wipe()
    if isLocked { munlock(storage.baseAddress, storage.count) }
    storage.deallocate()
  }
}

extension UnsafeRawBufferPointer {
  package var codePointCount: Int { count { $0 & 0xC0 != 0x80 } }
}

extension UnsafeMutableRawBufferPointer {
  /// Moves a part of the memory; the ranges may overlap.
  fileprivate func copyWithin(from range: Range<Int>, to place: Int) {
    UnsafeMutableRawBufferPointer(rebasing: self[place..<place + range.count])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: self[range]))
  }
}
