import FormworkSystem

extension String {
  /// The text without surrounding blanks if it is an absolute URL for browsers; otherwise `nil`.
  ///
  /// Source: URL Standard, sections 4.4, "URL parsing", and 3.5, "Host parsing". Differences: host names in other
  /// scripts are validated by the classes of their characters instead of the tables of Unicode's UTS #46,
  /// `xn--` names are not decoded, and a number has a digit after `0x`.
  package var webAddress: String? {
    var address = unicodeScalars.drop { $0 <= " " }
    while let last = address.last, last <= " " { address.removeLast() }
    let parsed = Array(address).filter { $0 != "\t" && $0 != "\n" && $0 != "\r" }
    return parsed[...].isAbsoluteAddress ? String(address) : nil
  }
}

/// The kind of host in an address.
private enum Host {
  /// A domain or an IP address, in the schemes of the web.
  case domain

  /// Any host.
  case opaque
}

extension ArraySlice<Unicode.Scalar> {
  fileprivate var isAbsoluteAddress: Bool {
    guard let colon = firstIndex(of: ":"), first?.isASCIILetter == true,
      self[..<colon].allSatisfy({ $0.isASCIIAlphanumeric || "+-.".unicodeScalars.contains($0) })
    else { return false }
    let rest = self[(colon + 1)...]
    switch self[..<colon].text.lowercased() {
    case "file":
      guard rest.count >= 2, rest.prefix(2).allSatisfy(\.isSlash) else { return true }
      let host = rest.dropFirst(2).upToPath(after: .domain)
      let isDrive =
        host.count == 2 && host.first?.isASCIILetter == true
        && (host.last == ":" || host.last == "|")
      return host.isEmpty || isDrive || host.isHost(.domain)
    case "http", "https", "ws", "wss", "ftp":
      return rest.drop(while: \.isSlash).upToPath(after: .domain).isAuthority(.domain)
    default:
      guard rest.starts(with: "//".unicodeScalars) else { return true }
      return rest.dropFirst(2).upToPath(after: .opaque).isAuthority(.opaque)
    }
  }

  private func upToPath(after host: Host) -> Self {
    prefix { !"/?#".unicodeScalars.contains($0) && !(host == .domain && $0 == "\\") }
  }

  /// Whether this is a host, with an optional user and password before it and an optional port after it.
  private func isAuthority(_ kind: Host) -> Bool {
    let at = lastIndex(of: "@")
    let place = at.map { self[($0 + 1)...] } ?? self
    // Inside brackets, a colon belongs to the host.
    var isInside = false
    let colon = place.firstIndex { scalar in
      if scalar == "[" { isInside = true }
      if scalar == "]" { isInside = false }
      return scalar == ":" && !isInside
    }
    if let colon, !place[(colon + 1)...].isPort { return false }
    let host = place[..<(colon ?? place.endIndex)]
    if host.isEmpty { return kind == .opaque && at == nil && colon == nil }
    return host.isHost(kind)
  }

  private var isPort: Bool {
    isEmpty || (allSatisfy(\.isASCIIDigit) && UInt16(text) != nil)
  }

  private func isHost(_ kind: Host) -> Bool {
    if first == "[" { return last == "]" && dropFirst().dropLast().text.isIPv6Address }
    if kind == .opaque { return !contains(where: \.isForbiddenInHost) }
    guard let domain = domain, !domain.isEmpty, domain.allSatisfy(\.isAllowedInDomain) else {
      return false
    }
    var labels = domain[...].split(separator: ".", omittingEmptySubsequences: false)
    if labels.contains(where: { $0.text.lowercased() == "xn--" }) { return false }
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    guard let last = labels.last, !last.isEmpty, last.isNumber else { return true }
    return labels.map(\.text).joined(separator: ".").isIPv4Number
  }

  /// Whether a host that ends in this label is a number; hexadecimal ones begin with `0x`.
  private var isNumber: Bool {
    allSatisfy(\.isASCIIDigit)
      || text.lowercased().hasPrefix("0x") && dropFirst(2).allSatisfy(\.properties.isASCIIHexDigit)
  }

  /// The decoded domain without variants of spelling; `nil` if it is not valid UTF-8.
  private var domain: [Unicode.Scalar]? {
    var bytes: [UInt8] = []
    var rest = self
    while let scalar = rest.popFirst() {
      let digits = rest.prefix(2)
      if scalar == "%", digits.allSatisfy(\.properties.isASCIIHexDigit),
        digits.count == 2, let byte = UInt8(digits.text, radix: 16)
      {
        bytes.append(byte)
        rest = rest.dropFirst(2)
      } else {
        bytes += Array(String(scalar).utf8)
      }
    }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.compactMap { scalar in
      switch scalar.value {
      case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0)
      case 0x3002, 0xFF61: "."
      case 0xAD, 0x200B, 0x2060, 0xFE00...0xFE0F, 0xFEFF: nil
      default: scalar
      }
    }
  }

  private var text: String {
    var text = ""
    text.unicodeScalars.append(contentsOf: self)
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isSlash: Bool { self == "/" || self == "\\" }

  /// Source: URL Standard, section 3.1, "Hosts (domains and IP addresses)".
  fileprivate var isForbiddenInHost: Bool { "\0\t\n\r #/:<>?@[\\]^|".unicodeScalars.contains(self) }

  fileprivate var isAllowedInDomain: Bool {
    if isASCII { return self > " " && self != "%" && self != "\u{7F}" && !isForbiddenInHost }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      return self == "\u{200C}" || self == "\u{200D}"
    default:
      return self != "\u{FFFD}"
    }
  }
}
