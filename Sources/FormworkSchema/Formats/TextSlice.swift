import FormworkCore
import FormworkJSON

/// A part of a text in valid UTF-8, from whose beginning a syntax is removed step by step.
typealias TextSlice = Slice<UnsafeBufferPointer<UInt8>>

extension TextSlice {
  /// Removes a letter of ASCII in either case from the beginning; returns whether it was there.
  mutating func remove(letter: Unicode.Scalar) -> Bool {
    remove { $0.value | 0x20 == letter.value }
  }

  /// Removes such a character of ASCII from the beginning; returns whether it was there.
  mutating func remove(where isIncluded: (Unicode.Scalar) -> Bool) -> Bool {
    guard let first, isIncluded(Unicode.Scalar(first)) else { return false }
    removeFirst()
    return true
  }

  /// Removes the bytes from the beginning that are such characters of ASCII, and returns them.
  mutating func removePrefix(while isIncluded: (Unicode.Scalar) -> Bool) -> TextSlice {
    let prefix = prefix { isIncluded(Unicode.Scalar($0)) }
    self = self[prefix.endIndex...]
    return prefix
  }

  /// Removes a number of a fixed count of decimal digits from the beginning.
  mutating func removeNumber(ofDigits count: Int) -> Int? {
    var rest = prefix(count)
    let digits = rest.removeDigits()
    guard digits.count == count else { return nil }
    removeFirst(count)
    return digits.number
  }

  /// Removes a character from the beginning, and returns it.
  mutating func removeScalar() -> Unicode.Scalar? {
    guard let byte = popFirst() else { return nil }
    guard byte >= 0x80 else { return Unicode.Scalar(byte) }
    let count = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
    let lead = UInt32(byte) & (0x3F >> UInt32(count))
    let value = prefix(count).reduce(lead) { $0 << 6 | UInt32($1 & 0x3F) }
    self = dropFirst(count)
    return Unicode.Scalar(value)
  }

  var string: String { String(decoding: self, as: UTF8.self) }

  /// Whether all characters of the text are of ASCII.
  var isASCII: Bool { allSatisfy { $0 < 0x80 } }

  /// Whether all characters of the text are included.
  func consists(of isIncluded: (Unicode.Scalar) -> Bool) -> Bool {
    var rest = self
    while let scalar = rest.removeScalar() {
      guard isIncluded(scalar) else { return false }
    }
    return true
  }
}
