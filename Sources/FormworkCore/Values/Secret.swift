import FormworkSystem
@_spi(_Unicode) import Swift

/// A text that is wiped from memory with its last reference.
///
/// A secret has no description, mirror or coding, and cannot appear in a log by accident. Its bytes are UTF-8 in
/// Unicode's Normalization Form C, so that a password is the same secret on every keyboard (NIST SP 800-63B-4,
/// section 3.1.1.2).
public final class Secret: Sendable {
  // Written only in the initializer and in `deinit`, and constant between the two.
  private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

  /// The length in code points, the unit for passwords in NIST SP 800-63B-4.
  public let codePointCount: Int

  /// An empty secret.
  public static let empty = Secret("")

  /// Creates a secret from UTF-8 text; fails if the bytes are not valid UTF-8.
  ///
  /// The caller still owns `utf8`, and must wipe it.
  public convenience init?(utf8: UnsafeRawBufferPointer) {
    guard let storage = Secret.normalized(utf8) else { return nil }
    self.init(adopting: storage)
  }

  /// Creates a secret from a text of the program, such as a generated password or test data.
  public convenience init(_ text: String) {
    var copy = text
    let storage = copy.withUTF8 { Secret.normalized(UnsafeRawBufferPointer($0)) }
    self.init(adopting: storage ?? .allocate(byteCount: 0, alignment: 1))
  }

  private init(adopting storage: UnsafeMutableRawBufferPointer) {
    self.storage = storage
    codePointCount = storage.count { $0 & 0xC0 != 0x80 }
  }

  deinit {
    storage.wipe()
    storage.deallocate()
  }

  /// The length in bytes of UTF-8.
  public var byteCount: Int { storage.count }

  /// Whether the secret is empty.
  public var isEmpty: Bool { storage.isEmpty }

  /// Calls a closure with the bytes, which are UTF-8 without a NUL.
  ///
  /// The closure must not keep them.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(storage))
  }

  /// Returns a copy of `utf8` in Normalization Form C; `nil` if it is not valid UTF-8.
  private static func normalized(
    _ utf8: UnsafeRawBufferPointer
  ) -> UnsafeMutableRawBufferPointer? {
    if utf8.allSatisfy({ $0 < 0x80 }) { return copy(of: utf8) }
    // Normalization at most triples the length of UTF-8 (Unicode Standard Annex 15, table 10).
    let scratch = UnsafeMutableRawBufferPointer.allocate(
      byteCount: padding + utf8.count * 3, alignment: 1)
    defer {
      scratch.wipe()
      scratch.deallocate()
    }
    scratch.initializeMemory(as: UInt8.self, repeating: 0)
    scratch[padding...].copyBytes(from: utf8)
    guard
      var text = String(validating: scratch[..<(padding + utf8.count)], as: UTF8.self)
    else { return nil }
    defer { text.wipe() }
    var count = 0
    for scalar in text._nfc.dropFirst(padding) {
      for byte in String(scalar).utf8 {
        scratch[count] = byte
        count += 1
      }
    }
    return copy(of: UnsafeRawBufferPointer(rebasing: scratch[..<count]))
  }

  /// The number of NULs before a text during normalization.
  ///
  /// Swift stores up to 15 bytes inside the string value, which cannot be wiped; a longer text has its own memory.
  private static let padding = 16

  private static func copy(of bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyMemory(from: bytes)
    return copy
  }
}

extension Secret: Hashable {
  /// Hashes nothing, because a hash would reveal something about the secret.
  public func hash(into hasher: inout Hasher) {}

  /// Whether both secrets have the same bytes, compared in constant time.
  public static func == (one: Secret, other: Secret) -> Bool {
    guard one.byteCount == other.byteCount else { return false }
    return zip(one.storage, other.storage).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A fixed word, which reveals nothing about the secret.
  public var description: String { "Secret" }

  /// A fixed word, which reveals nothing about the secret.
  public var debugDescription: String { "Secret" }

  /// An empty mirror.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension String {
  /// Overwrites the memory of the text if no other text shares it.
  fileprivate mutating func wipe() {
    withUTF8 { UnsafeMutableRawBufferPointer(mutating: UnsafeRawBufferPointer($0)).wipe() }
  }
}
