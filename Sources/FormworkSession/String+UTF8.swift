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

extension UnsafeRawBufferPointer {
  /// Why a front end's text is not taken.
  var refusal: InputRefusal {
    count <= String.inputLimit && hasTooManyMarks ? .hindered : .noText
  }

  /// A front end's text as the content of its field; `nil` where it is too long, no UTF-8 or has too many
  /// marks.
  func content(isSecret: Bool) -> FieldContent? {
    if refusal == .hindered { return nil }
    if isSecret { return count <= String.inputLimit ? Secret(utf8: self).map { .secret($0) } : nil }
    return String(utf8: self).map { .text($0) }
  }

  /// The cursor as a form counts it: a front end counts bytes, also in a secret.
  func place(of cursor: Int, in content: FieldContent) -> Int {
    guard case .secret = content else { return cursor }
    return prefix(Swift.max(0, cursor)).count { $0 & 0xC0 != 0x80 }
  }
}
