package import FormworkCore

/// What is asked of a new account, and whether new accounts are accepted.
package struct RegistrationPolicy: Equatable, Sendable {
  /// Whether new accounts are accepted.
  package var isOpen: Bool
  /// How many code points a username has.
  package var usernameLength: ClosedRange<Int>
  /// How many code points a password has.
  package var passwordLength: ClosedRange<Int>
  /// The usernames that no account may have, whatever the case of their ASCII letters.
  package var reservedNames: [String]
  /// What has to be accepted; `nil` where nothing has to be.
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
  /// What a username is made of.
  package static let usernameCharacters = AllowedCharacters(
    named: "username", ranges: ["a"..."z", "A"..."Z", "0"..."9"], others: "._-",
    first: ["a"..."z", "A"..."Z"])

  /// How many contacts an account has at most.
  package static let contactLimit = 10

  /// The same without terms, which are changed apart from the rest.
  package var withoutTerms: RegistrationPolicy {
    var policy = self
    policy.terms = nil
    return policy
  }

  /// How many code points a username has, within what any may have.
  package var usernameLimits: ClosedRange<Int> {
    usernameLength.clamped(to: 0...TextLimits.username)
  }

  /// How many code points a password has, within what any may have.
  package var passwordLimits: ClosedRange<Int> {
    passwordLength.clamped(to: 0...TextLimits.password)
  }

  /// The reserved names as they are compared.
  package var reservedKeys: Set<UsernameKey> { Set(reservedNames.map { UsernameKey($0) }) }

  /// The policy of a store that was told no other.
  ///
  /// A password that stands alone has at least 15 characters, and one of 64 is not refused (NIST SP
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
