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

  /// Whether a text begins with the mark of UTF-16, in either order.
  package static func isUTF16(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }
}
