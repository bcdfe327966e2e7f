#if Service
import FormworkOperations
import Glibc
import TestSupport

/// A relay between one client and services that loses, delays, cuts and repeats what it relays.
///
/// A request goes to any of the services. The seed decides about the faults.
final class FaultyProxy: Sendable {
  /// A fault of one request, which has been answered by the service when the client sees the end.
  enum Fault: CaseIterable, Sendable {
    case closedAtOnce, requestCut, answerLost, answerCut, answerHasGap, answerStutters
    case requestLate, answerLate
    case requestHeld, answerHeld, answerHeldHalfway
    case requestTwice, answerTwice, requestHasTail
    case gatewayWithoutService, gatewayAfterService
  }

  fileprivate struct State {
    var generator: SeededGenerator
  }

  /// The pauses that a client waits for.
  fileprivate static let pauses = 1...400

  private let listener: LoopbackListener
  private let state: Synchronized<State>

  var url: String { "http://127.0.0.1:\(listener.port)" }

  init(to ports: [Int], seed: UInt64) throws {
    let state = Synchronized(State(generator: SeededGenerator(seed: seed)))
    self.state = state
    listener = try LoopbackListener { client in
      while let request = HTTPMessage.read(from: client) {
        let (plan, service) = state.withState { ($0.plan(), $0.generator.pick(ports)) }
        let relay = Relay(request: request, client: client, service: service, plan: plan)
        guard relay.run() else { return }
      }
    }
  }

  /// A fault with the numbers that it needs.
  fileprivate struct Plan {
    let fault: Fault?
    let pause: Int
    let places: ClosedRange<Double>
    let isReset: Bool
    let status: String
  }
}

extension FaultyProxy.State {
  fileprivate mutating func plan() -> FaultyProxy.Plan {
    let isFaulty = Bool.random(using: &generator)
    let fault = isFaulty ? generator.pick(FaultyProxy.Fault.allCases) : nil
    let places = [
      Double.random(in: 0..<1, using: &generator), .random(in: 0..<1, using: &generator),
    ]
    return FaultyProxy.Plan(
      fault: fault, pause: .random(in: FaultyProxy.pauses, using: &generator),
      places: min(places[0], places[1])...max(places[0], places[1]),
      isReset: Bool.random(using: &generator),
      status: generator.pick(["502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout"]))
  }
}

/// A message of HTTP/1.1 as bytes.
private struct HTTPMessage {
  let bytes: [UInt8]
  let headSize: Int

  /// The part of the head and the whole body up to a place in the message.
  func prefix(_ place: Double) -> ArraySlice<UInt8> {
    bytes.prefix(Int(Double(bytes.count) * place))
  }

  /// The indices of a part of the body.
  func bodyPart(_ places: ClosedRange<Double>) -> Range<Int> {
    let size = Double(bytes.count - headSize)
    return headSize + Int(size * places.lowerBound)..<headSize + Int(size * places.upperBound)
  }

  /// Reads a message; `nil` if the peer has no more.
  static func read(from connection: CInt) -> HTTPMessage? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let message = whole(bytes) { return message }
      let count = Glibc.read(connection, &buffer, buffer.count)
      guard count > 0 else { return nil }
      bytes += buffer.prefix(count)
    }
  }

  private static func whole(_ bytes: [UInt8]) -> HTTPMessage? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.utf8.firstRange(of: "\r\n\r\n".utf8)?.upperBound else { return nil }
    let head = text[..<end].lowercased()
    let size = head.firstMatch(of: /\r\ncontent-length: *([0-9]+)\r\n/).flatMap { Int($0.1) } ?? 0
    let headSize = text.utf8.distance(from: text.startIndex, to: end)
    guard bytes.count >= headSize + size else { return nil }
    return HTTPMessage(bytes: Array(bytes.prefix(headSize + size)), headSize: headSize)
  }
}

/// The way of one request to a service, and of its answer.
private struct Relay {
  let request: HTTPMessage
  let client: CInt
  let service: Int
  let plan: FaultyProxy.Plan

  /// Relays, and returns whether the connection is still of use.
  func run() -> Bool {
    switch plan.fault {
    case nil: return sendAnswer { $0.bytes }
    case .closedAtOnce: return drop()
    case .requestCut:
      _ = answer(to: request.prefix(plan.places.lowerBound), isWhole: false)
      return drop()
    case .answerLost: return sendAnswer { _ in [UInt8]() } && drop()
    case .answerCut: return sendAnswer { $0.prefix(plan.places.lowerBound) } && drop()
    case .answerHasGap:
      _ = sendAnswer { answer in
        let gap = answer.bodyPart(plan.places)
        return answer.bytes[..<gap.lowerBound] + answer.bytes[gap.upperBound...]
      }
      return false
    case .answerStutters:
      _ = sendAnswer { answer in
        let part = answer.bodyPart(plan.places)
        return answer.bytes[..<part.upperBound] + answer.bytes[part.lowerBound...]
      }
      return false
    case .requestLate:
      pause()
      return sendAnswer { $0.bytes }
    case .answerLate:
      return sendAnswer { answer in
        pause()
        return answer.bytes
      }
    case .requestHeld: return hold()
    case .answerHeld: return sendAnswer { _ in [UInt8]() } && hold()
    case .answerHeldHalfway: return sendAnswer { $0.prefix(plan.places.lowerBound) } && hold()
    case .requestTwice:
      return sendAnswer { first in
        _ = answer(to: request.bytes)
        return first.bytes
      }
    case .answerTwice: return sendAnswer { $0.bytes + $0.bytes }
    case .requestHasTail:
      let tail = request.bytes.suffix(
        1 + Int(Double(request.bytes.count - 1) * plan.places.lowerBound))
      guard let answer = answer(to: request.bytes + tail) else { return false }
      return sendAll(answer.bytes, to: client)
    case .gatewayWithoutService: return sendGateway()
    case .gatewayAfterService: return sendAnswer { _ in [UInt8]() } && sendGateway()
    }
  }

  /// Asks the service, and sends what is made from its answer.
  private func sendAnswer(_ change: (HTTPMessage) -> some Collection<UInt8>) -> Bool {
    guard let answer = answer(to: request.bytes) else { return false }
    return sendAll(change(answer), to: client)
  }

  /// Sends bytes to the service and no more, and returns its first answer.
  private func answer(to bytes: some Collection<UInt8>, isWhole: Bool = true) -> HTTPMessage? {
    guard let connection = LoopbackListener.connection(to: service) else { return nil }
    defer { close(connection) }
    guard sendAll(bytes, to: connection) else { return nil }
    let answer = isWhole ? HTTPMessage.read(from: connection) : nil
    shutdown(connection, CInt(SHUT_WR))
    // What the service does about further bytes is done when it closes its side.
    awaitClose(of: connection)
    return answer
  }

  private func pause() { usleep(UInt32(plan.pause) * 1000) }

  /// Waits until the client gives up.
  private func hold() -> Bool {
    awaitClose(of: client)
    return false
  }

  private func drop() -> Bool {
    if plan.isReset {
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(client, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
    return false
  }

  private func sendGateway() -> Bool {
    let body = "<html>\(plan.status)</html>"
    return sendAll(
      "HTTP/1.1 \(plan.status)\r\nContent-Type: text/html\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        .utf8,
      to: client)
  }
}
#endif
