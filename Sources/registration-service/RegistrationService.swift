#if Service
import Accounts
import AccountsHTTP
import AccountsPostgreSQL
import AccountsSQLite
import ArgumentParser
import CFormworkWire
import FormworkCore
import FormworkOperations
import FormworkSystem
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOHTTPTypes
import NIOPosix
import NIOSSL
import ServiceLifecycle
import UnixSignals

/// `registration-service`: the accounts of `registration` over HTTP.
@main struct RegistrationService: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registration-service",
    abstract: "Serve the accounts of registration over HTTP.",
    discussion: """
      The contract is an OpenAPI document at /v1/openapi.json. Any number of instances may serve one database. \
      Without a certificate, the service listens on loopback addresses only.
      """,
    version: FORMWORK_VERSION)

  @Option(
    help: ArgumentHelp(
      "The file of accounts, by default that of registration, or postgresql://HOST/DATABASE.",
      valueName: "path"))
  var accounts: String?

  @Option(help: ArgumentHelp("The address and the port to listen on.", valueName: "host:port"))
  var listen = ListenerAddress(host: "127.0.0.1", port: 8080)

  @Option(help: ArgumentHelp("The certificates in PEM, the server's first.", valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The private key in PEM.", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "The file with the operator's token of at least 32 characters, which allows reading all accounts.",
      valueName: "file"))
  var operatorTokenFile: String?

  @Option(
    help: ArgumentHelp(
      "The requests per second from an address; 0 lifts all limits for each address, behind a load balancer.",
      valueName: "number"))
  var rate = ServiceLimits().rate

  /// The signals that end the service after the requests in progress.
  private static let endingSignals: [UnixSignal] = [.sigterm, .sigint, .sighup]

  func validate() throws {
    if !(0...1_000_000).contains(rate) {
      throw ValidationError("--rate has to be from 0 to 1000000.")
    }
    if (tlsCertificate == nil) != (tlsKey == nil) {
      throw ValidationError("--tls-certificate and --tls-key need each other: give both.")
    }
    if tlsCertificate == nil, !listen.host.isLoopback {
      throw ValidationError(
        "Without TLS, only loopback addresses are served: give --tls-certificate and --tls-key.")
    }
  }

  func run() throws {
    var limits = ServiceLimits()
    limits.rate = rate
    // Before signals are blocked: a pipe without a writer is read for ever.
    let operatorToken = try operatorTokenFile.map(readToken)
    let httpProtocol = try makeProtocol(limits)
    // libdispatch misses a signal that reaches a thread before all threads block it.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in Self.endingSignals { sigaddset(&signals, signal.rawValue) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // Swift's own pool would wake the service at rest, several times a second.
    try OperationExecutor.wait { [limits] in
      await withTaskExecutorPreference(OperationExecutor.requests) {
        do {
          return Result<Void, any Error>.success(
            try await serve(httpProtocol, limits, operatorToken))
        } catch {
          return .failure(error)
        }
      }
    }.get()
  }

  private func serve(
    _ httpProtocol: HTTPServerBuilder, _ limits: ServiceLimits, _ operatorToken: Secret?
  ) async throws {
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    var logger = Logger(label: "registration-service")
    logger.logLevel = .notice
    // After all other options are known to be usable, since that may create a file.
    let store = try await makeStore(logger)
    let changes = ChangeHub(store, logger)
    let metrics = ServiceMetrics()
    let routes = AccountRoutes(
      store: store, changes: changes, passwords: limits.concurrencyLimit(of: limits.passwords),
      operatorToken: operatorToken)
    let server = try makeServer(
      makeServiceRouter(routes, limits, metrics), httpProtocol, on: listen, logger: logger
    ) { port in
      print("registration-service: listening on \(listen.spelled(port: port))")
      fflush(nil)
    }
    var group = ServiceGroupConfiguration(
      services: [
        ServiceGroupConfiguration.ServiceConfiguration(service: server),
        // The last one ends first: the server waits for the streams.
        ServiceGroupConfiguration.ServiceConfiguration(service: changes),
      ],
      gracefulShutdownSignals: Self.endingSignals, logger: logger)
    group.maximumGracefulShutdownDuration = .seconds(10)
    defer { store.close(limit: .seconds(2)) }
    do { try await ServiceGroup(configuration: group).run() } catch let error as IOError {
      throw StartFailure(
        "Cannot listen on \(listen.spelled(port: listen.port)): \(SystemError(code: error.errnoCode)); "
          + "choose another address or port with --listen.")
    }
  }

  private func makeStore(_ logger: Logger) async throws -> any DatabaseAccountStore {
    if let accounts, PostgreSQLAccountStore.isURL(accounts) {
      let store = PostgreSQLAccountStore(url: accounts, isMade: true)
      do { try store.checkAddress() } catch {
        throw StartFailure(Catalogue.stores.text(for: error.message))
      }
      return store
    }
    if let accounts, accounts.contains("://") {
      throw StartFailure("--accounts has to be a file, or postgresql://HOST/DATABASE.")
    }
    let path = accounts ?? SQLiteAccountStore.defaultPath()
    let isNew = access(path.systemCString, F_OK) != 0
    let store = SQLiteAccountStore(path: path, isMade: isNew)
    defer { store.close(limit: .seconds(2)) }
    do throws(AccountStoreError) { _ = try await store.count() } catch {
      throw StartFailure(Catalogue.stores.text(for: error.message))
    }
    if isNew { logger.notice("\(path): a new file of accounts") }
    // If the file disappears later, an empty one would make an administrator of the next person who registers.
    return SQLiteAccountStore(path: path, isMade: false)
  }

  private func makeProtocol(_ limits: ServiceLimits) throws -> HTTPServerBuilder {
    let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: ServiceLimits.headerSize, maxHeaderListSize: ServiceLimits.headerSize,
      maxHeaderFieldCount: 64)
    let http = HTTPServerBuilder.onEventLoops(
      HTTP1Channel.Configuration(idleTimeout: .seconds(30), httpDecoderConfiguration: decoder),
      limits: limits)
    guard let tlsCertificate, let tlsKey else { return http }
    for file in [tlsCertificate, tlsKey] where access(file.systemCString, R_OK) != 0 {
      throw StartFailure("\(file) cannot be read (\(SystemError.last)): name a file in PEM.")
    }
    try checkPrivacy(of: "key", in: tlsKey)
    do {
      var tls = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMFile(tlsCertificate).map {
          .certificate($0)
        },
        privateKey: .privateKey(try NIOSSLPrivateKey(file: tlsKey, format: .pem)))
      // Older versions are deprecated by RFC 8996.
      tls.minimumTLSVersion = .tlsv12
      // With TLS 1.2, who steals the key later cannot read what was sent before.
      tls.cipherSuiteValues = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
        .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
      ]
      _ = try NIOSSLContext(configuration: tls)
      return try .tls(http, tlsConfiguration: tls)
    } catch {
      throw StartFailure(
        "The certificate or its key cannot be used (\(error)): both have to be PEM and belong together."
      )
    }
  }

  /// Checks that a file with a secret belongs to this user or root, and that others cannot use it.
  private func checkPrivacy(of secret: String, in path: String) throws {
    var status = stat()
    // Clusters mount secrets as symbolic links to files of root, and Debian's keys have a group of readers.
    guard stat(path.systemCString, &status) == 0, [0, geteuid()].contains(status.st_uid),
      status.st_mode & (status.st_uid == 0 ? 0o027 : 0o077) == 0
    else {
      throw StartFailure(
        "Other users may use the \(secret) in \(path): let it belong to you, and run chmod 600 on it."
      )
    }
  }

  private func readToken(_ path: String) throws -> Secret {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw StartFailure("The token in \(path) cannot be read: name a file with text.")
    }
    try checkPrivacy(of: "token", in: path)
    let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard token.utf8.count >= 32, token.isVisibleASCII else {
      throw StartFailure(
        "The token in \(path) has to be one line of at least 32 visible characters of ASCII.")
    }
    return Secret(token)
  }
}

/// The reason why the service does not start, in one line.
private struct StartFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// An address with a port, such as `127.0.0.1:8080` or `[::1]:8080`.
struct ListenerAddress: ExpressibleByArgument, Equatable, Sendable {
  let host: String
  let port: Int

  init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(argument[argument.index(after: colon)...])
    else { return nil }
    var host = argument[..<colon]
    if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
    guard !host.isEmpty else { return nil }
    self.init(host: String(host), port: Int(port))
  }

  func spelled(port: Int) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  var defaultValueDescription: String { spelled(port: port) }
}

/// A connection whose requests run on the thread of its event loop: only stores use other threads.
struct EventLoopChannel: ServerChildChannel {
  let base: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    base.setup(channel: channel, logger: logger)
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    let executor = EventLoopExecutor(loop: value.channel.eventLoop)
    await withTaskExecutorPreference(executor) { await base.handle(value: value, logger: logger) }
  }
}

/// An executor of tasks on the thread of an event loop, which they must not block.
private final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A handler that closes a connection if its client has too many, or is too slow.
private final class SlowClientHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  private let limits: ServiceLimits
  private let connections: ConcurrencyLimit

  /// The address of the client, if the connection is admitted.
  private var client: String?

  /// The end of the connection, unless the client makes room for answers.
  private var answerEnd: Scheduled<Void>?

  /// The end of the connection, unless the request arrives, whether its body is read or not.
  private var requestEnd: Scheduled<Void>?

  init(_ limits: ServiceLimits, _ connections: ConcurrencyLimit) {
    (self.limits, self.connections) = (limits, connections)
  }

  private func end(_ context: ChannelHandlerContext, in time: Duration) -> Scheduled<Void> {
    let channel = context.channel
    return channel.eventLoop.scheduleTask(in: TimeAmount(time)) { channel.close(promise: nil) }
  }

  func channelActive(context: ChannelHandlerContext) {
    let address = context.channel.remoteAddress?.ipAddress ?? ""
    if connections.enter(address) { client = address } else { context.close(promise: nil) }
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: requestEnd = end(context, in: limits.requestTime)
    case .body: break
    case .end: requestEnd?.cancel()
    }
    context.fireChannelRead(data)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    answerEnd?.cancel()
    answerEnd = context.channel.isWritable ? nil : end(context, in: limits.answerTime)
    context.fireChannelWritabilityChanged()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    answerEnd?.cancel()
    requestEnd?.cancel()
    if let client { connections.leave(client) }
    client = nil
  }
}

extension HTTPServerBuilder {
  /// Returns a builder of servers for HTTP/1.1 on ``EventLoopChannel``.
  static func onEventLoops(
    _ configuration: HTTP1Channel.Configuration = .init(), limits: ServiceLimits = ServiceLimits()
  ) -> Self {
    var configuration = configuration
    let connections = limits.concurrencyLimit(of: ServiceLimits.connections)
    configuration.additionalChannelHandlers = { [SlowClientHandler(limits, connections)] }
    return Self { [configuration] in
      EventLoopChannel(base: HTTP1Channel(responder: $0, configuration: configuration))
    }
  }
}

/// Creates the server of a router.
///
/// The application of Hummingbird would wake up each second for the date.
func makeServer(
  _ router: Router<ServiceContext>, _ builder: HTTPServerBuilder = .onEventLoops(),
  on listen: ListenerAddress, logger: Logger, onRunning: @escaping @Sendable (_ port: Int) -> Void
) throws -> any Service {
  let responder = router.buildResponder()
  return try builder.buildServer(
    configuration: ServerConfiguration(
      address: .hostname(listen.host, port: listen.port),
      availableConnectionsDelegate: MaximumAvailableConnections(ServiceLimits.connections)),
    eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger
  ) { request, writer, channel in
    let source = ApplicationRequestContextSource(channel: channel, logger: logger)
    var response = try await responder.respond(to: request, context: ServiceContext(source: source))
    response.headers[.date] = dateHeader()
    try await writer.write(response: response.head, body: response.body)
  } onServerRunning: {
    onRunning($0.localAddress?.port ?? 0)
  }
}

/// Creates the router with all routes of the service.
func makeServiceRouter(
  _ routes: AccountRoutes, _ limits: ServiceLimits, _ metrics: ServiceMetrics
) -> Router<ServiceContext> {
  let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
  let methods = RouteMethods()
  defer {
    let routes = Dictionary(grouping: router.routes) { "\($0.path)" }
    methods.note(
      routes.mapValues { routes in
        let methods = routes.map(\.method.rawValue)
        return (methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted()
      })
  }
  router.add(
    middleware: ProblemMiddleware(
      methods: methods,
      requests: limits.concurrencyLimit(of: limits.requests),
      rates: ClientRates(rate: limits.rate), metrics: metrics, faults: routes.changes.faults))
  routes.add(to: router)
  router.get("v1/openapi.json") { _, _ in
    Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_json)))
  }
  router.get("healthz") { _, _ in Reply.empty }
  router.get("readyz") { _, _ in
    _ = try await routes.store.changeCount()
    return Reply.empty
  }
  router.get("metrics") { _, _ in
    Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text)))
  }
  return router
}

extension Catalogue {
  /// The sentences of all stores that a service can have.
  static let stores = Catalogue.accounts.overriding(Catalogue.sqliteStore.entries)
    .overriding(Catalogue.postgreSQLStore.entries)
}

extension Problem {
  /// Creates the problem for a client, and logs what only the operator should know.
  init(reporting error: any Error, methods: [String], to faults: FaultLog, _ logger: Logger) async {
    switch error {
    case let problem as Problem: self = problem
    case let error as AccountStoreError:
      self.init(of: error)
      if code == .unavailable {
        await faults.note(error)
      }
    case let error as HTTPError where error.status.code == 404:
      self.init(methods.isEmpty ? .notFound : .methodNotAllowed)
    case let error as HTTPError where error.status.code == 413: self.init(.tooLarge)
    case is HTTPError: self.init(.malformed)
    default:
      logger.error("\(type(of: error))")
      self.init(.unavailable)
    }
  }
}
#else
/// The program without the trait `Service`.
@main struct RegistrationService {
  static func main() {
    fatalError("this build has no service: build it with --traits Service")
  }
}
#endif
