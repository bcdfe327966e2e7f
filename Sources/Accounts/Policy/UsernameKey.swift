/// A username for comparison: UTF-8 in the normal form, with ASCII letters in lower case.
package struct UsernameKey: Hashable, Comparable, Sendable {
  let bytes: [UInt8]

  package init(_ username: String) {
    bytes = username.normalForm.utf8.map {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
    }
  }

  /// The name in the normal form, with ASCII letters in lower case.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  package func begins(with other: UsernameKey) -> Bool { bytes.starts(with: other.bytes) }

  package static func < (one: UsernameKey, other: UsernameKey) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}
