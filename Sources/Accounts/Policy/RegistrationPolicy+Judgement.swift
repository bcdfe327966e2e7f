package import FormworkCore

extension RegistrationPolicy {
  /// Judges a new account.
  ///
  /// Every store asks this in the step in which it also stores: nothing can change in between.
  ///
  /// - Parameters:
  ///   - new: What the person asks for, normalized.
  ///   - former: The name of the account that an earlier try of the submission has made, if one has:
  ///     it is not judged again.
  ///   - isTaken: Whether there is an account of the name.
  /// - Returns: What keeps the account from being stored; `nil` where nothing does.
  package func refusal(
    of new: NewAccount, former: UsernameKey?, isTaken: Bool
  ) -> RegistrationOutcome? {
    let (account, password) = (new.account, new.password)
    if former == nil, !isOpen { return .closed }
    var faults = Self.faults(of: account.profile)
    if UsernameKey(account.username) != former {
      faults[.username] = fault(ofUsername: account.username, isTaken: isTaken)
    }
    faults[.password] = fault(of: password)
    if former == nil, let terms, terms.version != account.termsVersion {
      faults[.terms] = .otherTerms
    }
    return faults.isEmpty ? nil : .refused(faults)
  }

  /// What is wrong with a profile, which is normalized, by its fields.
  package static func faults(of profile: Profile) -> [AccountField: AccountFault] {
    var faults: [AccountField: AccountFault] = [:]
    faults[.givenName] = fault(of: profile.givenName, in: 0...TextLimits.name)
    faults[.familyName] = fault(of: profile.familyName, in: 0...TextLimits.name)
    faults[.email] = fault(of: profile.email, in: 0...TextLimits.email)
    judge(profile.contacts, into: &faults)
    return faults
  }

  /// What is wrong with a new password.
  package func fault(of password: Secret) -> AccountFault? {
    FieldContent.secret(password).isEmpty
      ? .missing : Self.fault(password.badInput, password.codePointCount, in: passwordLimits)
  }

  private func fault(ofUsername name: String, isTaken: Bool) -> AccountFault? {
    if FieldContent.text(name).isEmpty { return .missing }
    if let fault = Self.fault(of: name, in: usernameLimits) { return fault }
    if !Self.usernameCharacters.allow(name) { return .otherCharacters }
    if reservedKeys.contains(UsernameKey(name)) { return .reserved }
    return isTaken ? .taken : nil
  }

  private static func judge(
    _ contacts: [Contact], into faults: inout [AccountField: AccountFault]
  ) {
    guard contacts.count <= contactLimit else {
      faults[.contacts] = .tooMany(limit: contactLimit, count: contacts.count)
      return
    }
    for (place, contact) in contacts.enumerated() {
      faults[.contactAddress(place)] = fault(of: contact)
    }
  }

  /// What is wrong with the address of a contact, which is normalized.
  package static func fault(of contact: Contact) -> AccountFault? {
    let address = contact.address
    if FieldContent.text(address).isEmpty { return .missing }
    if let fault = fault(of: address, in: 0...TextLimits.address(contact.kind)) { return fault }
    let isAddress =
      switch contact.kind {
      case .email: address.isEmailAddress
      // Any scheme is an address to browsers; a person expects a page behind this one.
      case .web:
        ["http:", "https:"].contains { address.lowercased().hasPrefix($0) }
          && address.webAddress != nil
      case .telephone: address.isTelephoneNumber
      }
    return isAddress ? nil : .noAddress(contact.kind)
  }

  private static func fault(of text: String, in limits: ClosedRange<Int>) -> AccountFault? {
    fault(text.badInput(allowingLines: false), text.unicodeScalars.count, in: limits)
  }

  /// What is wrong with any text that has so many code points.
  private static func fault(
    _ badInput: Violation.BadInput?, _ count: Int, in limits: ClosedRange<Int>
  ) -> AccountFault? {
    if case .controlCharacter(let character) = badInput { return .controlCharacter(character) }
    if count > limits.upperBound { return .tooLong(limit: limits.upperBound, count: count) }
    if count < limits.lowerBound { return .tooShort(limit: limits.lowerBound, count: count) }
    return nil
  }
}

extension String {
  /// Whether it is an international telephone number: `+` and 4 to 15 digits, with blanks and hyphens
  /// between them.
  ///
  /// Source of the 15: ITU-T E.164, section 6.1.
  fileprivate var isTelephoneNumber: Bool {
    let digits = utf8.dropFirst().filter { ("0"..."9").contains(Unicode.Scalar($0)) }
    return utf8.first == UInt8(ascii: "+") && (4...15).contains(digits.count)
      && utf8.dropFirst().first == digits.first && utf8.last == digits.last
      && utf8.dropFirst().allSatisfy { digits.contains($0) || " -".utf8.contains($0) }
  }
}
