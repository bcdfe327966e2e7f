extension StringProtocol {
  /// Whether the text is a valid e-mail address in HTML.
  ///
  /// ASCII only: letters, digits and ``.!#$%&'*+/=?^_`{|}~-`` before the `@`; after it labels of at
  /// most 63 letters, digits and inner hyphens, separated by dots. Source: HTML Standard, section
  /// 4.10.5.1.5, "E-mail state", the expression there.
  package var isEmailAddress: Bool {
    let parts = unicodeScalars.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    guard parts[0].allSatisfy({ $0.isAtomText || $0 == "." }) else { return false }
    return parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
      return first.isASCIIAlphanumeric && last.isASCIIAlphanumeric
        && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == "-" }
    }
  }
}
