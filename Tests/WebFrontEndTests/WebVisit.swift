import CFormwork
import Foundation
import FormworkFrontEnd
import TestSupport
import Testing

@testable import WebFrontEnd

/// A front end that serves a scripted form, and the browser that visits it.
final class WebVisit: PageClient, @unchecked Sendable {
  private let host: ScriptedHost
  /// The pipe in place of a terminal: the end to read, and that of the front end.
  private let terminal: (reader: Int32, writer: Int32)
  private let done = DispatchSemaphore(value: 0)
  private let posts = Synchronized<[ScriptMessage]>([])
  private let shown = Synchronized("")
  /// Runs a body on a thread of its own, and detaches the front end after it.
  static func run(
    _ messages: [DisplayMessage] = Sample.form, limits: ServerLimits = ServerLimits(),
    keepsPosts: Bool = true,
    answering: @escaping @Sendable (ScriptMessage, ScriptedHost) -> Void = { _, _ in },
    _ body: @Sendable (WebVisit) throws -> Void
  ) async throws {
    try await onThreadOfItsOwn {
      let visit = try WebVisit(messages, limits, keepsPosts, answering)
      defer { visit.leave() }
      try visit.readLink("at")
      try body(visit)
    }
  }

  private init(
    _ messages: [DisplayMessage], _ limits: ServerLimits, _ keepsPosts: Bool,
    _ answering: @escaping @Sendable (ScriptMessage, ScriptedHost) -> Void
  ) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError(code: errno) }
    terminal = (ends[0], ends[1])
    host = ScriptedHost(input: -1, output: ends[1])
    super.init()
    host.onPost = { [posts, host] post in
      posts.change { $0.append(post) }
      answering(post, host)
    }
    for message in messages { host.give(message) }
    Thread.detachNewThread { [self] in
      var frontEnd = WebFrontEnd()
      frontEnd.limits = limits
      let table = host.table { if !keepsPosts { $0.post = { _, _ in } } }
      if let connection = HostConnection(table) {
        do { try frontEnd.run(connection) } catch { shown.change { $0 += "\(error)" } }
      }
      done.signal()
    }
  }

  /// The posts so far, one on each line: the kind, the node, the revision and the text.
  var lines: [String] {
    posts.change { $0 }.map { "\($0.kind) \($0.node) \($0.revision) \($0.string)" }
  }

  /// Sends messages of the host.
  func give(_ messages: DisplayMessage...) { messages.forEach(host.give) }

  func leave() {
    host.give(.detach(.done))
    #expect(done.wait(timeout: .now() + 10) == .success)
    close(terminal.reader)
    close(terminal.writer)
  }

  /// Reads the terminal up to the next address, after a word.
  func readLink(_ word: String) throws {
    var text = ""
    while !text.contains(/#[A-Za-z0-9_-]{24}\n/) {
      var entry = pollfd(fd: terminal.reader, events: Int16(POLLIN), revents: 0)
      var chunk = [UInt8](repeating: 0, count: 4096)
      try #require(poll(&entry, 1, 20_000) == 1, "\(text)")
      let count = read(terminal.reader, &chunk, chunk.count)
      text += String(decoding: chunk.prefix(max(0, count)), as: UTF8.self)
    }
    #expect(text.contains(word))
    try follow(text)
  }
}

/// A browser as the page of a form has it.
class PageClient: @unchecked Sendable {
  private(set) var port: UInt16 = 0
  private(set) var token = ""

  /// The path of the data and the cookie after ``enter()``.
  private(set) var pass = ""
  private(set) var cookie = ""

  /// The first event of each stream.
  private(set) var proof = ""

  /// The picture that came with the pass.
  private(set) var picture = ""

  /// Takes the address from a text of the terminal.
  func follow(_ text: String) throws {
    let match = try #require(text.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/#(\S+)/))
    (port, token) = (try #require(UInt16(match.1)), String(match.2))
  }

  /// Returns the headers of a request of the page.
  func headers(_ extra: [String] = []) -> [String] {
    [
      "Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)", "Connection: close",
      "Content-Type: application/octet-stream", "Cookie: other=1; \(cookie)",
    ] + extra
  }

  /// Sends a request as it is, and returns the status and the whole response.
  func send(_ raw: String) throws -> (status: Int, text: String) {
    let connection = try HTTPClient(port: port)
    connection.write(Array(raw.utf8))
    return connection.response()
  }

  func get(_ path: String) throws -> (status: Int, text: String) {
    try send("GET \(path) HTTP/1.1\r\n\(headers().joined(separator: "\r\n"))\r\n\r\n")
  }

  @discardableResult
  func post(_ path: String, _ body: String = "") throws -> (status: Int, text: String) {
    let length = "Content-Length: \(body.utf8.count)"
    return try send(
      "POST \(path) HTTP/1.1\r\n\(headers([length]).joined(separator: "\r\n"))\r\n\r\n\(body)")
  }

  /// Posts an input of the page, and returns the status.
  @discardableResult
  func input(_ query: String, _ body: String = "") throws -> Int {
    try post("/\(pass)/input?\(query)", body).status
  }

  /// Exchanges the token, and returns the status.
  @discardableResult
  func enter() throws -> Int {
    let response = try post("/open", token)
    if let match = response.text.firstMatch(of: #/Set-Cookie: (formwork=[^;]+); Path=/([^;]+);/#) {
      (cookie, pass) = (String(match.1), String(match.2))
      let match = try #require(
        response.text.firstMatch(of: #/\{"pass":\["([^"]+)","([^"]+)"\],"picture":(.*)\}$/#))
      #expect(match.1 == pass)
      (proof, picture) = (String(match.2), String(match.3))
    }
    return response.status
  }

  /// Opens the stream of events, which begins with the proof.
  func events(isFirst: Bool = false) throws -> EventReader {
    let connection = try HTTPClient(port: port)
    let lines =
      ["GET /\(pass)/events\(isFirst ? "?first=1" : "") HTTP/1.1"]
      + headers().filter { !$0.hasPrefix("Conn") }
    connection.write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    let reader = EventReader(connection)
    #expect(reader.next() == #"{"type":"proof","proof":"\#(proof)"}"#)
    return reader
  }
}

/// The form of the tests.
enum Sample {
  static let screen = NodeID(rawValue: 1)
  static let name = NodeID(rawValue: 2)
  static let secret = NodeID(rawValue: 3)
  static let submit = NodeID(rawValue: 4)

  static let form: [DisplayMessage] = [
    .attach(title: "A visit"),
    .change(.inserted(screen, kind: .screen, name: "", parent: nil, index: 0)),
    .change(.inserted(name, kind: .textField, name: "name", parent: screen, index: 0)),
    .change(.set(name, .label, .text("<b>Name</b>\u{2028}\"\\"))),
    .change(.inserted(secret, kind: .secretField, name: "code", parent: screen, index: 1)),
    .change(.inserted(submit, kind: .button, name: "submit", parent: screen, index: 2)),
    .change(.focused(name)), .flush(revision: 7),
  ]
}

/// A connection of a client, with a limit for each wait.
final class HTTPClient: @unchecked Sendable {
  let socket: Int32

  init(port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    let result = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw SystemError(code: errno) }
  }

  deinit { close(socket) }

  func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

  func write(_ bytes: UnsafeRawBufferPointer) {
    _ = Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Reads what has come; empty at the end or after the limit.
  func read() -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &chunk, chunk.count, 0)
    return Array(chunk.prefix(max(0, count)))
  }

  /// Reads up to the end of the connection; the status is 0 without a response.
  func response() -> (status: Int, text: String) {
    var bytes: [UInt8] = []
    while case let part = read(), !part.isEmpty { bytes += part }
    let text = String(decoding: bytes, as: UTF8.self)
    return (text.firstMatch(of: /^HTTP\/1\.1 (\d+)/).flatMap { Int($0.1) } ?? 0, text)
  }
}

/// The events of a page.
final class EventReader {
  let connection: HTTPClient
  private var text = ""

  init(_ connection: HTTPClient) { self.connection = connection }

  /// Closes the connection, as a closed tab does.
  func close() { shutdown(connection.socket, Int32(SHUT_RDWR)) }

  /// Returns the next event; `nil` at the end.
  func next() -> String? {
    while true {
      if let match = text.firstMatch(of: /data: (.*)\n\n/) {
        text = String(text[match.range.upperBound...])
        return String(match.1)
      }
      let part = connection.read()
      if part.isEmpty { return nil }
      text += String(decoding: part, as: UTF8.self)
    }
  }
}
