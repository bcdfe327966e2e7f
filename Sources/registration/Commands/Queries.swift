import Accounts
import FormworkCore
import FormworkHost

/// Questions about accounts and front ends, with their answers line by line.
struct Queries: Sendable {
  let store: any AccountStore

  /// The session of the member who asks; without one, the answers have names alone.
  var session: AccountSession?

  /// Returns a table of the accounts in the order of their names, as ``MemberWriter`` writes it.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of accounts; a last line has the number of the others.
  ///   - headings: The words of a table with aligned columns; without them, tabs separate the cells.
  /// - Returns: The lines.
  /// - Throws: The reason if the store cannot answer.
  func list(
    limit: Int, headings: Catalogue? = nil
  ) async throws(AccountStoreError) -> [Message] {
    let page = try await store.members(
      MemberQuery(.ascending, range: 0..<max(0, limit)), as: session)
    var writer = MemberWriter(.table, isSignedIn: session != nil, headings: headings)
    let rows = writer.text(of: page.rows).split(separator: "\n").map {
      Message.verbatim(String($0))
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
