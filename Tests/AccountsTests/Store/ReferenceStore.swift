import Accounts

/// The rules of a store, written down as plainly as can be: lists, and searches from end to end.
struct ReferenceStore {
  private struct Entry {
    var submission: String
    var account: Account
  }

  var policy = RegistrationPolicy.standard
  private var entries: [Entry] = []

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
