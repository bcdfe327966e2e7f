import FormworkSystem
@_spi(_Unicode) import Swift

/// A text that is wiped from memory when the last reference to it is gone.
///
/// A secret has no description, no mirror and no coding: it cannot end in a log by accident. Its
/// bytes are UTF-8 in Unicode's Normalization Form C, so that one password is one secret whatever
/// keyboard it was typed on (NIST SP 800-63B-4, section 3.1.1.2).
public final class Secret: Sendable {
  // Written in the initializer and in `deinit` only: between the two it is constant.
  private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

  /// The length in code points, which is how passwords are counted (NIST SP 800-63B-4).
  public let codePointCount: Int

  /// An empty secret.
  public static let empty = Secret("")

  /// Makes a secret of UTF-8 text, or returns `nil` where the bytes are no UTF-8.
  ///
  /// The caller still owns `utf8`, and wipes it.
  public convenience init?(utf8: UnsafeRawBufferPointer) {
    guard let storage = Secret.normalized(utf8) else { return nil }
    self.init(adopting: storage)
  }

  /// Makes a secret of a text that the program itself holds, as tests and generated passwords do.
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

  /// Whether the secret has no text.
  public var isEmpty: Bool { storage.isEmpty }

  /// Lends the bytes: UTF-8, without a NUL.
  ///
  /// They must not be kept.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(storage))
  }

  /// A copy of `utf8` in Normalization Form C, in memory of its own; `nil` where it is no UTF-8.
  private static func normalized(
    _ utf8: UnsafeRawBufferPointer
  ) -> UnsafeMutableRawBufferPointer? {
    if utf8.allSatisfy({ $0 < 0x80 }) { return copy(of: utf8) }
    // UTF-8 grows to three times its length at most (Unicode Standard Annex 15, table 10).
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

  /// NULs in front of a text that is normalized: with them it has memory of its own, which can be wiped,
  /// where Swift keeps a text of up to 15 bytes in the place of the pointer.
  private static let padding = 16

  private static func copy(of bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyMemory(from: bytes)
    return copy
  }
}

extension Secret: Equatable {
  /// Whether both have the same bytes.
  ///
  /// Takes the same time wherever they differ.
  public static func == (one: Secret, other: Secret) -> Bool {
    guard one.byteCount == other.byteCount else { return false }
    return zip(one.storage, other.storage).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always the same word: a secret says nothing of itself.
  public var description: String { "Secret" }

  /// Always the same word: a secret says nothing of itself.
  public var debugDescription: String { "Secret" }

  /// A mirror that shows nothing.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension String {
  /// Overwrites the text's own memory, where no other text shares it.
  fileprivate mutating func wipe() {
    withUTF8 { UnsafeMutableRawBufferPointer(mutating: UnsafeRawBufferPointer($0)).wipe() }
  }
}
