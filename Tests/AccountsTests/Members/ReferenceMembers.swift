import FormworkCore
import Accounts
import Foundation

/// A naive implementation of the rules for members: a list, searched from end to end.
struct ReferenceMembers {
  struct Entry {
    var member: Member
    var record: Member.Record
    var password: String
    /// The number of the password among all that were ever set.
    var credentials: Int64
    var preferences = Preferences()
  }

  var entries: [Entry] = []
  private var passwordCount: Int64 = 0
  /// The failures by names in lower case, with and without accounts.
  private var failures: [String: (count: Int, last: Int64)] = [:]
  /// The time in seconds.
  var now: Int64 = 1_000_000

  private var moment: Moment { Moment(milliseconds: now * 1000) }

  private func index(of name: String) -> Int? {
    entries.firstIndex { $0.member.username.lowercased() == name.lowercased() }
  }

  private func index(of session: AccountSession) -> Int? {
    entries.firstIndex {
      $0.member.id == session.account && $0.credentials == session.credentials
    }
  }

  mutating func register(_ account: Account, password: String) -> Bool {
    guard index(of: account.username) == nil else { return false }
    passwordCount += 1
    entries.append(
      Entry(
        member: Member(
          id: (entries.map(\.member.id).max() ?? 0) + 1, username: account.username,
          givenName: account.givenName, familyName: account.familyName, email: account.email,
          contacts: account.contacts, record: nil),
        record: Member.Record(
          isAdministrator: entries.isEmpty, created: moment, lastSeen: nil, lastChanged: moment,
          version: 1),
        password: password, credentials: passwordCount))
    return true
  }

  private mutating func pause(_ name: String) -> Duration? {
    let (count, last) = failures[name.lowercased()] ?? (0, 0)
    let pause = [0, 0, 0, 0, 0, 1, 2, 4, 8, 16][min(count, 9)]
    if last + Int64(pause) > now { return .seconds(last + Int64(pause) - now) }
    failures[name.lowercased()] = (count + 1, now)
    return nil
  }

  mutating func signIn(_ name: String, _ password: String) -> SignInOutcome {
    if let pause = pause(name) { return .held(.wrongPasswords(pause)) }
    guard let index = index(of: name) else { return .refused }
    guard entries[index].password == password else { return .refused }
    let session = AccountSession(
      account: entries[index].member.id, credentials: entries[index].credentials)
    let member = view(entries[index], as: session)
    failures[name.lowercased()] = nil
    entries[index].record.lastSeen = moment
    return .signedIn(session, member)
  }

  private func view(_ entry: Entry, as session: AccountSession?) -> Member {
    var member = entry.member
    let viewer = session.flatMap { index(of: $0) }.map { entries[$0] }
    if viewer != nil { member.record = entry.record }
    if viewer?.record.isAdministrator == true || viewer?.member.id == entry.member.id {
      return member
    }
    member.email = nil
    member.contacts = viewer == nil ? [] : member.contacts.filter(\.isPublic)
    return member
  }

  func members(_ query: MemberQuery, as session: AccountSession?) throws -> MemberPage {
    try check(session)
    if session == nil, [.recentlySeen, .recentlyChanged].contains(query.order) {
      throw AccountStoreError.orderNotAllowed
    }
    let never = Moment(milliseconds: 0)
    let found = entries.filter {
      $0.member.username.lowercased().hasPrefix(query.beginning.lowercased())
    }.sorted { one, other in
      let (name, otherName) = (
        one.member.username.lowercased(), other.member.username.lowercased()
      )
      let (id, otherID) = (one.member.id, other.member.id)
      return switch query.order {
      case .newest: id > otherID
      case .oldest: id < otherID
      case .ascending: name < otherName
      case .descending: name > otherName
      case .recentlySeen:
        (one.record.lastSeen ?? never, id) > (other.record.lastSeen ?? never, otherID)
      case .recentlyChanged:
        (one.record.lastChanged ?? never, id) > (other.record.lastChanged ?? never, otherID)
      }
    }
    let range = query.range.clamped(to: found.indices)
    return MemberPage(rows: found[range].map { view($0, as: session) }, total: found.count)
  }

  func member(_ name: String, as session: AccountSession?) throws -> Member? {
    try check(session)
    return index(of: name).map { view(entries[$0], as: session) }
  }

  private func check(_ session: AccountSession?) throws {
    if let session, index(of: session) == nil { throw AccountStoreError.sessionEnded }
  }

  private func own(_ session: AccountSession) throws -> Int {
    try check(session)
    return index(of: session) ?? 0
  }

  mutating func updateProfile(
    _ profile: Profile, _ version: Int, as session: AccountSession
  ) throws -> ProfileOutcome {
    let index = try own(session)
    let present = entries[index].member
    let same =
      present.givenName == profile.givenName && present.familyName == profile.familyName
      && present.email == profile.email && present.contacts == profile.contacts
    if same { return .saved(view(entries[index], as: session)) }
    if profile.givenName.count > 200 {
      return .refused([.givenName: .tooLong(limit: 200, count: profile.givenName.count)])
    }
    if entries[index].record.version != version {
      return .conflict(view(entries[index], as: session))
    }
    entries[index].member.givenName = profile.givenName
    entries[index].member.familyName = profile.familyName
    entries[index].member.email = profile.email
    entries[index].member.contacts = profile.contacts
    entries[index].record.version += 1
    entries[index].record.lastChanged = moment
    return .saved(view(entries[index], as: session))
  }

  mutating func changePassword(
    _ old: String, _ new: String, as session: AccountSession
  ) throws -> PasswordOutcome {
    let index = try own(session)
    if new.count < 15 { return .refused(.tooShort(limit: 15, count: new.count)) }
    let name = entries[index].member.username.lowercased()
    if let pause = pause(name) { return .held(.wrongPasswords(pause)) }
    guard entries[index].password == old else { return .wrong }
    passwordCount += 1
    entries[index].password = new
    entries[index].credentials = passwordCount
    failures[name] = nil
    return .changed(AccountSession(account: session.account, credentials: passwordCount))
  }

  mutating func delete(as session: AccountSession) throws {
    entries.remove(at: try own(session))
    let oldest = entries.indices.min { entries[$0].member.id < entries[$1].member.id }
    if !entries.contains(where: \.record.isAdministrator), let oldest {
      entries[oldest].record.isAdministrator = true
    }
  }

  func preferences(as session: AccountSession) throws -> Preferences {
    entries[try own(session)].preferences
  }

  mutating func setPreferences(
    _ preferences: Preferences, as session: AccountSession
  ) throws {
    entries[try own(session)].preferences = preferences
  }
}
