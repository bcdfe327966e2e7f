import Accounts

/// The rules of a store, written down as plainly as can be: lists, and searches from end to end.
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

  private static func fold(_ name: String) -> String { name.lowercased() }

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

  mutating func register(_ account: Account, submission: String) -> RegistrationOutcome {
    guard let index = entries.firstIndex(where: { $0.submission == submission }) else {
      if !policy.isOpen { return .closed }
      if let asked = policy.terms, asked.version != account.termsVersion { return .termsChanged }
      if !isFree(account.username) { return .taken }
      entries.append(Entry(submission: submission, account: account))
      return .registered(account)
    }
    let keepsName = Self.fold(entries[index].account.username) == Self.fold(account.username)
    if !keepsName && !isFree(account.username) { return .taken }
    entries[index].account = account
    return .registered(account)
  }
}
