/// Which field depends on which, made once from the definition.
struct FieldGraph: Sendable {
  /// A field that reads another, and what for.
  struct Dependent: Equatable, Sendable {
    let field: Int
    var reach: Reach
  }

  /// What a field reads another for.
  struct Reach: OptionSet, Sendable {
    let rawValue: Int
    static let rules = Reach(rawValue: 1)
    static let check = Reach(rawValue: 2)
    static let condition = Reach(rawValue: 4)
  }

  /// The places of the fields in the definition.
  let indexes: [FieldID: Int]

  /// Of each field, the fields that read it, in the order of the definition.
  let dependents: [[Dependent]]

  /// Of each field, the others that its rules and its check read.
  let reads: [[FieldID]]

  /// Of each field, its place in an order in which conditions can be decided: behind the fields that
  /// its own reads.
  let ranks: [Int]

  init(_ fields: [FieldSpecification]) throws(DefinitionError) {
    var indexes: [FieldID: Int] = [:]
    for (index, field) in fields.enumerated() {
      guard indexes.updateValue(index, forKey: field.id) == nil else {
        throw .duplicateField(field.id)
      }
    }
    var dependents: [[Dependent]] = Array(repeating: [], count: fields.count)
    for (reader, field) in fields.enumerated() {
      for (id, reach) in field.dependencies {
        guard let read = indexes[id] else { throw .unknownField(id, readBy: field.id) }
        if let known = dependents[read].firstIndex(where: { $0.field == reader }) {
          dependents[read][known].reach.formUnion(reach)
        } else {
          dependents[read].append(Dependent(field: reader, reach: reach))
        }
      }
    }
    self.indexes = indexes
    self.dependents = dependents
    reads = fields.map { $0.rules.flatMap(\.reads) + ($0.check?.reads ?? []) }
    ranks = try Self.ranks(of: fields, indexes, dependents)
  }

  /// Lines up, again and again, the fields whose condition reads none that is not in the line yet.
  private static func ranks(
    of fields: [FieldSpecification], _ indexes: [FieldID: Int], _ dependents: [[Dependent]]
  ) throws(DefinitionError) -> [Int] {
    var waiting = fields.map { Set(($0.condition?.reads ?? []).compactMap { indexes[$0] }).count }
    var line = waiting.indices.filter { waiting[$0] == 0 }
    var ranks: [Int?] = Array(repeating: nil, count: fields.count)
    var next = 0
    while next < line.count {
      ranks[line[next]] = next
      for dependent in dependents[line[next]] where dependent.reach.contains(.condition) {
        waiting[dependent.field] -= 1
        if waiting[dependent.field] == 0 { line.append(dependent.field) }
      }
      next += 1
    }
    let left = ranks.indices.filter { ranks[$0] == nil }
    guard left.isEmpty else { throw .circularConditions(left.map { fields[$0].id }) }
    return ranks.compactMap(\.self)
  }
}

extension FieldSpecification {
  fileprivate var dependencies: [(FieldID, FieldGraph.Reach)] {
    rules.flatMap(\.reads).map { ($0, .rules) } + (check?.reads ?? []).map { ($0, .check) }
      + (condition?.reads ?? []).map { ($0, .condition) }
  }
}
