#if Service
import Accounts
import AccountsHTTP
import AccountsPostgreSQL
import Glibc
import TestSupport
import Testing

@testable import registration_service

/// The service in front of clients that send what they should not.
@Suite(.timeLimit(.minutes(20))) struct ServiceRequestTests {
  /// Sends bytes on a connection, and returns the first line of the answer.
  private func answer(to text: String, port: Int) async throws -> String {
    try await onThreadOfItsOwn {
      let connection = try #require(LoopbackListener.connection(to: port))
      defer { close(connection) }
      sendAll(text.utf8, to: connection)
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(connection, &buffer, buffer.count)
      let answer = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
      return String(answer.prefix { !$0.isNewline })
    }
  }

  /// A proxy before the service may have understood another name than the service.
  @Test(arguments: [
    ("availability?username=ann", "Host: a", "200 OK"),
    ("availability?username=%61nn&more", "Host: a", "200 OK"),
    ("availability?username=a%CC%88nn", "Host: a", "200 OK"),
    ("availability?username=ann", "Host: a\r\nHost: b", "400 Bad Request"),
    ("availability?username=%zz", "Host: a", "400 Bad Request"),
    ("availability?username=ann%", "Host: a", "400 Bad Request"),
    ("availability?username=ann%F", "Host: a", "400 Bad Request"),
    ("availability?username=%C3", "Host: a", "400 Bad Request"),
    ("availability?username=%ED%A0%80", "Host: a", "400 Bad Request"),
  ])
  func ambiguousRequestsAreRefused(_ path: String, _ header: String, _ status: String) async throws
  {
    let service = try await LocalService(InMemoryAccountStore())
    let request = "GET /v1/\(path) HTTP/1.1\r\n\(header)\r\nConnection: close\r\n\r\n"
    #expect(try await answer(to: request, port: service.port) == "HTTP/1.1 \(status)")
  }

  /// Each route that can be read has its head, without the body.
  @Test(arguments: [
    ("HEAD /v1/policy", "200 OK"), ("HEAD /v1/member?username=ann", "404 Not Found"),
    ("HEAD /v1/sessions", "405 Method Not Allowed"), ("HEAD /readyz", "204 No Content"),
  ])
  func heads(_ request: String, _ status: String) async throws {
    let service = try await LocalService(InMemoryAccountStore())
    let text = "\(request) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    #expect(try await answer(to: text, port: service.port) == "HTTP/1.1 \(status)")
  }

  @Test func aServiceIsReadyWithItsAccounts() async throws {
    let request = "GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    let away = PostgreSQLAccountStore(url: "postgresql://127.0.0.1:1/none")
    let stores: [any AccountStore] = [InMemoryAccountStore(), away]
    var answers: [String] = []
    for store in stores {
      let service = try await LocalService(store)
      answers.append(try await answer(to: request, port: service.port))
    }
    #expect(answers == ["HTTP/1.1 204 No Content", "HTTP/1.1 503 Service Unavailable"])
  }

  /// A page in a browser can send other types to any address.
  @Test(arguments: [
    ("application/json", "401 Unauthorized"),
    ("Application/JSON; charset=utf-8", "401 Unauthorized"),
    ("text/plain", "415 Unsupported Media Type"),
    ("application/jsonp", "415 Unsupported Media Type"),
    (nil, "415 Unsupported Media Type"),
  ])
  func aBodyIsJSON(_ type: String?, _ status: String) async throws {
    let service = try await LocalService(InMemoryAccountStore())
    let body = #"{"username": "ann", "password": "wrong"}"#
    let header = type.map { "Content-Type: \($0)\r\n" } ?? ""
    let text =
      "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(header)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    #expect(
      try await answer(to: text, port: service.port).hasPrefix("HTTP/1.1 \(status.prefix(3))"))
  }

  /// Texts that no form of the program sends are refused before they are stored.
  @Test func textsAreLimited() async throws {
    let store = try await Shelf().store()
    let service = try await LocalService(store)
    let client = ServiceAccountStore(url: "http://127.0.0.1:\(service.port)")
    let (name, terms) = (String(repeating: "x", count: 129), String(repeating: "x", count: 65_537))
    try await client.setTerms(String(terms.dropLast()), as: nil)
    await #expect(throws: AccountStoreError.self) { try await client.setTerms(terms, as: nil) }
    try await store.setTerms(nil)
    try await store.register("ada")
    let session = try await store.session("ada")
    try await client.setPreferences(Preferences(layout: String(name.dropLast())), as: session)
    for preferences in [Preferences(layout: name), Preferences(style: name)] {
      await #expect(throws: AccountStoreError.self) {
        try await client.setPreferences(preferences, as: session)
      }
    }
    let policy = try await store.policy()
    var (good, bad) = (policy, policy)
    good.reservedNames = [String(name.dropLast())]
    bad.reservedNames = [name]
    await #expect(throws: AccountStoreError.self) {
      try await client.setPolicy(bad, basedOn: policy, as: session)
    }
    #expect(try await client.setPolicy(good, basedOn: policy, as: session) == .saved)
  }

  private static let cursor = MemberCursorTests.text("newest", "a", "7")

  @Test(
    arguments: [
      ("cursor=\(cursor)", "200 OK"), ("cursor=\(cursor)&limit=0", "200 OK"),
      ("cursor=\(cursor)&order=newest&beginning=A", "200 OK"),
      ("cursor=\(cursor)&order=oldest", "400 Bad Request"),
      ("cursor=\(cursor)&beginning=", "400 Bad Request"),
      ("cursor=\(cursor)&beginning=ab", "400 Bad Request"),
      ("cursor=\(cursor)&first=0", "400 Bad Request"),
      ("cursor=\(cursor)&limit=1001", "400 Bad Request"),
      ("cursor=\(MemberCursorTests.text("recentlySeen", "", "1", "2"))", "403 Forbidden"),
    ]
      + MemberCursorTests.badTexts.map {
        ("cursor=\($0.replacing("+", with: "%2B").replacing(" ", with: "%20"))", "400 Bad Request")
      })
  func cursors(_ query: String, _ status: String) async throws {
    let service = try await LocalService(InMemoryAccountStore())
    let request = "GET /v1/members?\(query) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    #expect(try await answer(to: request, port: service.port).hasPrefix("HTTP/1.1 \(status)"))
  }

  /// The example of RFC 9110, section 5.6.7.
  @Test func aDateIsThatOfHTTP() {
    #expect(dateHeader(at: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  /// A body that does not end is given up, so that it does not keep others away.
  @Test func aSlowBodyIsGivenUp() async throws {
    var limits = ServiceLimits()
    limits.requests = 1
    let service = try await LocalService(InMemoryAccountStore(), limits)
    let head =
      "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
      + "Content-Length: 100\r\n\r\n"
    #expect(
      try await answer(to: head + "{", port: service.port)
        == "HTTP/1.1 400 Bad Request")
    let next = "GET /v1/policy HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    #expect(try await answer(to: next, port: service.port) == "HTTP/1.1 200 OK")
  }

  /// Nor is one that no route reads.
  @Test func aSlowBodyIsGivenUpUnread() async throws {
    var limits = ServiceLimits()
    limits.requestTime = .milliseconds(1)
    let service = try await LocalService(InMemoryAccountStore(), limits)
    let head = "GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n"
    let end = try await onThreadOfItsOwn {
      let connection = try #require(LoopbackListener.connection(to: service.port))
      defer { close(connection) }
      sendAll((head + "{").utf8, to: connection)
      var buffer = [UInt8](repeating: 0, count: 65_536)
      var count = 1
      while count > 0 { count = read(connection, &buffer, buffer.count) }
      return count
    }
    #expect(end == 0)
  }

  /// An address cannot take all that the service does at once.
  @Test func anAddressGetsAShare() {
    var limits = ServiceLimits()
    let limit = limits.concurrencyLimit(of: 8)
    #expect((0..<3).map { _ in limit.enter("a") } == [true, true, false])
    #expect(
      ["b", "c", "d"].map { [limit.enter($0), limit.enter($0)] }
        == Array(repeating: [true, true], count: 3))
    #expect(!limit.enter("e"))
    limit.leave("a")
    #expect(limit.enter("e"))
    // With a load balancer, all requests have one address.
    limits.rate = 0
    let undivided = limits.concurrencyLimit(of: 8)
    #expect((0..<9).map { _ in undivided.enter("a") } == Array(repeating: true, count: 8) + [false])
  }

  /// A client that does not read the answers may not keep a connection, and the memory for them.
  @Test func aClientThatDoesNotReadIsGivenUp() async throws {
    var limits = ServiceLimits()
    (limits.rate, limits.answerTime) = (0, .milliseconds(1))
    let service = try await LocalService(InMemoryAccountStore(), limits)
    let error = try await onThreadOfItsOwn {
      let connection = try #require(LoopbackListener.connection(to: service.port))
      defer { close(connection) }
      var timeout = timeval(tv_sec: 60, tv_usec: 0)
      setsockopt(
        connection, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
      let request = "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
      while sendAll(request.utf8, to: connection) {}
      return errno
    }
    #expect([ECONNRESET, EPIPE].contains(error))
  }

  /// A client that has used up its requests is remembered, however many others come.
  @Test func manyAddressesForgiveNobody() throws {
    let (rates, now) = (ClientRates(rate: 1), ContinuousClock.now)
    for _ in 0..<4 { try rates.take("busy", at: now) }
    for number in 0..<30_000 { try rates.take("\(number)", at: now) }
    #expect(throws: (any Error).self) { try rates.take("busy", at: now) }
  }
}
#endif
