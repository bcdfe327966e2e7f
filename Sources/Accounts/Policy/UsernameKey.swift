@_spi(_Unicode) import Swift

/// A username for comparison: UTF-8 in the normal form, with ASCII letters in lower case.
package struct UsernameKey: Hashable, Comparable, Sendable {
  let bytes: [UInt8]

  package init(_ username: String) {
    bytes = username.normalForm.utf8.map {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
    }
  }

  /// The name in the normal form, with ASCII letters in lower case.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func begins(with other: UsernameKey) -> Bool { bytes.starts(with: other.bytes) }

  package static func < (one: UsernameKey, other: UsernameKey) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}

extension String {
  /// The text in Unicode's Normalization Form C, in which the texts of accounts are compared and stored.
  ///
  /// A name is the same account from any keyboard. A ``Secret`` has the same form: keyboards and the web
  /// write it, and unlike the forms for compatibility it keeps characters apart that look different
  /// (Unicode Standard Annex 15).
  package var normalForm: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : String(UnicodeScalarView(_nfc))
  }
}
