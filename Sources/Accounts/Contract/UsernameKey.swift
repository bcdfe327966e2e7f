/// A username as it is compared: bytes of UTF-8, with ASCII letters in lower case.
///
/// Swift takes two texts for equal that are spelled with different code points; SQLite does not.
package struct UsernameKey: Hashable, Comparable {
  private let bytes: [UInt8]

  package init(_ username: String) {
    bytes = username.utf8.map {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
    }
  }

  package func begins(with other: UsernameKey) -> Bool { bytes.starts(with: other.bytes) }

  package static func < (one: UsernameKey, other: UsernameKey) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}
