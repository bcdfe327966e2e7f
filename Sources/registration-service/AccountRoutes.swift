#if Service
import Accounts
import AccountsHTTP
import FormworkCore
import FormworkJSON
import FormworkSystem
import HTTPTypes
import Hummingbird

/// The routes of the accounts: the store decides everything, and each route calls one of its functions.
struct AccountRoutes: Sendable {
  let store: any AccountStore
  let changes: ChangeHub
  private let members: MemberReplies

  /// The limit for requests that hash a password.
  let passwords: ConcurrencyLimit

  /// The token that reads all accounts; `nil` if nobody may.
  let operatorToken: Secret?

  init(
    store: any AccountStore, changes: ChangeHub, passwords: ConcurrencyLimit, operatorToken: Secret?
  ) {
    (self.store, self.changes, members) = (store, changes, MemberReplies(store))
    (self.passwords, self.operatorToken) = (passwords, operatorToken)
  }

  func add(to router: some RouterMethods<ServiceContext>) {
    addPublic(to: router.group("v1"))
    addOwn(to: router.group("v1"))
    addRegistry(to: router.group("v1/registry"))
  }

  // MARK: Everybody

  private func addPublic(to router: some RouterMethods<ServiceContext>) {
    router.get("policy") { request, _ in
      Reply(try await store.policy()).tagged.unlessKnown(to: request)
    }
    router.get("availability") { request, _ in
      let name = try request.username()
      let isFree = try await store.isFree(name)
      return Reply { $0.write("isFree", isFree) }
    }
    router.post("accounts") { try await register($0, from: $1.client) }
    router.post("sessions") { try await signIn($0, from: $1.client) }
    router.get("members") { request, _ in
      let (query, session) = (try request.memberQuery(), try request.optionalSession())
      return try await members.reply(to: query, as: session).unlessKnown(to: request)
    }
    router.get("member") { request, _ in
      let (name, session) = (try request.username(), try request.optionalSession())
      guard let member = try await store.member(named: name, as: session) else {
        throw Problem(.notFound, "no member has the name")
      }
      return Reply(member).tagged.unlessKnown(to: request)
    }
    router.get("revision") { _, _ in
      let count = try await store.changeCount()
      return Reply { $0.write("count", count) }
    }
    router.get("changes") { _, _ in try await changes.response() }
  }

  private func register(_ request: Request, from client: String) async throws -> Reply {
    guard let key = request.headers[.idempotencyKey] else {
      throw Problem(.invalidSubmission, "the header Idempotency-Key is missing")
    }
    let (object, secrets) = try await request.object(secrets: ["password"])
    let account: Account = try reading { () throws(WireError) in try object.value("account") }
    let password = try secrets.secret("password")
    let outcome = try await passwords.admitting(client) {
      try await store.register(NewAccount(account: account, password: password), submission: key)
    }
    switch outcome {
    case .registered(let account): return Reply(account, status: .created)
    case .held(let delay): throw Problem(delay)
    case .closed: throw Problem(.closed)
    case .refused(let issues):
      throw Problem.refused(issues)
    }
  }

  private func signIn(_ request: Request, from client: String) async throws -> Reply {
    let (object, secrets) = try await request.object(secrets: ["password"])
    let username = try reading { () throws(WireError) in try object.text("username") }
    let password = try secrets.secret("password")
    let outcome = try await passwords.admitting(client) {
      try await store.signIn(username, password: password)
    }
    switch outcome {
    case .signedIn(let session, let member):
      return Reply(SessionReply(session, member), status: .created)
    case .refused: throw Problem(.wrongPassword)
    case .held(let delay): throw Problem(delay)
    }
  }

  // MARK: Members

  private func addOwn(to router: some RouterMethods<ServiceContext>) {
    router.put("profile") { request, _ in try await updateProfile(request) }
    router.put("password") { try await changePassword($0, from: $1.client) }
    router.delete("account") { request, _ in
      let session = try request.session()
      try await store.delete(as: session)
      return Reply.empty
    }
    router.get("preferences") { request, _ in
      let session = try request.session()
      return Reply(try await store.preferences(as: session))
    }
    router.put("preferences") { request, _ in
      let session = try request.session()
      let preferences: Preferences = try await request.value()
      try check([preferences.layout, preferences.style].compactMap(\.self), "layout or style")
      try await store.setPreferences(preferences, as: session)
      return Reply.empty
    }
    router.put("terms") { request, _ in
      let session = try request.optionalSession()
      let (object, _) = try await request.object()
      let text = try reading { () throws(WireError) in try object.optionalText("text") }
      guard text?.utf8.count ?? 0 <= Terms.byteLimit else {
        throw Problem(.malformed, "text: more than \(Terms.byteLimit) bytes")
      }
      try await store.setTerms(text, as: session)
      return Reply.empty
    }
    router.put("policy") { request, _ in
      let session = try request.session()
      let change: PolicyChange = try await request.value()
      let names = change.policy.reservedNames
      try check(names, "reservedNames")
      guard names.allSatisfy({ $0.badInput(allowingLines: false) == nil }) else {
        throw Problem(.malformed, "reservedNames: a name with a control character")
      }
      let outcome = try await store.setPolicy(
        change.policy, basedOn: change.previous, as: session)
      guard case .conflict(let present) = outcome else { return Reply.empty }
      throw try Problem.conflict(present)
    }
  }

  /// Checks the length of names, which a database may have in an index.
  private func check(_ names: [String], _ member: String) throws {
    guard names.allSatisfy({ $0.unicodeScalars.count <= TextLimits.username }) else {
      throw Problem(.malformed, "\(member): a name of more than \(TextLimits.username) characters")
    }
  }

  private func updateProfile(_ request: Request) async throws -> Reply {
    let session = try request.session()
    guard let text = request.headers[.ifMatch] else { throw Problem(.preconditionRequired) }
    guard let match = text.wholeMatch(of: /"([0-9]{1,18})"/), let version = Int(match.1) else {
      throw Problem(.malformed, "If-Match has to be the version of the profile")
    }
    let profile: Profile = try await request.value()
    let outcome = try await store.updateProfile(profile, basedOn: version, as: session)
    switch outcome {
    case .saved(let member): return Reply(member)
    case .conflict(let member): throw try Problem.conflict(member)
    case .refused(let issues):
      throw Problem.refused(issues)
    }
  }

  private func changePassword(_ request: Request, from client: String) async throws -> Reply {
    let session = try request.session()
    let (_, secrets) = try await request.object(secrets: ["old", "new"])
    let (old, new) = (try secrets.secret("old"), try secrets.secret("new"))
    let outcome = try await passwords.admitting(client) {
      try await store.changePassword(from: old, to: new, as: session)
    }
    switch outcome {
    case .changed(let session): return Reply(SessionReply(session))
    case .wrong: throw Problem(.wrongPassword)
    case .held(let delay): throw Problem(delay)
    case .refused(let violation):
      throw Problem.refused([FormIssue("password", violation)])
    }
  }

  // MARK: The operator

  private func addRegistry(to router: some RouterMethods<ServiceContext>) {
    router.get("accounts") { request, _ in
      try checkOperator(request)
      let after = request.uri.queryParameters.get("after")
      let limit = try request.number("limit", default: 100, in: 0...ServiceAccountStore.pageSize)
      let accounts = try await store.accounts(after: after, limit: limit)
      return Reply { $0.write("accounts", accounts) }
    }
    router.get("account") { request, _ in
      try checkOperator(request)
      let name = try request.username()
      guard let account = try await store.account(named: name) else {
        throw Problem(.notFound, "no account has the name")
      }
      return Reply(account)
    }
    router.get("count") { request, _ in
      try checkOperator(request)
      let count = try await store.count()
      return Reply { $0.write("count", count) }
    }
  }

  /// Checks the token of the operator, in a time that does not depend on it.
  private func checkOperator(_ request: Request) throws {
    guard let token = request.token else { throw Problem(.tokenMissing) }
    guard let operatorToken, operatorToken == Secret(token) else { throw Problem(.operatorOnly) }
  }

  private func reading<Value>(_ read: () throws(WireError) -> Value) throws -> Value {
    do { return try read() } catch { throw Problem(error) }
  }
}

extension [String: Secret] {
  /// Returns a secret member of a request.
  fileprivate func secret(_ name: String) throws -> Secret {
    guard let secret = self[name] else {
      throw Problem(.malformed, "\(name): missing or of a wrong kind")
    }
    return secret
  }
}

extension Problem {
  init(_ code: Code) { self.init(code, code.title) }

  fileprivate static func refused(_ issues: [FormIssue]) -> Problem {
    var problem = Problem(.refused)
    problem.issues = issues
    return problem
  }

  /// Creates the refusal of a change that is based on an old version.
  fileprivate static func conflict(_ present: some WireValue) throws -> Problem {
    var problem = Problem(.conflict)
    problem.present = try JSONReader.read(WireWriter.object(present.write))
    return problem
  }
}

extension Request {
  /// Reads the members that a query asks for.
  fileprivate func memberQuery() throws -> MemberQuery {
    let parameters = uri.queryParameters
    guard
      let order = MemberOrder(rawValue: parameters.get("order") ?? MemberOrder.ascending.rawValue)
    else {
      let names = MemberOrder.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.malformed, "order has to be one of \(names)")
    }
    let first = try number("first", default: 0, in: 0...1_000_000_000)
    let limit = try number("limit", default: 100, in: 0...ServiceAccountStore.pageSize)
    if let text = parameters.get("cursor") {
      guard let cursor = MemberCursor(text: text), parameters.get("first") == nil,
        parameters.get("order").map({ $0 == cursor.order.rawValue }) != false,
        parameters.get("beginning").map({ UsernameKey($0).text == cursor.beginning }) != false
      else {
        throw Problem(
          .malformed,
          "cursor has to be `next` of a page, without first and another order or beginning")
      }
      return MemberQuery(after: cursor, limit: limit)
    }
    return MemberQuery(
      order, beginning: parameters.get("beginning") ?? "", range: first..<first + limit)
  }
}

extension HTTPField.Name {
  static let idempotencyKey = HTTPField.Name(canonicalName: "idempotency-key")
}

extension HTTPField.Name {
  /// Creates a name in lower case that is known to be valid.
  fileprivate init(canonicalName: String) {
    guard let name = HTTPField.Name(canonicalName) else {
      preconditionFailure("\(canonicalName) is no name of a header")
    }
    self = name
  }
}
#endif
