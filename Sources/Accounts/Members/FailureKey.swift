internal import CSodium

/// The key by which a store finds the failures of a name.
///
/// All names, with or without an account, are counted in one table, which does not show which names exist. The
/// table contains no names, since a name may be a password in the wrong field: only the key leads from a name to its
/// count.
package struct FailureKey: Equatable, Sendable {
  package static let byteCount = Int(crypto_shorthash_KEYBYTES)

  package let bytes: [UInt8]

  /// Creates a key; `nil` if the number of bytes is wrong.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  private init(drawn bytes: [UInt8]) { self.bytes = bytes }

  package static func random() -> FailureKey {
    FailureKey(drawn: (0..<byteCount).map { _ in .random(in: .min ... .max) })
  }

  /// Returns the place of a name's failures: of 64 bits, so that nobody finds two names with one place.
  package func place(of name: UsernameKey) -> Int {
    var hash = [UInt8](repeating: 0, count: Int(crypto_shorthash_BYTES))
    crypto_shorthash(&hash, name.bytes, UInt64(name.bytes.count), bytes)
    return hash.reduce(0) { $0 << 8 | Int($1) }
  }
}
