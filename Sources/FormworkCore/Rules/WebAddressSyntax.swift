extension String {
  /// The text without surrounding blanks if it is an absolute URL for browsers; otherwise `nil`.
  ///
  /// Source: URL Standard, sections 4.4, "URL parsing", and 3.5, "Host parsing". Differences: host names in other
  /// scripts are validated by the classes of their characters instead of the tables of Unicode's UTS #46, and
  /// `xn--` names are not decoded.
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
    switch self[..<colon].lowercased {
    case "file":
      guard rest.count >= 2, rest.prefix(2).allSatisfy(\.isSlash) else { return true }
      let host = rest.dropFirst(2).upToPath(behind: .domain)
      let isDrive =
        host.count == 2 && host.first?.isASCIILetter == true
        && (host.last == ":" || host.last == "|")
      return host.isEmpty || isDrive || host.isHost(.domain)
    case "http", "https", "ws", "wss", "ftp":
      return rest.drop(while: \.isSlash).upToPath(behind: .domain).isAuthority(.domain)
    default:
      guard rest.starts(with: "//".unicodeScalars) else { return true }
      return rest.dropFirst(2).upToPath(behind: .opaque).isAuthority(.opaque)
    }
  }

  private func upToPath(behind host: Host) -> Self {
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

  private var isPort: Bool { isEmpty || (number(toBase: 10) ?? .max) <= 65_535 }

  private func isHost(_ kind: Host) -> Bool {
    if first == "[" { return last == "]" && dropFirst().dropLast().isVersion6 }
    if kind == .opaque { return !contains(where: \.isForbiddenInHost) }
    guard let domain = domain, !domain.isEmpty, domain.allSatisfy(\.canStandInDomain) else {
      return false
    }
    var labels = domain[...].parts(at: ".")
    if labels.contains(where: { $0.lowercased == "xn--" }) { return false }
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    guard let last = labels.last, last.allSatisfy(\.isASCIIDigit) || last.version4Number != nil
    else {
      return true
    }
    return last.isEmpty || labels.isVersion4
  }

  /// The decoded domain without variants of spelling; `nil` if it is not valid UTF-8.
  private var domain: [Unicode.Scalar]? {
    var bytes: [UInt8] = []
    var rest = self
    while let scalar = rest.popFirst() {
      if scalar == "%", rest.count >= 2, let byte = rest.prefix(2).number(toBase: 16) {
        bytes.append(UInt8(byte))
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

  private var isVersion6: Bool {
    let gap = indices.dropLast().first { self[$0] == ":" && self[$0 + 1] == ":" }
    guard let gap else { return version6Pieces(mayEndInVersion4: true) == 8 }
    guard let before = self[..<gap].version6Pieces(mayEndInVersion4: false),
      let behind = self[(gap + 2)...].version6Pieces(mayEndInVersion4: true)
    else { return false }
    return before + behind < 8
  }

  /// Returns the number of 16-bit pieces; `nil` if the text has any other content.
  private func version6Pieces(mayEndInVersion4: Bool) -> Int? {
    if isEmpty { return 0 }
    var pieces = parts(at: ":")
    var count = pieces.count
    if mayEndInVersion4, let last = pieces.last, last.contains(".") {
      let numbers = last.parts(at: ".")
      let areBytes = numbers.allSatisfy {
        ($0.count == 1 || $0.first != "0") && ($0.number(toBase: 10) ?? .max) <= 255
      }
      guard numbers.count == 4, areBytes else { return nil }
      pieces.removeLast()
      count += 1
    }
    return pieces.allSatisfy { $0.count <= 4 && $0.number(toBase: 16) != nil } ? count : nil
  }

  /// The number in the notation of IPv4: octal after `0`, hexadecimal after `0x`.
  fileprivate var version4Number: Int? {
    guard count >= 2, first == "0" else { return number(toBase: 10) }
    if self[startIndex + 1] == "x" || self[startIndex + 1] == "X" {
      return count == 2 ? 0 : dropFirst(2).number(toBase: 16)
    }
    return dropFirst().number(toBase: 8)
  }

  /// Parses digits, up to a limit of 2^32; `nil` if there are other characters, or none.
  private func number(toBase base: Int) -> Int? {
    var number: Int?
    for scalar in self {
      guard scalar.isASCII, let digit = Character(scalar).hexDigitValue, digit < base else {
        return nil
      }
      number = Swift.min((number ?? 0) * base + digit, 1 << 32)
    }
    return number
  }

  private func parts(at separator: Unicode.Scalar) -> [Self] {
    split(separator: separator, omittingEmptySubsequences: false)
  }

  private var lowercased: String {
    var text = ""
    text.unicodeScalars.append(contentsOf: self)
    return text.lowercased()
  }
}

extension [ArraySlice<Unicode.Scalar>] {
  /// Whether these numbers are an IPv4 address; the last one fills the remaining bytes.
  fileprivate var isVersion4: Bool {
    let numbers = compactMap(\.version4Number)
    guard numbers.count == count, count <= 4, let last = numbers.last else { return false }
    return numbers.dropLast().allSatisfy { $0 <= 255 } && last < 1 << (8 * (5 - count))
  }
}

extension Unicode.Scalar {
  fileprivate var isSlash: Bool { self == "/" || self == "\\" }

  /// Source: URL Standard, section 3.1, "Hosts (domains and IP addresses)".
  fileprivate var isForbiddenInHost: Bool { "\0\t\n\r #/:<>?@[\\]^|".unicodeScalars.contains(self) }

  fileprivate var canStandInDomain: Bool {
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
