extension String {
  /// Whether every character is one of ASCII, and no control.
  ///
  /// Most texts are: nothing in them combines, and nothing steers a terminal.
  package var isPrintableASCII: Bool {
    // A loop that does not end early takes many bytes at a time.
    withBytes { $0.reduce(0) { max($0, $1 &- 0x20) } < 0x5F }
  }

  /// The length in code points.
  package var codePointCount: Int { withBytes { $0.count { $0 & 0xC0 != 0x80 } } }

  /// Whether both texts have the same code points: `==` takes texts for equal that have more of them
  /// or fewer.
  package func hasSameCodePoints(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && withBytes { own in other.withBytes { own.elementsEqual($0) } }
  }

  /// Lends the bytes of UTF-8: over a buffer a loop is many times as fast as over the view.
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}
