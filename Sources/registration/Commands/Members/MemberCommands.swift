import Accounts
import ArgumentParser
import FormworkArguments
import FormworkCore
import FormworkHost
import FormworkJSON
import Glibc

/// `registration members`: all accounts, or those whose names begin with a text.
struct Members: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandCatalogue.members.name,
    abstract: console.catalogue.text(for: .key("members.listed")),
    discussion: MemberListing.discussion)

  @OptionGroup var frontEnds: FrontEndArguments
  @OptionGroup var accountOptions: AccountOptions
  @OptionGroup var credentialOptions: CredentialOptions
  @OptionGroup var listing: MemberListing

  func validate() throws { try listing.check(credentialOptions) }

  func run() throws { try listing.write(credentials) }
}

/// `registration list`: the same as ``Members``.
struct List: MemberCommand {
  static let configuration = CommandConfiguration(
    describedBy: CommandCatalogue.list, discussion: MemberListing.discussion)

  @OptionGroup var frontEnds: FrontEndArguments
  @OptionGroup var accountOptions: AccountOptions
  @OptionGroup var credentialOptions: CredentialOptions
  @OptionGroup var listing: MemberListing

  func validate() throws { try listing.check(credentialOptions) }

  func run() throws { try listing.write(credentials) }
}

struct MemberListing: ParsableArguments {
  static let discussion = """
    At a terminal, the columns have headings; in a pipe, each account is a line with tabs between its cells. \
    Without --as, only names are shown.
    """

  /// The number of accounts in memory at a time, and of those that a search finds.
  private static let pageLength = MemberQuery.searchLimit

  @Option(
    help: ArgumentHelp("The output format: table, json or csv.", valueName: "format"))
  var format = MemberFormat.table

  @Option(
    help: ArgumentHelp(
      "The order: newest, oldest, ascending, descending, recently-seen or recently-changed.",
      valueName: "order"))
  var sort = MemberSort.ascending

  @Option(
    help: ArgumentHelp(
      "Only usernames that begin with this text, at most 1000.", valueName: "text"))
  var search = ""

  fileprivate func check(_ credentials: CredentialOptions) throws {
    if sort.order.isForMembersOnly { try credentials.require(for: "--sort \(sort.rawValue)") }
  }

  fileprivate func write(_ credentials: Credentials) throws {
    try credentials.withSession { store, session in
      var writer = MemberWriter(
        format, isSignedIn: session != nil,
        headings: isatty(STDOUT_FILENO) == 1 ? credentials.options.words : nil)
      var query = MemberQuery(sort.order, beginning: search, range: 0..<Self.pageLength)
      var hasMore = false
      while true {
        let page = try ask { [query] in try await store.members(query, as: session) }
        guard try console.put(writer.text(of: page.rows)) else { return }
        hasMore = hasMore || page.hasMore
        // By place, members who come and go between two pages would be left out or repeated.
        guard let next = page.next, search.isEmpty else { break }
        query = MemberQuery(after: next, limit: Self.pageLength)
      }
      _ = try console.put(writer.end)
      guard hasMore else { return }
      throw ProgramFailure(.key("members.listed.more", count: MemberQuery.searchLimit))
    }
  }
}

/// The orders of members, by the names of the option.
enum MemberSort: String, CaseIterable, ExpressibleByArgument, Sendable {
  case newest, oldest, ascending, descending
  case recentlySeen = "recently-seen"
  case recentlyChanged = "recently-changed"

  var order: MemberOrder {
    switch self {
    case .newest: .newest
    case .oldest: .oldest
    case .ascending: .ascending
    case .descending: .descending
    case .recentlySeen: .recentlySeen
    case .recentlyChanged: .recentlyChanged
    }
  }
}

/// `registration details NAME`: one account.
struct Details: MemberCommand {
  static let configuration = CommandConfiguration(describedBy: CommandCatalogue.details)

  @OptionGroup var frontEnds: FrontEndArguments
  @OptionGroup var accountOptions: AccountOptions
  @OptionGroup var credentialOptions: CredentialOptions
  @OptionGroup var output: MemberOutputOptions

  func run() throws { try output.write(credentials) }
}

/// `registration show NAME`: the same as ``Details``.
struct Show: MemberCommand {
  static let configuration = CommandConfiguration(describedBy: CommandCatalogue.show)

  @OptionGroup var frontEnds: FrontEndArguments
  @OptionGroup var accountOptions: AccountOptions
  @OptionGroup var credentialOptions: CredentialOptions
  @OptionGroup var output: MemberOutputOptions

  func run() throws { try output.write(credentials) }
}

/// The member to show, and the format.
struct MemberOutputOptions: ParsableArguments {
  @Argument(help: "The username, in letters of either case.", completion: .accounts)
  var name: String

  @Option(
    help: ArgumentHelp(
      "The output format: table, with a line for each value, json or csv.", valueName: "format")
  )
  var format = MemberFormat.table

  fileprivate func write(_ credentials: Credentials) throws {
    try credentials.withSession { [name] store, session in
      let queries = Queries(store: store, session: session)
      guard format != .table else {
        let words = credentials.options.words
        for line in try ask({ try await queries.show(name) }) {
          try console.say(.verbatim(words.text(for: line)))
        }
        return
      }
      let member = try ask { try await queries.member(name) }
      if format == .json {
        _ = try console.put(member.json(isSignedIn: session != nil).text() + "\n")
      } else {
        var writer = MemberWriter(format, isSignedIn: session != nil)
        _ = try console.put(writer.text(of: [member]))
      }
    }
  }
}
