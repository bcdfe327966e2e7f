#if Service
import AccountsHTTP
import FormworkOperations
import HTTPTypes
import Hummingbird
import Synchronization

/// The limits of the service.
struct ServiceLimits: Sendable {
  /// The greatest number of bytes of a body: a profile with ten contacts of 2,048 code points.
  static let bodySize = 128 << 10

  /// The time in which a body has to arrive.
  static let bodyTime = Duration.seconds(10)

  /// The greatest number of bytes of a header, and of all headers of a request.
  static let headerSize = 16 << 10

  /// The time in which a request has to arrive, whether its body is read or not.
  var requestTime = Duration.seconds(15)

  /// The maximum number of connections; a client keeps one for the stream of changes.
  static let connections = 1_000

  /// The time for which a client may leave an answer unread before its connection is closed.
  var answerTime = Duration.seconds(30)

  /// The maximum number of requests at once.
  var requests = 256

  /// The maximum number of passwords that are hashed or wait for it; hashing one takes about 70 ms.
  var passwords = 64

  /// The maximum number of requests of a client per second; it may save up four times the number.
  var rate = 50

  init() {}

  /// Creates a limit; each address gets a quarter of it, or all if ``rate`` is 0.
  func concurrencyLimit(of limit: Int) -> ConcurrencyLimit {
    ConcurrencyLimit(limit: limit, share: rate == 0 ? limit : max(1, limit / 4))
  }
}

extension OperationExecutor {
  /// The executor for work that may block; requests themselves run on event loops.
  static let requests = OperationExecutor(threadLimit: 4)
}

/// A limit for what is done at the same time, and for the share of a client in it.
final class ConcurrencyLimit: Sendable {
  private let limit: Int
  private let share: Int
  private let counts = Mutex((all: 0, ofClients: [String: Int]()))

  init(limit: Int, share: Int) { (self.limit, self.share) = (limit, share) }

  /// Counts a client in, and returns whether it is admitted.
  func enter(_ client: String) -> Bool {
    counts.withLock { counts in
      let own = counts.ofClients[client, default: 0]
      guard counts.all < limit, own < share else { return false }
      counts.all += 1
      counts.ofClients[client] = own + 1
      return true
    }
  }

  /// Counts an admitted client out.
  func leave(_ client: String) {
    counts.withLock { counts in
      counts.all -= 1
      let own = counts.ofClients[client, default: 1] - 1
      counts.ofClients[client] = own == 0 ? nil : own
    }
  }

  /// Does the work for a client, unless too much is being done.
  func admitting<Answer>(
    _ client: String, _ work: () async throws -> Answer
  ) async throws -> Answer {
    guard enter(client) else {
      var problem = Problem(.busy)
      problem.retryDelay = .seconds(2)
      throw problem
    }
    defer { leave(client) }
    return try await work()
  }
}

/// The number of requests that each client may still send.
final class ClientRates: Sendable {
  private struct Client {
    var tokens: Double
    var time: ContinuousClock.Instant
  }

  /// The maximum number of remembered clients; at the limit, the more active half remains.
  private static let clientLimit = 10_000

  private let rate: Double
  private let burst: Double
  private let clients = Mutex<[String: Client]>([:])

  /// Creates the limits for a rate; 0 sets none.
  init(rate: Int) { (self.rate, burst) = (Double(rate), Double(4 * rate)) }

  /// Takes a request of a client, or throws the time to wait.
  func take(_ client: String, at now: ContinuousClock.Instant = .now) throws {
    if rate == 0 { return }
    let delay: Duration? = clients.withLock { clients in
      if clients.count >= Self.clientLimit, clients[client] == nil {
        let sorted = clients.sorted { present($0.value, at: now) < present($1.value, at: now) }
        let kept = sorted.prefix(Self.clientLimit / 2)
        clients = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
      }
      let tokens = clients[client].map { present($0, at: now) } ?? burst
      guard tokens >= 1 else { return .seconds((1 - tokens) / rate) }
      clients[client] = Client(tokens: tokens - 1, time: now)
      return nil
    }
    guard let delay else { return }
    var problem = Problem(.tooManyRequests)
    problem.retryDelay = delay
    throw problem
  }

  private func present(_ client: Client, at now: ContinuousClock.Instant) -> Double {
    min(burst, client.tokens + (now - client.time) / .seconds(1) * rate)
  }
}

/// The methods of each path of a router.
final class RouteMethods: Sendable {
  private let table = Mutex<[String: [String]]>([:])

  func note(_ methods: [String: [String]]) { table.withLock { $0 = methods } }

  /// Returns the methods of a path; none for an unknown one.
  func methods(of path: String) -> [String] { table.withLock { $0[path] ?? [] } }
}

/// The middleware that applies the limits, and converts errors to problems.
struct ProblemMiddleware: RouterMiddleware {
  private static let watched: Set = ["/healthz", "/readyz", "/metrics"]

  let methods: RouteMethods
  let requests: ConcurrencyLimit
  let rates: ClientRates
  let metrics: ServiceMetrics
  let faults: FaultLog

  @concurrent func handle(
    _ request: Request, context: ServiceContext,
    next: @concurrent (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    var response: Response
    do {
      if Self.watched.contains(request.uri.path) {
        // A busy instance is neither dead nor away.
        response = try await next(request, context)
      } else {
        try request.checkPlainness()
        try rates.take(context.client)
        response = try await requests.admitting(context.client) {
          try await next(request, context)
        }
      }
    } catch {
      let methods = methods.methods(of: request.uri.path)
      let problem = await Problem(
        reporting: error, methods: methods, to: faults, context.logger)
      response = Reply(problem).response(from: request, context: context)
      if problem.code == .methodNotAllowed {
        response.headers[.allow] = methods.joined(separator: ", ")
      }
    }
    metrics.note(
      route: context.endpointPath ?? "none", method: request.method, status: response.status,
      time: ContinuousClock.now - start)
    return response
  }
}
#endif
