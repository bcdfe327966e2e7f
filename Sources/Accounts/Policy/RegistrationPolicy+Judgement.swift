import FormworkCore

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
    var faults: [AccountField: AccountFault] = [:]
    if UsernameKey(account.username) != former {
      faults[.username] = fault(ofUsername: account.username, isTaken: isTaken)
    }
    faults[.givenName] = Self.fault(of: account.givenName, in: 0...TextLimits.name)
    faults[.familyName] = Self.fault(of: account.familyName, in: 0...TextLimits.name)
    faults[.email] = Self.fault(of: account.email, in: 0...TextLimits.email)
    faults[.password] =
      FieldContent.secret(password).isEmpty
      ? .missing : Self.fault(password.badInput, password.codePointCount, in: passwordLimits)
    if former == nil, let terms, terms.version != account.termsVersion {
      faults[.terms] = .otherTerms
    }
    return faults.isEmpty ? nil : .refused(faults)
  }

  private func fault(ofUsername name: String, isTaken: Bool) -> AccountFault? {
    if FieldContent.text(name).isEmpty { return .missing }
    if let fault = Self.fault(of: name, in: usernameLimits) { return fault }
    if !Self.usernameCharacters.allow(name) { return .otherCharacters }
    if reservedKeys.contains(UsernameKey(name)) { return .reserved }
    return isTaken ? .taken : nil
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
