package import Accounts
package import FormworkCore
import FormworkJSON
package import FormworkOperations

/// The accounts of a service, over HTTP.
///
/// Requests that can be repeated are sent again after a failure that may pass; for all others, an answer that does
/// not come is reported as an unknown outcome.
package final class ServiceAccountStore: AccountStore {
  private let client: Result<ServiceClient, AccountStoreError>
  private let operatorToken: String?

  /// Creates the store of the service at a URL, with certificates in place of the system's.
  ///
  /// A token lets the store read all accounts, as ``account(named:)`` and ``accounts(after:limit:)`` do.
  package init(
    url: String, caFile: String? = nil, operatorToken: String? = nil,
    rate: OperationRate? = standardRate, limits: ConnectionLimits = .standard
  ) {
    self.operatorToken = operatorToken
    client = Result { () throws(AccountStoreError) in
      // Another character would end the header that contains the token.
      guard operatorToken?.isVisibleASCII ?? true else {
        throw .unavailable(.key("service.operatorToken"))
      }
      return ServiceClient(try ServiceAddress(url), caFile: caFile, rate: rate, limits: limits)
    }
  }

  /// The rate of requests, which stops a program that asks in a loop.
  package static let standardRate = OperationRate(burst: 100, interval: .milliseconds(20))

  /// Whether a text is the URL of a service.
  package static func isURL(_ text: String) -> Bool { ServiceAddress.isURL(text) }

  /// Checks the URL and the file of certificates without a connection.
  package func checkAddress() throws(AccountStoreError) { try client.get().checkFile() }

  /// Sends a request; a problem with a value is an outcome.
  private func ask<Value: Sendable>(
    _ request: ServiceRequest,
    _ read: @escaping @Sendable (WireObject) throws(WireError) -> Value,
    problem: @escaping @Sendable (Problem) throws(WireError) -> Value? = { _ in nil }
  ) async throws(AccountStoreError) -> Value {
    try await client.get().ask(request, read, problem: problem)
  }

  // MARK: Accounts

  package func policy() async throws(AccountStoreError) -> RegistrationPolicy {
    try await ask(ServiceRequest(path: "policy")) { object throws(WireError) in
      try RegistrationPolicy(object)
    }
  }

  package func isFree(_ username: String) async throws(AccountStoreError) -> Bool {
    try await ask(ServiceRequest(path: "availability", query: ["username": username])) {
      object throws(WireError) in
      try object.flag("isFree")
    }
  }

  package func register(
    _ account: NewAccount, submission: String
  ) async throws(AccountStoreError) -> RegistrationOutcome {
    try SubmissionKey.check(submission)
    var request = ServiceRequest(method: "POST", path: "accounts")
    request.headers = ["Idempotency-Key: \(submission)"]
    request.body = ServiceBody(secrets: ["password": account.password]) {
      $0.write("account", account.account)
    }
    return try await ask(request) { object throws(WireError) in
      .registered(try Account(object))
    } problem: { problem in
      switch problem.code {
      case .refused: .refused(problem.issues)
      case .closed: .closed
      default: problem.held.map { .held($0) }
      }
    }
  }

  package func account(named username: String) async throws(AccountStoreError) -> Account? {
    var request = registry("account")
    request.query = ["username": username]
    return try await ask(request) { object throws(WireError) in
      try Account(object)
    } problem: {
      $0.code == .notFound ? .some(nil) : nil
    }
  }

  package func accounts(
    after username: String?, limit: Int
  ) async throws(AccountStoreError) -> [Account] {
    var (accounts, last) = ([Account](), username)
    while accounts.count < limit {
      let count = min(limit - accounts.count, Self.pageSize)
      var request = registry("accounts")
      request.query = last.map { ["limit": "\(count)", "after": $0] } ?? ["limit": "\(count)"]
      let page: [Account] = try await ask(request) { object throws(WireError) in
        try object.values("accounts")
      }
      accounts += page.prefix(count)
      guard page.count == count else { break }
      last = page.last?.username
    }
    return accounts
  }

  /// The greatest number of members or accounts on a page of the service.
  package static let pageSize = 1_000

  package func count() async throws(AccountStoreError) -> Int {
    try await ask(registry("count")) { object throws(WireError) in try object.count("count") }
  }

  private func registry(_ path: String) -> ServiceRequest {
    let headers = operatorToken.map { ["Authorization: Bearer \($0)"] } ?? []
    return ServiceRequest(path: "registry/\(path)", headers: headers)
  }

  // MARK: Members

  package func signIn(
    _ username: String, password: Secret
  ) async throws(AccountStoreError) -> SignInOutcome {
    var request = ServiceRequest(method: "POST", path: "sessions")
    request.body = ServiceBody(secrets: ["password": password]) {
      $0.write("username", username)
    }
    return try await ask(request) { object throws(WireError) in
      let reply = try SessionReply(object)
      guard let member = reply.member else { throw WireError(path: "member") }
      return .signedIn(reply.session, member)
    } problem: {
      $0.code == .wrongPassword ? .refused : $0.held.map { .held($0) }
    }
  }

  package func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage {
    // The service has no negative places, and no store has a thousand million members.
    let range = query.range.clamped(to: 0..<1_000_000_000)
    var page = MemberPage(rows: [], total: 0, next: query.cursor)
    repeat {
      let limit = min(range.count - page.rows.count, Self.pageSize)
      var request = ServiceRequest(path: "members", session: session)
      request.isCached = true
      // By place, members who come and go between two pages would be skipped or repeated.
      request.query =
        if let cursor = page.next {
          ["cursor": cursor.text, "limit": "\(limit)"]
        } else {
          [
            "order": query.order.rawValue, "beginning": query.beginning,
            "first": "\(range.lowerBound)", "limit": "\(limit)",
          ]
        }
      let next = try await ask(request) { [cursor = page.next] object throws(WireError) in
        let next = try MemberPage(object)
        // The walk through such pages would never end.
        if next.next != nil, next.rows.isEmpty || next.next == cursor {
          throw WireError(path: "next")
        }
        return next
      }
      page = MemberPage(
        rows: page.rows + next.rows.prefix(limit), total: next.total, hasMore: next.hasMore,
        next: next.next)
      // A search by place ends at its limit, which is one page.
      guard !next.rows.isEmpty, query.beginning.isEmpty || query.cursor != nil else { break }
    } while page.next != nil && page.rows.count < range.count
    return page
  }

  package func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member? {
    let request = ServiceRequest(
      path: "member", query: ["username": username], session: session)
    return try await ask(request) { object throws(WireError) in
      try Member(object)
    } problem: {
      $0.code == .notFound ? .some(nil) : nil
    }
  }

  package func updateProfile(
    _ profile: Profile, basedOn version: Int, as session: AccountSession
  ) async throws(AccountStoreError) -> ProfileOutcome {
    var request = ServiceRequest(method: "PUT", path: "profile", session: session)
    request.headers = ["If-Match: \"\(version)\""]
    request.body = ServiceBody { profile.write(to: &$0) }
    return try await ask(request) { object throws(WireError) in
      .saved(try Member(object))
    } problem: { problem throws(WireError) in
      switch problem.code {
      case .refused: .refused(problem.issues)
      case .conflict: .conflict(try Member(problem.presentObject()))
      default: nil
      }
    }
  }

  package func changePassword(
    from old: Secret, to new: Secret, as session: AccountSession
  ) async throws(AccountStoreError) -> PasswordOutcome {
    var request = ServiceRequest(method: "PUT", path: "password", session: session)
    request.isRepeatable = false
    request.body = ServiceBody(secrets: ["old": old, "new": new])
    return try await ask(request) { object throws(WireError) in
      .changed(try SessionReply(object).session)
    } problem: { problem in
      switch problem.code {
      case .wrongPassword: .wrong
      case .refused: problem.issues.first.map { .refused($0.violation) }
      default: problem.held.map { .held($0) }
      }
    }
  }

  package func delete(as session: AccountSession) async throws(AccountStoreError) {
    var request = ServiceRequest(method: "DELETE", path: "account", session: session)
    request.isRepeatable = false
    try await ask(request) { _ in }
  }

  package func setPolicy(
    _ policy: RegistrationPolicy, basedOn previous: RegistrationPolicy, as session: AccountSession
  ) async throws(AccountStoreError) -> PolicyOutcome {
    var request = ServiceRequest(method: "PUT", path: "policy", session: session)
    request.body = ServiceBody { PolicyChange(policy, basedOn: previous).write(to: &$0) }
    return try await ask(request) { _ in
      .saved
    } problem: { problem throws(WireError) in
      problem.code == .conflict
        ? .conflict(try RegistrationPolicy(problem.presentObject())) : nil
    }
  }

  package func setTerms(
    _ text: String?, as session: AccountSession?
  ) async throws(AccountStoreError) {
    var request = ServiceRequest(method: "PUT", path: "terms", session: session)
    request.body = ServiceBody { $0.write("text", text) }
    try await ask(request) { _ in }
  }

  package func preferences(
    as session: AccountSession
  ) async throws(AccountStoreError) -> Preferences {
    try await ask(ServiceRequest(path: "preferences", session: session)) {
      object throws(WireError) in try Preferences(object)
    }
  }

  package func setPreferences(
    _ preferences: Preferences, as session: AccountSession
  ) async throws(AccountStoreError) {
    var request = ServiceRequest(method: "PUT", path: "preferences", session: session)
    request.body = ServiceBody { preferences.write(to: &$0) }
    try await ask(request) { _ in }
  }

  package func changeCount() async throws(AccountStoreError) -> Int {
    // A watch asks in the background.
    try await ask(ServiceRequest(path: "revision", priority: .background)) {
      object throws(WireError) in
      try object.number("count")
    }
  }

  /// Does nothing: connections are closed with the process.
  package func close(limit: Duration) {}

  package func changes() async throws(AccountStoreError) -> AsyncStream<Void> {
    try client.get().changes()
  }
}

extension Problem {
  /// The reason why no password is checked now.
  var held: SignInFailures.RetryDelay? {
    guard let retryDelay else { return nil }
    return switch code {
    case .tooManyWrongPasswords: .wrongPasswords(retryDelay)
    case .tooManyTries: .openTries(retryDelay)
    default: nil
    }
  }

  fileprivate func presentObject() throws(WireError) -> WireObject {
    guard let present else { throw WireError(path: "present") }
    return try WireObject(present)
  }
}
