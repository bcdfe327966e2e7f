/// Bytes at the limits of UTF-8.
package enum UTF8Edges {
  /// Each first byte except control characters, alone and followed by up to three bytes at the limits.
  ///
  /// - SeeAlso: The Unicode Standard, table 3-7.
  package static let sequences: [[UInt8]] = (UInt8(0x20)...0xFF).filter { $0 != 0x7F }.flatMap {
    first in
    var sequences: [[UInt8]] = [[first]]
    for edges in [[0x7E, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0], others, others] {
      let longest = sequences.filter { $0.count == sequences.last?.count }
      sequences += longest.flatMap { start in edges.map { start + [$0] } }
    }
    return sequences
  }

  private static let others: [UInt8] = [0x7E, 0x80, 0xBF, 0xC0]
}
