import FormworkCore
import FormworkJSON
import Testing

@testable import formwork

/// The conversation with a client, line by line.
@Suite struct MCPSessionTests {
  private static let schema = #"{"properties": {"name": {"type": "string"}}}"#

  /// Returns effects as text: messages as they are, and other effects by name.
  private static func effects(_ effects: [MCPSession.Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .send(let message): message.text()
      case .ask(let question): "ask \(question.schema["title"]?.text ?? "")"
      case .stop: "stop"
      }
    }
  }

  private static func session(isGreeted: Bool = true, allowsSecrets: Bool = false) -> MCPSession {
    var session = MCPSession(allowsSecrets: allowsSecrets, catalogue: sentences)
    if isGreeted {
      _ = session.receive(
        Array(
          #"{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "clientInfo": {"name": "Test"}}}"#
            .utf8))
    }
    return session
  }

  private static func call(_ id: Int, _ message: String, token: String? = nil) -> String {
    let meta = token.map { #", "_meta": {"progressToken": "\#($0)"}"# } ?? ""
    return """
      {"jsonrpc": "2.0", "id": \(id), "method": "tools/call", "params": {"name": "ask_person", \
      "arguments": {"message": "\(message)", "schema": \(schema)}\(meta)}}
      """
  }

  private static func error(_ id: String, _ code: Int, _ message: String) -> String {
    """
    {"jsonrpc":"2.0","id":\(id),"error":{"code":\(code),"message":"\(message)"}}
    """
  }

  private static func failure(_ id: Int, _ text: String) -> String {
    """
    {"jsonrpc":"2.0","id":\(id),"result":{"content":[{"type":"text","text":"\(text)"}],"isError":true}}
    """
  }

  private static let stateless = """
    "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", \
    "io.modelcontextprotocol/clientInfo": {"name": "New"}, \
    "io.modelcontextprotocol/clientCapabilities": {}}
    """

  private static let stamps = """
    "resultType":"complete","ttlMs":0,"cacheScope":"private",\
    "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"formwork","version":"1.0.0"}}
    """

  /// Each line with what is sent for it, after a greeting.
  static let lines: [(line: String, sent: [String])] = [
    (#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#, [#"{"jsonrpc":"2.0","id":1,"result":{}}"#]),
    (
      #"{"jsonrpc": "2.0", "id": "a", "method": "ping"}"#,
      [#"{"jsonrpc":"2.0","id":"a","result":{}}"#]
    ),
    (#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#, []),
    (#"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}"#, []),
    (#"{"jsonrpc": "2.0", "method": "notifications/cancelled"}"#, []),
    // An answer to a question that the server never asks.
    (#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#, []),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}"#,
      [error("1", -32601, "there is no method resources/list")]
    ),
    (
      "not JSON",
      [
        error(
          "null", -32700,
          "line 1, column 1: no value of JSON: write a string in quotation marks, a number, true or false"
        )
      ]
    ),
    (
      #"[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#,
      [error("null", -32600, "a message has to be one object of JSON-RPC 2.0")]
    ),
    (
      #"{"id": 1, "method": "ping"}"#,
      [error("null", -32600, "a message has to be one object of JSON-RPC 2.0")]
    ),
    (#"{"jsonrpc": "2.0", "id": 1}"#, [error("null", -32600, "the member method is missing")]),
    (
      #"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#,
      [error("null", -32600, "an id has to be a string or a whole number")]
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#,
      [error("null", -32600, "an id has to be a string or a whole number")]
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}"#,
      [error("1", -32600, "initialize comes once")]
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "other"}}"#,
      [error("1", -32602, "there is only the tool ask_person")]
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask_person", "arguments": {}}}"#,
      [
        failure(
          1, "the argument message has to be a text: say in a sentence why the person is asked")
      ]
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask_person", "arguments": {"message": "m", "schema": true}}}"#,
      [failure(1, "the argument schema has to be an object: give a JSON Schema")]
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask_person", "arguments": {"message": "m", "schema": {"properties": {"a": {"x-formwork": {"check": ["true"]}}}}}}}"#,
      [failure(1, "the schema names programs in x-formwork: leave check and complete out")]
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask_person", "arguments": {"message": "m", "schema": {"properties": {"a": {"type": "string", "writeOnly": true}}}}}}"#,
      [
        failure(
          1,
          "the schema asks for a secret (writeOnly or format password), which this server does not pass on: leave it out"
        )
      ]
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {\#(stateless)}}"#,
      [
        #"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},\#(stamps)}}"#
      ]
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2030-01-01", "io.modelcontextprotocol/clientCapabilities": {}}}}"#,
      [
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"the server does not speak this version","data":{"supported":["2026-07-28"],"requested":"2030-01-01"}}}"#
      ]
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}}"#,
      [error("1", -32602, "_meta lacks a member that the protocol requires")]
    ),
    (
      call(1, String(repeating: "m", count: 301)),
      [
        failure(
          1,
          "too long: a message has at most 300 characters, a constant 400, a schema 256 KB, and data 1 MB"
        )
      ]
    ),
    (
      call(1, "\u{200B} "),
      [
        failure(
          1, "the argument message has to be a text: say in a sentence why the person is asked")
      ]
    ),
    (call(1, "Who else?"), ["ask \"Test\" asks: Who else?"]),
  ]

  @Test(arguments: lines.indices) func eachLineHasItsAnswer(_ place: Int) {
    var session = Self.session()
    let (line, sent) = Self.lines[place]
    #expect(Self.effects(session.receive(Array(line.utf8))) == sent, "\(line)")
  }

  /// A version that the server speaks is taken, and the newest one offered for any other.
  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"),
    ("2025-03-26", "2025-11-25"),
    ("2026-07-28", "2025-11-25"), ("1", "2025-11-25"),
  ]) func versionsAreNegotiated(_ asked: String, _ spoken: String) {
    var session = Self.session(isGreeted: false)
    let early = session.receive(
      Array(#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#.utf8))
    #expect(Self.effects(early) == [Self.error("1", -32600, "initialize comes first")])
    let nameless = #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}"#
    #expect(
      Self.effects(session.receive(Array(nameless.utf8)))
        == [Self.error("1", -32602, "the member protocolVersion is missing")])
    let line =
      #"{"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": {"protocolVersion": "\#(asked)"}}"#
    let greeting =
      #"{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"\#(spoken)","capabilities":{"tools":{}},"serverInfo":{"name":"formwork","version":"1.0.0"}}}"#
    #expect(Self.effects(session.receive(Array(line.utf8))) == [greeting])
  }

  @Test func questionsWaitInLine() {
    var session = Self.session()
    func receive(_ line: String) -> [String] { Self.effects(session.receive(Array(line.utf8))) }
    func cancel(_ id: Int) -> [String] {
      receive(
        #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": \#(id)}}"#
      )
    }
    #expect(receive(Self.call(1, "one", token: "t")) == ["ask \"Test\" asks: one"])
    #expect(receive(Self.call(2, "two")) == [])
    #expect(receive(Self.call(3, "three", token: "u")) == [])
    #expect(receive(Self.call(4, "four")) == [])
    #expect(
      receive(Self.call(2, "again"))
        == [Self.error("null", -32600, "the id 2 belongs to an open request")])
    #expect(
      Self.effects(session.progress()) == [
        #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1,"message":"the person is asked"}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"u","progress":1,"message":"another question is asked first"}}"#,
      ])
    // A question that waits is dropped at once, and one that is asked when its form has ended.
    #expect(cancel(2) == [])
    #expect(cancel(1) == ["stop"])
    #expect(cancel(1) == [])
    #expect(Self.effects(session.ended(.cancelled)) == ["ask \"Test\" asks: three"])
    #expect(
      Self.effects(session.ended(.accepted(.members(["name": .text("Ann")])))) == [
        #"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}}"}],"structuredContent":{"action":"accept","content":{"name":"Ann"}}}}"#,
        "ask \"Test\" asks: four",
      ])
    #expect(
      Self.effects(session.ended(.declined)) == [
        #"{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"{\"action\":\"decline\"}"}],"structuredContent":{"action":"decline"}}}"#
      ])
    #expect(!session.isAsking)
  }

  /// An answer that was submitted just before a cancellation is sent: the user believes so.
  @Test func aSubmittedAnswerIsSent() {
    var session = Self.session()
    _ = session.receive(Array(Self.call(1, "one").utf8))
    let cancel =
      #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}"#
    #expect(Self.effects(session.receive(Array(cancel.utf8))) == ["stop"])
    #expect(
      Self.effects(session.ended(.accepted(nil))) == [
        #"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"action\":\"accept\"}"}],"structuredContent":{"action":"accept"}}}"#
      ])
  }

  /// The form is closed and answered, and the questions that wait are cancelled.
  @Test func theEndOfInputClosesTheForm() {
    var session = Self.session()
    #expect(Self.effects(session.inputEnded()) == [])
    _ = session.receive(Array(Self.call(1, "one").utf8))
    _ = session.receive(Array(Self.call(2, "two").utf8))
    let cancelled = ["1", "2"].map { id in
      #"{"jsonrpc":"2.0","id":"# + id
        + #","result":{"content":[{"type":"text","text":"{\"action\":\"cancel\"}"}],"structuredContent":{"action":"cancel"}}}"#
    }
    #expect(Self.effects(session.inputEnded()) == [cancelled[1], "stop"])
    #expect(session.isAsking)
    #expect(Self.effects(session.ended(.cancelled)) == [cancelled[0]])
    #expect(!session.isAsking)
  }

  @Test func atMostTwentyQuestionsWait() {
    var session = Self.session()
    for id in 0..<21 { _ = session.receive(Array(Self.call(id + 1, "m").utf8)) }
    #expect(
      Self.effects(session.receive(Array(Self.call(200, "m").utf8)))
        == [Self.error("200", -32000, "20 questions wait already")])
  }

  /// A client that names itself in each request is not known in the next one.
  @Test func aStatelessClientIsForgotten() {
    var session = Self.session(isGreeted: false)
    func receive(_ line: String) -> [String] { Self.effects(session.receive(Array(line.utf8))) }
    let stateless = Self.call(1, "one").replacing(
      "\"arguments\"", with: "\(Self.stateless), \"arguments\"")
    #expect(receive(stateless) == ["ask \"New\" asks: one"])
    #expect(receive(Self.call(2, "two")) == [Self.error("2", -32600, "initialize comes first")])
  }

  /// Whatever may hold a secret stays away from the client.
  @Test(
    arguments: [
      (#"{"properties": {"a": {"type": "string"}}}"#, #"{"a": "x"}"#, #"{"a":"x"}"#),
      (
        #"{"properties": {"a": {"type": "string"}, "b": {"type": "string", "format": "password"}}}"#,
        #"{"a": "x", "b": "s", "c": "s"}"#, #"{"a":"x"}"#
      ),
      (
        #"{"properties": {"a": {"type": "string"}, "b": {"properties": {"c": {"type": "string", "writeOnly": true}}}}}"#,
        #"{"a": "x", "b": {"c": "s"}}"#, #"{"a":"x"}"#
      ),
      // A reference may lead to a secret.
      (
        ##"{"properties": {"a": {"$ref": "#/properties/b"}, "b": {"type": "string", "writeOnly": true}, "c": {}}}"##,
        #"{"a": "s", "b": "s", "c": "x"}"#, #"{"c":"x"}"#
      ),
      // A secret elsewhere may be a part of any member.
      (
        ##"{"properties": {"a": {"type": "string"}}, "$defs": {"s": {"type": "string", "writeOnly": true}}}"##,
        #"{"a": "x"}"#, nil
      ),
      (
        #"{"properties": {"a": {}}, "patternProperties": {"a": {"writeOnly": true}}}"#,
        #"{"a": "s"}"#,
        nil
      ),
      (
        ##"{"properties": {"a": {}, "b": {"properties": {"a": {"writeOnly": true}}}}, "allOf": [{"$ref": "#/properties/b"}]}"##,
        #"{"a": "s"}"#, nil
      ),
      (
        ##"{"properties": {"a": {}, "b": {"$anchor": "b", "properties": {"a": {"writeOnly": true}}}}, "$ref": "#b"}"##,
        #"{"a": "s"}"#, nil
      ),
      (#"{"type": "string", "writeOnly": true}"#, #""s""#, nil),
      (#"{"items": {"format": "password"}}"#, #"["s"]"#, nil),
    ] as [(String, String, String?)])
  func secretsStayAway(_ schema: String, _ answer: String, _ seen: String?) throws {
    let arguments = try JSONReader.read(#"{"message": "m", "schema": \#(schema)}"#)
    let question = try PersonQuestion(arguments, client: "", allowsSecrets: true)
    #expect(question.schema["title"]?.text == "An agent asks: m")
    #expect(question.visible(try JSONReader.read(answer))?.text() == seen)
    if seen != answer.filter({ $0 != " " }) {
      #expect(throws: MCPFault.hasSecrets) {
        try PersonQuestion(arguments, client: "", allowsSecrets: false)
      }
    }
  }

  /// The title says who asks, whatever the schema and the client call themselves.
  @Test(arguments: [
    ("Test", #""Test" asks: m"#), ("", "An agent asks: m"), ("\u{200B}", "An agent asks: m"),
    (String(repeating: "n", count: 99), "\"\(String(repeating: "n", count: 60))\" asks: m"),
    // Marks on one character count, too.
    (
      "n" + String(repeating: "\u{301}", count: 99),
      "\"n\(String(repeating: "\u{301}", count: 59))\" asks: m"
    ),
  ]) func theTitleSaysWhoAsks(_ client: String, _ title: String) throws {
    let arguments = try JSONReader.read(
      #"{"message": "m", "schema": {"title": "System login", "description": "Now."}}"#)
    let question = try PersonQuestion(arguments, client: client, allowsSecrets: false)
    #expect(question.schema["title"]?.text == title)
    #expect(question.schema["description"]?.text == "System login — Now.")
    #expect(question.use == "The agent gets the answers.")
    let recipient = title.hasPrefix("An") ? "the agent" : String(title.dropLast(" asks: m".count))
    #expect(question.recipient == recipient)
  }

  /// Long messages, schemas and data of an agent are refused.
  @Test func longArgumentsAreRefused() throws {
    let long = String(repeating: "x", count: 1 << 20)
    for arguments in [
      #"{"message": "m", "schema": {"description": "\#(long.prefix(256 << 10))"}}"#,
      #"{"message": "m", "schema": {"items": {"const": "\#(long.prefix(401))"}}}"#,
      #"{"message": "m", "schema": {"enum": ["\#(long.prefix(401))"]}}"#,
      #"{"message": "m", "schema": {}, "data": "\#(long)"}"#,
    ] {
      let arguments = try JSONReader.read(arguments)
      #expect(throws: MCPFault.tooLong) {
        try PersonQuestion(arguments, client: "", allowsSecrets: false)
      }
    }
  }

  /// Blanks and invisible characters move no text of an agent out of sight, nor into a new line.
  @Test(arguments: [
    ("Hi there", "Hi there"), ("Hi \u{2800}\n\t\u{3164}\u{AD} x", "Hi x"),
    ("a\u{200B} b\u{2800}c", "a b c"), ("x\u{200B}\u{200C}\u{200D}y", "x y"),
    // Emoji and other scripts keep their joiners.
    ("❤\u{FE0F}\u{200D}🔥 نمی\u{200C}دانم", "❤\u{FE0F}\u{200D}🔥 نمی\u{200C}دانم"),
    (String(repeating: "x", count: 400), String(repeating: "x", count: 400)),
    (String(repeating: "x", count: 401), String(repeating: "x", count: 400) + "…"),
    (String(repeating: "漢", count: 201), String(repeating: "漢", count: 200) + "…"),
    (String(repeating: "\u{301}", count: 401), String(repeating: "\u{301}", count: 400) + "…"),
    (String(repeating: " ", count: 9_000) + "end", " end"),
  ]) func textsAreShortened(_ text: String, _ shown: String) {
    #expect(text.shortened(to: PersonQuestion.textLimit).hasSameCodePoints(as: shown))
  }
}
