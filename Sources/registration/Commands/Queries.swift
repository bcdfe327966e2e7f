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
  /// If there are more than the limit, a last line has the number of the others.
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
    return rest > 0 ? rows + [.key("list.more", count: rest)] : rows
  }

  /// Returns the lines about one account.
  ///
  /// A message may quote the name, unless it is a line of a pipe, which may be a password.
  func show(_ name: String, quoting: Bool = true) async throws -> [Message] {
    let member = try await member(name, quoting: quoting)
    let terms = member.termsVersion.map { Message.key("show.terms", ["version": .number($0)]) }
    return member.lines.map(\.text) + [terms].compactMap(\.self)
  }

  /// Returns the account of a name, as far as the member who asks may see it.
  func member(_ name: String, quoting: Bool = true) async throws -> Member {
    if let member = try await store.member(named: name, as: session) { return member }
    guard quoting else { throw ProgramFailure(.key("show.unknownThat")) }
    throw ProgramFailure(.key("show.unknown", ["name": .verbatim(name.quoted)]))
  }

  /// Returns the usernames that begin with a text, ignoring case; none if there are too many.
  func names(
    beginningWith beginning: String, limit: Int = 100
  ) async throws(AccountStoreError) -> [String] {
    // The store lists accounts after the given name, without that name itself.
    let exact = beginning.isEmpty ? nil : try await store.account(named: beginning)
    let key = UsernameKey(beginning)
    let next = try await store.accounts(
      after: beginning.isEmpty ? nil : beginning, limit: limit + 1
    ).prefix { UsernameKey($0.username).begins(with: key) }
    let names = ([exact].compactMap(\.self) + next).map(\.username)
    return names.count <= limit ? names : []
  }

  func policy() async throws(AccountStoreError) -> [Message] {
    let policy = try await store.policy()
    return [
      policy.isOpen ? .key("policy.open") : .key("policy.closed"),
      .key("policy.username", policy.usernameLength.arguments),
      .key("policy.password", policy.passwordLength.arguments),
      .key(
        "policy.reserved",
        ["names": .list(policy.reservedNames.map { .verbatim($0.replacingControls()) })]),
      policy.terms.map { .key("policy.terms", ["version": .number($0.version)]) }
        ?? .key("policy.noTerms"),
    ]
  }

  /// Returns the lines of the terms that a new account has to accept.
  func terms() async throws -> [Message] {
    guard let terms = try await store.policy().terms else {
      throw ProgramFailure(.key("terms.none"))
    }
    return terms.text.replacing("\t", with: "  ")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { .verbatim(String($0).replacingControls()) }
  }

  /// Returns the first lines of the terms; a last line has the number of the others.
  func terms(limit: Int) async throws -> [Message] {
    let lines = try await terms()
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + [.key("terms.more", count: lines.count - limit)]
  }

  /// Returns a line for each front end, whether or not it could be loaded.
  static func frontEnds(in locator: FrontEndLocator = .installed()) -> [Message] {
    FrontEndListing.all(in: locator).map(\.message)
  }
}

extension ClosedRange<Int> {
  /// The limits as arguments of a sentence.
  var arguments: [String: Message] {
    ["minimum": .number(lowerBound), "maximum": .number(upperBound)]
  }
}
