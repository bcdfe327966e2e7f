import Accounts
import FormworkCore
import FormworkHost

/// What can be asked about accounts and front ends, and the answers line by line.
///
/// Tabs part the cells of a row; what is in a cell has none.
struct Queries: Sendable {
  let store: any AccountStore

  /// How many accounts are listed at a time.
  static let pageLength = 1000

  /// A row for each account: username, full name, e-mail.
  ///
  /// - Parameters:
  ///   - username: The name behind which the page begins; `nil` for the first page.
  ///   - limit: How many rows there are at most.
  /// - Returns: The rows, and the name behind which the next page begins; `nil` where there is none.
  /// - Throws: What kept the store from answering.
  func page(
    after username: String?, limit: Int = pageLength
  ) async throws(AccountStoreError) -> (rows: [Message], next: String?) {
    // One more tells whether there is another page.
    let accounts = try await store.accounts(after: username, limit: limit + 1)
    let shown = accounts.prefix(limit)
    return (
      shown.map { .verbatim(row($0.username, $0.fullName, $0.email)) },
      accounts.count > limit ? shown.last?.username : nil
    )
  }

  /// The first page; a last line tells how many more accounts there would be.
  func list(limit: Int) async throws(AccountStoreError) -> [Message] {
    let page = try await page(after: nil, limit: limit)
    if page.next == nil { return page.rows }
    let rest = max(1, try await store.count() - limit)
    return page.rows + [Message("list.more", count: rest)]
  }

  /// What is known of one account.
  ///
  /// - Parameters:
  ///   - name: Its name, in letters of either case.
  ///   - quoting: Whether the name may stand in a complaint: what comes through a pipe may be a line that
  ///     was meant for something else, such as a password.
  /// - Returns: A line for each thing that is known.
  /// - Throws: A ``Failure`` where there is no such account, or what the store says.
  func show(_ name: String, quoting: Bool = true) async throws -> [Message] {
    guard let account = try await store.account(named: name) else {
      guard quoting else { throw Failure("show.unknownThat") }
      throw Failure(Message("show.unknown", ["name": .verbatim(name.quoted)]))
    }
    return [
      Message("show.username", ["text": .verbatim(row(account.username))]),
      Message("show.givenName", ["text": .verbatim(row(account.givenName))]),
      Message("show.familyName", ["text": .verbatim(row(account.familyName))]),
      Message("show.email", ["text": .verbatim(row(account.email))]),
    ]
      + account.contacts.map { contact in
        Message(
          contact.isPublic ? "show.contact.public" : "show.contact",
          [
            "kind": Message("field.kind.\(contact.kind.rawValue)"),
            "text": .verbatim(row(contact.address)),
          ])
      } + (account.termsVersion.map { [Message("show.terms", ["version": .number($0)])] } ?? [])
  }

  /// The names that a person may mean by a beginning, in letters of either case.
  ///
  /// - Parameters:
  ///   - beginning: The first characters of a name; none, or all of them.
  ///   - limit: How many names a person would read through.
  /// - Returns: The names; none where there are more: the person has to type more.
  /// - Throws: What kept the store from answering.
  func names(
    beginningWith beginning: String, limit: Int = 100
  ) async throws(AccountStoreError) -> [String] {
    // A page begins behind the name that is given.
    let exact = beginning.isEmpty ? nil : try await store.account(named: beginning)
    let key = UsernameKey(beginning)
    let next = try await store.accounts(
      after: beginning.isEmpty ? nil : beginning, limit: limit + 1
    ).prefix { UsernameKey($0.username).begins(with: key) }
    let names = ([exact].compactMap(\.self) + next).map(\.username)
    return names.count <= limit ? names : []
  }

  /// What the store asks of a new account.
  func policy() async throws(AccountStoreError) -> [Message] {
    let policy = try await store.policy()
    return [
      policy.isOpen ? "policy.open" : "policy.closed",
      Message("policy.username", policy.usernameLength.arguments),
      Message("policy.password", policy.passwordLength.arguments),
      Message(
        "policy.reserved", ["names": .list(policy.reservedNames.map { .verbatim(row($0)) })]),
      policy.terms.map { Message("policy.terms", ["version": .number($0.version)]) }
        ?? "policy.noTerms",
    ]
  }

  /// The terms that a new account has to accept, line by line.
  func terms() async throws -> [Message] {
    guard let terms = try await store.policy().terms else { throw Failure("terms.none") }
    return terms.text.replacing("\t", with: "  ")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { .verbatim(String($0).replacingControls()) }
  }

  /// The first lines of the terms; a last line tells how many more there are.
  func terms(limit: Int) async throws -> [Message] {
    let lines = try await terms()
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + [Message("terms.more", count: lines.count - limit)]
  }

  /// A line for each front end that there is, whether or not it could be loaded.
  static func frontEnds(in locator: FrontEndLocator = .installed()) -> [Message] {
    FrontEndListing.all(in: locator).map(\.message)
  }

  /// The cells without what could part them or steer a terminal, and tabs between them.
  private func row(_ cells: String...) -> String {
    cells.map { $0.replacingControls() }.joined(separator: "\t")
  }
}

extension ClosedRange<Int> {
  /// The limits, for a sentence.
  var arguments: [String: Message] {
    ["minimum": .number(lowerBound), "maximum": .number(upperBound)]
  }
}
