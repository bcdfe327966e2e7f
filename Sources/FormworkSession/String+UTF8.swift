import FormworkCore

extension String {
  /// A text of bytes; `nil` where they are no UTF-8, or more than any text may have.
  ///
  /// `init(validating:as:)` takes any code units, and several times as long with a short text.
  init?(utf8 bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Self.inputLimit else { return nil }
    let span = bytes.bindMemory(to: UInt8.self).span
    // Most texts are ASCII: nothing about them is left to be found out.
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self.init(copying: UTF8Span(unchecked: span, isKnownASCII: true))
    } else {
      guard let utf8 = try? UTF8Span(validating: span) else { return nil }
      self.init(copying: utf8)
    }
  }
}
