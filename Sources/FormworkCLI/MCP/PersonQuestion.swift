import FormworkAsk
import FormworkCore
import FormworkJSON
import FormworkSchema

/// A question of an agent to a person: a message, and the schema of the answer.
struct PersonQuestion: Equatable {
  static let toolName = "ask_person"

  /// The schema with the message, for the form.
  let schema: JSONNode

  /// The data that the form begins with.
  let data: JSONNode?

  /// The names of the members that the client may see; `nil` for the whole answer.
  let publicMembers: [String]?

  /// The end of a question.
  enum Outcome {
    case accepted(JSONNode)
    case declined, cancelled
    /// The form could not be asked, or broke.
    case failed(status: Int)
  }

  /// Creates a question from the arguments of the tool.
  init(_ arguments: JSONNode?, client: String, allowsSecrets: Bool) throws {
    guard let message = arguments?["message"]?.text, !message.isEmpty else {
      throw MCPFault.noMessage
    }
    guard let schema = arguments?["schema"], case .object(let members) = schema.value else {
      throw MCPFault.noSchema
    }
    // The person sees who asks. A title of the schema stays the title.
    let text = JSONNode.text("\(client.isEmpty ? "An agent" : client) asks: \(message)")
    let name = schema["title"] == nil ? "title" : "description"
    self.schema = JSONNode(
      .object(members.filter { $0.name != name } + [JSONMember(name, text)]))
    data = arguments?["data"]
    let form = try SchemaForm(try JSONSchema(reading: self.schema.text()), data: data)
    try form.checkHints()
    if form.hasPrograms { throw MCPFault.hasPrograms }
    guard form.hasSecrets else {
      publicMembers = nil
      return
    }
    guard allowsSecrets else { throw MCPFault.hasSecrets }
    publicMembers = form.publicMembers
  }

  /// The identity of the question, in hexadecimal.
  var digest: String {
    var hash = StableHash()
    for document in [schema, data] { hash.combine(document?.text() ?? "") }
    return String(hash.value, radix: 16)
  }

  /// Returns the part of an answer that the client may see.
  func visible(_ answer: JSONNode) -> JSONNode {
    guard let publicMembers else { return answer }
    guard case .object(let members) = answer.value else { return JSONNode(.null) }
    return JSONNode(.object(members.filter { publicMembers.contains($0.name) }))
  }

  /// The description of the tool.
  static let tool = JSONNode.members([
    "name": .text(toolName),
    "title": .text("Ask the person"),
    "description": .text(
      """
      Asks the person who uses this computer to fill in a form, and returns the answer. The form is made from a JSON \
      Schema (draft 2020-12, 7 or 4); the answer is valid by it. Use titles, descriptions, formats, enumerations and \
      defaults for a clear form. The person may decline, or cancel.
      """),
    "inputSchema": .members([
      "type": .text("object"),
      "properties": .members([
        "message": .members([
          "type": .text("string"), "minLength": .number(1),
          "description": .text("The reason for the question, in a sentence for the person."),
        ]),
        "schema": .members([
          "type": .text("object"), "description": .text("The JSON Schema of the answer."),
        ]),
        "data": .members([
          "description": .text("The document that the form begins with, if any.")
        ]),
      ]),
      "required": JSONNode(.array([.text("message"), .text("schema")])),
    ]),
    "outputSchema": .members([
      "type": .text("object"),
      "properties": .members([
        "action": .members([
          "enum": JSONNode(.array(["accept", "decline", "cancel"].map { .text($0) }))
        ]),
        "content": .members(["description": .text("The answer, after accept.")]),
      ]),
      "required": JSONNode(.array([.text("action")])),
    ]),
  ])
}

extension PersonQuestion.Outcome {
  /// Returns the result of the tool.
  func result(in catalogue: Catalogue) -> JSONNode {
    switch self {
    case .accepted(let answer):
      Self.result(.members(["action": .text("accept"), "content": answer]))
    case .declined: Self.result(.members(["action": .text("decline")]))
    case .cancelled: Self.result(.members(["action": .text("cancel")]))
    case .failed(let status):
      .toolFailure(catalogue.text(for: .key("mcp.failed", ["status": .number(status)])))
    }
  }

  private static func result(_ content: JSONNode) -> JSONNode {
    .members([
      "content": JSONNode(
        .array([.members(["type": .text("text"), "text": .text(content.text())])])),
      "structuredContent": content,
    ])
  }
}

/// The reason why a question is not asked.
enum MCPFault: UserMessageError, Equatable {
  case noMessage, noSchema
  /// The schema names programs.
  case hasPrograms
  /// The answer would contain secrets.
  case hasSecrets

  var message: Message { .key("mcp", of: caseName(of: self)) }
}
