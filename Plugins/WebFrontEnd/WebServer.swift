import CMicroHTTPD
import FormworkFrontEnd
import Glibc

/// The limits of the server.
package struct ServerLimits {
  /// The number of connections at a time.
  package var connections: UInt32 = 24

  /// The seconds after which a silent connection is closed, except that of the events.
  package var idleSeconds: UInt32 = 10

  /// The time for a request and its answer, however steadily they come.
  package var requestTime = Duration.seconds(20)

  /// The bytes of a body: the longest text of the contract.
  package var bodyByteCount = 1 << 16

  /// The posts of a second, after the first ones: more than any user can type.
  package var postRate = 200.0

  /// The bytes of the queue of events, after which a page that does not read starts again.
  package var queueByteCount = 8 << 20

  /// The time without a page after which it counts as closed: a reloaded page is back earlier.
  package var absence = Duration.seconds(2)

  package init() {}
}

/// A request of a browser, complete with its body.
final class WebRequest {
  let method: String
  let path: String
  let headers: [(name: String, value: String)]
  let arguments: [(name: String, value: String)]

  /// The body, which may be a secret.
  let body = SecretBytes()

  init(
    _ method: String, _ path: String, headers: [(name: String, value: String)],
    arguments: [(name: String, value: String)]
  ) {
    (self.method, self.path, self.headers, self.arguments) = (method, path, headers, arguments)
  }

  fileprivate convenience init?(_ connection: OpaquePointer, method: String, path: String) {
    guard let headers = Self.values(of: cmh_headers, in: connection),
      let arguments = Self.values(of: cmh_arguments, in: connection)
    else { return nil }
    self.init(method, path, headers: headers, arguments: arguments)
  }

  /// Returns the only value of a header; `nil` if there is none, or there are several.
  func header(_ name: String) -> String? { Self.only(name, in: headers) }

  /// Returns the only value of an argument of the address.
  func argument(_ name: String) -> String? { Self.only(name, in: arguments) }

  func hasHeader(_ name: String) -> Bool { headers.contains { $0.name == name } }

  private static func only(_ name: String, in values: [(name: String, value: String)]) -> String? {
    let found = values.filter { $0.name == name }
    return found.count == 1 ? found[0].value : nil
  }

  private final class Collection {
    var values: [(name: String, value: String)] = []
    var isText = true
  }

  /// Returns values by their names in lower case; `nil` if they are not UTF-8.
  private static func values(
    of kind: MHD_ValueKind, in connection: OpaquePointer
  ) -> [(name: String, value: String)]? {
    let collection = Collection()
    MHD_get_connection_values(
      connection, kind,
      { context, _, name, value in
        guard let context, let name else { return .YES }
        let collection = Unmanaged<Collection>.fromOpaque(context).takeUnretainedValue()
        let (key, text) = (String(systemText: name), value.map { String(systemText: $0) } ?? "")
        collection.isText = collection.isText && key.isSystemUTF8 && text.isSystemUTF8
        collection.values.append((key.lowercased(), text))
        return .YES
      }, Unmanaged.passUnretained(collection).toOpaque())
    return collection.isText ? collection.values : nil
  }
}

/// An answer to a request.
enum WebReply {
  case status(UInt32, text: String = "")
  case content(type: String, [UInt8], headers: [(String, String)] = [])
  case stream(EventStream)
}

/// The server of one page on one socket, driven by the loop of the front end.
final class WebServer {
  private let limits: ServerLimits
  private let answer: (WebRequest) -> WebReply

  /// Decides about a request before its body comes; `nil` if it is acceptable so far.
  private let refusal: (WebRequest) -> WebReply?
  private var daemon: OpaquePointer?

  /// The time at which each connection is cut, except that of the events.
  private var deadlines: [OpaquePointer: ContinuousClock.Instant] = [:]

  /// The connections without a request of the page's own, in the order of their beginnings.
  private var unknownConnections: [OpaquePointer] = []

  /// The descriptor to poll.
  var descriptor: Int32 { daemon.map { cmh_descriptor($0) } ?? -1 }

  /// Serves a listening socket, which is closed with the server.
  init(
    _ listener: Int32, limits: ServerLimits, refusal: @escaping (WebRequest) -> WebReply?,
    answer: @escaping (WebRequest) -> WebReply
  ) throws(SystemError) {
    (self.limits, self.refusal, self.answer) = (limits, refusal, answer)
    let room = cmh_limits(
      connections: limits.connections, idle_seconds: limits.idleSeconds, memory: 1 << 15)
    daemon = cmh_start(
      listener, room,
      { context, connection, path, method, _, body, count, request in
        guard let context, let connection, let path, let method, let count, let request else {
          return .NO
        }
        let server = Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue()
        if let known = request.pointee {
          let known = Unmanaged<WebRequest>.fromOpaque(known).takeUnretainedValue()
          return server.proceed(with: known, on: connection, body, count)
        }
        let begun = WebRequest(
          connection, method: String(systemText: method), path: String(systemText: path))
        guard let begun else { return WebServer.send(.status(400), on: connection) }
        request.pointee = Unmanaged.passRetained(begun).toOpaque()
        return server.begin(begun, on: connection)
      },
      { context, connection, request, _ in
        if let context, let connection {
          Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue().note(connection)
        }
        guard let known = request?.pointee else { return }
        Unmanaged<WebRequest>.fromOpaque(known).release()
        request?.pointee = nil
      },
      { context, connection, _, change in
        guard let context, let connection else { return }
        let server = Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue()
        server.note(connection, isClosed: change == .CONNECTION_NOTIFY_CLOSED)
        server.noteUnknown(connection, isClosed: change == .CONNECTION_NOTIFY_CLOSED)
      }, Unmanaged.passUnretained(self).toOpaque())
    if daemon == nil {
      Glibc.close(listener)
      throw SystemError(code: ENOMEM)
    }
  }

  /// Notes the beginning of a connection, the end of a request on it, or its end.
  private func note(_ connection: OpaquePointer, isClosed: Bool = false) {
    deadlines[connection] = isClosed ? nil : .now + limits.requestTime
  }

  /// Notes the beginning or the end of a connection, and leaves a third of them to the page.
  private func noteUnknown(_ connection: OpaquePointer, isClosed: Bool) {
    if isClosed { return unknownConnections.removeAll { $0 == connection } }
    unknownConnections.append(connection)
    if unknownConnections.count > limits.connections * 2 / 3 {
      cmh_cut(unknownConnections.removeFirst())
    }
  }

  /// Performs the work that is possible without waiting.
  func work() {
    guard let daemon else { return }
    let now = ContinuousClock.now
    for (connection, deadline) in deadlines where deadline <= now {
      cmh_cut(connection)
      deadlines[connection] = nil
    }
    // At its limit, the library listens again only in the call after one that has closed a connection.
    var count: UInt32
    repeat {
      count = cmh_connection_count(daemon)
      MHD_run(daemon)
    } while cmh_connection_count(daemon) != count
  }

  /// The milliseconds until the server has work by itself; -1 if it never has.
  var timeout: Int32 {
    var milliseconds: UInt64 = 0
    let isIdle = daemon.map { MHD_get_timeout($0, &milliseconds) != .YES } ?? true
    let own = isIdle ? nil : Int32(clamping: milliseconds)
    let cut = deadlines.values.min().map { ContinuousClock.now.duration(to: $0).wholeMilliseconds }
    return [own, cut].compactMap(\.self).min() ?? -1
  }

  /// Closes all connections; no stream may be at rest.
  func close() {
    if let daemon { MHD_stop_daemon(daemon) }
    daemon = nil
  }

  private func begin(_ request: WebRequest, on connection: OpaquePointer) -> MHD_Result {
    if let refusal = refusal(request) { return WebServer.send(refusal, on: connection) }
    if request.hasPass { unknownConnections.removeAll { $0 == connection } }
    return .YES
  }

  private func proceed(
    with request: WebRequest, on connection: OpaquePointer, _ bytes: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    guard count.pointee > 0, let bytes else {
      let reply = answer(request)
      if case .stream = reply { deadlines[connection] = nil }
      return WebServer.send(reply, on: connection)
    }
    // The buffer belongs to the connection, and is not read again.
    let part = UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(mutating: bytes), count: count.pointee)
    if request.body.byteCount + part.count <= limits.bodyByteCount {
      request.body.append(UnsafeRawBufferPointer(part))
    }
    part.wipe()
    count.pointee = 0
    return .YES
  }

  private static let headers = [
    ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
  ]

  private static func send(_ reply: WebReply, on connection: OpaquePointer) -> MHD_Result {
    var (status, extra): (UInt32, [(String, String)]) = (200, [])
    let response: OpaquePointer?
    switch reply {
    case .status(let code, var text):
      status = code
      extra = [("Content-Type", "text/plain; charset=utf-8")]
      // Nothing that follows a refused request on its connection is read.
      if code >= 400 { extra.append(("Connection", "close")) }
      if code == 405 { extra.append(("Allow", "GET, POST")) }
      response = text.withUTF8 { cmh_response($0.baseAddress, $0.count) }
    case .content(let type, let bytes, let headers):
      extra = headers + [("Content-Type", type)]
      response = bytes.withUnsafeBytes { cmh_response($0.baseAddress, $0.count) }
    case .stream(let stream):
      extra = [("Content-Type", "text/event-stream")]
      response = stream.response(on: connection)
    }
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    for (name, value) in Self.headers + extra {
      MHD_add_response_header(response, name, value)
    }
    return MHD_queue_response(connection, status, response)
  }
}

/// The events on their way to the page, on a connection that stays open.
final class EventStream {
  private var queue: [UInt8] = []
  private var sentCount = 0
  private var connection: OpaquePointer?
  private var isAtRest = false
  private var isEnding = false

  /// Called when the connection has ended.
  private let ended: (EventStream) -> Void

  init(ended: @escaping (EventStream) -> Void) { self.ended = ended }

  /// The number of bytes that wait.
  var waitingCount: Int { queue.count - sentCount }

  /// Whether the connection exists.
  var isOpen: Bool { connection != nil }

  /// The socket to watch for an end of the connection while nothing is sent; -1 otherwise.
  var socket: Int32 { isAtRest ? connection.map { cmh_socket($0) } ?? -1 : -1 }

  fileprivate func response(on connection: OpaquePointer) -> OpaquePointer? {
    self.connection = connection
    return cmh_stream(
      { context, _, room, count in
        guard let context, let room else { return cmh_end_of_stream }
        return Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue().read(room, count)
      }, Unmanaged.passRetained(self).toOpaque(),
      { context in
        guard let context else { return }
        let stream = Unmanaged<EventStream>.fromOpaque(context).takeRetainedValue()
        stream.connection = nil
        stream.ended(stream)
      })
  }

  /// Adds an event to a stream that is not ending.
  func send(_ event: String) {
    guard !isEnding else { return }
    queue += event.utf8
    resume()
  }

  /// Ends the connection after all events, or at once.
  func end(atOnce: Bool = false) {
    if atOnce { (queue, sentCount) = ([], 0) }
    isEnding = true
    resume()
  }

  private func resume() {
    guard isAtRest, let connection else { return }
    isAtRest = false
    MHD_resume_connection(connection)
  }

  private func read(_ room: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    let part = min(count, waitingCount)
    if part == 0 {
      if isEnding { return cmh_end_of_stream }
      isAtRest = true
      if let connection { MHD_suspend_connection(connection) }
      return 0
    }
    UnsafeMutableRawBufferPointer(start: room, count: part)
      .copyBytes(from: queue[sentCount..<sentCount + part])
    sentCount += part
    // The copy is smaller than the part that was sent since the last one.
    if sentCount > queue.count / 2 { (queue, sentCount) = (Array(queue[sentCount...]), 0) }
    return part
  }
}
