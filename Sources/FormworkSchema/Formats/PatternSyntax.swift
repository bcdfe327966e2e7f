/// A stand-in for the syntax of patterns.
enum PatternSyntax {
  static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool { !text.isEmpty }
}
