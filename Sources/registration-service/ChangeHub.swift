#if Service
import Accounts
import AccountsHTTP
import FormworkOperations
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The streams of events about changes of the store, with one watch for all clients.
///
/// An event has the number of changes; a comment every 15 seconds keeps a connection alive.
actor ChangeHub: Service {
  private static let interval: Duration = .seconds(15)

  /// The greatest number of streams, which leaves connections for requests.
  private static let limit = ServiceLimits.connections / 2

  /// The pause before a store that failed is watched again.
  private static let pause: Duration = .seconds(2)

  let faults: FaultLog
  private let store: any AccountStore
  private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastListener = 0
  private var watch: Task<Void, Never>?
  private var isEnding = false

  init(_ store: any AccountStore, _ logger: Logger) {
    (self.store, faults) = (store, FaultLog(store, logger))
  }

  /// Asks the accounts, waits for the end of the service, and then ends all streams.
  func run() async throws {
    let start = Task(executorPreference: OperationExecutor.requests) { [faults] in
      await faults.begin()
    }
    try? await gracefulShutdown()
    start.cancel()
    await faults.end()
    isEnding = true
    watch?.cancel()
    for listener in listeners.values { listener.finish() }
  }

  /// Returns an answer that lasts until the client leaves, or the service ends.
  func response() throws -> Response {
    guard listeners.count < Self.limit else { throw Problem(.busy) }
    let changes = listen()
    return Response(
      status: .ok,
      headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { [store] writer in
        var count: Int?
        for await _ in Self.merged(changes) {
          var text = ":\n\n"
          if let present = try? await store.changeCount(), present != count {
            count = present
            text = "data: \(present)\n\n"
          }
          try await writer.write(ByteBuffer(string: text))
        }
        try await writer.finish(nil)
      })
  }

  private func listen() -> AsyncStream<Void> {
    let (changes, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    guard !isEnding else {
      listener.finish()
      return changes
    }
    lastListener += 1
    let number = lastListener
    listeners[number] = listener
    listener.yield()
    listener.onTermination = { [weak self] _ in
      guard let self else { return }
      Task(executorPreference: OperationExecutor.requests) { await self.leave(number) }
    }
    if watch == nil {
      watch = Task(executorPreference: OperationExecutor.requests) { await self.look() }
    }
    return changes
  }

  private func leave(_ number: Int) {
    listeners[number] = nil
    guard listeners.isEmpty else { return }
    watch?.cancel()
    watch = nil
  }

  /// Watches the store until no client listens.
  private func look() async {
    while !Task.isCancelled {
      do throws(AccountStoreError) {
        for await _ in try await store.changes() { tellAll() }
      } catch {
        await faults.note(error)
      }
      do { try await OperationClock().sleep(for: Self.pause) } catch { return }
      // While nobody watched, something may have changed.
      tellAll()
    }
  }

  private func tellAll() { for listener in listeners.values { listener.yield() } }

  /// Returns a stream with an element at each change, and at least one in each interval.
  private static func merged(_ changes: AsyncStream<Void>) -> AsyncStream<Void> {
    let (merged, writer) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let reading = Task(executorPreference: OperationExecutor.requests) {
      for await _ in changes { writer.yield() }
      writer.finish()
    }
    let ticking = Task(executorPreference: OperationExecutor.requests) {
      while !Task.isCancelled {
        do { try await OperationClock().sleep(for: interval) } catch { return }
        writer.yield()
      }
    }
    writer.onTermination = { _ in
      reading.cancel()
      ticking.cancel()
    }
    return merged
  }
}
#endif
