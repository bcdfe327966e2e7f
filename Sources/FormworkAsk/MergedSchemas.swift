import FormworkCore
import FormworkJSON
import FormworkSchema

/// The schemas that always apply to a value, combined.
struct MergedSchemas: Sendable {
  let graph: SchemaGraph

  /// The schemas, with those that they refer to.
  private(set) var nodes: [Int]

  /// The schemas of `allOf` with members, which are groups of a form if they have a title.
  private(set) var groups: Set<Int> = []

  /// The kinds of value that are considered.
  private(set) var kinds: TypeSet

  /// The keywords whose alternative was chosen.
  private var settled: Set<ObjectIdentifier> = []

  /// The alternatives that are null.
  private var ignored: Set<Int> = []

  init(_ graph: SchemaGraph, _ schemas: [Int]) {
    self.graph = graph
    nodes = []
    kinds = .any
    add(schemas)
  }

  private mutating func add(_ schemas: [Int]) {
    // Most members have a schema of their own that applies no others.
    let isOne = nodes.isEmpty && schemas.count == 1 && graph.nodes[schemas[0]].applicators.isEmpty
    var known = Set(nodes)
    var pending = schemas.reversed().map { (schema: $0, isGroup: false) }
    while let (schema, isGroup) = pending.popLast() {
      guard isOne || known.insert(schema).inserted else { continue }
      nodes.append(schema)
      if isGroup, graph.nodes[schema].hasMembers { groups.insert(schema) }
      for keyword in graph.nodes[schema].general {
        if case .type(var allowed) = keyword.rule {
          if allowed.contains(.number) { allowed.insert(.integer) }
          kinds.formIntersection(allowed)
        } else if case .never = keyword.rule {
          kinds = []
        }
      }
      for keyword in graph.nodes[schema].applicators.reversed() {
        switch keyword.rule {
        case .all(let branches):
          let areGroups = isGroup || branches.count > 1 || graph.nodes[schema].hasMembers
          pending += branches.reversed().map { ($0, areGroups) }
        case .reference(let target), .dynamicReference(let target, _):
          pending.append((target, isGroup))
        default: break
        }
      }
    }
  }

  /// The identity of schemas, apart from references to them.
  struct Identity: Hashable {
    fileprivate let nodes: [Int]
    fileprivate let kinds: TypeSet.RawValue
  }

  var identity: Identity { Identity(nodes: ownNodes, kinds: kinds.rawValue) }

  /// The schemas that are more than a reference.
  private var ownNodes: [Int] {
    nodes.filter { !graph.nodes[$0].onlyRefers }
  }

  /// Returns the same schemas for values of some kinds.
  func limited(to kinds: TypeSet) -> Self {
    var limited = self
    limited.kinds.formIntersection(kinds)
    return limited
  }

  /// Returns the schemas together with one of several alternatives, which comes first.
  func choosing(_ branch: Int, of keyword: Keyword) -> Self {
    var chosen = MergedSchemas(graph, [branch])
    chosen.settled = settled.union([ObjectIdentifier(keyword)])
    chosen.ignored = ignored
    chosen.kinds.formIntersection(kinds)
    chosen.add(nodes)
    return chosen
  }

  /// Removes null from the allowed values, and returns whether it was one of several.
  mutating func removeNull() -> Bool {
    guard kinds.contains(.null), kinds != .null else { return false }
    // Null with a title is an alternative like others.
    let isAlternative = openAlternatives.flatMap(\.branches).contains { branch in
      MergedSchemas(graph, [branch]).kinds == .null && graph.nodes[branch].element["title"] != nil
    }
    if isAlternative { return false }
    let isUnlimited = kinds == .any
    kinds.remove(.null)
    for (keyword, branches) in openAlternatives {
      let isNull = branches.filter { MergedSchemas(graph, [$0]).kinds == .null }
      if isNull.isEmpty {
        if branches.allSatisfy({ !MergedSchemas(graph, [$0]).kinds.contains(.null) }) {
          return false
        }
        continue
      }
      let others = branches.filter { !isNull.contains($0) }
      if others.isEmpty {
        // Nothing but null is possible.
        kinds = .null
        settled.insert(ObjectIdentifier(keyword))
        return false
      }
      ignored.formUnion(isNull)
      if others.count == 1 {
        settled.insert(ObjectIdentifier(keyword))
        add(others)
        // The branch may allow null as well.
        kinds.remove(.null)
      }
      return true
    }
    return !isUnlimited
  }

  /// The keywords whose alternative is not chosen yet.
  var openAlternatives: [(keyword: Keyword, branches: [Int])] {
    nodes.lazy.flatMap { [graph] in graph.nodes[$0].applicators }.compactMap { keyword in
      guard !settled.contains(ObjectIdentifier(keyword)) else { return nil }
      switch keyword.rule {
      case .any(let branches), .one(let branches):
        return (keyword, branches.filter { !ignored.contains($0) })
      default: return nil
      }
    }
  }

  /// The schemas with annotations of the value, as documents.
  var annotations: [JSONElement] {
    nodes.compactMap { groups.contains($0) ? nil : graph.nodes[$0].element }
  }

  /// Returns the first value of a keyword.
  func value(of keyword: String) -> JSONElement? {
    nodes.firstResult { graph.nodes[$0].element[keyword] }
  }

  /// The allowed values of `const` or `enum`; `nil` without such a keyword.
  var constants: [JSONElement]? {
    value(of: "const").map { [$0] } ?? value(of: "enum").map { Array($0.elements) }
  }

  /// The only allowed value, if `const` or `enum` has a single one.
  var onlyConstant: JSONElement? { constants.flatMap { $0.count == 1 ? $0[0] : nil } }

  /// Whether a keyword of some schema is true.
  func isTrue(_ keyword: String) -> Bool {
    nodes.contains { graph.nodes[$0].element[keyword]?.bool == true }
  }

  /// Whether the value is a secret, of whatever kind.
  var isSecret: Bool {
    isTrue("writeOnly")
      || nodes.contains { graph.nodes[$0].element["format"]?.string == "password" }
  }

  /// The rules that apply other schemas to the same value.
  var applicatorRules: [Keyword.Rule] { nodes.flatMap { graph.nodes[$0].applicators.map(\.rule) } }

  /// The rules for arrays.
  var arrayRules: [Keyword.Rule] { nodes.flatMap { graph.nodes[$0].arrays.map(\.rule) } }

  /// The rules for objects.
  var objectRules: [Keyword.Rule] { nodes.flatMap { graph.nodes[$0].objects.map(\.rule) } }

  /// The names of members that must be there.
  var requiredNames: Set<[UInt8]> {
    objectRules.reduce(into: []) { names, rule in
      guard case .required(let table) = rule else { return }
      names.formUnion(table.names.map { Array($0.utf8) })
    }
  }

  /// The members with schemas of their own, by the schema that names them first.
  var namedMembers: [NamedMember] {
    var members: [NamedMember] = []
    var places: [[UInt8]: Int] = [:]
    for node in nodes {
      for case .members(let rules) in graph.nodes[node].objects.map(\.rule) {
        for (name, schema) in zip(rules.names.names, rules.named) {
          // The names in a single schema differ.
          if nodes.count > 1 {
            let place = places[Array(name.utf8), default: members.count]
            if place < members.count {
              members[place].schemas.append(schema)
              continue
            }
            places[Array(name.utf8)] = place
          }
          members.append(NamedMember(name: name, schemas: [schema], node: node))
        }
      }
    }
    return members
  }

  /// The members that are secrets by the patterns of their names, or by schemas that apply in some cases.
  var membersHiddenElsewhere: (names: Set<[UInt8]>, patterns: [Pattern]) {
    var hidden: (names: Set<[UInt8]>, patterns: [Pattern]) = ([], [])
    var (known, pending) = (Set(nodes), nodes)
    func isSecret(_ schema: Int) -> Bool { MergedSchemas(graph, [schema]).isSecret }
    while let node = pending.popLast() {
      for case .members(let rules) in graph.nodes[node].objects.map(\.rule) {
        hidden.patterns += rules.patterns.filter { isSecret($0.node) }.map(\.pattern)
        if nodes.contains(node) { continue }
        for case (let name, let schema) in zip(rules.names.names, rules.named)
        where isSecret(schema) {
          hidden.names.insert(Array(name.utf8))
        }
      }
      for keyword in graph.nodes[node].applicators {
        let inner: [Int] =
          switch keyword.rule {
          case .all(let branches), .any(let branches), .one(let branches): branches
          case .condition(let test, let positive, let negative):
            [test] + [positive, negative].compactMap(\.self)
          case .dependencies(let dependencies): dependencies.compactMap(\.node)
          case .reference(let target), .dynamicReference(let target, _): [target]
          default: []
          }
        pending += inner.filter { known.insert($0).inserted }
      }
    }
    return hidden
  }

  struct NamedMember {
    let name: String
    var schemas: [Int]

    /// The schema that contains the first `properties` with the name.
    let node: Int
  }

  /// The kinds that the schemas describe, if they allow all kinds.
  var describedKinds: TypeSet {
    guard kinds.isSuperset(of: TypeSet.any.subtracting(.null)) else { return kinds }
    var described: TypeSet = []
    for node in nodes.map({ graph.nodes[$0] }) {
      if !node.numbers.isEmpty { described.insert(.number) }
      if !node.strings.isEmpty { described.insert(.string) }
      if !node.arrays.isEmpty { described.insert(.array) }
      if !node.objects.isEmpty { described.insert(.object) }
    }
    if described == .number { described.insert(.integer) }
    return described.isEmpty ? kinds : described
  }

  /// Whether the schemas name members.
  var hasMembers: Bool { nodes.contains { graph.nodes[$0].hasMembers } }

  /// Whether the value has parts of its own.
  var hasParts: Bool {
    !openAlternatives.isEmpty
      || nodes.contains { !graph.nodes[$0].objects.isEmpty || !graph.nodes[$0].arrays.isEmpty }
  }

  /// Whether the schemas say more of the value as a whole than of its parts.
  var hasRulesForTheWhole: Bool {
    nodes.contains { node in
      let node = graph.nodes[node]
      let others = (node.arrays + node.objects + node.applicators).contains { keyword in
        switch keyword.rule {
        case .items, .members, .required, .all, .reference, .dynamicReference: false
        default: true
        }
      }
      return others || !node.unevaluated.isEmpty
    }
  }
}

extension TypeSet {
  /// All kinds.
  static let any: TypeSet = [.null, .boolean, .number, .integer, .string, .array, .object]
}

extension Sequence {
  /// Returns the first result of a closure that is not `nil`.
  func firstResult<Result>(_ result: (Element) -> Result?) -> Result? {
    for element in self { if let result = result(element) { return result } }
    return nil
  }
}

extension SchemaNode {
  /// Whether the schema consists only of references.
  fileprivate var onlyRefers: Bool {
    general.isEmpty && numbers.isEmpty && strings.isEmpty && arrays.isEmpty && objects.isEmpty
      && unevaluated.isEmpty
      && applicators.allSatisfy { if case .reference = $0.rule { true } else { false } }
  }

  /// Whether the schema names members.
  fileprivate var hasMembers: Bool {
    objects.contains { keyword in
      if case .members(let rules) = keyword.rule { !rules.names.names.isEmpty } else { false }
    }
  }
}
