import FormworkJSON
import FormworkMessages

/// A validation of one document by a compiled schema.
///
/// Without a report it stops at the first violation. All rules are the same with and without one.
struct Evaluation {
  let graph: SchemaGraph
  let document: JSONDocument
  private let entries: UnsafePointer<JSONEntry>
  var report: ViolationReport?
  private let limits: JSONSchema.Limits

  /// The number of steps that are left: when it is negative, the validation is abandoned.
  private var steps: Int
  private let stack = StackRoom()

  /// The resources through which the current schema was reached, from the outermost.
  private var scope: [Int] = []

  /// Bit sets of evaluated items and members, one after the other.
  private var marks = EvaluationMarks()

  init(
    _ graph: SchemaGraph, _ document: JSONDocument,
    limits: JSONSchema.Limits = JSONSchema.Limits()
  ) {
    self.graph = graph
    self.document = document
    self.limits = limits
    entries = document.entries
    steps = limits.steps
  }

  /// Returns whether the document is valid.
  mutating func isValid() throws(SchemaLimitExceeded) -> Bool { try apply(0, to: 0, nil) }

  /// Returns all violations in the order of the document.
  mutating func violations() throws(SchemaLimitExceeded) -> [SchemaViolation] {
    try findViolations(of: 0)?.violations(in: self) ?? []
  }

  /// Returns the pointers and reasons of all violations of one schema, in the order of the document.
  mutating func faults(
    of node: Int
  ) throws(SchemaLimitExceeded) -> [(pointer: String, reason: Message)] {
    try findViolations(of: node)?.faults(in: document).map { ($0.pointer, $0.reason) } ?? []
  }

  /// Returns a report of all violations, or `nil` if there are none.
  private mutating func findViolations(
    of node: Int
  ) throws(SchemaLimitExceeded) -> ViolationReport? {
    // Most documents are valid, and the paths of a report take longer than the validation.
    if try apply(node, to: 0, nil) { return nil }
    steps = limits.steps
    let report = ViolationReport(limit: limits.violations)
    self.report = report
    _ = try apply(node, to: 0, nil)
    return report
  }

  private mutating func spend(_ count: Int = 1) throws(SchemaLimitExceeded) {
    steps -= count
    if steps < 0 { throw .steps(limits.steps) }
  }

  /// Whether the violations after one are wanted.
  private var continues: Bool { report.map { !$0.isFull } ?? false }

  /// Notes that the value is not valid, and returns whether no more violations are wanted.
  private func ends(_ isValid: inout Bool) -> Bool {
    isValid = false
    return !continues
  }

  /// Returns the steps in which a value and its parts can be read.
  private func size(of index: Int) -> Int {
    let end = document.index(after: index)
    // The last entry is no container with parts, so that its count is that of its text.
    let bytes = Int(entries[end - 1].offset) + Int(entries[end - 1].count)
    return end - index + (bytes - Int(entries[index].offset)) / Self.bytesPerStep
  }

  /// The bytes, items or members that a keyword reads in a step.
  private static let bytesPerStep = 16

  // MARK: Schemas

  /// Returns whether a value matches a schema, and marks what the schema evaluates in `outer`.
  private mutating func apply(
    _ node: Int, to index: Int, _ outer: EvaluationMarks.Region?
  ) throws(SchemaLimitExceeded) -> Bool {
    try spend()
    guard stack.hasRoom else { throw .depth }
    let resource = graph.nodes[node].resource
    let entersScope = graph.isDynamic && scope.last != resource
    if entersScope { scope.append(resource) }
    defer { if entersScope { scope.removeLast() } }

    guard outer != nil || !graph.nodes[node].unevaluated.isEmpty else {
      return try applyKeywords(of: node, to: index, nil)
    }
    try spend(Int(entries[index].count) / 1_024)
    let own = marks.open(Int(entries[index].count))
    defer { marks.close(own) }
    let isValid = try applyKeywords(of: node, to: index, own)
    if isValid, let outer { marks.add(own, to: outer) }
    return isValid
  }

  private mutating func applyKeywords(
    of node: Int, to index: Int, _ marks: EvaluationMarks.Region?
  ) throws(SchemaLimitExceeded) -> Bool {
    let particular =
      switch entries[index].kind {
      case .number: graph.nodes[node].numbers
      case .string: graph.nodes[node].strings
      case .array: graph.nodes[node].arrays
      case .object: graph.nodes[node].objects
      case .null, .true, .false: [Keyword]()
      }
    let count = graph.nodes[node].general.count + particular.count
    try spend(count * Int(entries[index].count) / Self.bytesPerStep)
    var isValid = try apply(graph.nodes[node].general, of: node, to: index, marks)
    if !isValid && !continues { return false }
    if try !apply(particular, of: node, to: index, marks) { isValid = false }
    if !isValid && !continues { return false }
    if try !apply(graph.nodes[node].applicators, of: node, to: index, marks) { isValid = false }
    // After a violation, it is unknown what would have been evaluated.
    guard isValid else { return false }
    return try apply(graph.nodes[node].unevaluated, of: node, to: index, marks)
  }

  private mutating func apply(
    _ keywords: [Keyword], of node: Int, to index: Int, _ marks: EvaluationMarks.Region?
  ) throws(SchemaLimitExceeded) -> Bool {
    var isValid = true
    for keyword in keywords {
      if try !holds(keyword, of: node, for: index, marks), ends(&isValid) { return false }
    }
    return isValid
  }

  /// Reports a violation, and returns false.
  func violates(
    _ keyword: Keyword, of node: Int, _ index: Int, missing: [String] = [],
    _ reason: @autoclosure () -> Message
  ) -> Bool {
    report?.add(keyword, of: node, at: index, missing, reason)
    return false
  }

  // MARK: Keywords

  private mutating func holds(
    _ keyword: Keyword, of node: Int, for index: Int, _ marks: EvaluationMarks.Region?
  ) throws(SchemaLimitExceeded) -> Bool {
    switch keyword.rule {
    case .never: return violates(keyword, of: node, index, .key("schema.never"))
    case .type(let types):
      return allows(types, index, in: node)
        || violates(keyword, of: node, index, .mismatch(types, value(index)))
    case .choices(let choices):
      try spend(size(of: index))
      return choices.contains(value(index))
        || violates(keyword, of: node, index, .noChoice(choices.values))
    case .multiple(let step):
      // The work grows with the digits of both.
      try spend(Int(entries[index].count) * step.digitCount / 10)
      return document.decimal(at: index).isMultiple(of: step)
        || violates(keyword, of: node, index, .limit(keyword.name, step))
    case .bound(let bound, let limit):
      return bound.allows(document.decimal(at: index), limit)
        || violates(keyword, of: node, index, .limit("\(bound)", limit))
    case .count(let kind, let minimum, let maximum):
      let count = count(kind, of: index)
      return count >= minimum ?? 0 && count <= maximum ?? .max
        || violates(keyword, of: node, index, .count(keyword.name, minimum ?? maximum ?? 0))
    case .pattern(let pattern):
      return try matches(pattern, index)
        || violates(keyword, of: node, index, .pattern(pattern))
    case .format(let format):
      try spend(Int(entries[index].count) * (format == .regex ? 8 : 1) / 4)
      return format.accepts(document.text(at: index))
        || violates(keyword, of: node, index, .key("schema.format", of: "\(format)"))
    case .content(let content):
      try spend(Int(entries[index].count) / 2)
      return content.accepts(document.text(at: index))
        || violates(keyword, of: node, index, .key("schema.content"))
    case .unique: return try isUnique(keyword, of: node, index)
    case .items(let rules): return try applyItems(rules, to: index, marks)
    case .contains(let schema, let minimum, let maximum):
      return try contains(keyword, of: node, index, schema, minimum, maximum, marks)
    case .members(let rules): return try applyMembers(rules, to: index, marks)
    case .names(let schema): return try applyNames(schema, to: index)
    case .required(let names): return try hasAll(names, keyword, of: node, index)
    case .dependencies(let dependencies):
      return try applyDependencies(dependencies, keyword, of: node, to: index, marks)
    case .all, .any, .one, .not, .condition:
      return try combines(keyword, of: node, for: index, marks)
    case .reference(let target): return try apply(target, to: index, marks, [keyword.name])
    case .dynamicReference(let target, let anchor):
      let dynamic = scope.lazy.compactMap { [graph] in graph.resources[$0].dynamicNodes[anchor] }
      return try apply(dynamic.first ?? target, to: index, marks, [keyword.name])
    case .unevaluated(let schema, let kind):
      guard entries[index].kind == kind else { return true }
      return try applyToUnevaluated(schema, keyword, index, marks)
    }
  }

  private func value(_ index: Int) -> JSONElement { JSONElement(document: document, index: index) }

  /// Applies a schema below keywords and names of the current one.
  private mutating func apply(
    _ node: Int, to index: Int, _ marks: EvaluationMarks.Region?,
    _ path: @autoclosure () -> [String]
  ) throws(SchemaLimitExceeded) -> Bool {
    guard let report else { return try apply(node, to: index, marks) }
    let names = path()
    report.path += names
    defer { report.path.removeLast(names.count) }
    return try apply(node, to: index, marks)
  }

  /// Returns whether a value matches a schema, without a report.
  private mutating func quietly(
    _ node: Int, to index: Int, _ marks: EvaluationMarks.Region?
  ) throws(SchemaLimitExceeded) -> Bool {
    let report = report
    self.report = nil
    defer { self.report = report }
    return try apply(node, to: index, marks)
  }

  private func allows(_ types: TypeSet, _ index: Int, in node: Int) -> Bool {
    switch entries[index].kind {
    case .null: types.contains(.null)
    case .true, .false: types.contains(.boolean)
    case .string: types.contains(.string)
    case .array: types.contains(.array)
    case .object: types.contains(.object)
    case .number: types.contains(.number) || types.contains(.integer) && isInteger(index, in: node)
    }
  }

  private func isInteger(_ index: Int, in node: Int) -> Bool {
    let literal = document.text(at: index)
    guard literal.contains(where: { $0 == 0x2E || $0 | 0x20 == 0x65 }) else { return true }
    // In draft 4, an integer has no fraction and no exponent. Source: draft 4, section 3.5.
    return graph.resources[graph.nodes[node].resource].dialect.draft != .draft4
      && document.decimal(at: index).isWhole
  }

  private func count(_ kind: Keyword.Count, of index: Int) -> Int {
    guard kind == .codePoints else { return Int(entries[index].count) }
    return document.text(at: index).reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }

  private mutating func matches(
    _ pattern: Pattern, _ index: Int
  ) throws(SchemaLimitExceeded) -> Bool {
    // A step of a pattern is shorter.
    let factor = 8
    var rest = min(steps, .max / factor) * factor
    defer { steps = rest / factor }
    do throws(PatternLimitExceeded) {
      return try pattern.matches(document.text(at: index), spending: &rest)
    } catch {
      throw .pattern(
        pattern.source, at: document.place(at: index), pointer: document.pointer(to: index))
    }
  }

  // MARK: Arrays

  private mutating func applyItems(
    _ rules: ItemRules, to index: Int, _ marks: EvaluationMarks.Region?
  ) throws(SchemaLimitExceeded) -> Bool {
    var isValid = true
    var child = index + 1
    for number in 0..<Int(entries[index].count) {
      let isFirst = number < rules.first.count
      guard let schema = isFirst ? rules.first[number] : rules.rest else { break }
      let matches = try apply(
        schema, to: child, nil, isFirst ? [rules.names.first, "\(number)"] : [rules.names.rest])
      if !matches, ends(&isValid) { return false }
      if let marks { self.marks.insert(number, in: marks) }
      child = document.index(after: child)
    }
    return isValid
  }

  private mutating func contains(
    _ keyword: Keyword, of node: Int, _ index: Int, _ schema: Int, _ minimum: Int, _ maximum: Int?,
    _ marks: EvaluationMarks.Region?
  ) throws(SchemaLimitExceeded) -> Bool {
    var count = 0
    var child = index + 1
    for number in 0..<Int(entries[index].count) {
      if try quietly(schema, to: child, nil) {
        count += 1
        if let marks { self.marks.insert(number, in: marks) }
      }
      if marks == nil, maximum == nil, count >= minimum { return true }
      child = document.index(after: child)
    }
    if count < minimum {
      return violates(keyword, of: node, index, .count("contains", minimum))
    }
    return count <= maximum ?? .max
      || violates(keyword, of: node, index, .count("maxContains", maximum ?? 0))
  }

  private mutating func isUnique(
    _ keyword: Keyword, of node: Int, _ index: Int
  ) throws(SchemaLimitExceeded) -> Bool {
    var seen: [Int: [(number: Int, value: JSONElement)]] = [:]
    for (number, element) in value(index).elements.enumerated() {
      try spend(size(of: element.index))
      let hash = element.valueHash
      if let equal = seen[hash]?.first(where: { $0.value.hasSameValue(as: element) }) {
        return violates(keyword, of: node, index, .equalItems(equal.number, number))
      }
      seen[hash, default: []].append((number, element))
    }
    return true
  }

  // MARK: Objects

  private mutating func applyMembers(
    _ rules: MemberRules, to index: Int, _ marks: EvaluationMarks.Region?
  ) throws(SchemaLimitExceeded) -> Bool {
    try spend(Int(entries[index].count) / 2)
    var isValid = true
    var name = index + 1
    for number in 0..<Int(entries[index].count) {
      let text = document.text(at: name)
      var isEvaluated = false
      var matches = true
      if let known = rules.names.index(of: text, hash: entries[name].link) {
        isEvaluated = true
        matches = try apply(
          rules.named[known], to: name + 1, nil, ["properties", rules.names.names[known]])
      }
      for (source, pattern, schema) in rules.patterns {
        guard try self.matches(pattern, name) else { continue }
        isEvaluated = true
        if !matches && !continues { return false }
        let path = ["patternProperties", source]
        if try !apply(schema, to: name + 1, nil, path) { matches = false }
      }
      if !isEvaluated, let rest = rules.rest {
        isEvaluated = true
        matches = try apply(rest, to: name + 1, nil, ["additionalProperties"])
      }
      if !matches, ends(&isValid) { return false }
      if isEvaluated, let marks { self.marks.insert(number, in: marks) }
      name = document.index(after: name + 1)
    }
    return isValid
  }

  private mutating func applyNames(
    _ schema: Int, to index: Int
  ) throws(SchemaLimitExceeded) -> Bool {
    var isValid = true
    var name = index + 1
    for _ in 0..<entries[index].count {
      if try !apply(schema, to: name, nil, ["propertyNames"]), ends(&isValid) { return false }
      name = document.index(after: name + 1)
    }
    return isValid
  }

  private mutating func hasAll(
    _ names: NameTable, _ keyword: Keyword, of node: Int, _ index: Int, beside member: String? = nil
  ) throws(SchemaLimitExceeded) -> Bool {
    try spend(Int(entries[index].count) + names.names.count / 8)
    var isFound = [Bool](repeating: false, count: names.names.count)
    var name = index + 1
    for _ in 0..<entries[index].count {
      if let known = names.index(of: document.text(at: name), hash: entries[name].link) {
        isFound[known] = true
      }
      name = document.index(after: name + 1)
    }
    if !isFound.contains(false) { return true }
    guard continues else { return false }
    for (name, isFound) in zip(names.names, isFound) where !isFound && continues {
      let missing = [name] + (member.map { [$0] } ?? [])
      _ = violates(keyword, of: node, index, missing: missing, .missing(name, beside: member))
    }
    return false
  }

  private mutating func applyDependencies(
    _ dependencies: [Dependency], _ keyword: Keyword, of node: Int, to index: Int,
    _ marks: EvaluationMarks.Region?
  ) throws(SchemaLimitExceeded) -> Bool {
    guard entries[index].kind == .object else { return true }
    var isValid = true
    for dependency in dependencies {
      try spend(Int(entries[index].count))
      guard document.child(dependency.name, of: index) != nil else { continue }
      let matches =
        if let schema = dependency.node {
          try apply(schema, to: index, marks, [keyword.name, dependency.name])
        } else {
          try hasAll(dependency.required, keyword, of: node, index, beside: dependency.name)
        }
      if !matches, ends(&isValid) { return false }
    }
    return isValid
  }

  private mutating func applyToUnevaluated(
    _ schema: Int, _ keyword: Keyword, _ index: Int, _ marks: EvaluationMarks.Region?
  ) throws(SchemaLimitExceeded) -> Bool {
    guard let marks else { return true }
    let isObject = entries[index].kind == .object
    var isValid = true
    var child = index + 1
    for number in 0..<Int(entries[index].count) {
      let value = isObject ? child + 1 : child
      if !self.marks.contains(number, in: marks) {
        if try apply(schema, to: value, nil, [keyword.name]) {
          self.marks.insert(number, in: marks)
        } else if ends(&isValid) {
          return false
        }
      }
      child = document.index(after: value)
    }
    return isValid
  }

  // MARK: Combinations

  private mutating func combines(
    _ keyword: Keyword, of node: Int, for index: Int, _ marks: EvaluationMarks.Region?
  ) throws(SchemaLimitExceeded) -> Bool {
    switch keyword.rule {
    case .all(let branches):
      var isValid = true
      for (number, branch) in branches.enumerated() {
        let matches = try apply(branch, to: index, marks, [keyword.name, "\(number)"])
        if !matches, ends(&isValid) { return false }
      }
      return isValid
    case .any(let branches):
      var isValid = false
      for branch in branches {
        guard try quietly(branch, to: index, marks) else { continue }
        isValid = true
        // The other branches may evaluate further items and members.
        if marks == nil { break }
      }
      if isValid { return true }
      return try failsAll(branches, keyword, of: node, index)
    case .one(let branches):
      var matching: [Int] = []
      for (number, branch) in branches.enumerated() {
        guard try quietly(branch, to: index, marks) else { continue }
        matching.append(number)
        if matching.count == 2 { break }
      }
      if matching.count == 1 { return true }
      return try matching.isEmpty
        ? failsAll(branches, keyword, of: node, index)
        : violates(keyword, of: node, index, .severalMatches(matching))
    case .not(let schema):
      return try !quietly(schema, to: index, nil)
        || violates(keyword, of: node, index, .key("schema.not"))
    case .condition(let condition, let positive, let negative):
      let (branch, name) =
        try quietly(condition, to: index, marks) ? (positive, "then") : (negative, "else")
      guard let branch else { return true }
      return try apply(branch, to: index, marks, [name])
    default: return true
    }
  }

  /// Reports the violations of the branch that comes nearest; returns false.
  private mutating func failsAll(
    _ branches: [Int], _ keyword: Keyword, of node: Int, _ index: Int
  ) throws(SchemaLimitExceeded) -> Bool {
    guard let report else { return false }
    _ = violates(keyword, of: node, index, .key("schema", of: keyword.name))
    let before = report.take()
    var nearest: ViolationReport.Branch?
    for (number, branch) in branches.enumerated() {
      _ = try apply(branch, to: index, nil, [keyword.name, "\(number)"])
      let candidate = ViolationReport.Branch(report.take(), of: index)
      if candidate.isNearer(than: nearest) { nearest = candidate }
    }
    report.restore(before, adding: nearest?.violations ?? [:])
    return false
  }
}

extension Keyword.Bound {
  /// Whether a number is within the bound.
  func allows(_ number: ExactDecimal, _ limit: ExactDecimal) -> Bool {
    switch self {
    case .minimum: number >= limit
    case .exclusiveMinimum: number > limit
    case .maximum: number <= limit
    case .exclusiveMaximum: number < limit
    }
  }
}
