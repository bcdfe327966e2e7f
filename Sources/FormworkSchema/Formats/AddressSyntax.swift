import FormworkCore
import FormworkJSON

extension TextSlice {
  /// Whether the text is an IPv4 address of four decimal numbers without leading zeros.
  ///
  /// Source: RFC 3986, section 3.2.2, `IPv4address`, as in RFC 2673, section 3.2.
  var isIPv4Address: Bool {
    var rest = self
    for index in 0..<4 {
      if index > 0, !rest.remove(".") { return false }
      let digits = rest.removeDigits()
      guard (1...3).contains(digits.count), digits.number <= 255,
        digits.count == 1 || digits.first != 0x30
      else { return false }
    }
    return rest.isEmpty
  }

  /// Whether the text is an IPv6 address, where `::` stands for at least `shortestGap` groups.
  ///
  /// Source: RFC 4291, section 2.2, "Text Representation of Addresses".
  func isIPv6Address(shortestGap: Int = 1) -> Bool {
    var rest = self
    var hasGap = rest.starts(with: "::".utf8)
    if hasGap { rest.removeFirst(2) }
    var groups = 0
    while !rest.isEmpty {
      let digits = rest.removePrefix(while: \.properties.isASCIIHexDigit)
      if rest.first == 0x2E {
        guard self[digits.startIndex...].isIPv4Address else { return false }
        groups += 2
        break
      }
      guard (1...4).contains(digits.count) else { return false }
      groups += 1
      if rest.isEmpty { break }
      guard rest.remove(":"), !rest.isEmpty else { return false }
      if rest.remove(":") {
        if hasGap { return false }
        hasGap = true
      }
    }
    return hasGap ? groups + shortestGap <= 8 : groups == 8
  }
}
