public import FormworkCore
public import FormworkJSON
import FormworkMessages

/// Answers prepared in JSON before a form is opened, as a tree with the shape of the form.
///
/// An object has a member for each answered part. A list is an array, and a map is an object of its keys.
/// Alternatives are an object with one member, named like the chosen section. `null` leaves out an optional
/// part. Parts that the document leaves out are not answered.
public struct AnswersDocument: Equatable, Sendable {
  /// The contents of fields, by their paths of names and positions.
  public private(set) var contents: [FieldID: FieldContent] = [:]

  /// The number of items in each list, by its path; 1 for an opened section.
  public private(set) var counts: [FieldID: Int] = [:]

  /// Whether the answers contain a secret.
  public var hasSecrets: Bool {
    contents.values.contains { if case .secret = $0 { true } else { false } }
  }

  /// Creates answers from the contents of fields, by their paths.
  public init(contents: [FieldID: FieldContent] = [:], counts: [FieldID: Int] = [:]) {
    self.contents = contents
    self.counts = counts
  }

  /// Parses a document, which the caller wipes if it contains secrets; an error quotes no value.
  public init(
    reading document: UnsafeRawBufferPointer, of items: [FormItem]
  ) throws(JSONError) {
    var reading = AnswersReading()
    let root = try JSONReader.read(document, secretMembers: items.secretNames) { place, bytes in
      reading.handed[place] = Secret(utf8: bytes)
    }
    let members = Members(items)
    guard case .object = root.value else {
      let example = Message.verbatim("{\"\(members.names.first ?? "")\": \"...\", ...}")
      throw JSONError(place: root.place, fault: .key("answers.noObject", ["example": example]))
    }
    try reading.read(root, as: members, at: AnswersReading.Place(path: "", pointer: ""))
    (contents, counts) = (reading.contents, reading.counts)
  }
}

/// The state of reading a document, part by part.
private struct AnswersReading {
  var contents: [FieldID: FieldContent] = [:]
  var counts: [FieldID: Int] = [:]

  /// The texts of members that have the name of a secret.
  var handed: [JSONPlace: Secret] = [:]
  private var itemCount = 0
  private var depth = 0

  /// The place of a part in the form and in the document.
  struct Place {
    let path: String
    let pointer: String

    var id: FieldID { FieldID(rawValue: path) }

    /// The place of the control that opens an optional section or chooses an alternative.
    var control: FieldID { id.control }

    /// Returns the place of an inner part; the document may use another name for the part, or none.
    func appending(_ name: FieldID, as token: String? = nil) -> Place {
      Place(
        path: path.isEmpty ? name.rawValue : "\(path)/\(name.rawValue)",
        pointer: pointer + (token ?? "/\(name.rawValue)"))
    }
  }

  mutating func read(
    _ node: JSONNode, as members: Members, at place: Place
  ) throws(JSONError) {
    for answer in try self.members(of: node, at: place) {
      guard let item = members[answer.name] else {
        throw fault(
          "answers.unknown", at: place.appending(FieldID(escaping: answer.name.echoed)),
          answer.namePlace, members.names)
      }
      try read(answer.node, as: item, at: place.appending(FieldID(escaping: answer.name)))
    }
  }

  private mutating func read(
    _ node: JSONNode, as item: FormItem, at place: Place
  ) throws(JSONError) {
    switch item {
    case .field(let field): try read(node, as: field.kind, at: place)
    case .section(let section): try read(node, as: section, at: place)
    case .group, .note: break
    }
  }

  private mutating func read(
    _ node: JSONNode, as kind: FieldKind, at place: Place
  ) throws(JSONError) {
    if kind == .secret, let secret = handed[node.place] {
      return contents[place.id] = .secret(secret)
    }
    guard let content = kind.answer(whole(node).value) else {
      throw fault(kind.expectation, at: place, node.place, kind.options.map(\.value))
    }
    contents[place.id] = content
  }

  /// Returns a value with the texts that were read as secrets because a secret has the same name.
  private func whole(_ node: JSONNode) -> JSONNode {
    switch node.value {
    case .string:
      return handed[node.place].map { secret in
        JSONNode(.string(secret.withBytes { String(decoding: $0, as: UTF8.self) }))
      } ?? node
    case .array(let nodes):
      return JSONNode(.array(nodes.map(whole)))
    case .object(let members):
      return JSONNode(.object(members.map { JSONMember($0.name, whole($0.node)) }))
    case .null, .bool, .number: return node
    }
  }

  private mutating func read(
    _ node: JSONNode, as section: SectionSpecification, at place: Place
  ) throws(JSONError) {
    var isChoice = false
    if case .alternatives = section.body { isChoice = true }
    if section.isOptional, case .null = node.value {
      return contents[place.control] = isChoice ? .choice(nil) : .toggle(false)
    }
    if section.isOptional, !isChoice { contents[place.control] = .toggle(true) }
    switch section.body {
    case .object(let items):
      try read(node, as: Members(items), at: place)
    case .deferred(let body):
      guard depth < FormDefinition.depthLimit else {
        throw fault("answers.tooDeep", at: place, node.place, count: FormDefinition.depthLimit)
      }
      if !section.isOptional { counts[place.id] = 1 }
      depth += 1
      defer { depth -= 1 }
      try read(node, as: Members(body.items()), at: place)
    case .alternatives(let options):
      let names = options.map(\.id.unescaped)
      guard case .object(let members) = node.value, members.count == 1, let chosen = members.first,
        let option = options.first(where: { $0.id.unescaped == chosen.name })
      else { throw fault("answers.noAlternative", at: place, node.place, names) }
      contents[place.control] = .choice(option.id.rawValue)
      try read(chosen.node, as: option, at: place.appending(option.id))
    case .list(let list):
      try read(node, as: list, at: place)
    }
  }

  private mutating func read(
    _ node: JSONNode, as list: ListBody, at place: Place
  ) throws(JSONError) {
    var keys: [JSONMember]?
    var items: [JSONNode] = []
    if list.form == .entry {
      let members = try members(of: node, at: place)
      (keys, items) = (members, members.map(\.node))
    } else if case .array(let elements) = node.value {
      items = elements
    } else {
      throw fault("answers.noList", at: place, node.place)
    }
    itemCount += items.count
    let limit = min(list.count.upperBound, FormDefinition.itemLimit)
    guard items.count <= limit, itemCount <= FormDefinition.itemLimit else {
      throw fault("answers.tooMany", at: place, node.place, count: limit)
    }
    counts[place.id] = items.count
    let members = Members(list.item)
    for (number, item) in items.enumerated() {
      let token = keys.map { FieldID(escaping: $0[number].name).rawValue } ?? String(number)
      let place = place.appending(FieldID(rawValue: String(number)), as: "/" + token)
      if case .object = list.form {
        try read(item, as: members, at: place)
      } else if let part = list.item.last?.name {
        if let keys, case .field(let key)? = list.item.first {
          contents[place.appending(key.id).id] = .text(keys[number].name)
        }
        try read(item, as: list.item[list.item.count - 1], at: place.appending(part, as: ""))
      }
    }
  }

  private func members(of node: JSONNode, at place: Place) throws(JSONError) -> [JSONMember] {
    guard case .object(let members) = node.value else {
      throw fault("answers.noMembers", at: place, node.place)
    }
    return members
  }

  private func fault(
    _ key: String, at place: Place, _ position: JSONPlace, _ names: [String] = [],
    count: Int? = nil
  ) -> JSONError {
    let shown = names.prefix(20) + (names.count > 20 ? ["…"] : [])
    return JSONError(
      place: position,
      fault: .key(
        key,
        [
          "pointer": .verbatim(place.pointer.replacingControls()),
          "names": .list(shown.map { .verbatim($0) }),
        ], count: count))
  }
}

/// The parts of a section by name, including the parts of its groups.
private struct Members {
  let names: [String]
  private let items: [String: FormItem]

  init(_ items: [FormItem]) {
    let named = items.named
    names = named.map(\.name)
    self.items = Dictionary(named.map { ($0.name, $0.item) }) { first, _ in first }
  }

  subscript(name: String) -> FormItem? { items[name] }
}

extension [FormItem] {
  fileprivate var named: [(name: String, item: FormItem)] {
    flatMap { item -> [(name: String, item: FormItem)] in
      if case .group(_, _, let items) = item { return items.named }
      return item.name.map { [($0.unescaped, item)] } ?? []
    }
  }

  /// The names of all secrets, and of lists and maps of secrets, in all sections.
  fileprivate var secretNames: Set<String> {
    var names: Set<String> = []
    var known: Set<ObjectIdentifier> = []
    var rest = named
    while let (name, item) = rest.popLast() {
      if item.isSecret { names.insert(name) }
      guard case .section(let section) = item else { continue }
      switch section.body {
      case .object(let items): rest += items.named
      case .alternatives(let options): rest += options.map { FormItem.section($0) }.named
      case .list(let list): rest += list.item.named
      // A form may contain itself. A form that never ends is refused when it is created.
      case .deferred(let body):
        if known.count < 1000, known.insert(ObjectIdentifier(body)).inserted {
          rest += body.items().named
        }
      }
    }
    return names
  }
}

extension FormItem {
  /// Whether the answer is a secret, or a list or map of secrets.
  fileprivate var isSecret: Bool {
    switch self {
    case .field(let field): return field.kind == .secret
    case .section(let section):
      guard case .list(let list) = section.body, list.form != .object else { return false }
      return list.item.last?.isSecret ?? false
    case .group, .note: return false
    }
  }

  fileprivate var name: FieldID? {
    switch self {
    case .field(let field): field.id
    case .section(let section): section.id
    case .group, .note: nil
    }
  }
}

extension FieldKind {
  fileprivate func answer(_ value: JSONValue) -> FieldContent? {
    switch (self, value) {
    case (.wholeNumber, .number(let number)), (.decimal, .number(let number)):
      return .text(number.description)
    case (.raw, _): return .text(JSONNode(value).text(isPretty: true))
    case (.choices(let options), .array(let nodes)):
      // The order of the options does not matter.
      let chosen = nodes.map(\.value)
      let known = options.map { JSONValue.string($0.value) }
      guard chosen.allSatisfy({ known.contains($0) }) else { return nil }
      return .choices(options.map(\.value).filter { chosen.contains(.string($0)) })
    default: return content(of: value)
    }
  }

  fileprivate var expectation: String {
    switch self {
    case .text, .textArea, .secret, .dateTime, .webAddress, .raw: "answers.noText"
    case .wholeNumber, .decimal: "answers.noNumber"
    case .toggle: "answers.noToggle"
    case .choice: "answers.noOption"
    case .choices: "answers.noOptions"
    }
  }
}
