import Accounts
import FormworkCore
import FormworkJSON
import FormworkOperations
import FormworkSystem
import Glibc

/// A client of a service, which sends a few requests at once, and repeats those that may be repeated.
final class ServiceClient: Sendable {
  /// The number of requests at once, and of connections.
  private static let width = 4

  private static let retries = RetryPolicy(
    attempts: 4, pause: .milliseconds(200), limit: .seconds(2))

  let address: ServiceAddress
  private let caFile: String?
  private let limits: ConnectionLimits
  private let scheduler: OperationScheduler
  private let idle = Synchronized<[ServiceConnection]>([])

  /// The last kept answers, by the place and the token of their requests; the newest is the last one.
  private let kept = Synchronized<[(key: [String], answer: ServiceConnection.Answer)]>([])

  private static let keptCount = 16

  /// The greatest number of bytes of one stream of events.
  private static let streamLimit = 1 << 20

  init(
    _ address: ServiceAddress, caFile: String?, rate: OperationRate?, limits: ConnectionLimits
  ) {
    (self.address, self.caFile, self.limits) = (address, caFile, limits)
    scheduler = OperationScheduler(
      OperationLimits(width: Self.width, rate: rate), clock: OperationClock())
  }

  /// Checks whether the file of certificates can be read.
  func checkFile() throws(AccountStoreError) {
    guard let caFile, access(caFile.systemCString, R_OK) != 0 else { return }
    let reason = Message(explaining: SystemError.last)
    throw .unavailable(.key("service.caFile", ["path": .path(caFile), "reason": reason]))
  }

  /// Sends a request, and returns the value of its answer, or of a problem that is an outcome.
  func ask<Value: Sendable>(
    _ request: ServiceRequest,
    _ read: @escaping @Sendable (WireObject) throws(WireError) -> Value,
    problem: @escaping @Sendable (Problem) throws(WireError) -> Value?
  ) async throws(AccountStoreError) -> Value {
    if Task.isCancelled { throw .cancelled }
    let start = ContinuousClock.now
    let lastTry = start + min(limits.retry, limits.whole)
    var request = request
    request.end = start + limits.whole
    let mayBeDone = Synchronized(false)
    do {
      return try await scheduler.run(
        priority: request.priority, retries: Self.retries,
        isFinal: { [request] fault in
          !Self.mayRepeat(request, after: fault)
            || .now + Self.pause(after: fault) >= lastTry
        }, pause: Self.pause
      ) { [self, request] in
        do throws(ServiceFault) {
          return try await attempt(request, read) { found throws(WireError) in
            // While no password is looked at, nothing is known about earlier tries.
            if !request.changesNothing, found.held != nil, mayBeDone.withState({ $0 }) {
              return nil
            }
            return try problem(found)
          }
        } catch {
          if error.isOutcomeUnknown { mayBeDone.withState { $0 = true } }
          throw error
        }
      }
    } catch let fault as ServiceFault {
      // An answer to the last attempt tells the outcome, unless it asks for another one.
      let isAnswered =
        if case .problem(let problem) = fault {
          !fault.isTemporary && problem.held == nil
        } else {
          false
        }
      if !request.changesNothing, !isAnswered, mayBeDone.withState({ $0 }) {
        throw .outcomeUnknown(at: address.url)
      }
      throw fault.reason.error(at: address.url)
    } catch {
      throw .cancelled
    }
  }

  /// Whether a request is sent again after a failure.
  private static func mayRepeat(_ request: ServiceRequest, after error: any Error) -> Bool {
    guard let fault = error as? ServiceFault else { return false }
    // A database that fails may have stored the change.
    let mayBeDone =
      if case .problem(let problem) = fault {
        problem.code == .unavailable
      } else {
        fault.isOutcomeUnknown
      }
    return fault.isTemporary && (request.isRepeatable || !mayBeDone)
  }

  /// Returns the pause that a service asks for before a request is repeated.
  private static func pause(after error: any Error) -> Duration {
    guard case .problem(let problem)? = error as? ServiceFault else { return .zero }
    return problem.retryDelay ?? .zero
  }

  private func attempt<Value: Sendable>(
    _ request: ServiceRequest, _ read: (WireObject) throws(WireError) -> Value,
    _ outcome: (Problem) throws(WireError) -> Value?
  ) async throws(ServiceFault) -> Value {
    let answer: ServiceConnection.Answer
    do {
      answer = try await request.isCached ? performUnlessCached(request) : perform(request)
    } catch let fault as ServiceFault {
      throw fault
    } catch {
      throw .outcomeUnknown(.noAnswer)
    }
    do throws(ServiceFault) {
      return try value(of: answer, read, outcome)
    } catch {
      // Something between the service and this program has answered in its place.
      let isAnswered =
        switch error {
        case .problem, .outcomeUnknown: true
        case .status(let status): (400...499).contains(status)
        default: false
        }
      throw isAnswered || request.changesNothing ? error : .outcomeUnknown(error)
    }
  }

  private func value<Value: Sendable>(
    of answer: ServiceConnection.Answer, _ read: (WireObject) throws(WireError) -> Value,
    _ outcome: (Problem) throws(WireError) -> Value?
  ) throws(ServiceFault) -> Value {
    if (300...399).contains(answer.status), answer.status != 304 { throw .redirected }
    let isProblem = answer.contentType.hasPrefix("application/problem+json")
    // A balancer limits requests, too.
    if !isProblem, answer.status == 429 {
      var problem = Problem(.tooManyRequests, "")
      problem.retryDelay = answer.retryDelay
      throw .problem(problem)
    }
    guard isProblem || (200...299).contains(answer.status) else { throw .status(answer.status) }
    guard isProblem || answer.status == 204 || answer.contentType.hasPrefix("application/json")
    else { throw .malformed }
    let problem: Problem
    do {
      let body = answer.status == 204 ? Array("{}".utf8) : answer.body
      let object = try WireObject(JSONReader.read(body))
      guard isProblem else { return try read(object) }
      problem = try Problem(object)
      if let value = try outcome(problem) { return value }
    } catch {
      throw .malformed
    }
    throw problem.code == .outcomeUnknown ? .outcomeUnknown(.noAnswer) : .problem(problem)
  }

  /// Sends a request, and returns the kept answer if it has not changed.
  private func performUnlessCached(
    _ request: ServiceRequest
  ) async throws -> ServiceConnection.Answer {
    var request = request
    let key = [request.url(at: address), request.session?.token ?? ""]
    let previous = kept.withState { kept in kept.first { $0.key == key }?.answer }
    if let previous { request.headers.append("If-None-Match: \(previous.tag)") }
    let answer = try await perform(request)
    if answer.status == 304, let previous { return previous }
    guard answer.status == 200, !answer.tag.isEmpty else { return answer }
    kept.withState { kept in
      kept = kept.filter { $0.key != key }.suffix(Self.keptCount - 1) + [(key, answer)]
    }
    return answer
  }

  /// Sends a request on an idle connection, or on a new one.
  private func perform(_ request: ServiceRequest) async throws -> ServiceConnection.Answer {
    while true {
      let connection =
        try idle.withState { $0.popLast() } ?? ServiceConnection(caFile: caFile, limits: limits)
      do {
        let answer = try await withTaskCancellationHandler {
          try await connection.answer(to: request, at: address)
        } onCancel: {
          connection.interrupt()
        }
        idle.withState { $0.append(connection) }
        return answer
      } catch is CancellationError where !Task.isCancelled {
        // The interruption was meant for the request before.
      }
    }
  }

  /// Returns the events of a stream, which ends with the connection.
  func changes() throws(AccountStoreError) -> AsyncStream<Void> {
    let (changes, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let request = ServiceRequest(path: "changes", headers: ["Accept: text/event-stream"])
    let connection: ServiceConnection
    do { connection = try ServiceConnection(caFile: caFile, limits: limits) } catch {
      throw error.error(at: address.url)
    }
    listener.onTermination = { _ in connection.interrupt() }
    let isStarted = startThread { [address] in
      defer { listener.finish() }
      var (isLineStart, size) = (true, 0)
      do {
        _ = try connection.perform(request, at: address) { bytes in
          // After an endless stream, the next one follows a pause.
          size += bytes.count
          if size > Self.streamLimit { return false }
          for byte in bytes {
            if isLineStart, byte == UInt8(ascii: "d"), case .terminated = listener.yield() {
              return false
            }
            isLineStart = byte == UInt8(ascii: "\n")
          }
          return true
        }
      } catch {
        // The end of the stream says it; the next question to the service tells the reason.
      }
    }
    if !isStarted { listener.finish() }
    return changes
  }
}
