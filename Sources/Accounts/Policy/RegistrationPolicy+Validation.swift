package import FormworkCore

extension RegistrationPolicy {
  /// Validates a normalized new account, in the transaction that stores it.
  ///
  /// The `previous` name, of an earlier try of the submission, is not validated again.
  package func refusal(
    of new: NewAccount, previous: UsernameKey?, isTaken: Bool
  ) -> RegistrationOutcome? {
    let (account, password) = (new.account, new.password)
    if previous == nil, !isOpen { return .closed }
    var (nameFault, termsFault): (Violation?, Violation?)
    if UsernameKey(account.username) != previous {
      nameFault = fault(ofUsername: account.username, isTaken: isTaken)
    }
    let isVersion = account.termsVersion.map { (1...Int(Int32.max)).contains($0) } ?? true
    if !isVersion || previous == nil && terms != nil && terms?.version != account.termsVersion {
      termsFault = .customError(key: "termsChanged")
    }
    let faults =
      Self.issues([("username", nameFault)]) + Self.faults(of: account.profile)
      + Self.issues([("password", fault(of: password)), ("acceptTerms", termsFault)])
    return faults.isEmpty ? nil : .refused(faults)
  }

  package static func faults(of profile: Profile) -> [FormIssue] {
    let texts: [(FieldID, Violation?)] = [
      ("givenName", fault(of: profile.givenName, in: 0...TextLimits.name)),
      ("familyName", fault(of: profile.familyName, in: 0...TextLimits.name)),
      ("email", fault(of: profile.email, in: 0...TextLimits.email)),
    ]
    guard profile.contacts.count <= contactLimit else {
      return issues(texts + [("contacts", .tooManyContacts(limit: contactLimit))])
    }
    guard profile.contacts.reduce(0, { $0 + $1.address.utf8.count }) <= contactByteLimit else {
      return issues(texts + [("contacts", .customError(key: "longContacts"))])
    }
    return issues(
      texts
        + profile.contacts.enumerated().map { place, contact in
          (FieldID(rawValue: "contacts/\(place)/address"), fault(of: contact))
        })
  }

  private static func issues(_ faults: [(FieldID, Violation?)]) -> [FormIssue] {
    faults.compactMap { field, fault in fault.map { FormIssue(field, $0) } }
  }

  package func fault(of password: Secret) -> Violation? {
    FieldContent.secret(password).isEmpty
      ? .valueMissing : Self.fault(password.badInput, password.codePointCount, in: passwordLimits)
  }

  private func fault(ofUsername name: String, isTaken: Bool) -> Violation? {
    if FieldContent.text(name).isEmpty { return .valueMissing }
    if let fault = Self.fault(of: name, in: usernameLimits) { return fault }
    if !Self.usernameCharacters.allow(name) {
      return .patternMismatch(Self.usernameCharacters.name)
    }
    if reservedKeys.contains(UsernameKey(name)) { return .reserved }
    return isTaken ? .taken : nil
  }

  /// Returns the fault of the address of a normalized contact, if any.
  package static func fault(of contact: Contact) -> Violation? {
    let address = contact.address
    if FieldContent.text(address).isEmpty { return .valueMissing }
    if let fault = fault(of: address, in: 0...TextLimits.address(contact.kind)) { return fault }
    switch contact.kind {
    case .email: return address.isEmailAddress ? nil : .typeMismatch(.email)
    case .web:
      // Browsers accept any scheme; a person expects a page.
      let isPage = ["http:", "https:"].contains { address.lowercased().hasPrefix($0) }
      return isPage && address.webAddress != nil ? nil : .typeMismatch(.webAddress)
    case .telephone: return address.isTelephoneNumber ? nil : .customError(key: "telephone")
    }
  }

  private static func fault(of text: String, in limits: ClosedRange<Int>) -> Violation? {
    fault(text.badInput(allowingLines: false), text.unicodeScalars.count, in: limits)
  }

  /// Returns the fault of a text with a number of code points, if any.
  private static func fault(
    _ badInput: Violation.BadInput?, _ count: Int, in limits: ClosedRange<Int>
  ) -> Violation? {
    if let badInput, case .controlCharacter = badInput { return .badInput(badInput) }
    if count > limits.upperBound { return .tooLong(limit: limits.upperBound, count: count) }
    if count < limits.lowerBound { return .tooShort(limit: limits.lowerBound, count: count) }
    return nil
  }
}

extension String {
  /// Whether the text is `+` and 4 to 15 digits, with blanks and hyphens between them.
  ///
  /// Source of the 15: ITU-T E.164, section 6.1.
  fileprivate var isTelephoneNumber: Bool {
    let digits = utf8.dropFirst().filter { ("0"..."9").contains(Unicode.Scalar($0)) }
    return utf8.first == UInt8(ascii: "+") && (4...15).contains(digits.count)
      && utf8.dropFirst().first == digits.first && utf8.last == digits.last
      && utf8.dropFirst().allSatisfy { digits.contains($0) || " -".utf8.contains($0) }
  }
}
