extension StringProtocol {
  /// Whether the text is a valid e-mail address in HTML.
  ///
  /// ASCII only: letters, digits and ``.!#$%&'*+/=?^_`{|}~-`` before the `@`; after it labels of at
  /// most 63 letters, digits and inner hyphens, separated by dots. Source: HTML Standard, section
  /// 4.10.5.1.5, "E-mail state", the expression there.
  package var isEmailAddress: Bool {
    let parts = utf8.split(separator: 0x40, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    let symbols = ".!#$%&'*+/=?^_`{|}~-".utf8
    guard parts[0].allSatisfy({ $0.isAlphanumeric || symbols.contains($0) }) else { return false }
    return parts[1].split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
      guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
      return first.isAlphanumeric && last.isAlphanumeric
        && label.allSatisfy { $0.isAlphanumeric || $0 == 0x2D }
    }
  }
}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
