import Accounts
import AccountsHTTP
import FormworkCore
import FormworkOperations
import Glibc
import TestSupport
import Testing

/// The store that asks a service, in front of a server that is none, or answers what it should not.
struct HostileServiceTests {
  /// A server that gives one answer to each request, the last one to all others.
  private final class Server: Sendable {
    private let listener: LoopbackListener

    /// The requests that have arrived, in order.
    let requests = Synchronized<[String]>([])

    init(answering answers: String..., count: Int = 1) throws {
      listener = try LoopbackListener { [requests] (connection: CInt) in
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let length = read(connection, &buffer, buffer.count)
        let request = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
        let place = requests.withState { requests in
          requests.append(request)
          return min(requests.count, answers.count) - 1
        }
        let answer = answers[place]
        for _ in 0..<count where !sendAll(answer.utf8, to: connection) { break }
        shutdown(connection, CInt(SHUT_WR))
        awaitClose(of: connection)
      }
    }

    var port: Int { listener.port }

    var store: ServiceAccountStore { store(retry: .seconds(5)) }

    /// Returns a store with much time: beside a thousand other tests, a request may wait for a minute.
    func store(retry: Duration) -> ServiceAccountStore {
      let limits = ConnectionLimits(
        connection: .seconds(600), stall: .seconds(600), whole: .seconds(600), retry: retry)
      return ServiceAccountStore(url: "http://127.0.0.1:\(port)", limits: limits)
    }
  }

  private static func answer(
    _ status: String = "200 OK", _ type: String = "application/json", _ body: String,
    _ header: String = ""
  ) -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
      + "\(header)Connection: close\r\n\r\n\(body)"
  }

  private static let policy =
    #"{"isOpen": true, "usernameLength": {"minimum": 3, "maximum": 32}, "#
    + #""passwordLength": {"minimum": 15, "maximum": 128}, "reservedNames": []"#

  @Test(arguments: [
    (answer("200 OK", "text/html", "<html>hello</html>"), "malformed"),
    (answer("302 Found", "text/html", "", "Location: http://example.org/\r\n"), "redirected"),
    (answer("200 OK", "application/json", "{"), "malformed"),
    (answer("200 OK", "application/json", "[]"), "malformed"),
    (answer("200 OK", "application/json", "null"), "malformed"),
    (answer("200 OK", "application/json", #"{"isOpen": 1}"#), "malformed"),
    (answer("200 OK", "application/json", "{\"isOpen\": \"\u{1B}[2J\"}"), "malformed"),
    (
      answer(
        "200 OK", "application/json",
        #"{"isOpen": true, "usernameLength": {"minimum": 9, "maximum": 3}, "passwordLength": 1}"#),
      "malformed"
    ),
    (answer("418 Teapot", "application/problem+json", #"{"type": "urn:other"}"#), "malformed"),
    (answer("404 Not Found", "text/plain", "no"), "status"),
    (
      answer(
        "403 Forbidden", "application/problem+json", #"{"type": "urn:formwork:problem:closed"}"#),
      "problem"
    ),
    ("SSH-2.0-OpenSSH_9.6\r\n", "malformed"),
  ])
  func anAnswerThatIsNoneIsToldInOneLine(_ answer: String, _ key: String) async throws {
    let server = try Server(answering: answer)
    let error = await #expect(throws: AccountStoreError.self) { try await server.store.policy() }
    guard case .unavailable(.key(let found, _, _))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == "service.\(key)")
  }

  /// An error of something in between is no success, and a change is made once at most.
  @Test(arguments: [
    answer("502 Bad Gateway", "application/json", #"{"message": "upstream down"}"#),
    answer("504 Gateway Timeout", "text/html", "<html>"), answer("200 OK", "text/html", "<html>"),
    "",
  ])
  func aDeletionWithoutAnAnswerIsNotKnown(_ answer: String) async throws {
    let server = try Server(answering: answer)
    let error = await #expect(throws: AccountStoreError.self) {
      try await server.store.delete(as: AccountSession(account: 1, credentials: 1))
    }
    guard case .outcomeUnknown? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.requests.current.map { $0.prefix(18) } == ["DELETE /v1/account"])
  }

  /// A proxy that refuses a request has not passed it on.
  @Test(arguments: [("403 Forbidden", "status"), ("429 Too Many Requests", "busy")])
  func aRefusalOfSomethingInBetweenIsTold(_ status: String, _ key: String) async throws {
    let server = try Server(answering: Self.answer(status, "text/html", "<html>"))
    let error = await #expect(throws: AccountStoreError.self) {
      let store = server.store(retry: .seconds(600))
      try await store.delete(as: AccountSession(account: 1, credentials: 1))
    }
    switch error {
    case .unavailable(.key(let found, _, _))?, .away(.key(let found, _, _))?:
      #expect(found == "service.\(key)")
    default: Issue.record("\(String(describing: error))")
    }
    #expect(server.requests.current.count == (key == "busy" ? 4 : 1))
  }

  /// A registration is sent again; if it never gets an answer, the first one may have been stored.
  @Test(arguments: [
    (answer("502 Bad Gateway", "application/json", #"{"message": "upstream down"}"#), 4),
    (answer("200 OK", "text/html", "<html>"), 1), ("", 4),
  ])
  func aRegistrationWithoutAnAnswerIsNotKnown(_ answer: String, _ count: Int) async throws {
    let server = try Server(answering: answer)
    let error = await #expect(throws: AccountStoreError.self) {
      try await server.store(retry: .seconds(600)).register(.ada, "1")
    }
    #expect(error == .outcomeUnknown(at: "http://127.0.0.1:\(server.port)"))
    let sent = server.requests.current.map { $0.prefix(17) }
    #expect(sent == Array(repeating: "POST /v1/accounts", count: count))
  }

  /// A delay of passwords is no answer about the try before.
  @Test func aHeldRegistrationAfterALostAnswerIsNotKnown() async throws {
    let held = Self.answer(
      "429 Too Many Requests", "application/problem+json",
      #"{"type": "urn:formwork:problem:tooManyWrongPasswords", "retryMilliseconds": 60000}"#)
    for lost in [Self.answer("504 Gateway Timeout", "text/html", "<html>"), held] {
      let server = try Server(answering: lost, held)
      let url = "http://127.0.0.1:\(server.port)"
      do throws(AccountStoreError) {
        let outcome = try await server.store(retry: .seconds(600)).register(.ada, "1")
        #expect(lost == held && outcome == .held(.wrongPasswords(.seconds(60))))
      } catch {
        #expect(lost != held && error == .outcomeUnknown(at: url))
      }
    }
  }

  /// A password without TLS goes to the loopback address itself, and not to a proxy.
  @Test func noProxyReadsAPassword() async throws {
    let refused = Self.answer(
      "401 Unauthorized", "application/problem+json",
      #"{"type": "urn:formwork:problem:wrongPassword"}"#)
    let (server, proxy) = (try Server(answering: refused), try Server(answering: refused))
    let outcome = try await onThreadOfItsOwn {
      let password = try TemporaryDirectory()
      let file = try password.write("correct horse battery staple\n", to: "password")
      return try Child.run(
        [
          try Program.path(named: "registration"), "--accounts", "http://127.0.0.1:\(server.port)",
          "details", "ann", "--as", "ann", "--password-file", file,
        ],
        environment: Child.environment.merging(
          ["http_proxy": "http://127.0.0.1:\(proxy.port)"]) { $1 })
    }
    #expect(outcome.status == .exited(1))
    #expect(proxy.requests.current == [])
    #expect(server.requests.current.map { $0.prefix(17) } == ["POST /v1/sessions"])
  }

  /// Members that a later version adds are ignored.
  @Test func unknownMembersAreIgnored() async throws {
    let body = Self.policy + #", "later": {"a": [1]}, "terms": {"version": 2, "text": "Be kind."}}"#
    let server = try Server(answering: Self.answer("200 OK", "application/json", body))
    let expected = RegistrationPolicy(
      isOpen: true, usernameLength: 3...32, passwordLength: 15...128, reservedNames: [],
      terms: Terms(version: 2, text: "Be kind."))
    #expect(try await server.store.policy() == expected)
  }

  /// A page is sent again only if it has changed.
  @Test func aKnownPageIsAskedForByItsTag() async throws {
    let page = #"{"rows": [], "total": 3, "hasMore": false}"#
    let server = try Server(
      answering: Self.answer("200 OK", "application/json", page, "ETag: \"a1\"\r\n"))
    let store = server.store
    let query = MemberQuery(.ascending, beginning: "", range: 0..<50)
    _ = try await store.members(query, as: nil)
    #expect(try await store.members(query, as: nil) == MemberPage(rows: [], total: 3))
    let found = server.requests.current.map { $0.contains("If-None-Match: \"a1\"\r\n") }
    #expect(found == [false, true])
  }

  private static func page(_ names: [String], next: String? = nil) -> String {
    let rows = names.map {
      #"{"id": 1, "username": "\#($0)", "givenName": "", "familyName": "", "contacts": []}"#
    }
    let rest = next.map { #", "next": "\#($0)"}"# } ?? "}"
    return answer(
      "200 OK", "application/json",
      #"{"rows": [\#(rows.joined(separator: ","))], "total": 3, "hasMore": false"# + rest)
  }

  /// After the first page, members are not asked for by place: others come and go meanwhile.
  @Test func membersAreReadByCursor() async throws {
    let cursor = MemberCursorTests.text("ascending", "", "b")
    let pages = [Self.page(["a", "b"], next: cursor), Self.page(["c"])]
    let (server, other) = (
      try Server(answering: pages[0], pages[1]), try Server(answering: pages[0], pages[1])
    )
    let page = try await server.store.members(MemberQuery(.ascending, range: 0..<9), as: nil)
    #expect(page.rows.map(\.username) == ["a", "b", "c"])
    #expect(
      server.requests.current.map(\.path) == [
        "/v1/members?order=ascending&beginning=&first=0&limit=9",
        "/v1/members?cursor=\(cursor)&limit=7",
      ])
    let list = try await onThreadOfItsOwn {
      try Child.run([
        try Program.path(named: "registration"), "--accounts", "http://127.0.0.1:\(other.port)",
        "list",
      ])
    }
    #expect(list == Child.Outcome(.exited(0), output: "a\t\nb\t\nc\t\n", errors: ""))
    #expect(
      other.requests.current.map(\.path) == [
        "/v1/members?order=ascending&beginning=&first=0&limit=1000",
        "/v1/members?cursor=\(cursor)&limit=998",
      ])
  }

  /// A walk through the pages would never end.
  @Test(arguments: [["a", "b"], []]) func pagesWithoutProgressAreNoAnswer(
    _ names: [String]
  ) async throws {
    let cursor = MemberCursorTests.text("ascending", "", "b")
    let server = try Server(answering: Self.page(names, next: cursor))
    let error = await #expect(throws: AccountStoreError.self) {
      try await server.store.members(MemberQuery(.ascending, range: 0..<9), as: nil)
    }
    guard case .unavailable(.key("service.malformed", _, _))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A client that cannot continue says that there are more members.
  @Test func aLaterCursorIsNotTheEnd() async throws {
    let server = try Server(answering: Self.page(["a"], next: "c1"))
    let page = try await server.store.members(MemberQuery(.ascending, range: 0..<9), as: nil)
    #expect(page.hasMore && page.rows.map(\.username) == ["a"])
  }

  /// The difference of such numbers is none.
  @Test(arguments: [
    ("tooLong", 5, Int.min), ("tooLong", .min, .max), ("tooShort", .max, .min),
    ("tooManyContacts", .max, 0),
  ])
  func absurdSizesAreNoAnswer(_ key: String, _ limit: Int, _ count: Int) async throws {
    let body = """
      {"type": "urn:formwork:problem:refused", "title": "", "status": 422, "detail": "", "issues": [
        {"field": "username", "key": "\(key)", "limit": \(limit), "count": \(count)}]}
      """
    let server = try Server(
      answering: Self.answer("422 Refused", "application/problem+json", body))
    await #expect(throws: AccountStoreError.self) {
      try await server.store.register(
        NewAccount(
          account: Account(username: "bo", givenName: "", familyName: "", email: ""),
          password: .empty), submission: "1")
    }
  }

  private static func refusal(_ code: String, retryMilliseconds: Int) -> String {
    answer(
      "503 Service Unavailable", "application/problem+json",
      #"{"type": "urn:formwork:problem:\#(code)", "retryMilliseconds": \#(retryMilliseconds)}"#)
  }

  /// A person rather reads soon why a service refuses than waits for it to change its mind.
  @Test(arguments: [("unavailable", "problem"), ("busy", "busy")])
  func aRefusalThatLastsIsToldSoon(_ code: String, _ key: String) async throws {
    let server = try Server(answering: Self.refusal(code, retryMilliseconds: 5_000))
    let error = await #expect(throws: AccountStoreError.self) { try await server.store.policy() }
    guard case .away(.key("service.\(key)", _, _))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.requests.current.map(\.path) == ["/v1/policy"])
  }

  /// All tries of a request have one limit of time.
  @Test func aRequestEndsWithItsTries() async throws {
    let server = try Server(answering: Self.refusal("busy", retryMilliseconds: 900_000))
    let error = await #expect(throws: AccountStoreError.self) {
      try await server.store(retry: .seconds(3_600)).policy()
    }
    guard case .away(.key("service.busy", _, _))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.requests.current.map(\.path) == ["/v1/policy"])
  }

  /// A violation that a later version adds is shown by its key.
  @Test func unknownViolationsAreShown() async throws {
    let body = """
      {"type": "urn:formwork:problem:refused", "title": "", "status": 422, "detail": "", "issues": [
        {"field": "username", "key": "tooShort", "limit": 3, "count": 2},
        {"field": "username", "key": "later.thing"}]}
      """
    let server = try Server(
      answering: Self.answer("422 Refused", "application/problem+json", body))
    let outcome = try await server.store.register(
      NewAccount(
        account: Account(username: "bo", givenName: "", familyName: "", email: ""),
        password: .empty), submission: "1")
    #expect(
      outcome
        == .refused([
          FormIssue("username", .tooShort(limit: 3, count: 2)),
          FormIssue("username", .customError(.verbatim("later.thing"))),
        ]))
  }

  /// An endless answer is given up.
  @Test func aFloodIsGivenUp() async throws {
    let megabyte = String(repeating: " ", count: 1 << 20)
    let server = try Server(
      answering: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + megabyte, count: 70)
    let error = await #expect(throws: AccountStoreError.self) { try await server.store.policy() }
    guard case .unavailable(.key("service.tooLarge", _, _))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "https://", "https://a b", "https://a/?b", "https://a/#b", "http://10.0.0.1", "ftp://a",
    "http://127.", "http://127.0.0", "http://127.0.0.256", "http://127.0.0.1.2", "http://[::1",
  ])
  func addressesThatAreNone(_ url: String) {
    #expect(throws: AccountStoreError.self) { try ServiceAccountStore(url: url).checkAddress() }
  }

  /// A token with the line break of its file would be a header of its own.
  @Test(arguments: ["a\r", "a\r\nb: c", "a b", "\u{E9}"])
  func aTokenWithOtherCharactersIsRefused(_ token: String) async throws {
    let store = ServiceAccountStore(url: "https://a", operatorToken: token)
    #expect(throws: AccountStoreError.unavailable(.key("service.operatorToken"))) {
      try store.checkAddress()
    }
  }

  @Test(arguments: [
    "https://a", "https://a:8443/accounts/", "http://127.0.0.1:80", "http://[::1]:80",
    "http://localhost",
  ])
  func addressesThatAreGood(_ url: String) throws {
    try ServiceAccountStore(url: url).checkAddress()
  }
}

extension String {
  /// The path of a request, with its query.
  fileprivate var path: String { split(separator: " ").dropFirst().first.map { String($0) } ?? "" }
}
