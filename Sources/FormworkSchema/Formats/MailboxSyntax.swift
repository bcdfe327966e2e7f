import FormworkCore
import FormworkJSON
import FormworkSystem

extension TextSlice {
  /// Whether the text is an e-mail address in any script.
  ///
  /// Source: RFC 5321, sections 4.1.2, "Command Argument Syntax", 4.1.3, "Address Literals", and 4.5.3.1, "Size
  /// Limits and Minimums"; RFC 6531, section 3.3, "Extended Mailbox Address Syntax", for other scripts.
  var isMailbox: Bool {
    guard count <= 254, let at = lastIndex(of: 0x40), at - startIndex <= 64 else { return false }
    let domain = self[(at + 1)...]
    return (self[..<at].isDottedText || self[..<at].isQuotedText)
      && (domain.isHostName(isNormalized: false) || domain.isAddressLiteral)
  }

  private var isDottedText: Bool {
    split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.consists { $0.isAtomText || !$0.isASCII }
    }
  }

  private var isQuotedText: Bool {
    var rest = self
    guard rest.remove("\""), rest.popLast() == 0x22 else { return false }
    while let scalar = rest.removeScalar() {
      if scalar == "\\" {
        guard let escaped = rest.removeScalar(), escaped.isPrintableASCII else { return false }
      } else {
        guard scalar.isPrintableASCII && scalar != "\"" || !scalar.isASCII else { return false }
      }
    }
    return true
  }

  /// Whether the text is an IP address in brackets, such as `[127.0.0.1]` or `[IPv6:::1]`.
  private var isAddressLiteral: Bool {
    var rest = self
    guard rest.remove("["), rest.popLast() == 0x5D else { return false }
    guard rest.remove(letter: "i") else { return rest.string.isIPv4Address }
    guard rest.remove(letter: "p"), rest.remove(letter: "v"), rest.remove("6"), rest.remove(":")
    else { return false }
    let address = rest.string
    let groups = address.split(separator: ":").count + (address.contains(".") ? 1 : 0)
    // In a mailbox, `::` stands for at least two groups.
    return address.isIPv6Address && (groups <= 6 || !address.contains("::"))
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintableASCII: Bool { (" "..."~").contains(self) }
}
