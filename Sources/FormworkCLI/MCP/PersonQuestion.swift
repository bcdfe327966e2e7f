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
    case accepted(JSONNode?)
    case declined, cancelled
    /// The form could not be asked, or broke.
    case failed(status: Int)
    /// The user has answered, but the answer could not be stored.
    case notStored
  }

  /// The client by its name in quotation marks.
  let recipient: String

  /// The sentence about the use of the answers.
  let use: String

  /// The maximum number of columns of each text of an agent in the form.
  static let textLimit = 400

  /// The maximum lengths of a message and a constant in characters, and of the others in bytes.
  private static let limits = (message: 300, constant: textLimit, schema: 256 << 10, data: 1 << 20)

  /// Creates a question from the arguments of the tool.
  init(_ arguments: JSONNode?, client: String, allowsSecrets: Bool) throws {
    guard let message = arguments?["message"]?.text,
      !message.withoutBlanksAround.hasNothingVisible
    else {
      throw MCPFault.noMessage
    }
    guard let schema = arguments?["schema"], case .object(let members) = schema.value else {
      throw MCPFault.noSchema
    }
    data = arguments?["data"]
    guard message.unicodeScalars.count <= Self.limits.message,
      schema.text().utf8.count <= Self.limits.schema,
      data.map({ $0.text().utf8.count <= Self.limits.data }) ?? true,
      // A longer one would not be shown as a whole.
      !schema.hasConstants(longerThan: Self.limits.constant)
    else { throw MCPFault.tooLong }
    if schema.hasPrograms { throw MCPFault.hasPrograms }
    publicMembers = schema.publicMembers
    let hasSecrets = publicMembers != nil
    if hasSecrets, !allowsSecrets { throw MCPFault.hasSecrets }
    use = hasSecrets ? "The agent gets the answers without secrets." : "The agent gets the answers."
    // Only the program sets the title, so that the user sees who asks, and where the answers go.
    let isNamed = !client.withoutBlanksAround.hasNothingVisible
    // A character may have any number of scalars.
    let short = String(client.unicodeScalars.prefix(60)).replacing("\"", with: "'")
    recipient = isNamed ? "\"\(short)\"" : "the agent"
    let own = ["title", "description"].compactMap { schema[$0]?.text }.joined(separator: " — ")
    self.schema = JSONNode(
      .object(
        members.filter { !["title", "description"].contains($0.name) } + [
          JSONMember("title", .text("\(isNamed ? recipient : "An agent") asks: \(message)"))
        ] + (own.isEmpty ? [] : [JSONMember("description", .text(own))])))
    _ = try JSONSchema(reading: self.schema.text())
  }

  /// The identity of the question, in hexadecimal.
  var digest: String {
    var hash = StableHash()
    for document in [schema, data] { hash.combine(document?.text() ?? "") }
    return String(hash.value, radix: 16)
  }

  /// Returns the part of an answer that the client may see, if any.
  func visible(_ answer: JSONNode) -> JSONNode? {
    guard let publicMembers else { return answer }
    let visible = answer.members.filter { publicMembers.contains($0.name) }
    return visible.isEmpty ? nil : JSONNode(.object(visible))
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
  /// Whether the user has submitted an answer.
  var isSubmitted: Bool {
    switch self {
    case .accepted, .notStored: true
    case .declined, .cancelled, .failed: false
    }
  }

  /// Returns the result of the tool.
  func result(in catalogue: Catalogue) -> JSONNode {
    switch self {
    case .accepted(let answer?):
      Self.result(.members(["action": .text("accept"), "content": answer]))
    case .accepted(nil): Self.result(.members(["action": .text("accept")]))
    case .declined: Self.result(.members(["action": .text("decline")]))
    case .cancelled: Self.result(.members(["action": .text("cancel")]))
    case .failed(let status):
      .toolFailure(catalogue.text(for: .key("mcp.failed", ["status": .number(status)])))
    case .notStored: .toolFailure(catalogue.text(for: .key("mcp.notStored")))
    }
  }

  private static func result(_ content: JSONNode) -> JSONNode {
    .toolResult(content.text(), "structuredContent", content)
  }
}

/// The reason why a question is not asked.
enum MCPFault: UserMessageError, Equatable {
  case noMessage, noSchema
  /// The message, the schema or the data is too long.
  case tooLong
  /// The schema names programs.
  case hasPrograms
  /// The answer would contain secrets.
  case hasSecrets

  var message: Message { .key("mcp", of: caseName(of: self)) }
}

extension JSONNode {
  /// Returns whether this value, or one within it, has members that a closure accepts.
  private func contains(_ accepts: ([JSONMember]) -> Bool) -> Bool {
    accepts(members) || (members.map(\.node) + items).contains { $0.contains(accepts) }
  }

  /// Whether a schema within this one is marked as a secret, in whatever field it ends up.
  fileprivate var hasSecrets: Bool {
    contains { members in
      members.contains {
        $0.name == "writeOnly" && $0.node.value == .bool(true)
          || $0.name == "format" && $0.node.text == "password"
      }
    }
  }

  /// Whether a schema within this one refers to another.
  fileprivate var hasReferences: Bool {
    contains { $0.contains { $0.name.hasSuffix("Ref") || $0.name == "$ref" } }
  }

  /// Whether a constant of a schema within this one has more characters than a limit.
  fileprivate func hasConstants(longerThan limit: Int) -> Bool {
    contains { members in
      members.contains {
        guard ["const", "enum"].contains($0.name) else { return false }
        var value = $0.node
        if $0.name == "enum", case .array(let values) = value.value {
          guard values.count == 1 else { return false }
          value = values[0]
        }
        return (value.text ?? value.text()).unicodeScalars.count > limit
      }
    }
  }

  /// Whether a schema within this one names a program.
  fileprivate var hasPrograms: Bool {
    contains {
      $0.contains { $0.name == "x-formwork" && ($0.node["check"] ?? $0.node["complete"]) != nil }
    }
  }

  /// The names of the members that contain no secret for sure; `nil` if there are no secrets at all.
  fileprivate var publicMembers: [String]? {
    guard hasSecrets, case .object(let members) = value else { return nil }
    // A secret elsewhere, or one that is referred to, may be a part of any member.
    let others = JSONNode(.object(members.filter { $0.name != "properties" }))
    guard !others.hasSecrets, !others.hasReferences,
      case .object(let parts)? = self["properties"]?.value
    else { return [] }
    return parts.filter { !$0.node.hasSecrets && !$0.node.hasReferences }.map(\.name)
  }
}

extension String {
  /// Returns the text with a blank for each run of blanks and invisible characters, cut after columns.
  ///
  /// A joiner or a variation selector stays: emoji and other scripts need it.
  func shortened(to limit: Int) -> String {
    var shown = UnicodeScalarView()
    var gap: [Unicode.Scalar] = []
    var room = limit
    func flush() {
      let isJoint = gap.count <= 2 && gap.allSatisfy { $0.columnCount == 0 }
      shown += isJoint ? gap : [" "]
      room -= isJoint ? gap.count : 1
      gap = []
    }
    for scalar in unicodeScalars {
      if scalar.isBlank {
        gap.append(scalar)
        continue
      }
      flush()
      room -= max(1, scalar.columnCount)
      if room < 0 { return String(shown) + "…" }
      shown.append(scalar)
    }
    flush()
    return String(shown)
  }
}

extension Unicode.Scalar {
  /// Whether the character is white space, or draws nothing.
  fileprivate var isBlank: Bool {
    self == " " || self == "\u{2800}"
      || properties.isWhitespace || properties.isDefaultIgnorableCodePoint
  }
}
