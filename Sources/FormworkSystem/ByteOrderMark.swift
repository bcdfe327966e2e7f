/// The mark that some programs put before a text to name its encoding.
package enum ByteOrderMark {
  private static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The number of bytes of UTF-8's mark.
  package static var limit: Int { utf8.count }

  /// Returns the number of bytes of UTF-8's marks at the beginning of a text: a file that was put together may have several.
  ///
  /// A reader drops them: they are no part of what was written.
  package static func byteCount(in bytes: some Collection<UInt8>) -> Int {
    var rest = bytes[...]
    while rest.starts(with: utf8) { rest = rest.dropFirst(utf8.count) }
    return bytes.count - rest.count
  }

  /// The marks of other encodings, in either order; one of UTF-32 begins like one of UTF-16.
  private static let others: [(encoding: String, mark: [UInt8])] = [
    ("UTF-32", [0xFF, 0xFE, 0, 0]), ("UTF-32", [0, 0, 0xFE, 0xFF]),
    ("UTF-16", [0xFF, 0xFE]), ("UTF-16", [0xFE, 0xFF]),
  ]

  /// Returns the name of the encoding that a text's mark stands for, other than UTF-8; `nil` if the text has no such mark.
  package static func otherEncoding(of bytes: some Sequence<UInt8>) -> String? {
    others.first { bytes.starts(with: $0.mark) }?.encoding
  }
}
