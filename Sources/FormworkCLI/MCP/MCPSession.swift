import CFormworkWire
import FormworkCore
import FormworkJSON

/// The conversation with a client of the Model Context Protocol, as a state machine.
///
/// The server has one tool, which asks a person. Several questions wait in line; the first one is asked.
/// Sources: Model Context Protocol, specifications 2025-11-25 and 2026-07-28, and JSON-RPC 2.0.
struct MCPSession {
  enum Effect: Equatable {
    /// Send a message to the client.
    case send(JSONNode)

    /// Ask the user; ``ended(_:)`` follows.
    case ask(PersonQuestion)

    /// Close the form of the question that is asked; ``ended(_:)`` follows, too.
    case stop
  }

  /// The versions of the protocol that begin with `initialize`, the newest first.
  static let versions = ["2025-11-25", "2025-06-18", "2024-11-05"]

  /// The version without `initialize`, in which each request names the version and the client.
  static let statelessVersion = "2026-07-28"

  /// The maximum length of a line in bytes.
  static let lineLimit = 4 << 20

  /// The number of questions that may wait.
  static let limit = 20

  private struct Call {
    let id: JSONNode
    let question: PersonQuestion
    let progressToken: JSONNode?
    let isStateless: Bool
    var progress = 0
    var isCancelled = false
  }

  private let allowsSecrets: Bool
  private let catalogue: Catalogue
  private var client: String?
  private var calls: [Call] = []

  init(allowsSecrets: Bool, catalogue: Catalogue) {
    (self.allowsSecrets, self.catalogue) = (allowsSecrets, catalogue)
  }

  /// Whether a client wants to hear that its question is still open.
  var wantsProgress: Bool { calls.contains { $0.progressToken != nil && !$0.isCancelled } }

  /// Handles a line of the client.
  mutating func receive(_ line: some Collection<UInt8>) -> [Effect] {
    let message: JSONNode
    do { message = try JSONReader.read(Array(line)) } catch {
      return [.failure(nil, .parse, catalogue.text(for: error.message))]
    }
    guard case .object = message.value, message["jsonrpc"]?.text == "2.0" else {
      return [.failure(nil, .request, "a message has to be one object of JSON-RPC 2.0")]
    }
    // The server asks the client nothing, so any answer is a mistake of the client.
    guard let method = message["method"]?.text else {
      return message["result"] ?? message["error"] == nil
        ? [.failure(nil, .request, "the member method is missing")] : []
    }
    guard let id = message["id"] else {
      return method == "notifications/cancelled" ? cancel(message["params"]?["requestId"]) : []
    }
    guard id.isIdentifier else {
      return [.failure(nil, .request, "an id has to be a string or a whole number")]
    }
    if calls.contains(where: { $0.id == id }) {
      return [.failure(nil, .request, "the id \(id.text()) belongs to an open request")]
    }
    return answer(method, id, message["params"])
  }

  /// The answer to a line that is too long.
  static let tooLong = Effect.failure(nil, .request, "a line has at most \(lineLimit) bytes")

  private mutating func answer(_ method: String, _ id: JSONNode, _ params: JSONNode?) -> [Effect] {
    let meta = params?["_meta"]
    let version = meta?[Self.key("protocolVersion")]
    let isStateless = version != nil && method != "initialize"
    var client = self.client
    if isStateless {
      guard let text = version?.text, meta?[Self.key("clientCapabilities")] != nil else {
        return [.failure(id, .parameters, "_meta lacks a member that the protocol requires")]
      }
      guard text == Self.statelessVersion else { return [.unsupported(id, text)] }
      client = meta?[Self.key("clientInfo")]?["name"]?.text ?? ""
    }
    switch method {
    case "server/discover" where isStateless:
      return [
        .result(
          id,
          .members([
            "supportedVersions": JSONNode(.array([.text(Self.statelessVersion)])),
            "capabilities": Self.capabilities,
          ]), isStateless)
      ]
    case "initialize":
      guard client == nil else { return [.failure(id, .request, "initialize comes once")] }
      guard let version = params?["protocolVersion"]?.text else {
        return [.failure(id, .parameters, "the member protocolVersion is missing")]
      }
      self.client = params?["clientInfo"]?["name"]?.text ?? ""
      let spoken = Self.versions.contains(version) ? version : Self.versions[0]
      return [.result(id, Self.greeting(in: spoken))]
    case "ping": return [.result(id, .members([:]), isStateless)]
    case _ where client == nil:
      return [.failure(id, .request, "initialize comes first")]
    case "tools/list":
      return [
        .result(id, .members(["tools": JSONNode(.array([PersonQuestion.tool]))]), isStateless)
      ]
    case "tools/call": return call(id, params, client ?? "", isStateless)
    default: return [.failure(id, .method, "there is no method \(method.replacingControls())")]
    }
  }

  /// Returns the name of a member of `_meta` that the protocol has reserved.
  fileprivate static func key(_ name: String) -> String { "io.modelcontextprotocol/\(name)" }

  fileprivate static let capabilities = JSONNode.members(["tools": .members([:])])

  fileprivate static let server = JSONNode.members([
    "name": .text("formwork"), "version": .text(FORMWORK_VERSION),
  ])

  private static func greeting(in version: String) -> JSONNode {
    .members([
      "protocolVersion": .text(version), "capabilities": capabilities, "serverInfo": server,
    ])
  }

  private mutating func call(
    _ id: JSONNode, _ params: JSONNode?, _ client: String, _ isStateless: Bool
  ) -> [Effect] {
    guard params?["name"]?.text == PersonQuestion.toolName else {
      return [.failure(id, .parameters, "there is only the tool \(PersonQuestion.toolName)")]
    }
    guard calls.count <= Self.limit else {
      return [.failure(id, .server, "\(Self.limit) questions wait already")]
    }
    let meta = params?["_meta"]
    do {
      let question = try PersonQuestion(
        params?["arguments"], client: client, allowsSecrets: allowsSecrets)
      calls.append(
        Call(
          id: id, question: question,
          progressToken: meta?["progressToken"].flatMap { $0.isIdentifier ? $0 : nil },
          isStateless: isStateless))
      return calls.count == 1 ? [.ask(question)] : []
    } catch {
      // The specification wants faults of arguments as results, which a model reads and corrects.
      let fault = catalogue.text(for: Message(explaining: error))
      return [.result(id, .toolFailure(fault), isStateless)]
    }
  }

  private mutating func cancel(_ id: JSONNode?) -> [Effect] {
    guard let place = calls.firstIndex(where: { $0.id == id && !$0.isCancelled }) else { return [] }
    guard place == 0 else {
      calls.remove(at: place)
      return []
    }
    calls[0].isCancelled = true
    return [.stop]
  }

  /// Handles the end of the question that was asked.
  ///
  /// An answer that was submitted before a cancellation closed the form is sent, as the user expects.
  mutating func ended(_ outcome: PersonQuestion.Outcome) -> [Effect] {
    guard !calls.isEmpty else { return [] }
    let call = calls.removeFirst()
    var effects: [Effect] = []
    if !call.isCancelled || outcome.isSubmitted {
      effects.append(.result(call.id, outcome.result(in: catalogue), call.isStateless))
    }
    if let next = calls.first { effects.append(.ask(next.question)) }
    return effects
  }

  /// Returns the news for clients that wait.
  mutating func progress() -> [Effect] {
    calls.indices.compactMap { place in
      guard let token = calls[place].progressToken, !calls[place].isCancelled else { return nil }
      calls[place].progress += 1
      let news: Message = .key(place == 0 ? "mcp.asked" : "mcp.waiting")
      return .send(
        .members([
          "jsonrpc": .text("2.0"), "method": .text("notifications/progress"),
          "params": .members([
            "progressToken": token, "progress": .number(calls[place].progress),
            "message": .text(catalogue.text(for: news)),
          ]),
        ]))
    }
  }

  /// Closes the form, and cancels the questions that wait, at the end of the input.
  mutating func inputEnded() -> [Effect] {
    guard let first = calls.first else { return [] }
    let cancelled = calls.dropFirst().map { call in
      Effect.result(
        call.id, PersonQuestion.Outcome.cancelled.result(in: catalogue), call.isStateless)
    }
    calls = [first]
    return cancelled + (first.isCancelled ? [] : [.stop])
  }

  /// Whether a question is asked.
  var isAsking: Bool { !calls.isEmpty }
}

/// A code of an error.
///
/// Source: JSON-RPC 2.0, section 5.1.
private enum Fault: Int {
  case parse = -32700
  case request = -32600
  case method = -32601
  case parameters = -32602
  case server = -32000
  /// The version is none of the server's. Source: specification 2026-07-28.
  case version = -32022
}

extension MCPSession.Effect {
  /// Returns a result; a stateless one also has the cache rules and the server.
  fileprivate static func result(
    _ id: JSONNode, _ result: JSONNode, _ isStateless: Bool = false
  ) -> Self {
    guard isStateless, case .object(let members) = result.value else {
      return .send(.members(["jsonrpc": .text("2.0"), "id": id, "result": result]))
    }
    let stamps = [
      JSONMember("resultType", .text("complete")), JSONMember("ttlMs", .number(0)),
      JSONMember("cacheScope", .text("private")),
      JSONMember("_meta", .members([MCPSession.key("serverInfo"): MCPSession.server])),
    ]
    return Self.result(id, JSONNode(.object(members + stamps)))
  }

  fileprivate static func failure(_ id: JSONNode?, _ code: Fault, _ message: String) -> Self {
    failure(id, .members(["code": .number(code.rawValue), "message": .text(message)]))
  }

  fileprivate static func unsupported(_ id: JSONNode, _ version: String) -> Self {
    let supported = JSONNode(.array([.text(MCPSession.statelessVersion)]))
    return failure(
      id,
      .members([
        "code": .number(Fault.version.rawValue),
        "message": .text("the server does not speak this version"),
        "data": .members(["supported": supported, "requested": .text(version)]),
      ]))
  }

  private static func failure(_ id: JSONNode?, _ error: JSONNode) -> Self {
    .send(
      .members(["jsonrpc": .text("2.0"), "id": id ?? JSONNode(.null), "error": error]))
  }
}

extension JSONNode {
  /// Whether the value can be the id of a request.
  fileprivate var isIdentifier: Bool {
    switch value {
    case .string: true
    case .number(let number): number.isWhole
    case .null, .bool, .array, .object: false
    }
  }

  /// Returns the result of a tool: a text, and a member of its own.
  static func toolResult(_ text: String, _ name: String, _ value: JSONNode) -> JSONNode {
    let content = JSONNode.members(["type": .text("text"), "text": .text(text)])
    return .members(["content": JSONNode(.array([content])), name: value])
  }

  /// Returns the result of a tool with a fault that a model can correct.
  static func toolFailure(_ text: String) -> JSONNode {
    toolResult(text, "isError", JSONNode(.bool(true)))
  }
}
