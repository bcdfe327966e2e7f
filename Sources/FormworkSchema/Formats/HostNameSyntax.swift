import CIDN2
import FormworkCore
import FormworkJSON
import FormworkSystem

extension TextSlice {
  /// Whether the text is a host name in any script.
  ///
  /// Text that is not normalized may become a host name by normal form NFC.
  ///
  /// Source: RFC 1123, section 2.1, "Host Names and Numbers", and RFC 5890 to 5893 for labels of other scripts.
  func isHostName(isNormalized: Bool = true) -> Bool {
    // No longer text has an encoded form of 253 characters.
    guard count <= 4 * 253 else { return false }
    let texts = String(decoding: self, as: UTF8.self).unicodeScalars
      .split(omittingEmptySubsequences: false, whereSeparator: \.isLabelSeparator)
    let labels = texts.compactMap { text in
      Array(String(text).utf8).withUnsafeBufferPointer {
        HostLabel($0[...], isNormalized: isNormalized)
      }
    }
    let length = labels.reduce(labels.count - 1) { $0 + $1.length }
    // Source: RFC 5893, section 2, "The Bidi Rule". libidn2 applies it only within each right-to-left label.
    return labels.count == texts.count && length <= 253
      && (labels.allSatisfy(\.mayAccompanyRightToLeft) || !labels.contains(where: \.isRightToLeft))
  }
}

/// The properties of a valid label.
private struct HostLabel {
  /// The number of characters of the encoded form.
  let length: Int

  /// Whether the label has the direction of Hebrew and Arabic.
  let isRightToLeft: Bool

  /// Whether the label is valid in a name with labels from right to left.
  let mayAccompanyRightToLeft: Bool
}

extension HostLabel {
  init?(_ text: TextSlice, isNormalized: Bool) {
    guard text.isASCII else {
      self.init(unicode: text, isNormalized: isNormalized)
      return
    }
    guard (1...63).contains(text.count), let first = text.first.map({ Unicode.Scalar($0) }),
      first.isASCIIAlphanumeric, text.last != 0x2D,
      text.consists(of: { $0.isASCIIAlphanumeric || $0 == "-" })
    else { return nil }
    var rest = text
    if rest.remove(letter: "x"), rest.remove(letter: "n"), rest.remove("-"), rest.remove("-") {
      self.init(encoded: text)
    } else {
      self.init(
        length: text.count, isRightToLeft: false, mayAccompanyRightToLeft: first.isASCIILetter)
    }
  }

  /// Creates the properties of a label in its own script.
  private init?(unicode text: TextSlice, isNormalized: Bool) {
    guard !text.contains(0) else { return nil }
    var name: UnsafeMutablePointer<UInt8>?
    let flags = isNormalized ? 0 : IDN2_NFC_INPUT.rawValue
    let status = idn2_register_u8(Array(text) + [0], nil, &name, Int32(flags))
    defer { idn2_free(name) }
    guard status == IDN2_OK.rawValue, let name else { return nil }
    self.init(
      String(decoding: text, as: UTF8.self),
      length: String(decodingCString: name, as: UTF8.self).utf8.count)
  }

  /// Creates the properties of a label that encodes another script.
  private init?(encoded text: TextSlice) {
    let label = String(decoding: text, as: UTF8.self).lowercased()
    var unicode: UnsafeMutablePointer<CChar>?
    defer { idn2_free(unicode) }
    guard idn2_register_u8(nil, Array(label.utf8) + [0], nil, 0) == IDN2_OK.rawValue,
      idn2_to_unicode_8z8z(label, &unicode, 0) == IDN2_OK.rawValue, let unicode
    else { return nil }
    self.init(String(systemText: unicode), length: text.count)
  }

  private init?(_ text: String, length: Int) {
    let scalars = text.unicodeScalars
    guard let first = scalars.first,
      let last = scalars.last(where: { $0.properties.generalCategory != .nonspacingMark })
    else { return nil }
    let isRightToLeft = scalars.contains(where: \.isRightToLeft)
    // Source: RFC 5893, section 2, rules 3 and 4, which libidn2 does not check in full.
    guard !isRightToLeft || last != "-",
      !scalars.contains(where: \.isArabicNumber) || !scalars.contains(where: \.isEuropeanNumber)
    else { return nil }
    // Source: RFC 5893, section 2, rules 1 and 6.
    self.init(
      length: length, isRightToLeft: isRightToLeft,
      mayAccompanyRightToLeft: isRightToLeft
        || first.isLetterOrDigit && !first.isEuropeanNumber && last.isLetterOrDigit)
  }
}

extension Unicode.Scalar {
  /// Source: RFC 3490, section 3.1, "Requirements".
  fileprivate var isLabelSeparator: Bool {
    self == "." || self == "\u{3002}" || self == "\u{FF0E}" || self == "\u{FF61}"
  }

  /// Whether a label with the character has the direction of Hebrew and Arabic.
  ///
  /// Of the characters in valid labels, those in these blocks are, except marks and European numbers.
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      !isEuropeanNumber && properties.generalCategory != .nonspacingMark
    default: false
    }
  }

  fileprivate var isLetterOrDigit: Bool {
    properties.isAlphabetic || properties.numericType == .decimal
  }

  /// Whether the character is a digit of the bidirectional class `EN`.
  fileprivate var isEuropeanNumber: Bool { isASCIIDigit || (0x6F0...0x6F9).contains(value) }

  /// Whether the character is a digit of the bidirectional class `AN`.
  fileprivate var isArabicNumber: Bool {
    (0x660...0x669).contains(value) || (0x10D30...0x10D39).contains(value)
  }
}
