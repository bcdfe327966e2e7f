import FormworkCore
import FormworkJSON
import FormworkSchema

/// The contents of a form, from data that it begins with.
struct SchemaContents {
  /// The contents of fields, by path.
  var contents: [FieldID: FieldContent] = [:]

  /// The numbers of items of lists, by path.
  var counts: [FieldID: Int] = [:]
}

/// The data of a form, apart from its values.
struct DataContext: Sendable {
  let graph: SchemaGraph

  /// Whether what is missing has no value, not even the default.
  let isComplete: Bool
}

extension SchemaPart {
  /// Returns the content of the field for a value; `nil` if the field cannot have it.
  func content(of value: JSONNode) -> FieldContent? {
    switch (shape, value.value) {
    case (.text(let isArea), .string(let text)):
      text.badInput(allowingLines: isArea) == nil ? .text(text) : nil
    case (.date, .string(let text)): text == text.withoutBlanksAround ? .text(text) : nil
    case (.secret(isJSON: false), .string(let text)):
      text.badInput(allowingLines: false) == nil ? .secret(Secret(text)) : nil
    case (.secret(isJSON: true), _): .secret(Secret(value.text()))
    case (.number(let isWhole), .number(let number)):
      isWhole && number.wholeNumber == nil || Double(number.description)?.isFinite != true
        ? nil : .text(number.description)
    case (.toggle, .bool(let isOn)): .toggle(isOn)
    case (.choice(let choices), _): choices.name(of: value).map { .choice($0) }
    case (.choices(let choices), .array(let values)):
      .choices(choices.filter { values.contains($0.value) }.map(\.name))
    case (.raw, _): .text(value.text(isPretty: true))
    default: nil
    }
  }

  // MARK: Shapes that hold data

  /// Returns the part with a shape that can hold values; `nil` is a missing value.
  ///
  /// What no other shape can hold is edited as JSON.
  func fitted(to values: [JSONNode?], _ context: DataContext) -> SchemaPart {
    var part = self
    if !isRequired, context.isComplete { part.initial = nil }
    if isTrue("readOnly"), let first = values.first, let value = first,
      values.allSatisfy({ $0 == first })
    {
      (part.shape, part.isAsked) = (.constant(value), true)
      return part
    }
    part.isAsked = isAsked || values.contains { $0 != nil }
    if let holding = part.holding(values, context) { return holding }
    return part.raw
  }

  /// Whether an object has all members that are always required.
  private func hasRequiredMembers(of value: JSONNode) -> Bool {
    guard case .object(let parts) = shape else { return true }
    return parts.allSatisfy { part in
      part.isSpread || part.condition != nil || !part.isRequired || value[part.name] != nil
    }
  }

  /// Returns a fitted item or whole answer, which cannot be a section that the user may leave out.
  func fittedInPlace(to values: [JSONNode?], _ context: DataContext) -> SchemaPart {
    isSection ? fittedAlone(to: values, context) : fitted(to: values, context)
  }

  /// Returns the fitted part, edited as JSON if only leaving it out could express the values.
  fileprivate func fittedAlone(to values: [JSONNode?], _ context: DataContext) -> SchemaPart {
    let part = fitted(to: values, context)
    return part.empty == empty ? part : part.raw
  }

  /// The part as JSON that the user edits, hidden if it may contain a secret.
  var raw: SchemaPart {
    var part = self
    (part.shape, part.empty) = (hasSecrets ? .secret(isJSON: true) : .raw, nil)
    return part
  }

  private func holding(_ values: [JSONNode?], _ context: DataContext) -> SchemaPart? {
    // A required value that is missing is entered later.
    let values =
      isRequired || !context.isComplete ? values.filter { $0 != nil } : values
    var part = self
    switch shape {
    case .object, .tuple, .list, .map, .alternatives, .deferred:
      var blanks: [JSONNode?] = []
      for value in values where isBlank(value) && !blanks.contains(value) {
        blanks.append(value)
      }
      if blanks.count > 1 { return nil }
      if let blank = blanks.first { part.empty = blank }
      guard
        let shape = shape.holding(values.compactMap { isBlank($0) ? nil : $0 }, context)
      else { return nil }
      part.shape = shape
      return part
    default: return candidates(for: values).first { part in values.allSatisfy(part.keeps) }
    }
  }

  /// Whether a section is left out, or has no items, for a value.
  private func isBlank(_ value: JSONNode?) -> Bool {
    switch (shape, value?.value) {
    case (_, nil), (_, .null): true
    case (.list, .array(let items)): items.isEmpty
    case (.map, .object(let members)): members.isEmpty
    default: false
    }
  }

  /// Returns the part with all shapes of a single field that may hold values.
  private func candidates(for values: [JSONNode?]) -> [SchemaPart] {
    var shapes = [shape]
    switch shape {
    case .text: shapes.append(.text(isArea: true))
    case .secret: shapes.append(.secret(isJSON: true))
    case .number(isWhole: true): shapes.append(.number(isWhole: false))
    case .toggle where !isRequired: shapes.append(.choice(Choice.yesOrNo))
    default: break
    }
    // An empty field stands for one of the empty values.
    let blanks: [JSONNode?] =
      [empty] + [.null, JSONNode(.string("")), JSONNode(.array([]))].filter(values.contains)
    return shapes.flatMap { shape in
      blanks.map { blank in
        var part = self
        (part.shape, part.empty) = (shape, blank)
        return part
      }
    }
  }

  /// Whether the field would return the same value if it began with it.
  private func keeps(_ value: JSONNode?) -> Bool {
    switch shape {
    case .constant(let constant): return value == constant
    // A toggle always has a value.
    case .toggle: return value.flatMap(content(of:)) != nil
    default:
      guard let value else { return empty == nil }
      guard value != empty, let content = content(of: value) else { return value == empty }
      return shape.json(of: content, empty: empty) == value
    }
  }

  /// Whether the value is valid, and the part can hold it without more parts that are edited as JSON.
  fileprivate func admits(_ value: JSONNode, _ context: DataContext) -> Bool {
    holding([value], context)?.rawCount == rawCount
      && context.graph.fault(of: value, by: schemas) == nil && hasRequiredMembers(of: value)
  }

  // MARK: Contents

  /// Adds the contents for a value at a path, which the shape can hold.
  func fill(
    _ contents: inout SchemaContents, at path: String, with value: JSONNode, _ context: DataContext
  ) {
    let place = FieldID(rawValue: path)
    switch shape {
    case .constant: break
    case .object, .tuple, .list, .map, .alternatives, .deferred:
      if value == empty { return }
      fillSection(&contents, at: path, with: value, context)
    default:
      if value != empty { contents.contents[place] = content(of: value) }
    }
  }

  private func fillSection(
    _ contents: inout SchemaContents, at path: String, with value: JSONNode, _ context: DataContext
  ) {
    let place = FieldID(rawValue: path)
    switch (shape, value.value) {
    case (.object, _), (.tuple, _):
      if !needsContent { contents.contents[place.control] = .toggle(true) }
      fillMembers(&contents, at: path + "/", with: value, context)
    case (.list(let item, _), .array(let values)):
      contents.counts[place] = values.count
      for (number, value) in values.enumerated() {
        let inner = "\(path)/\(number)" + (item.isSection ? "" : "/\(item.id.rawValue)")
        item.fill(&contents, at: inner, with: value, context)
      }
    case (.map(let part, _), .object(let members)):
      contents.counts[place] = members.count
      for (number, member) in members.enumerated() {
        contents.contents["\(path)/\(number)/key"] = .text(member.name)
        let inner = "\(path)/\(number)/\(part.id.rawValue)"
        part.fill(&contents, at: inner, with: member.node, context)
      }
    case (.deferred(let part), _):
      if needsContent {
        contents.counts[place] = 1
      } else {
        contents.contents[place.control] = .toggle(true)
      }
      part.make().fillContained(&contents, at: path, with: value, context)
    case (.alternatives(let options), _):
      guard let option = options.option(for: value, context) else { return }
      contents.contents[place.control] = .choice(option.id.rawValue)
      option.fillContained(&contents, at: "\(path)/\(option.id.rawValue)", with: value, context)
    default: break
    }
  }

  /// Adds the contents for the members of an object, or the items of a tuple.
  ///
  /// The path is empty, or ends with a slash.
  func fillMembers(
    _ contents: inout SchemaContents, at path: String, with value: JSONNode,
    _ context: DataContext
  ) {
    let values: [(part: SchemaPart, value: JSONNode?)] =
      switch shape {
      case .object(let parts):
        Array(zip(parts, ObjectData(value).values(of: parts, context).own))
      case .tuple(let parts): Array(zip(parts, parts.values(ofItems: value.items)))
      default: []
      }
    for case (let part, let value?) in values {
      part.fill(&contents, at: path + part.id.rawValue, with: value, context)
    }
  }

  /// Adds the contents of a part in a section of its own, which contains the members of an object.
  private func fillContained(
    _ contents: inout SchemaContents, at path: String, with value: JSONNode, _ context: DataContext
  ) {
    fill(&contents, at: isSection ? path : "\(path)/\(id.rawValue)", with: value, context)
  }
}

extension SchemaPart.Shape {
  /// Returns the shape of a section that can hold values; `nil` if none can.
  fileprivate func holding(_ values: [JSONNode], _ context: DataContext) -> Self? {
    switch self {
    case .object(let parts):
      guard values.allSatisfy(\.isObject) else { return nil }
      return .object(parts.fitted(toMembersOf: values, context))
    case .tuple(let parts):
      guard values.allSatisfy({ $0.isArray && parts.hasPlaces(for: $0.items.count) }) else {
        return nil
      }
      let items = values.map { parts.values(ofItems: $0.items) }
      return .tuple(
        parts.enumerated().map { place, part in part.fitted(to: items.map { $0[place] }, context) })
    case .list(let item, let range):
      guard values.allSatisfy({ $0.isArray && $0.items.count <= range.upperBound }) else {
        return nil
      }
      return .list(item.fittedInPlace(to: values.flatMap(\.items), context), range)
    case .map(let value, let key):
      guard values.allSatisfy({ $0.isObject && $0.members.allSatisfy { key.admits($0.name) } })
      else { return nil }
      return .map(value.fittedAlone(to: values.flatMap(\.members).map(\.node), context), key)
    case .alternatives(let options):
      let chosen = values.map { options.option(for: $0, context)?.id }
      if chosen.contains(nil) { return nil }
      return .alternatives(
        options.map { option in
          option.fitted(to: zip(values, chosen).filter { $0.1 == option.id }.map(\.0), context)
        })
    case .deferred(let part):
      return values.isEmpty
        ? self
        : .deferred(
          SchemaPart.DeferredPart(context.graph) { part.make().fitted(to: values, context) })
    default: return nil
    }
  }
}

extension [SchemaPart] {
  /// Returns the first alternative for a value.
  fileprivate func option(for value: JSONNode, _ context: DataContext) -> SchemaPart? {
    first { $0.admits(value, context) }
  }

  /// Returns the values of the parts of a tuple.
  fileprivate func values(ofItems items: [JSONNode]) -> [JSONNode?] {
    enumerated().map { place, part in
      if part.isSpread { return JSONNode(.array(Array<JSONNode>(items.dropFirst(place)))) }
      return place < items.count ? items[place] : nil
    }
  }

  fileprivate func hasPlaces(for count: Int) -> Bool {
    last?.isSpread == true || count <= self.count
  }

  /// Returns the parts that can hold objects, with one for the members that no other part holds.
  fileprivate func fitted(toMembersOf objects: [JSONNode], _ context: DataContext) -> [SchemaPart] {
    let values = objects.map { ObjectData($0).values(of: self, context) }
    var parts = self
    var columns = indices.map { place in values.map { $0.own[place] } }
    if values.contains(where: { !$0.rest.isEmpty }) {
      let id: FieldID = contains { $0.id == "others" } ? "others-data" : "others"
      parts.append(
        SchemaPart(
          name: "", id: id, label: .key("ask.others"), isRequired: false, shape: .raw,
          isSpread: true))
      columns.append(values.map { $0.rest.isEmpty ? nil : JSONNode(.object($0.rest)) })
    }
    return zip(parts, columns).map { $0.fitted(to: $1, context) }
  }
}

/// An object of the data.
struct ObjectData {
  private let members: [JSONMember]

  /// The values of the members by name.
  let table: [[UInt8]: JSONNode]

  init(_ object: JSONNode) {
    members = object.members
    table = Dictionary(members.map { (Array($0.name.utf8), $0.node) }) { first, _ in first }
  }

  /// Returns the values of parts, and the members that no part holds.
  fileprivate func values(
    of parts: [SchemaPart], _ context: DataContext
  ) -> (own: [JSONNode?], rest: [JSONMember]) {
    var held: Set<[UInt8]> = []
    var own = parts.map { part -> JSONNode? in
      let name = Array(part.name.utf8)
      guard !part.isSpread, let value = table[name], part.isShown(for: self, parts) else {
        return nil
      }
      held.insert(name)
      return value
    }
    var rest: [JSONMember] { members.filter { !held.contains(Array($0.name.utf8)) } }
    for (place, part) in parts.enumerated() where part.isSpread && part.isShown(for: self, parts) {
      let spread = part.members(of: rest, context)
      if spread.isEmpty { continue }
      held.formUnion(spread.map { Array($0.name.utf8) })
      own[place] = JSONNode(.object(spread))
    }
    return (own, rest)
  }
}

extension SchemaPart {
  fileprivate func isShown(for object: ObjectData, _ parts: [SchemaPart]) -> Bool {
    condition?.holds(for: object, parts) ?? true
  }

  /// Returns the members that belong to a part without a name.
  fileprivate func members(of rest: [JSONMember], _ context: DataContext) -> [JSONMember] {
    switch shape {
    case .raw: return rest
    case .map(_, let key): return rest.filter { key.admits($0.name) }
    case .alternatives(let options):
      let own = rest.filter { names.contains(Array($0.name.utf8)) }
      return options.option(for: JSONNode(.object(own)), context) == nil ? [] : own
    default: return rest.filter { names.contains(Array($0.name.utf8)) }
    }
  }
}

extension SchemaPart.MemberKey {
  /// Whether a member with a name is one of the entries.
  fileprivate func admits(_ name: String) -> Bool {
    !name.isEmpty && name.badInput(allowingLines: false) == nil
      && !others.contains(Array(name.utf8)) && matches(name)
  }
}
