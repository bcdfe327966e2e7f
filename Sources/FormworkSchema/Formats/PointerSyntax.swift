import FormworkCore
import FormworkJSON

extension TextSlice {
  /// Whether the text is a JSON pointer, such as `/members/0/name`.
  ///
  /// Source: RFC 6901, section 3, "Syntax".
  var isJSONPointer: Bool {
    var rest = self
    while let mark = rest.firstIndex(of: 0x7E) {
      rest = rest[(mark + 1)...]
      guard rest.remove("0") || rest.remove("1") else { return false }
    }
    return isEmpty || first == 0x2F
  }

  /// Whether the text is a JSON pointer relative to a value, such as `1/name`, `0+1` or `2#`.
  ///
  /// Source: draft-bhutton-relative-json-pointer-00, section 3, "Syntax".
  var isRelativeJSONPointer: Bool {
    var rest = self
    guard rest.removeWholeNumber(),
      !(rest.remove("+") || rest.remove("-")) || rest.removeWholeNumber()
    else { return false }
    return rest.remove("#") ? rest.isEmpty : rest.isJSONPointer
  }

  /// Removes a number without leading zeros from the beginning; returns whether it was there.
  private mutating func removeWholeNumber() -> Bool {
    let digits = removeDigits()
    return digits.count == 1 || !digits.isEmpty && digits.first != 0x30
  }

  /// Whether the text is a UUID, such as `f81d4fae-7dec-11d0-a765-00a0c91e6bf6`.
  ///
  /// Source: RFC 4122, section 3, "Namespace Registration Template".
  var isUUID: Bool {
    var rest = self
    for index in 0..<36 {
      let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
      guard isHyphen ? rest.remove("-") : rest.remove(where: \.properties.isASCIIHexDigit) else {
        return false
      }
    }
    return rest.isEmpty
  }
}
