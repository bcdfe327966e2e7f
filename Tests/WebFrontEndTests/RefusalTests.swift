import Foundation
import FormworkFrontEnd
import TestSupport
import Testing

@testable import WebFrontEnd

/// Requests that no page of ours sends: each is refused, and the form is unharmed.
struct RefusalTests {
  /// A request with P for the port, S for the path of the data, and C for the cookie.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let request: String
    let status: Int

    init(_ name: String, _ status: Int, _ lines: String...) {
      (testDescription, self.status) = (name, status)
      request = lines.joined(separator: "\r\n")
    }
  }

  private static let edit = "POST /S/input?kind=edit&n=1&revision=7&node=2&cursor=0 HTTP/1.1"
  private static let host = "Host: 127.0.0.1:P"
  private static let origin = "Origin: http://127.0.0.1:P"
  private static let type = "Content-Type: application/octet-stream"

  static let rows = [
    Row("no cookie", 403, edit, host, origin, type, "Content-Length: 1", "", "x"),
    Row(
      "wrong cookie", 403, edit, host, origin, type, "Cookie: formwork=x", "Content-Length: 1", "",
      "x"),
    Row(
      "wrong path", 403, "GET /AAAAAAAAAAAAAAAAAAAAAAAA/events HTTP/1.1", host, "Cookie: C", "", ""),
    Row("events without a path", 404, "GET /events HTTP/1.1", host, "", ""),
    Row("events of a longer path", 404, "GET /a/b/events HTTP/1.1", host, "", ""),
    Row("events with the path in a longer one", 404, "GET /a/S/events HTTP/1.1", host, "", ""),
    Row("events of an empty path", 403, "GET //events HTTP/1.1", host, "", ""),
    Row("no cookie for events", 403, "GET /S/events HTTP/1.1", host, "", ""),
    Row("host by name", 403, "GET / HTTP/1.1", "Host: evil.example:P", "", ""),
    Row("host of another port", 403, "GET / HTTP/1.1", "Host: 127.0.0.1:1", "", ""),
    Row("two hosts", 403, "GET / HTTP/1.1", host, "Host: evil.example", "", ""),
    Row("no host", 400, "GET / HTTP/1.1", "", ""),
    Row(
      "wrong origin", 403, edit, host, "Origin: http://evil.example", type, "Cookie: C",
      "Content-Length: 1", "", "x"),
    Row("no origin", 403, edit, host, type, "Cookie: C", "Content-Length: 1", "", "x"),
    Row(
      "null origin", 403, edit, host, "Origin: null", type, "Cookie: C", "Content-Length: 0", "", ""
    ),
    Row(
      "form of another site", 415, edit, host, origin, "Content-Type: text/plain", "Cookie: C",
      "Content-Length: 1", "", "x"),
    Row(
      "script of another site", 403, "GET /script.js HTTP/1.1", host, "Sec-Fetch-Site: cross-site",
      "", ""),
    Row(
      "over the limit", 413, edit, host, origin, type, "Cookie: C", "Content-Length: 65537", "", ""),
    Row("no length", 411, edit, host, origin, type, "Cookie: C", "", ""),
    Row(
      "negative length", 400, edit, host, origin, type, "Cookie: C", "Content-Length: -1", "", ""),
    Row(
      "chunked", 400, edit, host, origin, type, "Cookie: C", "Transfer-Encoding: chunked", "",
      "1", "x", "0", "", ""),
    Row(
      "length and chunks", 400, edit, host, origin, type, "Cookie: C", "Content-Length: 1",
      "Transfer-Encoding: chunked", "", "0", "", "GET / HTTP/1.1", host, "", ""),
    Row(
      "two lengths", 411, edit, host, origin, type, "Cookie: C", "Content-Length: 1",
      "Content-Length: 30", "", "x"),
    Row("body of a GET", 400, "GET / HTTP/1.1", host, "Content-Length: 5", "", "hello"),
    Row(
      "upgrade", 400, "GET / HTTP/1.1", host, "Connection: Upgrade", "Upgrade: websocket",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""),
    Row("other method", 405, "DELETE / HTTP/1.1", host, "", ""),
    Row("no such page", 404, "GET /../etc/passwd HTTP/1.1", host, "", ""),
    Row(
      "wrong token", 403, "POST /open HTTP/1.1", host, origin, type, "Content-Length: 1", "", "x"),
    // The connection is closed without an answer.
    Row("no HTTP", 0, "hello", "", ""),
  ]

  @Test(arguments: rows) func aRequestIsRefused(_ row: Row) async throws {
    try await WebVisit.run { visit in
      try visit.enter()
      let request = row.request.replacingOccurrences(of: ":P", with: ":\(visit.port)")
        .replacingOccurrences(of: "/S/", with: "/\(visit.pass)/")
        .replacingOccurrences(of: "Cookie: C", with: "Cookie: \(visit.cookie)")
        .replacing("\r\nHost", with: "\r\nConnection: close\r\nHost", maxReplacements: 1)
      let client = try HTTPClient(port: visit.port)
      client.write(Array(request.utf8))
      shutdown(client.socket, Int32(SHUT_WR))
      let response = client.response()
      #expect(response.status == row.status)
      // Neither is what follows on the connection.
      #expect(!response.text.contains("HTTP/1.1 2"))
      #expect(visit.lines == [])
      #expect(try visit.events().next()?.contains("picture") == true)
      #expect(try visit.input("kind=edit&n=1&revision=7&node=2&cursor=0", "x") == 204)
    }
  }

  @Test(arguments: [
    ("", 400), ("kind=edit", 400), ("kind=edit&n=1&node=2&cursor=0", 400),
    ("kind=edit&n=1&revision=8&node=2&cursor=0", 400),
    ("kind=edit&n=1&revision=18446744073709551615&node=2&cursor=0", 400),
    ("kind=edit&n=1&revision=99999999999999999999&node=2&cursor=0", 400),
    ("kind=edit&n=1&revision=7&node=2&cursor=9", 400),
    ("kind=edit&n=1&revision=7&node=2&cursor=-1", 400),
    ("kind=edit&n=1&revision=7&node=2&node=3&cursor=0", 400),
    ("kind=edit&n=0&revision=7&node=2&cursor=0", 400),
    ("kind=edit&n=1001&revision=7&node=2&cursor=0", 400),
    ("kind=next&n=\(Int.max)&revision=7", 400),
    ("kind=edit&n=1&revision=7&node=99&cursor=0", 410),
    ("kind=edit&n=1&revision=7&node=4&cursor=0", 410),
    ("kind=activate&n=1&revision=7&node=2", 410), ("kind=choose&n=1&revision=7&node=2&on=1", 410),
    ("kind=choose&n=1&revision=7&node=2&on=2", 400), ("kind=quit&n=1&revision=7", 400),
    ("kind=window&n=1&revision=7&node=2&first=0&rows=100000", 400),
    ("kind=complete&n=1&revision=7&node=3&cursor=0", 400),
    ("kind=%00&n=1&revision=7", 400), ("kind=%FF&n=1&revision=7", 400),
  ])
  func aMalformedInputIsRefused(_ query: String, _ status: Int) async throws {
    try await WebVisit.run { visit in
      try visit.enter()
      #expect(try visit.input(query, "x{\"") == status)
      #expect(visit.lines == [])
      #expect(try visit.input("kind=edit&n=2&revision=7&node=2&cursor=0", "x") == 204)
    }
  }

  @Test func aTextThatIsNotUTF8IsRefused() async throws {
    try await WebVisit.run { visit in
      try visit.enter()
      for node in [2, 3] {
        let lines = visit.headers(["Content-Length: 2"]).joined(separator: "\r\n")
        let path = "/\(visit.pass)/input?kind=edit&n=1&revision=7&node=\(node)&cursor=0"
        let client = try HTTPClient(port: visit.port)
        client.write(Array("POST \(path) HTTP/1.1\r\n\(lines)\r\n\r\n".utf8) + [0xC3, 0x28])
        #expect(client.response().status == 400)
      }
      #expect(visit.lines == [])
    }
  }

  @Test func aTokenOpensOnePage() async throws {
    try await WebVisit.run { visit in
      #expect(try visit.enter() == 200)
      let (cookie, pass) = (visit.cookie, visit.pass)
      let events = try visit.events()
      #expect(events.next() != nil)
      #expect(try visit.enter() == 403)
      #expect(visit.cookie == cookie)
      #expect(visit.pass == pass)
    }
  }

  @Test func aSlowRequestEnds() async throws {
    var limits = ServerLimits()
    limits.idleSeconds = 1
    try await WebVisit.run(limits: limits) { visit in
      try visit.enter()
      let events = try visit.events()
      #expect(events.next() != nil)
      let client = try HTTPClient(port: visit.port)
      client.write(Array("GET / HTTP/1.1\r\nHo".utf8))
      #expect([0, 408].contains(client.response().status))
      // The connection of the events is slow by nature, and stays.
      visit.give(.flush(revision: 8))
      #expect(events.next()?.contains(#""revision":8"#) == true)
    }
  }

  /// A request that comes byte by byte is cut.
  @Test(arguments: ["GET / HTTP/1.1\r\nHost: ", "POST /open HTTP/1.1\r\nHost: 127.0.0.1:P\r\nX: "])
  func aSteadyRequestEnds(_ beginning: String) async throws {
    var limits = ServerLimits()
    limits.requestTime = .milliseconds(300)
    try await WebVisit.run(limits: limits) { visit in
      try visit.enter()
      let events = try visit.events()
      #expect(events.next() != nil)
      let client = try HTTPClient(port: visit.port)
      client.write(Array(beginning.replacingOccurrences(of: ":P", with: ":\(visit.port)").utf8))
      let deadline = ContinuousClock.now + .seconds(60)
      var end = pollfd(fd: client.socket, events: Int16(POLLIN), revents: 0)
      // Each byte begins the time of a silent connection again.
      while poll(&end, 1, 20) == 0, ContinuousClock.now < deadline { client.write([0x61]) }
      #expect(client.response().status == 0)
      visit.give(.flush(revision: 8))
      #expect(events.next()?.contains(#""revision":8"#) == true)
    }
  }

  @Test func connectionsAreBounded() async throws {
    var limits = ServerLimits()
    limits.connections = 4
    try await WebVisit.run(limits: limits) { visit in
      try visit.enter()
      let events = try visit.events()
      #expect(events.next() != nil)
      do {
        let clients = try (0..<12).map { _ in try HTTPClient(port: visit.port) }
        visit.give(.flush(revision: 8))
        #expect(events.next()?.contains(#""revision":8"#) == true)
        withExtendedLifetime(clients) {}
      }
      // The server notices the end of each connection in its own time.
      let deadline = ContinuousClock.now + .seconds(60)
      var status = 0
      while status != 200, ContinuousClock.now < deadline { status = try visit.get("/").status }
      #expect(status == 200)
    }
  }

  /// Clients without a pass that keep their connections do not keep the page out.
  @Test func strangersLeaveRoomForThePage() async throws {
    var limits = ServerLimits()
    limits.connections = 6
    limits.idleSeconds = 600
    limits.requestTime = .seconds(600)
    try await WebVisit.run(limits: limits) { visit in
      try visit.enter()
      let events = try visit.events()
      #expect(events.next() != nil)
      let strangers = try (0..<12).map { _ in
        let stranger = try HTTPClient(port: visit.port)
        stranger.write(Array("GET / HTTP/1.1\r\n".utf8))
        return stranger
      }
      #expect(try visit.input("kind=edit&n=1&revision=7&node=2&cursor=0", "x") == 204)
      #expect(try visit.get("/").status == 200)
      visit.give(.flush(revision: 8))
      #expect(events.next()?.contains(#""revision":8"#) == true)
      withExtendedLifetime(strangers) {}
    }
  }

  @Test(arguments: [(rate: 0.0, last: 429), (1e9, 204)])
  func postsAreLimited(_ rate: Double, _ last: Int) async throws {
    var limits = ServerLimits()
    limits.postRate = rate
    try await WebVisit.run(limits: limits) { visit in
      try visit.enter()
      let statuses = try (1...401).map { try visit.input("kind=reload&n=\($0)&revision=7") }
      #expect(statuses == Array(repeating: 204, count: 400) + [last])
    }
  }

  @Test func theHeadersOfAPage() async throws {
    try await WebVisit.run { visit in
      let text = try visit.get("/").text
      for line in [
        "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Frame-Options: DENY",
        "X-Content-Type-Options: nosniff",
      ] {
        #expect(text.contains("\r\n\(line)\r\n"))
      }
      #expect(text.contains("Content-Security-Policy: default-src 'none'; script-src 'self';"))
      #expect(!text.contains("unsafe"))
      try visit.enter()
      #expect(try visit.post("/open", visit.token).status == 403)
    }
  }
}
