import FormworkJSON
import FormworkMessages

/// Compiles the schemas that are reachable from a root.
struct SchemaCompiler {
  private var index: SchemaIndex
  private let options: JSONSchema.Options
  private var nodes: [SchemaNode] = []
  private var pending: [SchemaLocation] = []
  private var isDynamic = false

  static func compile(
    _ document: JSONDocument, uri: String, options: JSONSchema.Options
  ) throws(SchemaError) -> SchemaGraph {
    let index = SchemaIndex(options, isChecked: true)
    return try graph(of: document, uri: uri, SchemaCompiler(index: index, options: options))
  }

  /// Compiles a metaschema of a draft, which is not checked against itself.
  static func compileMetaschema(
    _ document: JSONDocument, uri: String
  ) throws(SchemaError) -> SchemaGraph {
    var options = JSONSchema.Options()
    options.isFormatAsserted = false
    let index = SchemaIndex(options, isChecked: false)
    return try graph(of: document, uri: uri, SchemaCompiler(index: index, options: options))
  }

  private static func graph(
    of document: JSONDocument, uri: String, _ compiler: SchemaCompiler
  ) throws(SchemaError) -> SchemaGraph {
    var compiler = compiler
    let root = try compiler.index.add(document, uri: uri)
    _ = compiler.node(at: root)
    try compiler.compilePending()
    let resources = try compiler.dynamicResources()
    try compiler.refuseCircles()
    return SchemaGraph(
      nodes: compiler.nodes, resources: resources, isDynamic: compiler.isDynamic)
  }

  private init(index: SchemaIndex, options: JSONSchema.Options) {
    self.index = index
    self.options = options
  }

  /// Returns the node of a schema, which is compiled later if it is new.
  private mutating func node(at location: SchemaLocation) -> Int {
    if let known = index.nodes[location] { return known }
    let resource = index.owners[location] ?? 0
    nodes.append(SchemaNode(element: index.element(at: location), resource: resource))
    index.nodes[location] = nodes.count - 1
    pending.append(location)
    return nodes.count - 1
  }

  private mutating func compilePending() throws(SchemaError) {
    while let location = pending.popLast() {
      guard let node = index.nodes[location] else { continue }
      try compile(node, at: location)
    }
  }

  /// Returns the resources with the nodes of their dynamic anchors.
  private mutating func dynamicResources() throws(SchemaError) -> [SchemaResource] {
    guard isDynamic else { return index.resources }
    var dynamicNodes: [[String: Int]] = []
    // A schema that is compiled here may load further resources.
    while dynamicNodes.count < index.resources.count {
      let resource = index.resources[dynamicNodes.count]
      var nodes: [String: Int] = [:]
      for (name, entry) in resource.dynamicAnchors {
        nodes[name] = node(at: SchemaLocation(document: resource.document, index: entry))
      }
      dynamicNodes.append(nodes)
      try compilePending()
    }
    var resources = index.resources
    for (index, nodes) in dynamicNodes.enumerated() { resources[index].dynamicNodes = nodes }
    return resources
  }

  // MARK: Nodes

  private mutating func compile(_ node: Int, at location: SchemaLocation) throws(SchemaError) {
    let element = nodes[node].element
    switch element.kind {
    case .true: return
    case .false:
      nodes[node].general = [Keyword(name: "", index: element.index, rule: .never)]
      return
    case .object: break
    case .null, .number, .string, .array:
      throw index.fault(.key("schema.noSchema"), element)
    }
    let dialect = index.resources[nodes[node].resource].dialect
    let keywords = SchemaKeywords(element, dialect, node, location)
    try addReferences(keywords)
    if keywords.dialect.includes(.validation) { try addAssertions(keywords) }
    try addFormats(keywords)
    if keywords.dialect.includes(.applicator) {
      try addApplicators(keywords)
      try addMembers(keywords)
      addItems(keywords)
    }
    if keywords.dialect.draft == .draft2020, keywords.dialect.includes(.unevaluated) {
      for (name, kind) in [
        ("unevaluatedItems", JSONKind.array), ("unevaluatedProperties", .object),
      ] {
        guard let schema = keywords[name] else { continue }
        let rule = Keyword.Rule.unevaluated(self.node(schema, in: location), of: kind)
        nodes[node].unevaluated.append(keyword(name, schema, rule))
      }
    }
  }

  private func keyword(_ name: String, _ value: JSONElement, _ rule: Keyword.Rule) -> Keyword {
    Keyword(name: name, index: value.index, rule: rule)
  }

  private mutating func node(_ schema: JSONElement, in location: SchemaLocation) -> Int {
    node(at: SchemaLocation(document: location.document, index: schema.index))
  }

  private mutating func addReferences(_ keywords: SchemaKeywords) throws(SchemaError) {
    let resource = nodes[keywords.node].resource
    if let reference = keywords["$ref"], reference.kind == .string {
      let target = self.node(at: try index.target(of: reference, in: resource))
      nodes[keywords.node].applicators.append(keyword("$ref", reference, .reference(target)))
    }
    guard keywords.dialect.draft == .draft2020, let reference = keywords["$dynamicRef"],
      let text = reference.string
    else { return }
    let found = try index.target(of: reference, in: resource)
    let target = self.node(at: found)
    let anchor = URIReference(text).fragment.map(String.init) ?? ""
    // Without a dynamic anchor at its first target, the reference is an ordinary one.
    let owner = index.resources[nodes[target].resource]
    let isDynamicHere = owner.dynamicAnchors[anchor] == found.index
    if isDynamicHere { isDynamic = true }
    nodes[keywords.node].applicators.append(
      keyword(
        "$dynamicRef", reference,
        isDynamicHere ? .dynamicReference(target, anchor: anchor) : .reference(target)))
  }

  // MARK: Assertions

  private mutating func addAssertions(_ keywords: SchemaKeywords) throws(SchemaError) {
    if let value = keywords["type"] {
      let names = value.kind == .array ? value.elements.compactMap(\.string) : [value.string ?? ""]
      let types = TypeSet(names.compactMap(TypeSet.init(named:)))
      nodes[keywords.node].general.append(keyword("type", value, .type(types)))
    }
    if let value = keywords["enum"] {
      let choices = Choices(Array(value.elements))
      nodes[keywords.node].general.append(keyword("enum", value, .choices(choices)))
    }
    if keywords.dialect.draft != .draft4, let value = keywords["const"] {
      nodes[keywords.node].general.append(keyword("const", value, .choices(Choices([value]))))
    }
    addNumberRules(keywords)
    addCounts(keywords)
    if let value = keywords["pattern"] {
      nodes[keywords.node].strings.append(keyword("pattern", value, .pattern(try pattern(value))))
    }
    if let value = keywords["uniqueItems"], value.bool == true {
      nodes[keywords.node].arrays.append(keyword("uniqueItems", value, .unique))
    }
    if let value = keywords["required"], value.kind == .array {
      let names = NameTable(value.elements.compactMap(\.string))
      nodes[keywords.node].objects.append(keyword("required", value, .required(names)))
    }
    if keywords.dialect.draft == .draft2020, let value = keywords["dependentRequired"] {
      let dependencies = value.members.map { member in
        Dependency(name: member.name, names: member.value.elements.compactMap(\.string), node: nil)
      }
      nodes[keywords.node].objects.append(
        keyword("dependentRequired", value, .dependencies(dependencies)))
    }
  }

  private mutating func addNumberRules(_ keywords: SchemaKeywords) {
    if let value = keywords["multipleOf"], let step = value.number {
      nodes[keywords.node].numbers.append(keyword("multipleOf", value, .multiple(of: step)))
    }
    let isDraft4 = keywords.dialect.draft == .draft4
    for (name, bound, exclusiveName, exclusive) in [
      ("minimum", Keyword.Bound.minimum, "exclusiveMinimum", Keyword.Bound.exclusiveMinimum),
      ("maximum", .maximum, "exclusiveMaximum", .exclusiveMaximum),
    ] {
      if let value = keywords[name], let number = value.number {
        // In draft 4, the exclusive keyword is a Boolean that changes the other one.
        let isExclusive = isDraft4 && keywords[exclusiveName]?.bool == true
        let rule = Keyword.Rule.bound(isExclusive ? exclusive : bound, number)
        nodes[keywords.node].numbers.append(keyword(name, value, rule))
      }
      if !isDraft4, let value = keywords[exclusiveName], let number = value.number {
        nodes[keywords.node].numbers.append(
          keyword(exclusiveName, value, .bound(exclusive, number)))
      }
    }
  }

  private mutating func addCounts(_ keywords: SchemaKeywords) {
    func add(_ name: String, to rules: inout [Keyword], _ rule: (Int) -> Keyword.Rule) {
      guard let value = keywords[name], let limit = value.limit else { return }
      rules.append(Keyword(name: name, index: value.index, rule: rule(limit)))
    }
    let node = keywords.node
    add("minLength", to: &nodes[node].strings) { .count(.codePoints, minimum: $0, maximum: nil) }
    add("maxLength", to: &nodes[node].strings) { .count(.codePoints, minimum: nil, maximum: $0) }
    add("minItems", to: &nodes[node].arrays) { .count(.items, minimum: $0, maximum: nil) }
    add("maxItems", to: &nodes[node].arrays) { .count(.items, minimum: nil, maximum: $0) }
    add("minProperties", to: &nodes[node].objects) { .count(.members, minimum: $0, maximum: nil) }
    add("maxProperties", to: &nodes[node].objects) { .count(.members, minimum: nil, maximum: $0) }
  }

  private func pattern(_ value: JSONElement, _ source: String? = nil) throws(SchemaError) -> Pattern
  {
    do throws(PatternError) {
      return try Pattern(source ?? value.string ?? "", limits: options.patternLimits)
    } catch {
      throw index.fault(error.message, value)
    }
  }

  private mutating func addFormats(_ keywords: SchemaKeywords) throws(SchemaError) {
    let dialect = keywords.dialect
    let isAsserted =
      options.isFormatAsserted && dialect.includes(.formatAnnotation)
      || dialect.draft == .draft2020 && dialect.includes(.formatAssertion)
    guard isAsserted else { return }
    if let value = keywords["format"], let format = value.string.flatMap(Format.init(rawValue:)),
      dialect.draft.defines(format)
    {
      nodes[keywords.node].strings.append(keyword("format", value, .format(format)))
    }
    // Only draft 7 allows validators to assert the content. Source: JSON Schema Validation, draft 7, section 8.
    guard dialect.draft == .draft7 else { return }
    let content = Keyword.Content(
      isJSON: keywords["contentMediaType"]?.string == "application/json",
      isBase64: keywords["contentEncoding"]?.string == "base64")
    if let value = keywords["contentMediaType"] ?? keywords["contentEncoding"],
      content.isJSON || content.isBase64
    {
      nodes[keywords.node].strings.append(
        keyword(content.isJSON ? "contentMediaType" : "contentEncoding", value, .content(content)))
    }
  }

  // MARK: Applicators

  private mutating func addApplicators(_ keywords: SchemaKeywords) throws(SchemaError) {
    func addBranches(_ name: String, _ rule: ([Int]) -> Keyword.Rule) {
      guard let value = keywords[name] else { return }
      let branches = value.elements.map { self.node($0, in: keywords.location) }
      nodes[keywords.node].applicators.append(keyword(name, value, rule(branches)))
    }
    addBranches("allOf", Keyword.Rule.all)
    addBranches("anyOf", Keyword.Rule.any)
    addBranches("oneOf", Keyword.Rule.one)
    if let value = keywords["not"] {
      let rule = Keyword.Rule.not(self.node(value, in: keywords.location))
      nodes[keywords.node].applicators.append(keyword("not", value, rule))
    }
    if keywords.dialect.draft != .draft4, let value = keywords["if"],
      keywords["then"] ?? keywords["else"] != nil || keywords.dialect.draft == .draft2020
    {
      let condition = self.node(value, in: keywords.location)
      let positive = keywords["then"].map { self.node($0, in: keywords.location) }
      let negative = keywords["else"].map { self.node($0, in: keywords.location) }
      nodes[keywords.node].applicators.append(
        keyword("if", value, .condition(if: condition, then: positive, else: negative)))
    }
    if keywords.dialect.draft == .draft2020, let value = keywords["dependentSchemas"] {
      try addDependencies("dependentSchemas", value, keywords)
    }
    if let value = keywords["dependencies"] {
      try addDependencies("dependencies", value, keywords)
    }
  }

  private mutating func addDependencies(
    _ name: String, _ value: JSONElement, _ keywords: SchemaKeywords
  ) throws(SchemaError) {
    var dependencies: [Dependency] = []
    for member in value.members {
      let isList = member.value.kind == .array
      dependencies.append(
        Dependency(
          name: member.name,
          names: isList ? member.value.elements.compactMap(\.string) : [],
          node: isList ? nil : self.node(member.value, in: keywords.location)))
    }
    nodes[keywords.node].applicators.append(keyword(name, value, .dependencies(dependencies)))
  }

  private mutating func addMembers(_ keywords: SchemaKeywords) throws(SchemaError) {
    if let first = keywords["properties"] ?? keywords["patternProperties"]
      ?? keywords["additionalProperties"]
    {
      let rules = try memberRules(keywords)
      nodes[keywords.node].objects.append(keyword("properties", first, .members(rules)))
    }
    if keywords.dialect.draft != .draft4, let value = keywords["propertyNames"] {
      let rule = Keyword.Rule.names(self.node(value, in: keywords.location))
      nodes[keywords.node].objects.append(keyword("propertyNames", value, rule))
    }
  }

  private mutating func memberRules(_ keywords: SchemaKeywords) throws(SchemaError) -> MemberRules {
    let members = keywords["properties"].map { Array($0.members) } ?? []
    // The nodes of a large object get the room that they need, and not up to twice as much.
    if members.count > nodes.count { nodes.reserveCapacity(nodes.count + members.count) }
    let named = members.map { self.node($0.value, in: keywords.location) }
    var patterns: [(source: String, pattern: Pattern, node: Int)] = []
    for member in keywords["patternProperties"].map({ Array($0.members) }) ?? [] {
      let pattern = try pattern(member.value, member.name)
      patterns.append((member.name, pattern, self.node(member.value, in: keywords.location)))
    }
    let rest = keywords["additionalProperties"].map { self.node($0, in: keywords.location) }
    return MemberRules(members.map(\.name), named, patterns, rest: rest)
  }

  private mutating func addItems(_ keywords: SchemaKeywords) {
    let isOlder = keywords.dialect.draft != .draft2020
    let items = keywords["items"]
    let isOneSchema = isOlder && items?.kind != .array
    let names =
      !isOlder ? ("prefixItems", "items") : ("items", isOneSchema ? "items" : "additionalItems")
    var first: [Int] = []
    for schema in isOneSchema ? [] : keywords[names.0].map({ Array($0.elements) }) ?? [] {
      first.append(self.node(schema, in: keywords.location))
    }
    let rest = keywords[names.1].map { self.node($0, in: keywords.location) }
    if let value = items ?? keywords[names.0], !first.isEmpty || rest != nil {
      let rules = ItemRules(first: first, rest: rest, names: names)
      nodes[keywords.node].arrays.append(keyword("items", value, .items(rules)))
    }
    guard keywords.dialect.draft != .draft4, let value = keywords["contains"] else { return }
    let counts =
      isOlder || !keywords.dialect.includes(.validation)
      ? (1, nil) : (keywords["minContains"]?.limit ?? 1, keywords["maxContains"]?.limit)
    let schema = self.node(value, in: keywords.location)
    nodes[keywords.node].arrays.append(
      keyword("contains", value, .contains(schema, minimum: counts.0, maximum: counts.1)))
  }

  // MARK: Circles

  /// Refuses references that lead back to their schema with the same value.
  private func refuseCircles() throws(SchemaError) {
    var isDone = [Bool](repeating: false, count: nodes.count)
    var isOpen = isDone
    for start in nodes.indices where !isDone[start] && !nodes[start].applicators.isEmpty {
      var path = [(node: start, targets: nodes[start].targetsForTheSameValue)]
      isOpen[start] = true
      while let node = path.last?.node {
        guard let (target, keyword) = path[path.count - 1].targets.popLast() else {
          (isDone[node], isOpen[node]) = (true, false)
          path.removeLast()
          continue
        }
        if isOpen[target] {
          let document = nodes[node].element.document
          let element = JSONElement(document: document, index: keyword.index)
          throw index.fault(.key("schema.circle"), element)
        }
        if !isDone[target] {
          isOpen[target] = true
          path.append((target, nodes[target].targetsForTheSameValue))
        }
      }
    }
  }
}

/// The keywords of a schema by name.
struct SchemaKeywords {
  let dialect: Dialect

  /// The index of the node, and the location of the schema.
  let (node, location): (Int, SchemaLocation)
  private let schema: JSONElement

  /// Whether a reference hides all other keywords.
  private let isReference: Bool

  init(_ schema: JSONElement, _ dialect: Dialect, _ node: Int, _ location: SchemaLocation) {
    (self.dialect, self.node, self.location) = (dialect, node, location)
    self.schema = schema
    isReference = dialect.draft.hidesSiblingsOfReferences && schema["$ref"] != nil
  }

  subscript(name: String) -> JSONElement? { isReference && name != "$ref" ? nil : schema[name] }
}

extension SchemaNode {
  /// The schemas that apply to the same value, with their keywords, the last first.
  fileprivate var targetsForTheSameValue: [(node: Int, keyword: Keyword)] {
    applicators.flatMap { keyword -> [(Int, Keyword)] in
      switch keyword.rule {
      case .all(let nodes), .any(let nodes), .one(let nodes): nodes.map { ($0, keyword) }
      case .not(let node), .reference(let node), .dynamicReference(let node, _):
        [(node, keyword)]
      case .condition(let condition, let positive, let negative):
        [condition, positive, negative].compactMap { $0 }.map { ($0, keyword) }
      case .dependencies(let dependencies):
        dependencies.compactMap(\.node).map { ($0, keyword) }
      default: []
      }
    }.reversed()
  }
}

extension JSONElement {
  /// The number as a limit of a count, which is `Int.max` if it does not fit; `nil` if it is not one.
  fileprivate var limit: Int? {
    guard let number, number.isWhole, number >= 0 else { return nil }
    return number.wholeNumber ?? .max
  }
}
