package import Accounts
package import FormworkCore
import FormworkOperations

/// The statements of a database of accounts, on a connection.
package struct PostgreSQLTransaction: AccountTransaction {
  /// The condition of the row of a session, whose values come first.
  private static let ofSession = "id = $1 AND credentials = $2"

  /// The greatest number of rows before a page that are read; of more, only the index is read.
  private static let nearOffset = 50

  let connection: ServerConnection

  /// Whether rows are read to be changed, so that no other transaction changes them.
  private let isWriting: Bool
  private let places: Synchronized<MemberPlaces<AccountCounts, String>>

  init(
    _ connection: ServerConnection, isWriting: Bool = false,
    places: Synchronized<MemberPlaces<AccountCounts, String>> = Synchronized(MemberPlaces())
  ) {
    self.connection = connection
    self.isWriting = isWriting
    self.places = places
  }

  private func run(_ sql: String, _ values: [String?] = []) throws -> ServerRows {
    try connection.run(sql, values)
  }

  /// Waits for the right to change the rules for accounts, or shares the right that they do not change.
  private func lockRules(isShared: Bool) throws {
    let function = "pg_catalog.pg_advisory_xact_lock\(isShared ? "_shared" : "")"
    _ = try run("SELECT \(function)(\(AccountTables.Lock.rules.rawValue)::bigint)")
  }

  // MARK: Policy

  package func policy(isLocked: Bool) throws -> RegistrationPolicy {
    if isWriting { try lockRules(isShared: !isLocked) }
    let rows = try run(
      """
      SELECT is_open, username_minimum, username_maximum, password_minimum, password_maximum,
        terms_version, (SELECT text FROM terms WHERE version = terms_version)
      FROM policy
      """)
    guard rows.count == 1 else { throw ServerFault.damaged }
    func length(_ first: Int) throws -> ClosedRange<Int> {
      let (lower, upper): (Int, Int) = try (rows.number(0, first), rows.number(0, first + 1))
      guard 0 <= lower, lower <= upper else { throw ServerFault.damaged }
      return lower...upper
    }
    let names = try run("SELECT name FROM reserved_name ORDER BY position")
    let terms: Terms? =
      if let text = try rows.bytes(0, 6) {
        Terms(version: try rows.number(0, 5), text: String(decoding: text, as: UTF8.self))
      } else {
        nil
      }
    return RegistrationPolicy(
      isOpen: rows.isTrue(0, 0), usernameLength: try length(1), passwordLength: try length(3),
      reservedNames: try (0..<names.count).map { try names.byteText($0, 0) ?? "" }, terms: terms)
  }

  package func save(_ policy: RegistrationPolicy) throws {
    if isWriting { try lockRules(isShared: false) }
    let lengths = [policy.usernameLength, policy.passwordLength]
    _ = try run(
      """
      INSERT INTO policy (id, is_open, username_minimum, username_maximum, password_minimum,
        password_maximum)
      VALUES (1, $1, $2, $3, $4, $5)
      ON CONFLICT (id) DO UPDATE SET is_open = excluded.is_open,
        username_minimum = excluded.username_minimum,
        username_maximum = excluded.username_maximum,
        password_minimum = excluded.password_minimum,
        password_maximum = excluded.password_maximum
      """,
      ["\(policy.isOpen)"] + lengths.flatMap { ["\($0.lowerBound)", "\($0.upperBound)"] })
    _ = try run("DELETE FROM reserved_name")
    for name in policy.reservedNames {
      _ = try run(
        "INSERT INTO reserved_name (name, name_key) VALUES ($1, $2)",
        [name.normalForm.utf8.columnText, name.key])
    }
  }

  package func saveTerms(_ text: String?) throws {
    if let text {
      _ = try run(
        "INSERT INTO terms SELECT coalesce(max(version), 0) + 1, $1::bytea FROM terms",
        [text.utf8.columnText])
      _ = try run("UPDATE policy SET terms_version = (SELECT max(version) FROM terms)")
    } else {
      _ = try run("UPDATE policy SET terms_version = NULL")
    }
  }

  // MARK: Accounts

  package func isFree(_ username: String) throws -> Bool {
    try run(
      """
      SELECT NOT EXISTS (SELECT 1 FROM account WHERE name_key = $1)
        AND NOT EXISTS (SELECT 1 FROM reserved_name WHERE name_key = $1)
      """, [username.key]
    ).isTrue(0, 0)
  }

  package func isTaken(_ username: String) throws -> Bool {
    try run("SELECT 1 FROM account WHERE name_key = $1", [username.key]).count > 0
  }

  package func previousTry(ofSubmission key: String) throws -> PreviousTry? {
    let rows = try run(
      """
      SELECT username, last_seen > 0 FROM account WHERE submission = $1
      UNION ALL SELECT NULL, NULL FROM deleted_submission WHERE submission = $1
      """, [key])
    if rows.count == 0 { return nil }
    return rows.text(0, 0).map { .registered(username: $0, hasSignedIn: rows.isTrue(0, 1)) }
      ?? .deleted
  }

  package func save(_ registered: RegisteredAccount, isReplaced: Bool) throws {
    let account = registered.account
    let columns = """
      username, given_name, family_name, email, password_hash, terms_version, last_changed,
        credentials, submission
      """
    let rows = try run(
      isReplaced
        ? """
        UPDATE account SET (\(columns)) = ($1, $2, $3, $4, $5, $6, $7, $8, $9),
          profile_version = profile_version + 1
        WHERE submission = $9 RETURNING id
        """
        : """
        INSERT INTO account (\(columns), created, is_administrator)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $7, NOT EXISTS (SELECT 1 FROM account))
        RETURNING id
        """,
      [
        account.username, account.givenName, account.familyName, account.email,
        registered.passwordHash, account.termsVersion.map { "\($0)" },
        "\(registered.time.milliseconds)", "\(AccountSession.freshCredentials)",
        registered.submission,
      ])
    // The account of the earlier try was deleted in between.
    guard rows.count == 1 else { throw ServerFault.server(.serializationFailure, "") }
    try save(account.contacts, of: try rows.number(0, 0), areReplaced: isReplaced)
  }

  private func save(_ contacts: [Contact], of account: Int64, areReplaced: Bool) throws {
    if areReplaced { _ = try run("DELETE FROM contact WHERE account = $1", ["\(account)"]) }
    for (place, contact) in contacts.enumerated() {
      _ = try run(
        "INSERT INTO contact (account, place, kind, address, is_public) VALUES ($1, $2, $3, $4, $5)",
        [
          "\(account)", "\(place)", contact.kind.rawValue, contact.address, "\(contact.isPublic)",
        ])
    }
  }

  package func account(named username: String) throws -> Account? {
    try member(named: username)?.account
  }

  package func accounts(after username: String?, limit: Int) throws -> [Account] {
    let rows = try run(
      "\(Self.selection) WHERE name_key > $1 ORDER BY name_key LIMIT $2",
      [username?.key ?? "", "\(limit)"])
    return try members(rows).map(\.account)
  }

  package func count() throws -> Int { try run("SELECT count(*) FROM account").number(0, 0) }

  package func hasAccounts() throws -> Bool {
    try run("SELECT 1 FROM account LIMIT 1").count > 0
  }

  private static let counting = "SELECT sum(changes), sum(accounts) FROM account_count"

  /// Returns the numbers of changes and of accounts, from rows that were read.
  func counts(_ rows: ServerRows? = nil) throws -> AccountCounts {
    let rows = try rows ?? run(Self.counting)
    return AccountCounts(changes: try rows.number(0, 0), accounts: max(0, try rows.number(0, 1)))
  }

  // MARK: Members

  /// The columns that an anonymous reader sees, and those to sort by for such a reader.
  private static let names = "username, given_name, family_name, id, name_key"

  /// The query of all rows.
  private static let selection = """
    SELECT \(names), email, terms_version, is_administrator, created, last_seen, last_changed,
      profile_version, EXISTS (SELECT 1 FROM contact WHERE contact.account = account.id)
    FROM account
    """

  /// Returns the query of all rows, with the columns that a reader may see of others.
  private static func selection(for viewer: Viewer) -> String {
    viewer == .anonymous ? "SELECT \(names) FROM account" : selection
  }

  private func members(_ rows: ServerRows) throws -> [StoredMember] {
    func time(_ row: Int, _ column: Int) throws -> Timestamp? {
      let milliseconds: Int64 = try rows.number(row, column)
      return milliseconds == 0 ? nil : Timestamp(milliseconds: milliseconds)
    }
    let owners = (0..<rows.count).filter { rows.isTrue($0, 12) }
    let contacts = try contacts(owners.map { try rows.number($0, 3) })
    return try (0..<rows.count).map { row in
      let id: Int64 = try rows.number(row, 3)
      return StoredMember(
        id: id,
        account: Account(
          username: rows.text(row, 0) ?? "", givenName: rows.text(row, 1) ?? "",
          familyName: rows.text(row, 2) ?? "", email: rows.text(row, 5) ?? "",
          contacts: contacts[id] ?? [], termsVersion: rows.text(row, 6).flatMap { Int($0) }),
        record: Member.Record(
          isAdministrator: rows.isTrue(row, 7), created: try time(row, 8),
          lastSeen: try time(row, 9), lastChanged: try time(row, 10),
          version: try rows.number(row, 11)))
    }
  }

  /// Returns the members in rows of ``selection(for:)``, as far as the reader may see them.
  private func members(_ rows: ServerRows, for viewer: Viewer) throws -> [Member] {
    guard viewer == .anonymous else { return try members(rows).map { $0.member(for: viewer) } }
    return try (0..<rows.count).map { row in
      Member(
        id: try rows.number(row, 3), username: rows.text(row, 0) ?? "",
        givenName: rows.text(row, 1) ?? "", familyName: rows.text(row, 2) ?? "", email: nil,
        contacts: [])
    }
  }

  /// Reads the contacts of accounts, in their owners' order.
  private func contacts(_ ids: [Int64]) throws -> [Int64: [Contact]] {
    // Most accounts have none.
    if ids.isEmpty { return [:] }
    let list = "{\(ids.map { "\($0)" }.joined(separator: ","))}"
    let rows = try run(
      """
      SELECT account, kind, address, is_public FROM contact WHERE account = ANY ($1::bigint[])
      ORDER BY account, place
      """, [list])
    var contacts: [Int64: [Contact]] = [:]
    for row in 0..<rows.count {
      guard let kind = rows.text(row, 1).flatMap({ Contact.Kind(rawValue: $0) }) else {
        throw ServerFault.damaged
      }
      contacts[try rows.number(row, 0), default: []].append(
        Contact(kind: kind, address: rows.text(row, 2) ?? "", isPublic: rows.isTrue(row, 3)))
    }
    return contacts
  }

  package func member(named username: String) throws -> StoredMember? {
    try members(run("\(Self.selection) WHERE name_key = $1", [username.key])).first
  }

  package func member(of session: AccountSession) throws -> StoredMember? {
    if isWriting {
      // The row is read after the lock: a statement that has waited sees old rows of other tables.
      _ = try run(
        "SELECT 1 FROM account WHERE \(Self.ofSession) FOR NO KEY UPDATE", session.values)
    }
    return try members(run("\(Self.selection) WHERE \(Self.ofSession)", session.values)).first
  }

  package func page(_ query: MemberQuery, for viewer: Viewer) throws -> MemberPage {
    // A copy: others do not wait for the server's answers.
    var known = places.withState { $0 }
    var isFirst = true
    while true {
      // Mostly nothing has changed since: the rows are requested together with the counts.
      let window =
        query.beginning.isEmpty
        ? known.version.map { self.window(query, $0, known, for: viewer) } : nil
      try connection.beginPipeline()
      let answers = try connection.run(
        [(Self.counting, [])] + (window.map { [$0.statement] } ?? []),
        areLast: isFirst && window != nil && viewer == .anonymous)
      let counts = try counts(answers[0])
      isFirst = false
      if known.version != counts {
        known = MemberPlaces(version: counts)
      } else {
        let page =
          try window.map { try read(answers[1], $0, query, for: viewer, &known) }
          ?? foundPage(query, for: viewer, &known)
        places.withState { [known] in $0 = known }
        return page
      }
    }
  }

  /// The places of a page of all members, with the statement that reads it in either direction.
  private typealias Window = (statement: ServerStatement, range: Range<Int>, isReversed: Bool)

  /// Returns the statement that reads a page of all members, from the nearest known place.
  private func window(
    _ query: MemberQuery, _ counts: AccountCounts, _ places: MemberPlaces<AccountCounts, String>,
    for viewer: Viewer
  ) -> Window {
    let range = query.places(in: counts.accounts)
    let start = places.start(
      of: range, in: counts.accounts, query.order, after: query.cursor?.key)
    let columns = query.order.columns
    let order = "ORDER BY \(columns.ordered(start.isAscending))"
    let condition =
      start.key.isEmpty ? "" : "WHERE \(columns.condition(start.comparison, from: 1))"
    // The server plans for the number of rows, and each time again for an offset among the values.
    let isNext = start.offset <= 1
    let offset = isNext ? "\(start.offset)" : "$\(start.key.count + 1)"
    let window = "\(condition) \(order) LIMIT \(range.count) OFFSET \(offset)"
    let unique = query.order.isByName ? "name_key" : "id"
    let selection = Self.selection(for: viewer)
    let sql =
      start.offset <= Self.nearOffset
      ? "\(selection) \(window)"
      : "\(selection) WHERE \(unique) IN (SELECT \(unique) FROM account \(window)) \(order)"
    let values = start.key + (isNext ? [] : ["\(start.offset)"])
    return ((sql, values), range, start.isAscending != query.order.isAscending)
  }

  /// Reads a page of all members from its rows.
  private func read(
    _ rows: ServerRows, _ window: Window, _ query: MemberQuery, for viewer: Viewer,
    _ places: inout MemberPlaces<AccountCounts, String>
  ) throws -> MemberPage {
    let members = try members(rows, for: viewer)
    let indices = window.isReversed ? members.indices.reversed() : Array(members.indices)
    if query.cursor == nil {
      let columns = query.order.columns
      let keys = indices.lazy.map { row in columns.map { rows.text(row, $0.index) ?? "" } }
      places.note(keys, in: window.range, query.order)
    }
    let total = places.version?.accounts ?? 0
    return MemberPage(rows: indices.map { members[$0] }, total: total)
  }

  /// Reads a page of the members whose names have a beginning.
  private func foundPage(
    _ query: MemberQuery, for viewer: Viewer, _ places: inout MemberPlaces<AccountCounts, String>
  ) throws -> MemberPage {
    let beginning = query.beginning.key
    // No name contains the last character of Unicode.
    let bounds = [beginning, beginning + "\u{10FFFF}"]
    let condition = "WHERE name_key >= $1 AND name_key < $2"
    let limit = MemberQuery.searchLimit
    let count = try places.total(of: query.beginning) {
      let sql = "SELECT count(*) FROM (SELECT 1 FROM account \(condition) LIMIT \(limit + 1)) found"
      return try run(sql, bounds).number(0, 0)
    }
    let total = min(max(0, count), limit)
    let range = query.places(in: total)
    let order = query.order.columns.ordered(query.order.isAscending)
    let rest = query.cursor.map { _ in
      (query.order.isByName ? "AND " : "WHERE ")
        + query.order.columns.condition(query.order.isAscending ? ">" : "<", from: 5)
    }
    let columns = Set(query.order.columns.map(\.name) + ["id"]).sorted().joined(separator: ", ")
    let window = "\(rest ?? "") ORDER BY \(order) LIMIT $3 OFFSET $4"
    // Of the members beside the page, only the sort values are read.
    let found =
      query.order.isByName
      ? "\(condition) \(window)"
      : """
      WHERE id IN (
        SELECT id FROM (
          SELECT \(columns) FROM account \(condition) ORDER BY name_key LIMIT \(limit)) found
        \(window))
      ORDER BY \(order)
      """
    let rows = try run(
      "\(Self.selection(for: viewer)) \(found)",
      bounds + ["\(range.count)", "\(range.lowerBound)"] + (query.cursor?.key ?? []))
    return MemberPage(
      rows: try members(rows, for: viewer), total: total, hasMore: count > total)
  }

  package func save(
    _ profile: Profile, at time: Timestamp, of session: AccountSession
  ) throws {
    _ = try run(
      """
      UPDATE account SET given_name = $3, family_name = $4, email = $5, last_changed = $6,
        profile_version = profile_version + 1
      WHERE \(Self.ofSession)
      """,
      session.values
        + [profile.givenName, profile.familyName, profile.email, "\(time.milliseconds)"])
    try save(profile.contacts, of: session.account, areReplaced: true)
  }

  package func delete(_ session: AccountSession) throws -> Bool {
    try lockRules(isShared: false)
    let deletion = try run(
      """
      WITH deleted AS (DELETE FROM account WHERE \(Self.ofSession) RETURNING submission)
      INSERT INTO deleted_submission (submission) SELECT submission FROM deleted
      """, session.values)
    guard deletion.changedCount == 1 else { return false }
    _ = try run(
      "DELETE FROM deleted_submission WHERE deleted < now() - interval '\(PreviousTry.days) days'")
    _ = try run(
      """
      UPDATE account SET is_administrator = true WHERE id = (SELECT min(id) FROM account)
        AND NOT EXISTS (SELECT 1 FROM account WHERE is_administrator)
      """)
    return true
  }

  package func preferences(of session: AccountSession) throws -> Preferences? {
    let rows = try run(
      "SELECT sort_order, layout, style FROM account WHERE \(Self.ofSession)", session.values)
    if rows.count == 0 { return nil }
    return Preferences(
      order: rows.text(0, 0).flatMap { MemberOrder(rawValue: $0) }, layout: try rows.byteText(0, 1),
      style: try rows.byteText(0, 2))
  }

  package func save(_ preferences: Preferences, of session: AccountSession) throws -> Bool {
    try run(
      "UPDATE account SET sort_order = $3, layout = $4, style = $5 WHERE \(Self.ofSession)",
      session.values + [
        preferences.order?.rawValue, preferences.layout?.utf8.columnText,
        preferences.style?.utf8.columnText,
      ]
    ).changedCount == 1
  }

  // MARK: Passwords

  package func password(named username: String) throws -> StoredPassword? {
    try password(where: "name_key = $1", [username.key])
  }

  package func password(of session: AccountSession) throws -> StoredPassword? {
    try password(where: Self.ofSession, session.values)
  }

  private func password(where condition: String, _ values: [String]) throws -> StoredPassword? {
    let rows = try run(
      "SELECT id, credentials, username, password_hash FROM account WHERE \(condition)", values)
    if rows.count == 0 { return nil }
    return StoredPassword(
      session: AccountSession(
        account: try rows.number(0, 0), credentials: try rows.number(0, 1)),
      username: rows.text(0, 2) ?? "", hash: rows.text(0, 3) ?? "")
  }

  package func savePassword(
    _ hash: String, credentials: Int64, of session: AccountSession
  ) throws -> Bool {
    try run(
      "UPDATE account SET password_hash = $3, credentials = $4 WHERE \(Self.ofSession)",
      session.values + [hash, "\(credentials)"]
    ).changedCount == 1
  }

  package func saveVisit(
    at time: Timestamp, hash: String, of session: AccountSession
  ) throws -> Bool {
    try run(
      "UPDATE account SET last_seen = $3, password_hash = $4 WHERE \(Self.ofSession)",
      session.values + ["\(time.milliseconds)", hash]
    ).changedCount == 1
  }

  package func failureKey() throws -> FailureKey {
    let rows = try run("SELECT failure_key FROM formwork_accounts")
    guard rows.count == 1, let key = FailureKey(try rows.bytes(0, 0) ?? []) else {
      throw ServerFault.damaged
    }
    return key
  }

  private func lockFailures(at place: Int) throws {
    let lock = AccountTables.Lock.failures.rawValue
    _ = try run(
      "SELECT pg_catalog.pg_advisory_xact_lock(\(lock)::integer, $1::integer)",
      ["\(Int32(truncatingIfNeeded: place))"])
  }

  package func failures(at place: Int) throws -> SignInFailures {
    try lockFailures(at: place)
    let rows = try run(
      "SELECT failure_count, refused_count, failed_at FROM failed_sign_in WHERE place = $1",
      ["\(place)"])
    if rows.count == 0 { return SignInFailures() }
    return SignInFailures(
      count: max(0, try rows.number(0, 0)), refusedCount: max(0, try rows.number(0, 1)),
      last: Timestamp(milliseconds: try rows.number(0, 2)))
  }

  package func save(_ failures: SignInFailures, at place: Int) throws {
    _ = try run(
      """
      DELETE FROM failed_sign_in WHERE place IN (
        SELECT place FROM failed_sign_in WHERE failed_at <= $1 LIMIT 100 FOR UPDATE SKIP LOCKED)
      """, ["\(SignInFailures.forgotten(at: failures.last).milliseconds)"])
    _ = try run(
      """
      INSERT INTO failed_sign_in (place, failure_count, refused_count, failed_at)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT (place) DO UPDATE SET failure_count = excluded.failure_count,
        refused_count = excluded.refused_count, failed_at = excluded.failed_at
      """,
      [
        "\(place)", "\(failures.count)", "\(failures.refusedCount)",
        "\(failures.last.milliseconds)",
      ])
  }

  package func removeFailures(at place: Int) throws {
    try lockFailures(at: place)
    _ = try run("DELETE FROM failed_sign_in WHERE place = $1", ["\(place)"])
  }
}

/// The numbers of changes and of accounts.
struct AccountCounts: Equatable {
  let changes: Int64
  let accounts: Int
}

extension AccountSession {
  fileprivate var values: [String] { ["\(account)", "\(credentials)"] }
}

extension String {
  /// The username as it is compared.
  fileprivate var key: String { UsernameKey(self).text }
}

extension ServerRows {
  /// Returns the text of a column of bytes; `nil` for NULL.
  fileprivate func byteText(_ row: Int, _ column: Int) throws -> String? {
    try bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A column to sort members by, with its place in the query of all rows.
private struct SortColumn {
  let name: String
  let index: Int
}

extension MemberOrder {
  /// The columns to sort by, which together are unique.
  fileprivate var columns: [SortColumn] {
    let id = SortColumn(name: "id", index: 3)
    switch self {
    case .newest, .oldest: return [id]
    case .ascending, .descending: return [SortColumn(name: "name_key", index: 4)]
    case .recentlySeen: return [SortColumn(name: "last_seen", index: 9), id]
    case .recentlyChanged: return [SortColumn(name: "last_changed", index: 10), id]
    }
  }
}

extension [SortColumn] {
  /// Returns the columns in one direction.
  fileprivate func ordered(_ isAscending: Bool) -> String {
    map { "\($0.name) \(isAscending ? "ASC" : "DESC")" }.joined(separator: ", ")
  }

  /// Returns the comparison of the columns with values, from a number on.
  fileprivate func condition(_ comparison: String, from number: Int) -> String {
    let marks = indices.map { "$\(number + $0)" }.joined(separator: ", ")
    return "(\(map(\.name).joined(separator: ", "))) \(comparison) (\(marks))"
  }
}
