import FormworkFrontEnd
import FormworkJSON

/// A line with an input message, whose members are of the right kinds.
struct InputLine {
  /// A member of a message.
  enum Member: String, CaseIterable {
    case message, revision, node, text, cursor, on, next, previous, section, insist, first, count
  }

  /// The input messages, each with the members that it needs, and those that it may have.
  static let messages: [String: (needed: [Member], others: [Member])] = [
    "edit": ([.node, .text], [.cursor]),
    "commit": ([.node], [.text]),
    "choose": ([.node, .on], []),
    "activate": ([.node], []),
    "go": ([], [.node, .next, .previous, .section]),
    "back": ([], [.insist]),
    "window": ([.node, .first, .count], []),
    "edit_outside": ([.node], []),
    "complete": ([.node, .text], [.cursor]),
    "reload": ([], []),
    "quit": ([], []),
    "switch": ([], [.text]),
    "log": ([.text], []),
    "reset": ([.node], []),
  ]

  /// The revision that the sender has seen; `nil` is the last one.
  private var revision: UInt64?
  private var name = ""
  private var node: NodeID?
  private var text: SecretBytes?
  private var numbers: [Member: Int] = [:]
  private var flags: Set<Member> = []

  init(_ line: UnsafeRawBufferPointer) throws(Complaint) {
    // Any text may be a secret, so it never becomes a string.
    let text = SecretBytes()
    let root: JSONNode
    do throws(JSONError) {
      root = try JSONReader.read(line, secretMembers: ["text"]) { text.append($1) }
    } catch {
      throw Complaint(.notJSON, column: error.place.column)
    }
    guard case .object(let members) = root.value, case .string(let name)? = root["message"]?.value,
      let (needed, others) = Self.messages[name]
    else { throw Complaint(.notMessage) }
    self.name = name
    var missing = needed
    for member in members {
      guard let key = Member(rawValue: member.name),
        [.message, .revision].contains(key) || needed.contains(key) || others.contains(key)
      else {
        // An unknown name may be a secret, and is not repeated.
        throw Complaint(
          .surplus, member: Member(rawValue: member.name), column: member.namePlace.column
        )
      }
      missing.removeAll { $0 == key }
      guard take(key, member.node.value, text) else { throw Complaint(.badValue, member: key) }
    }
    if let first = missing.first { throw Complaint(.missing, member: first) }
  }

  /// Takes the value of a member, and returns whether it is of the right kind.
  private mutating func take(
    _ member: Member, _ value: JSONValue, _ text: SecretBytes
  ) -> Bool {
    switch (member, value) {
    case (.message, _): break
    case (.text, .string): self.text = text
    case (.on, .bool(let isOn)), (.next, .bool(let isOn)), (.previous, .bool(let isOn)),
      (.section, .bool(let isOn)), (.insist, .bool(let isOn)):
      if isOn { flags.insert(member) }
    case (.node, .number(let number)):
      guard let number = number.wholeNumber.flatMap({ UInt32(exactly: $0) }), number > 0 else {
        return false
      }
      node = NodeID(rawValue: number)
    case (.revision, .number(let number)):
      guard let number = number.wholeNumber.flatMap({ UInt64(exactly: $0) }) else { return false }
      revision = number
    case (.cursor, .number(let number)), (.first, .number(let number)),
      (.count, .number(let number)):
      guard let number = number.wholeNumber, number >= 0 else { return false }
      numbers[member] = number
    default: return false
    }
    return true
  }

  /// Whether the message is accepted while the screen is busy: it leaves, or only writes to the log.
  var isUrgent: Bool { ["back", "quit", "switch", "log"].contains(name) }

  /// Returns the revision that the sender has seen, if it exists.
  func revision(in picture: ViewTreeReplica) throws(Complaint) -> UInt64 {
    guard let revision, revision != picture.revision else { return picture.revision }
    guard revision < picture.revision else { throw Complaint(.notSeen, member: .revision) }
    return revision
  }

  /// Returns the message, if its node exists and accepts it.
  func message(in picture: ViewTreeReplica) throws(Complaint) -> InputMessage<EnteredText> {
    let text = EnteredText.secret(text ?? SecretBytes())
    switch name {
    case "edit": return try .edit(node(in: picture, \.isTyped), text, cursor: cursor())
    case "commit":
      return try .commit(node(in: picture, \.isField), self.text.map(EnteredText.secret))
    case "choose":
      let node = try node(in: picture) { $0 == .option || $0 == .toggle }
      return .choose(node, isOn: flags.contains(.on))
    case "activate":
      return try .activate(node(in: picture) { [.button, .row, .column].contains($0) })
    case "go": return try .go(destination(in: picture))
    case "back": return .back(insists: flags.contains(.insist))
    case "window":
      let node = try node(in: picture) { $0 == .list }
      guard let count = numbers[.count], count <= 1000 else {
        throw Complaint(.badValue, member: .count)
      }
      return .window(node, firstRow: numbers[.first] ?? 0, rowCount: count)
    case "edit_outside": return try .editOutside(visibleText(in: picture))
    case "complete": return try .complete(visibleText(in: picture), text, cursor: cursor())
    case "reload": return .reload
    case "quit": return .quit
    case "switch": return .switchFrontEnd(text)
    case "log": return .log(text)
    default: return try .reset(node(in: picture, \.isField))
    }
  }

  private func node(
    in picture: ViewTreeReplica, _ accepts: (NodeKind) -> Bool
  ) throws(Complaint) -> NodeID {
    guard let node, let kind = picture[node]?.kind else { throw Complaint(.noNode, member: .node) }
    guard accepts(kind) else { throw Complaint(.wrongKind, member: .node) }
    return node
  }

  /// Returns a field with a text that may leave the form.
  private func visibleText(in picture: ViewTreeReplica) throws(Complaint) -> NodeID {
    let node = try node(in: picture, \.isTyped)
    guard picture[node]?.kind != .secretField else { throw Complaint(.secret, member: .node) }
    return node
  }

  private func destination(in picture: ViewTreeReplica) throws(Complaint) -> Destination {
    let isOutOfSection = flags.contains(.section)
    switch (node, flags.contains(.next), flags.contains(.previous)) {
    case (.some, false, false) where !isOutOfSection:
      return .node(try node(in: picture) { _ in true })
    case (nil, true, false): return isOutOfSection ? .nextSection : .next
    case (nil, false, true): return isOutOfSection ? .previousSection : .previous
    case (nil, false, false): throw Complaint(.missing, member: .node)
    default: throw Complaint(.surplus, member: node == nil ? .previous : .node)
    }
  }

  /// Returns the cursor: the given one, or the end of the text.
  private func cursor() throws(Complaint) -> Int {
    guard let text, let cursor = numbers[.cursor] else { return text?.byteCount ?? 0 }
    let isAtCharacter = text.withBytes { bytes in
      cursor == bytes.count || bytes.indices.contains(cursor) && bytes[cursor] & 0xC0 != 0x80
    }
    guard isAtCharacter else { throw Complaint(.badValue, member: .cursor) }
    return cursor
  }
}
