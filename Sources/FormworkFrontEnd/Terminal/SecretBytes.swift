import Glibc

/// Bytes that a person entered, wiped from memory when the last reference to them is gone.
///
/// Every line begins as one, for a reader does not know which of them are passwords. It has no
/// description: it cannot end in a log by accident.
///
/// ```swift
/// // Behind ":secret ", a command of this front end's own.
/// let secret = SecretBytes(line, in: 8..<line.byteCount)
/// host.post(.commit(node, .secret(secret)))
/// ```
public final class SecretBytes {
  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  /// Zero from the last byte on.
  private(set) var storage: UnsafeMutableRawBufferPointer
  private let isLocked: Bool

  // What is private needs no check for exclusive access, of which a key would take several.
  private var count = 0

  /// The length in bytes.
  public var byteCount: Int { count }

  /// Makes an empty one.
  ///
  /// - Parameter isLocked: Whether to ask that the memory never goes to a disk, with pages of its
  ///   own: for what is kept longer than a line that is read. The system may refuse; the memory is
  ///   used all the same.
  public init(isLocked: Bool = false) {
    self.isLocked = isLocked
    storage = Self.allocate(128, isLocked: isLocked)
  }

  /// Makes a copy of a part of another, which is wiped as that one is.
  ///
  /// - Parameters:
  ///   - other: What it is a part of; it stays as it is.
  ///   - range: Offsets in bytes. What lies behind the end of `other` is left out.
  ///   - isLocked: As in ``init(isLocked:)``.
  public convenience init(_ other: SecretBytes, in range: Range<Int>, isLocked: Bool = false) {
    self.init(isLocked: isLocked)
    other.withBytes { bytes in
      append(UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: bytes.indices)]))
    }
  }

  deinit { Self.deallocate(storage, isLocked: isLocked) }

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

  /// A copy as a text, which is never wiped: for what is no secret.
  ///
  /// `nil` where it is no UTF-8.
  public var text: String? {
    withBytes { String(validating: $0, as: UTF8.self) }
  }

  /// The length in bytes without the line ends at the end.
  var lineByteCount: Int {
    withBytes { bytes in
      (bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }).map { $0 + 1 } ?? 0
    }
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
    count += bytes.count
  }

  /// Puts a copy of bytes before the one at a place.
  func insert(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    let end = byteCount
    append(bytes)
    storage.copyWithin(from: place..<end, to: place + bytes.count)
    UnsafeMutableRawBufferPointer(rebasing: storage[place...]).copyMemory(from: bytes)
  }

  /// Takes bytes out.
  func remove(_ range: Range<Int>) {
    storage.copyWithin(from: range.upperBound..<byteCount, to: range.lowerBound)
    truncate(to: byteCount - range.count)
  }

  /// Overwrites the bytes with zeros, and is empty.
  public func wipe() { truncate(to: 0) }

  /// Adds a byte at the end.
  package func append(_ byte: UInt8) {
    reserve(byteCount + 1)
    storage[byteCount] = byte
    count += 1
  }

  /// Adds text at the end.
  func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Takes the last byte off.
  func removeLast() {
    if byteCount > 0 { truncate(to: byteCount - 1) }
  }

  /// Overwrites with zeros what stands behind the first bytes, and is as long as these.
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

  /// Memory that is zero.
  private static func allocate(
    _ byteCount: Int, isLocked: Bool
  ) -> UnsafeMutableRawBufferPointer {
    // Whole pages: to unlock one must not unlock what another secret has on it.
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

extension UnsafeMutableRawBufferPointer {
  /// Moves a part of the memory to another place, which may overlap it.
  fileprivate func copyWithin(from range: Range<Int>, to place: Int) {
    UnsafeMutableRawBufferPointer(rebasing: self[place..<place + range.count])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: self[range]))
  }
}
