import CCurl
import FormworkJSON
import FormworkOperations
import FormworkSystem

/// The times after which a request to a service is given up.
package struct ConnectionLimits: Sendable {
  /// The time for a connection.
  let connection: Duration

  /// The time without a byte, in whole seconds.
  let stall: Duration

  /// The time for a request with all its tries, except a stream.
  package let whole: Duration

  /// The time in which a request is repeated: later, a person rather reads the reason of the failure.
  let retry: Duration

  package init(
    connection: Duration, stall: Duration, whole: Duration, retry: Duration = .seconds(5)
  ) {
    (self.connection, self.stall, self.whole) = (connection, stall, whole)
    self.retry = retry
  }

  package static let standard = ConnectionLimits(
    connection: .seconds(5), stall: .seconds(15), whole: .seconds(30))
}

/// A connection to a service, which one request uses at a time.
final class ServiceConnection: @unchecked Sendable {
  private static let answerLimit = JSONReader.byteLimit

  private let client: OpaquePointer
  private let caFile: String?
  private let limits: ConnectionLimits

  init(caFile: String?, limits: ConnectionLimits) throws(ServiceFault) {
    guard curl_client_load() != 0, let client = curl_client_create() else { throw .noLibrary }
    (self.client, self.caFile, self.limits) = (client, caFile, limits)
  }

  deinit { curl_client_destroy(client) }

  /// Ends the running request from another thread.
  func interrupt() { curl_client_interrupt(client) }

  /// The status, three headers and the body of an answer.
  struct Answer: Sendable {
    var status = 0
    var contentType = ""
    var tag = ""
    /// The seconds of `Retry-After`, a day at most.
    var retryDelay: Duration?
    var body: [UInt8] = []
  }

  /// The parts of an answer while they arrive.
  private final class Receiver {
    var answer = Answer()
    var isTooLarge = false
    let stream: ((UnsafeRawBufferPointer) -> Bool)?

    init(_ stream: ((UnsafeRawBufferPointer) -> Bool)?) { self.stream = stream }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
      if let stream { return stream(bytes) }
      isTooLarge = answer.body.count + bytes.count > answerLimit
      if !isTooLarge { answer.body += bytes }
      return !isTooLarge
    }

    func receiveHeader(_ line: UnsafeRawBufferPointer) {
      let line = String(decoding: line.prefix(200), as: UTF8.self)
      guard let colon = line.firstIndex(of: ":") else { return }
      let value = line[line.index(after: colon)...].filter { $0 != " " && !$0.isNewline }
      switch line[..<colon].lowercased() {
      case "content-type": answer.contentType = value.lowercased()
      case "etag": answer.tag = value
      case "retry-after":
        answer.retryDelay = UInt32(value).map { .seconds(min($0, 86_400)) }
      default: break
      }
    }
  }

  /// Sends a request, and waits for its answer on a thread of its own, which may block for long.
  func answer(to request: ServiceRequest, at address: ServiceAddress) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      let isStarted = startThread { [self] in
        continuation.resume(with: Result { try perform(request, at: address) })
      }
      if !isStarted { continuation.resume(throwing: ServiceFault.unreachable("no thread")) }
    }
  }

  /// Sends a request, and blocks until its answer; a stream of bytes has no limit of time.
  func perform(
    _ request: ServiceRequest, at address: ServiceAddress,
    stream: ((UnsafeRawBufferPointer) -> Bool)? = nil
  ) throws -> Answer {
    let receiver = Receiver(stream)
    let result = withExtendedLifetime(receiver) {
      send(request, at: address, to: Unmanaged.passUnretained(receiver), isStream: stream != nil)
    }
    if receiver.isTooLarge { throw ServiceFault.tooLarge }
    if result.is_interrupted != 0 { throw CancellationError() }
    guard result.code == CURLE_OK else { throw fault(of: result) }
    receiver.answer.status = result.status
    return receiver.answer
  }

  private func send(
    _ request: ServiceRequest, at address: ServiceAddress, to receiver: Unmanaged<Receiver>,
    isStream: Bool
  ) -> curl_client_result {
    var headers = request.headers
    if let token = request.session?.token { headers.append("Authorization: Bearer \(token)") }
    if request.body != nil { headers.append("Content-Type: application/json") }
    var parts = curl_client_request()
    parts.connect_limit_ms = Int(limits.connection / .milliseconds(1))
    let stall = Int(limits.stall / .seconds(1))
    parts.stall_limit_s = isStream ? 3 * stall : stall
    parts.limit_ms = request.end.map { Int(max(1, ($0 - .now).wholeMilliseconds)) } ?? 0
    parts.is_repeatable = request.isRepeatable ? 1 : 0
    parts.context = receiver.toOpaque()
    parts.receive = { bytes, count, context in
      guard let context else { return 0 }
      let receiver = Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
      return receiver.receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? 1 : 0
    }
    parts.receive_header = { bytes, count, context in
      guard let context else { return 0 }
      let receiver = Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
      receiver.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: count))
      return 1
    }
    var result = curl_client_result()
    withTexts([request.method, request.url(at: address), "formwork", caFile ?? ""] + headers) {
      texts in
      (parts.method, parts.url, parts.user_agent) = (texts[0], texts[1], texts[2])
      parts.ca_file = caFile == nil ? nil : texts[3]
      texts[4...].withUnsafeBufferPointer { lines in
        (parts.headers, parts.header_count) = (lines.baseAddress, lines.count)
        guard let body = request.body else { return curl_client_perform(client, &parts, &result) }
        body.withBytes { bytes in
          (parts.body, parts.body_size) = (bytes.baseAddress, bytes.count)
          curl_client_perform(client, &parts, &result)
        }
      }
    }
    return result
  }

  private func fault(of result: curl_client_result) -> ServiceFault {
    let reason = withUnsafeBytes(of: result.reason) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    switch result.code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR:
      return .certificate(reason)
    case CURLE_SSL_CACERT_BADFILE: return .authorities(reason)
    default: break
    }
    let fault: ServiceFault =
      switch result.code {
      case CURLE_OPERATION_TIMEDOUT: .noAnswer
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: .malformed
      default: .unreachable(reason)
      }
    return result.is_sent != 0 && fault != .malformed ? .outcomeUnknown(fault) : fault
  }
}

/// Calls a function with texts of C, which are valid during the call.
private func withTexts(_ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Void) {
  let copies = texts.map { text in
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
    _ = copy.initialize(from: text.utf8.map(CChar.init(bitPattern:)) + [0])
    return copy
  }
  defer {
    for copy in copies {
      // A line may contain a token.
      UnsafeMutableRawBufferPointer(copy).wipe()
      copy.deallocate()
    }
  }
  body(copies.map { $0.baseAddress.map { UnsafePointer($0) } })
}
