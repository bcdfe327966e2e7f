/// The greatest lengths of an account's texts in code points, whatever the policy says.
package enum TextLimits {
  /// A username.
  package static let username = 128
  /// A given or a family name: the longest that are known, and their titles, are shorter.
  package static let name = 200
  /// An address: source of the number is RFC 5321, section 4.5.3.1.3, erratum 1690.
  package static let email = 254
  /// The address of a contact: browsers and servers take web addresses of about that length.
  package static func address(_ kind: Contact.Kind) -> Int {
    switch kind {
    case .email: email
    case .web: 2048
    case .telephone: 32
    }
  }
  /// A password: there is no use in longer ones.
  package static let password = 1024
}
