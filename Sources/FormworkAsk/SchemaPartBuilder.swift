import FormworkCore
import FormworkJSON
import FormworkSchema
import Synchronization

/// The parts of the forms of a schema, which are made when the user opens them.
final class SchemaParts: Sendable {
  let graph: SchemaGraph

  /// The maximum number of parts that are made at once.
  private let limit: Int

  /// Whether the user sees the constants of the answer.
  fileprivate let showsConstants: Bool
  private let deferred = Mutex<[[Int]: SchemaPart.DeferredPart]>([:])

  /// The schemas whose branches are known to describe a shape, or not.
  private let described = Mutex<[Int: Bool]>([:])

  init(_ graph: SchemaGraph, limit: Int, _ showsConstants: Bool) {
    (self.graph, self.limit, self.showsConstants) = (graph, limit, showsConstants)
  }

  /// Returns the part of the whole document.
  func root() throws(SchemaFormError) -> SchemaPart { try part(of: MergedSchemas(graph, [0]), [0]) }

  private func part(
    of schemas: MergedSchemas, _ own: [Int]
  ) throws(SchemaFormError) -> SchemaPart {
    // The user opens a large form level by level.
    for depth in [Int.max, 4, 2, 1] {
      let builder = SchemaPartBuilder(self, depth: depth, limit: limit)
      let part = builder.part(named: "", id: "value", schemas, of: own, isRequired: true)
      if builder.isExhausted { continue }
      guard let part else { throw .nothingAllowed }
      return part
    }
    throw .tooManyParts(limit)
  }

  /// Whether a schema describes a shape, and not only rules for one.
  fileprivate func describesShape(_ schema: Int) -> Bool {
    if let known = described.withLock({ $0[schema] }) { return known }
    let schemas = MergedSchemas(graph, [schema])
    let describes =
      schemas.kinds != .any || schemas.hasMembers
      || schemas.value(of: "enum") != nil || schemas.value(of: "const") != nil
      || schemas.openAlternatives.contains { $0.branches.allSatisfy(describesShape) }
    described.withLock { $0[schema] = describes }
    return describes
  }

  /// Returns the part that the user opens for schemas, the same one each time.
  fileprivate func deferredPart(of schemas: MergedSchemas) -> SchemaPart.DeferredPart {
    deferred.withLock { parts in
      let key = schemas.nodes + [Int(schemas.kinds.rawValue)]
      if let part = parts[key] { return part }
      let part = SchemaPart.DeferredPart(graph) { [self] in
        // What has too many parts is edited as JSON.
        do throws(SchemaFormError) { return try self.part(of: schemas, schemas.nodes) } catch {
          return SchemaPart(
            name: "", id: "value", label: .key("ask.raw"), isRequired: true, shape: .raw)
        }
      }
      parts[key] = part
      return part
    }
  }
}

/// Makes the parts of a form from schemas.
struct SchemaPartBuilder: Sendable {
  private let parts: SchemaParts

  /// The schemas of the parts around the current one.
  private var path: [MergedSchemas.Identity] = []

  /// The number of nested parts that are made at once.
  private let depth: Int

  /// The number of parts that may still be made.
  private let room: Room

  /// The number of parts that a part below the first level counts as.
  ///
  /// The user opens many such parts level by level, but sees those of the first level in any case.
  private let nestedSize: Int

  private final class Room: Sendable {
    let rest: Atomic<Int>
    init(_ limit: Int) { rest = Atomic(limit) }
  }

  fileprivate init(_ parts: SchemaParts, depth: Int, limit: Int) {
    self.parts = parts
    self.depth = depth
    room = Room(limit)
    nestedSize = depth == 1 ? 1 : max(1, limit / 2_000)
  }

  var graph: SchemaGraph { parts.graph }

  /// Whether there are more parts than the limit.
  var isExhausted: Bool { room.rest.load(ordering: .relaxed) < 0 }

  func part(
    named name: String, id: FieldID, _ schemas: [Int], isRequired: Bool, isHidden: Bool = false
  ) -> SchemaPart? {
    part(
      named: name, id: id, MergedSchemas(graph, schemas), of: schemas, isRequired: isRequired,
      isHidden: isHidden)
  }

  /// Returns the part of a value; `nil` if the schemas allow none.
  fileprivate func part(
    named name: String, id: FieldID, _ schemas: MergedSchemas, of own: [Int], isRequired: Bool,
    isHidden: Bool = false
  ) -> SchemaPart? {
    let size = path.count > 1 ? nestedSize : 1
    if room.rest.wrappingSubtract(size, ordering: .relaxed).newValue < 0 { return nil }
    let annotations = schemas.annotations
    let label: Message =
      annotations.firstResult { $0["title"]?.string }.map { .verbatim($0) }
      ?? (name.isEmpty ? .key("ask.item") : .verbatim(name.spaced))
    var rest = schemas
    var isNullable = rest.removeNull()
    var part = SchemaPart(
      name: name, id: id, schemas: own, label: label,
      annotations: isNullable ? rest.annotations : annotations,
      isRequired: isRequired, shape: .raw, initial: schemas.value(of: "default")?.node)
    if var choices = choices(of: rest) {
      let others = choices.filter { $0.value.value != .null }
      if others.isEmpty { isNullable = false } else if isNullable { choices = others }
      guard let first = choices.first else { return nil }
      let isConstant = choices.count == 1 && isRequired && !isNullable
      part.shape = isConstant ? .constant(first.value) : .choice(choices)
      part.isShown = isConstant && parts.showsConstants
      // Only the user can give a consent.
      if isConstant, first.value.value == .bool(true) { part.shape = .toggle }
    } else if let shape = shape(of: rest, isRequired: isRequired) {
      part.shape = shape
    } else {
      return nil
    }
    if isHidden || schemas.isSecret { part.shape = part.shape.hidden }
    part.isAsked = isRequired || !schemas.isTrue("readOnly")
    if isRequired { part.empty = part.shape.empty ?? (isNullable ? .null : nil) }
    return part
  }

  // MARK: Shapes

  func shape(of schemas: MergedSchemas, isRequired: Bool) -> SchemaPart.Shape? {
    if schemas.kinds.isEmpty { return nil }
    var inner = self
    if schemas.hasParts {
      let identity = schemas.identity
      if path.contains(identity) || path.count >= depth {
        return .deferred(parts.deferredPart(of: schemas))
      }
      inner.path.append(identity)
    }
    if let shape = inner.describedShape(of: schemas, isRequired: isRequired) { return shape }
    // Values of other kinds than the described one are possible as well.
    return schemas.kinds == schemas.describedKinds ? nil : .raw
  }

  private func describedShape(
    of schemas: MergedSchemas, isRequired: Bool
  ) -> SchemaPart.Shape? {
    if let alternatives = alternatives(of: schemas) { return alternatives.shape }
    switch schemas.describedKinds {
    case .null: return isRequired ? .constant(.null) : nil
    case .string: return text(of: schemas)
    case .integer, .number, [.number, .integer]:
      return .number(isWhole: schemas.describedKinds == .integer)
    case .boolean:
      // A toggle always has an answer; without a default, the user chooses yes or no.
      return schemas.value(of: "default") == nil ? .choice(SchemaPart.Choice.yesOrNo) : .toggle
    case .array: return array(of: schemas)
    case .object: return object(of: schemas)
    case let kinds where kinds.isSuperset(of: TypeSet.any.subtracting(.null)): return .raw
    case let kinds: return union(of: kinds, schemas)
    }
  }

  private func text(of schemas: MergedSchemas) -> SchemaPart.Shape {
    if schemas.value(of: "format")?.string == "date" { return .date }
    let hasLines = schemas.value(of: "default")?.string?.contains(where: \.isNewline) ?? false
    return .text(isArea: hasLines || schemas.value(of: "contentMediaType") != nil)
  }

  /// Returns the allowed values of `const`, of `enum`, or of alternatives that are constants.
  private func choices(of schemas: MergedSchemas) -> [SchemaPart.Choice]? {
    let choices =
      schemas.constants?.map { ($0.node, Message.verbatim($0.label)) }
      ?? schemas.openAlternatives.firstResult { titledChoices($0.branches) }
    guard let choices else { return nil }
    return [SchemaPart.Choice](choices.filter { graph.fault(of: $0.0, by: schemas.nodes) == nil })
  }

  /// Returns the values of schemas that are all constants, with labels.
  private func titledChoices(_ branches: [Int]) -> [(JSONNode, Message)]? {
    let choices = branches.map { branch -> (JSONNode, Message)? in
      let schemas = MergedSchemas(graph, [branch])
      return schemas.onlyConstant.map {
        ($0.node, .verbatim(schemas.value(of: "title")?.string ?? $0.label))
      }
    }
    let known = choices.compactMap(\.self)
    return known.isEmpty || known.count < choices.count ? nil : known
  }

  /// Returns the shape of alternatives, which is `nil` if none is possible.
  private func alternatives(of schemas: MergedSchemas) -> (shape: SchemaPart.Shape?, Void)? {
    // Branches beside the members of an object add members to it.
    if schemas.hasMembers { return nil }
    for (keyword, branches) in schemas.openAlternatives {
      // Branches that only require other members are left to the validation of the whole.
      guard branches.allSatisfy(parts.describesShape) else { continue }
      let options = branches.enumerated().compactMap { number, branch -> SchemaPart? in
        let chosen = schemas.choosing(branch, of: keyword)
        var option = option(number, chosen, of: [branch] + schemas.nodes)
        option?.label = optionLabel(number, branch)
        return option
      }
      return (options.count > 1 ? .alternatives(options) : options.first?.shape, ())
    }
    return nil
  }

  /// Returns the alternatives for a value of one of several kinds.
  private func union(of kinds: TypeSet, _ schemas: MergedSchemas) -> SchemaPart.Shape? {
    var kinds = kinds
    if kinds.contains(.number) { kinds.remove(.integer) }
    let options = kinds.names.enumerated().compactMap { number, name -> SchemaPart? in
      var kind = TypeSet(named: name) ?? []
      if kind == .number { kind.insert(.integer) }
      var option = option(number, schemas.limited(to: kind), of: schemas.nodes)
      option?.label = .key("ask.kind", of: name)
      return option
    }
    return options.isEmpty ? nil : .alternatives(options)
  }

  /// Returns one of several alternatives.
  private func option(_ number: Int, _ schemas: MergedSchemas, of own: [Int]) -> SchemaPart? {
    part(named: "", id: "option\(number + 1)", schemas, of: own, isRequired: true)
  }

  /// Returns the label of an alternative: its title, the constant that tells it apart, or its members.
  func optionLabel(_ number: Int, _ schema: Int) -> Message {
    let schemas = MergedSchemas(graph, [schema])
    if let title = schemas.value(of: "title")?.string { return .verbatim(title) }
    let members = schemas.namedMembers
    for member in members {
      if let value = MergedSchemas(graph, member.schemas).onlyConstant {
        return .verbatim(value.label)
      }
    }
    let required = schemas.requiredNames
    let names = members.map(\.name).filter { required.contains(Array($0.utf8)) }
    if !names.isEmpty { return .verbatim(names.map(\.spaced).joined(separator: ", ")) }
    if let constant = schemas.onlyConstant { return .verbatim(constant.label) }
    let kinds = schemas.kinds.names
    if kinds.count == 1, kinds != ["object"] { return .key("ask.kind", of: kinds[0]) }
    return .key("ask.option", ["number": .number(number + 1)])
  }

  private func array(of schemas: MergedSchemas) -> SchemaPart.Shape? {
    var items: [Int] = []
    var first: [[Int]] = []
    var range = 0...Int.max
    for rule in schemas.arrayRules {
      switch rule {
      case .items(let rules):
        while first.count < rules.first.count { first.append([]) }
        for (place, schema) in rules.first.enumerated() { first[place].append(schema) }
        if let rest = rules.rest { items.append(rest) }
      case .count(.items, let minimum, let maximum):
        let least = max(range.lowerBound, minimum ?? 0)
        let most = min(range.upperBound, maximum ?? .max)
        guard least <= most else { return nil }
        range = least...most
      default: break
      }
    }
    if !first.isEmpty { return tuple(first, items, range) }
    guard !items.isEmpty else { return .raw }
    let merged = MergedSchemas(graph, items)
    if !merged.isSecret, let choices = choices(of: merged), choices.count > 1 {
      return .choices(choices)
    }
    guard let item = part(named: "", id: "item", items, isRequired: true) else {
      return range.lowerBound > 0 ? nil : .constant(JSONNode(.array([])))
    }
    if case .constant = item.shape { return .raw }
    return .list(item, range)
  }

  private func tuple(
    _ first: [[Int]], _ others: [Int], _ range: ClosedRange<Int>
  ) -> SchemaPart.Shape? {
    var parts: [SchemaPart] = []
    for (place, schemas) in first.prefix(range.upperBound).enumerated() {
      let isRequired = place < range.lowerBound
      guard
        var part = part(named: "", id: "item\(place + 1)x", schemas, isRequired: isRequired)
      else {
        if isRequired { return nil }
        break
      }
      if part.annotation("title") == nil {
        part.label = .key("ask.itemNumber", ["number": .number(place + 1)])
      }
      parts.append(part)
    }
    let least = max(0, range.lowerBound - first.count)
    let most = range.upperBound == .max ? .max : max(least, range.upperBound - first.count)
    if parts.count == first.count, !others.isEmpty, most > 0,
      let item = part(named: "", id: "item", others, isRequired: true)
    {
      parts.append(
        SchemaPart(
          name: "", id: "others", label: .key("ask.otherItems"), isRequired: true,
          shape: .list(item, least...most), isSpread: true, empty: JSONNode(.array([]))))
    }
    return parts.isEmpty ? .raw : .tuple(parts)
  }
}

extension SchemaPart.Shape {
  /// The shape of a secret with such values; a constant is not asked for.
  fileprivate var hidden: Self {
    switch self {
    case .constant: self
    case .text, .date: .secret(isJSON: false)
    default: .secret(isJSON: true)
    }
  }

  /// The value without any item or entry.
  var empty: JSONNode? {
    switch self {
    case .list, .choices: JSONNode(.array([]))
    case .map: JSONNode(.object([]))
    default: nil
    }
  }
}

extension SchemaPart.Choice {
  static let yesOrNo = [SchemaPart.Choice]([
    (JSONNode(.bool(true)), .key("ask.yes")), (JSONNode(.bool(false)), .key("ask.no")),
  ])
}

extension JSONElement {
  /// The value as the label of an option.
  fileprivate var label: String { string ?? node.text() }
}

extension String {
  /// A name such as `firstName` or `first_name` as words: `First name`.
  var spaced: String {
    var words = ""
    var last: Character = " "
    for character in self {
      if character == "_" || character == "-" {
        words.append(" ")
      } else if character.isUppercase, last.isLowercase {
        words += " " + character.lowercased()
      } else {
        words.append(character)
      }
      last = character
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
