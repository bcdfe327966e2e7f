#if Service
import Accounts
import AccountsHTTP
import FormworkCore
import FormworkJSON
import FormworkOperations
import FormworkSystem
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A request's context, with the address of the client.
struct ServiceContext: RequestContext, RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }

  /// The address by which limits are kept.
  var client: String { remoteAddress?.ipAddress ?? "" }
}

extension Request {
  /// The bearer token; `nil` without one.
  var token: String? {
    guard let value = headers[.authorization] else { return nil }
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }

  /// Returns the session of the token; `nil` without a token.
  func optionalSession() throws -> AccountSession? {
    guard headers[.authorization] != nil else { return nil }
    return try session()
  }

  /// Returns the session of the token.
  func session() throws -> AccountSession {
    guard let token else { throw Problem(.tokenMissing) }
    guard let session = AccountSession(token: token) else { throw Problem(.sessionEnded) }
    return session
  }

  /// Refuses what a proxy before the service may understand in another way.
  func checkPlainness() throws {
    // The first header of this name is the authority of the request, and no field.
    if headers.contains(where: { $0.name.canonicalName == "host" }) {
      throw Problem(.malformed, "Host: more than one")
    }
    if let query = uri.query, !query.isPercentEncoded {
      throw Problem(.malformed, "the query is not in percent encoding")
    }
  }

  /// Reads the body within the limits of size and time.
  private func wholeBody() async throws -> ByteBuffer {
    do {
      if let length = headers[.contentLength].flatMap({ Int($0) }), length > ServiceLimits.bodySize
      {
        throw NIOTooManyBytesError(maxBytes: ServiceLimits.bodySize)
      }
      return try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
        group.addTask { try await body.collect(upTo: ServiceLimits.bodySize) }
        group.addTask {
          try await OperationClock().sleep(for: ServiceLimits.bodyTime)
          return nil
        }
        defer { group.cancelAll() }
        guard let buffer = try await group.next() ?? nil else {
          throw Problem(.malformed, "the body did not arrive in \(ServiceLimits.bodyTime)")
        }
        return buffer
      }
    } catch let problem as Problem {
      throw problem
    } catch is NIOTooManyBytesError {
      throw Problem(.tooLarge, "a body has at most \(ServiceLimits.bodySize) bytes")
    } catch {
      throw Problem(.malformed, "the body is not whole")
    }
  }

  /// Reads the body as an object, and its secret members by name.
  func object(secrets names: Set<String> = []) async throws -> (WireObject, [String: Secret]) {
    let type = headers[.contentType]?.prefix { $0 != ";" && $0 != " " }.lowercased()
    guard type == "application/json" else { throw Problem(.notJSON) }
    var buffer = try await wholeBody()
    defer { buffer.wipe() }
    var found: [Secret] = []
    do {
      let node = try JSONReader.read(buffer.readableBytesView, secretMembers: names) {
        if let secret = Secret(utf8: $1) { found.append(secret) }
      }
      let object = try WireObject(node)
      guard case .object(let members) = node.value else { return (object, [:]) }
      let own = members.map(\.name).filter(names.contains)
      // Secrets come in the order of the document, also from inner objects, where none belongs.
      guard own.count == found.count else {
        throw Problem(.malformed, "\(names.sorted().joined(separator: ", ")): not texts")
      }
      return (object, Dictionary(uniqueKeysWithValues: zip(own, found)))
    } catch let error as JSONError {
      throw Problem(.malformed, "\(error.place.line):\(error.place.column): not valid JSON")
    } catch let error as WireError {
      throw Problem(error)
    }
  }

  /// Reads the body as a value.
  func value<Value: WireValue>(_ type: Value.Type = Value.self) async throws -> Value {
    let (object, _) = try await object()
    do { return try Value(object) } catch { throw Problem(error) }
  }

  /// Returns the username in the query.
  func username() throws -> String {
    guard let name = uri.queryParameters.get("username") else {
      throw Problem(.malformed, "username: missing")
    }
    return name
  }

  /// Returns the whole number in the query; the default if there is none.
  func number(_ name: String, default other: Int, in range: ClosedRange<Int>) throws -> Int {
    guard let text = uri.queryParameters.get(name) else { return other }
    guard let number = Int(text), range.contains(number) else {
      throw Problem(
        .malformed, "\(name) has to be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

extension String {
  /// Whether each `%` begins a byte in hexadecimal digits, and all bytes are UTF-8.
  fileprivate var isPercentEncoded: Bool {
    guard utf8.contains(UInt8(ascii: "%")) else { return true }
    let parts = utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    var bytes: [UInt8] = parts.first.map { Array($0) } ?? []
    for part in parts.dropFirst() {
      let digits = part.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return false }
      bytes.append(byte)
      bytes.append(contentsOf: part.dropFirst(2))
    }
    return String(validating: bytes, as: UTF8.self) != nil
  }
}

extension ByteBuffer {
  /// Overwrites the bytes, which may contain a password.
  fileprivate mutating func wipe() {
    clear(minimumCapacity: 0)
    withUnsafeMutableWritableBytes { $0.wipe() }
  }
}

extension Problem {
  init(_ error: WireError) {
    self.init(
      .malformed,
      error.path.isEmpty ? "not an object" : "\(error.path): missing or of a wrong kind")
  }

  init(of error: AccountStoreError) {
    let code: Code =
      switch error {
      case .outcomeUnknown: .outcomeUnknown
      case .cancelled, .away, .unavailable: .unavailable
      case .invalidSubmission: .invalidSubmission
      case .accountDeleted: .accountDeleted
      case .sessionEnded: .sessionEnded
      case .notAllowed: .notAllowed
      case .orderNotAllowed: .orderNotAllowed
      }
    self.init(code, code.title)
    // The reason of a store names files and addresses, and is for the log alone.
    if code == .unavailable { retryDelay = .seconds(2) }
  }

  init(_ delay: SignInFailures.RetryDelay) {
    let (code, time): (Code, Duration) =
      switch delay {
      case .wrongPasswords(let time): (.tooManyWrongPasswords, time)
      case .openTries(let time): (.tooManyTries, time)
      }
    self.init(code, code.title)
    retryDelay = time
  }
}
#endif
