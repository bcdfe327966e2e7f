import FormworkCore

extension String {
  /// A text of bytes; `nil` where they are no UTF-8, or more than any text may have.
  init?(utf8 bytes: UnsafeRawBufferPointer) {
    let span = bytes.bindMemory(to: UInt8.self).span
    guard bytes.count <= Self.inputLimit, let utf8 = try? UTF8Span(validating: span) else {
      return nil
    }
    self.init(copying: utf8)
  }
}
