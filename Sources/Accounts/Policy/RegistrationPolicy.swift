package import FormworkCore

package struct RegistrationPolicy: Equatable, Sendable {
  package var isOpen: Bool
  /// The length of a username in code points.
  package var usernameLength: ClosedRange<Int>
  /// The length of a password in code points.
  package var passwordLength: ClosedRange<Int>
  /// The usernames that no account may have, ignoring the case of ASCII letters.
  package var reservedNames: [String]
  /// The terms to accept; `nil` if there are none.
  package var terms: Terms?

  package init(
    isOpen: Bool, usernameLength: ClosedRange<Int>, passwordLength: ClosedRange<Int>,
    reservedNames: [String], terms: Terms? = nil
  ) {
    self.isOpen = isOpen
    self.usernameLength = usernameLength
    self.passwordLength = passwordLength
    self.reservedNames = reservedNames
    self.terms = terms
  }
}

extension RegistrationPolicy {
  package static let usernameCharacters = AllowedCharacters(
    named: "username", ranges: ["a"..."z", "A"..."Z", "0"..."9"], others: "._-",
    first: ["a"..."z", "A"..."Z"])

  package static let contactLimit = 10

  /// The greatest number of bytes of all addresses: lists of members contain them.
  package static let contactByteLimit = 4_096

  /// The policy without terms, which change separately.
  package var withoutTerms: RegistrationPolicy {
    var policy = self
    policy.terms = nil
    return policy
  }

  /// The length of a username, within ``TextLimits``.
  package var usernameLimits: ClosedRange<Int> {
    usernameLength.clamped(to: 0...TextLimits.username)
  }

  /// The length of a password, within ``TextLimits``.
  package var passwordLimits: ClosedRange<Int> {
    passwordLength.clamped(to: 0...TextLimits.password)
  }

  /// The reserved names, to compare with.
  package var reservedKeys: Set<UsernameKey> { Set(reservedNames.map { UsernameKey($0) }) }

  /// The policy of a new store.
  ///
  /// A password as the only factor has at least 15 characters, and one of 64 is accepted (NIST SP
  /// 800-63B-4, section 3.1.1.2). The names are those of the mailboxes that a host must or should
  /// have (RFC 2142), and those that people take for its administrators.
  package static let standard = RegistrationPolicy(
    isOpen: true, usernameLength: 3...32, passwordLength: 15...128,
    reservedNames: [
      "abuse", "admin", "administrator", "ftp", "hostmaster", "mailer-daemon", "news", "noc",
      "nobody", "noreply", "operator", "postmaster", "registration", "root", "security",
      "superuser",
      "support", "system", "usenet", "uucp", "webmaster", "www",
    ])
}

/// The terms that a new account has to accept.
package struct Terms: Equatable, Sendable {
  /// The greatest number of bytes of a text.
  package static let byteLimit = 65_536

  /// The number of the text in the store, from 1, which an account refers to.
  package let version: Int

  package let text: String

  package init(version: Int, text: String) {
    self.version = version
    self.text = text
  }
}

/// The greatest lengths of an account's texts in code points, whatever the policy says.
package enum TextLimits {
  package static let username = 128
  /// A given or a family name: the longest known names, with titles, are shorter.
  package static let name = 200
  /// An address: source of the number is RFC 5321, section 4.5.3.1.3, erratum 1690.
  package static let email = 254
  /// Returns the limit of a contact's address; browsers and servers have one of about 2,048.
  package static func address(_ kind: Contact.Kind) -> Int {
    switch kind {
    case .email: email
    case .web: 2048
    case .telephone: 32
    }
  }
  /// A password: a longer one is not safer.
  package static let password = 1024
}
