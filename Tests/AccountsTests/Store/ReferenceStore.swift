import Accounts
import Foundation

/// A naive implementation of a store: lists, searched from end to end.
struct ReferenceStore {
  private struct Entry {
    var submission: String
    var account: Account
  }

  var policy = RegistrationPolicy.standard
  private var entries: [Entry] = []

  private var texts: [String] = []

  mutating func setTerms(_ text: String?) {
    if let text, let present = policy.terms, Array(present.text.utf8) == Array(text.utf8) { return }
    if let text { texts.append(text) }
    policy.terms = text.map { Terms(version: texts.count, text: $0) }
  }

  private static func composed(_ text: String) -> String {
    text.precomposedStringWithCanonicalMapping
  }

  private static func fold(_ name: String) -> String { composed(name).lowercased() }

  private func isReserved(_ name: String) -> Bool {
    policy.reservedNames.map(Self.fold).contains(Self.fold(name))
  }

  func account(named name: String) -> Account? {
    accounts().first { Self.fold($0.username) == Self.fold(name) }
  }

  func isFree(_ name: String) -> Bool { account(named: name) == nil && !isReserved(name) }

  func accounts() -> [Account] {
    entries.map(\.account).sorted { Self.fold($0.username) < Self.fold($1.username) }
  }

  mutating func register(
    _ typed: Account, password: String, submission: String
  ) -> RegistrationOutcome {
    let account = Account(
      username: Self.composed(typed.username), givenName: Self.composed(typed.givenName),
      familyName: Self.composed(typed.familyName), email: Self.composed(typed.email),
      contacts: typed.contacts.map {
        let blanks = CharacterSet(charactersIn: " ")
        return Contact(
          kind: $0.kind, address: Self.composed($0.address).trimmingCharacters(in: blanks),
          isPublic: $0.isPublic)
      },
      termsVersion: typed.termsVersion)
    let index = entries.firstIndex { $0.submission == submission }
    let former = index.map { Self.fold(entries[$0].account.username) }
    if index == nil, !policy.isOpen { return .closed }
    var faults: [AccountField: AccountFault] = [:]
    if former != Self.fold(account.username) { faults[.username] = fault(name: account.username) }
    faults[.givenName] = Self.fault(account.givenName, 0, 200)
    faults[.familyName] = Self.fault(account.familyName, 0, 200)
    faults[.email] = Self.fault(account.email, 0, 254)
    if account.contacts.count > 10 {
      faults[.contacts] = .tooMany(limit: 10, count: account.contacts.count)
    } else {
      for (place, contact) in account.contacts.enumerated() {
        faults[.contactAddress(place)] = Self.fault(contact)
      }
    }
    faults[.password] =
      Self.isInvisible(password)
      ? .missing
      : Self.fault(
        Self.composed(password), min(policy.passwordLength.lowerBound, 1024),
        min(policy.passwordLength.upperBound, 1024))
    if index == nil, let asked = policy.terms, asked.version != account.termsVersion {
      faults[.terms] = .otherTerms
    }
    if !faults.isEmpty { return .refused(faults) }
    if let index {
      entries[index].account = account
    } else {
      entries.append(Entry(submission: submission, account: account))
    }
    return .registered(account)
  }

  private func fault(name: String) -> AccountFault? {
    if Self.isInvisible(name) { return .missing }
    let lengths = (
      min(policy.usernameLength.lowerBound, 128), min(policy.usernameLength.upperBound, 128)
    )
    if let fault = Self.fault(name, lengths.0, lengths.1) { return fault }
    if name.range(of: "^[a-zA-Z][a-zA-Z0-9._-]*$", options: .regularExpression) == nil {
      return .otherCharacters
    }
    if isReserved(name) { return .reserved }
    return account(named: name) == nil ? nil : .taken
  }

  /// Whether the text is invisible, for the characters of the test alone.
  private static func isInvisible(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\u{200B}" }
  }

  /// Returns the fault of a contact, for the addresses of the test alone.
  private static func fault(_ contact: Contact) -> AccountFault? {
    let forms: [Contact.Kind: String] = [
      .email: "^[a-z]+@[a-z.]+$", .web: "^https:", .telephone: "^\\+[0-9]([- ]*[0-9]){3,14}$",
    ]
    if isInvisible(contact.address) { return .missing }
    let limit = [.email: 254, .web: 2048][contact.kind] ?? 32
    if let fault = fault(contact.address, 0, limit) { return fault }
    return contact.address.range(of: forms[contact.kind] ?? "", options: .regularExpression) == nil
      ? .noAddress(contact.kind) : nil
  }

  private static func fault(_ text: String, _ least: Int, _ most: Int) -> AccountFault? {
    let scalars = Array(text.unicodeScalars)
    for control in ["\0", "\u{1B}"] as [Unicode.Scalar] where scalars.contains(control) {
      return .controlCharacter(control)
    }
    if scalars.count > most { return .tooLong(limit: most, count: scalars.count) }
    if scalars.count < least { return .tooShort(limit: least, count: scalars.count) }
    return nil
  }
}
