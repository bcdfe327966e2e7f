package import FormworkCore
package import FormworkJSON

/// A draft as a JSON object for a file.
struct DraftDocument: Equatable {
  /// The version of the document; version 1 identified fields by names instead of pointers.
  static let version = 2
  static let byteLimit = JSONReader.byteLimit

  let draft: Draft

  /// The time of the draft, in seconds since 1970.
  let time: Int
}

extension DraftDocument {
  init(reading bytes: [UInt8], of form: FormDefinition) throws(Message) {
    let root: JSONNode
    do {
      root = try JSONReader.read(bytes)
    } catch {
      throw .damaged(error.message)
    }
    guard case .number(let number) = root["version"]?.value, let version = number.wholeNumber
    else { throw .damaged(.key("draft.noVersion")) }
    if version > Self.version { throw .key("draft.newer") }
    if version < Self.version { throw .key("draft.older") }
    guard let name = root["form"]?.text, let fingerprint = root["fingerprint"]?.text else {
      throw .damaged(.key("draft.noForm"))
    }
    guard name == form.name, fingerprint == form.fingerprint.spelled else {
      throw .key("draft.anotherForm")
    }
    guard case .number(let seconds) = root["keptAt"]?.value, let time = seconds.wholeNumber else {
      throw .damaged(.key("draft.noTime"))
    }
    guard case .array(let touched) = root["touched"]?.value,
      case .object(let values) = root["values"]?.value,
      case .object(let counts) = root["counts"]?.value
    else { throw .damaged(.key("draft.noValues")) }
    self.time = time
    let numbers = try Self.read(counts) { _, value in
      if case .number(let number) = value { number.wholeNumber } else { nil }
    }
    let known = try Self.read(counts) { id, _ in
      form.hasCount(at: id, counts: numbers) ? numbers[id].flatMap { $0 >= 0 ? $0 : nil } : nil
    }
    draft = Draft(
      contents: try Self.read(values) { id, value in
        form.draftedKind(at: id, counts: known).flatMap { $0.content(of: $0.known(value)) }
      }, touched: try Self.fields(touched, in: form, known), counts: known)
  }

  /// Returns the values of members that are named like parts of a form.
  private static func read<Value>(
    _ members: [JSONMember], by value: (FieldID, JSONValue) -> Value?
  ) throws(Message) -> [FieldID: Value] {
    var values: [FieldID: Value] = [:]
    for member in members {
      guard let id = FieldID(pointer: member.name), let value = value(id, member.node.value)
      else { throw .damaged(.key("draft.noValue", ["place": member.node.place.message])) }
      values[id] = value
    }
    return values
  }

  private static func fields(
    _ nodes: [JSONNode], in form: FormDefinition, _ counts: [FieldID: Int]
  ) throws(Message) -> Set<FieldID> {
    var fields: Set<FieldID> = []
    for node in nodes {
      guard let id = node.text.flatMap(FieldID.init(pointer:)),
        form.draftedKind(at: id, counts: counts) != nil
      else { throw .damaged(.key("draft.noField", ["place": node.place.message])) }
      fields.insert(id)
    }
    return fields
  }

  /// Returns the document, with its fields named and ordered by JSON pointers.
  func bytes(of form: FormDefinition) -> [UInt8] {
    func ordered(_ paths: some Sequence<FieldID>) -> [FieldID] {
      paths.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }
    }
    let values = ordered(draft.contents.keys).compactMap { path in
      draft.contents[path]?.json.map { JSONMember(path.pointer, JSONNode($0)) }
    }
    let touched = ordered(draft.touched).map { JSONNode.text($0.pointer) }
    let counts = ordered(draft.counts.keys).map {
      JSONMember($0.pointer, .number(draft.counts[$0] ?? 0))
    }
    let root = JSONNode.members([
      "version": .number(Self.version), "form": .text(form.name),
      "fingerprint": .text(form.fingerprint.spelled), "keptAt": .number(time),
      "touched": JSONNode(.array(touched)), "counts": JSONNode(.object(counts)),
      "values": JSONNode(.object(values)),
    ])
    return Array((root.text(isPretty: true) + "\n").utf8)
  }
}

extension FieldID {
  package var pointer: String { "/" + rawValue }

  /// Creates the path of a JSON pointer; `nil` if it is invalid or points to the whole document.
  fileprivate init?(pointer: String) {
    guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
    self.init(rawValue: String(pointer.dropFirst()))
  }
}

extension Message {
  /// Returns the message that the file is not a complete draft, for a reason that quotes no entry.
  fileprivate static func damaged(_ reason: Message) -> Message {
    .key("draft.damaged", ["reason": reason])
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits, because not every reader keeps a large JSON number exact.
  fileprivate var spelled: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension FieldContent {
  /// The JSON value of the content; `nil` for a secret, which is never written.
  var json: JSONValue? {
    switch self {
    case .text(let text): .string(text)
    case .secret: nil
    case .toggle(let isOn): .bool(isOn)
    case .choice(let option): option.map { .string($0) } ?? .null
    case .choices(let options): .array(options.map { .text($0) })
    }
  }
}

extension FieldKind {
  /// Returns a value of a draft without options that the form no longer has.
  fileprivate func known(_ value: JSONValue) -> JSONValue {
    func isKnown(_ value: JSONValue) -> Bool { options.contains { .string($0.value) == value } }
    return switch (self, value) {
    case (.choice, .string): isKnown(value) ? value : .null
    case (.choices, .array(let nodes)): .array(nodes.filter { isKnown($0.value) })
    default: value
    }
  }

  /// Returns the content for a JSON value, or `nil` if it does not fit; raw JSON may be incomplete text.
  package func content(of value: JSONValue) -> FieldContent? {
    let content: FieldContent? =
      switch (self, value) {
      case (.text, .string(let text)), (.textArea, .string(let text)),
        (.wholeNumber, .string(let text)), (.decimal, .string(let text)),
        (.dateTime, .string(let text)), (.webAddress, .string(let text)),
        (.raw, .string(let text)):
        .text(text)
      case (.toggle, .bool(let isOn)): .toggle(isOn)
      case (.choice, .string(let option)): .choice(option)
      case (.choice, .null): .choice(nil)
      case (.choices, .array(let nodes)): Self.choices(nodes)
      default: nil
      }
    return content.flatMap { accepts($0) ? $0 : nil }
  }

  private static func choices(_ nodes: [JSONNode]) -> FieldContent? {
    let options = nodes.compactMap(\.text)
    return options.count == nodes.count ? .choices(options) : nil
  }
}
