import Accounts
import FormworkCore
import FormworkHost

/// What can be asked about accounts and front ends, and the answers line by line.
///
/// Tabs part the cells of a row; what is in a cell has none.
struct Queries: Sendable {
  let store: any AccountStore

  /// Who asks; without a session only names are told.
  var session: AccountSession?

  /// A row for each account, in the order of their names: username, full name, and e-mail for one who has signed
  /// in, as far as that one may see it.
  ///
  /// - Parameter limit: How many rows there are at most; a last line tells how many more there would be.
  /// - Returns: The rows.
  /// - Throws: What kept the store from answering.
  func list(limit: Int) async throws(AccountStoreError) -> [Message] {
    let page = try await store.members(
      MemberQuery(.ascending, range: 0..<max(0, limit)), as: session)
    let rows = page.rows.map { member in
      Message.verbatim(
        ([member.username, member.fullName] + (session == nil ? [] : [member.email ?? ""]))
          .map { $0.replacingControls() }.joined(separator: "\t"))
    }
    let rest = page.total - page.rows.count
    return rest > 0 ? rows + [Message("list.more", count: rest)] : rows
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
    let member = try await member(name, quoting: quoting)
    return member.lines.map(\.text) + terms(of: member)
  }

  /// The account of that name, as far as the one who asks may see it.
  ///
  /// - Throws: As ``show(_:quoting:)``.
  func member(_ name: String, quoting: Bool = true) async throws -> Member {
    if let member = try await store.member(named: name, as: session) { return member }
    guard quoting else { throw Failure("show.unknownThat") }
    throw Failure(Message("show.unknown", ["name": .verbatim(name.quoted)]))
  }

  /// A line for the terms that were accepted, as far as the one who asks may see it.
  private func terms(of member: Member) -> [Message] {
    member.termsVersion.map { [Message("show.terms", ["version": .number($0)])] } ?? []
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
        "policy.reserved",
        ["names": .list(policy.reservedNames.map { .verbatim($0.replacingControls()) })]),
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
}

extension ClosedRange<Int> {
  /// The limits, for a sentence.
  var arguments: [String: Message] {
    ["minimum": .number(lowerBound), "maximum": .number(upperBound)]
  }
}
