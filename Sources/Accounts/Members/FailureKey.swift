internal import CSodium

/// By what a store finds where the failures of a name are counted.
///
/// All names, with accounts or without, share a bounded table, so that its counts tell nothing of which there are. No
/// name is kept there: it may be a password, typed in the wrong place. Without the key it cannot be found out which
/// names share a place.
package struct FailureKey: Equatable, Sendable {
  /// How many bytes a key has.
  package static let byteCount = Int(crypto_shorthash_KEYBYTES)

  package let bytes: [UInt8]

  /// A key of these bytes; `nil` where they are too many or too few.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  private init(drawn bytes: [UInt8]) { self.bytes = bytes }

  /// A key that is drawn at random.
  package static func random() -> FailureKey {
    FailureKey(drawn: (0..<byteCount).map { _ in .random(in: .min ... .max) })
  }

  /// Where the failures of a name are counted: a number from 0 to 65,535.
  package func bucket(of name: UsernameKey) -> Int {
    var hash = [UInt8](repeating: 0, count: Int(crypto_shorthash_BYTES))
    crypto_shorthash(&hash, name.bytes, UInt64(name.bytes.count), bytes)
    return Int(hash[0]) << 8 | Int(hash[1])
  }
}
