import FormworkCore
import FormworkJSON
import FormworkMessages
import FormworkSchema

extension SchemaPartBuilder {
  /// Returns the shape of an object; `nil` if the schemas allow none.
  func object(of schemas: MergedSchemas) -> SchemaPart.Shape? {
    var members = ObjectMembers(self)
    guard members.add(schemas) else { return nil }
    members.addTested(by: schemas)
    let rules = schemas.applicatorRules
    for case .condition(let test, let positive, let negative) in rules {
      let condition = members.condition(MergedSchemas(graph, [test]))
      if let positive { members.addBranch(positive, when: condition) }
      if let negative { members.addBranch(negative, when: condition.map(MemberCondition.not)) }
    }
    for case .dependencies(let dependencies) in rules {
      for dependency in dependencies {
        guard let node = dependency.node, let place = members.places[Array(dependency.name.utf8)]
        else { continue }
        members.addBranch(node, when: .isPresent(place.path))
      }
    }
    for (_, branches) in schemas.openAlternatives { members.addAlternatives(branches) }
    members.parts = members.parts.labelledApart(graph).ordered(
      by: graph.hint(.order, of: schemas.nodes))
    guard let rest = rest(of: schemas, beside: members.places.keys) else {
      return members.parts.isEmpty ? .raw : .object(members.parts)
    }
    if members.parts.isEmpty { return rest }
    members.parts.append(
      SchemaPart(
        name: "", id: members.unique("others"), label: .key("ask.others"), isRequired: true,
        shape: rest, isSpread: true, empty: JSONNode(.object([]))))
    return .object(members.parts)
  }

  /// Returns the shape of the members with names that the user chooses; `nil` if there are none.
  private func rest(
    of schemas: MergedSchemas, beside others: some Sequence<[UInt8]>
  ) -> SchemaPart.Shape? {
    var values: [Int] = []
    var names: [Int] = []
    var patterns: [(source: String, pattern: Pattern)] = []
    for rule in schemas.objectRules {
      switch rule {
      case .members(let rules):
        if let rest = rules.rest { values.append(rest) }
        values += rules.patterns.map(\.node)
        patterns += rules.patterns.map { ($0.source, $0.pattern) }
      case .names(let node): names.append(node)
      default: break
      }
    }
    let possible = values.filter { !MergedSchemas(graph, [$0]).kinds.isEmpty }
    guard possible.count == 1, patterns.count == 1 || patterns.isEmpty,
      case .object = graph.nodes[possible[0]].element.kind,
      var value = part(named: "", id: "value", possible, isRequired: true)
    else { return nil }
    if case .constant = value.shape { return nil }
    // A form has no entries without values.
    if value.empty == .null { value.empty = nil }
    return .map(
      value, SchemaPart.MemberKey(schemas: names, patterns: patterns, others: Set(others)))
  }
}

extension [SchemaPart] {
  /// Returns the parts with the name of a member in place of a title that several share by reference.
  fileprivate func labelledApart(_ graph: SchemaGraph) -> [SchemaPart] {
    func refersToTitle(_ part: SchemaPart) -> Bool {
      part.schemas.allSatisfy { graph.nodes[$0].element["title"] == nil }
        && !part.name.isEmpty && part.annotation("title") != nil
    }
    guard contains(where: refersToTitle) else { return self }
    let counts = reduce(into: [:]) { $0[$1.label, default: 0] += 1 }
    return map { part in
      guard counts[part.label, default: 0] > 1, refersToTitle(part) else { return part }
      var part = part
      part.label = .verbatim(part.name.spaced)
      return part
    }
  }
}

/// The members of an object, while its schemas are read.
private struct ObjectMembers {
  let builder: SchemaPartBuilder
  var parts: [SchemaPart] = []

  /// The members that always belong to the object, if other keywords look for them.
  private(set) var places: [[UInt8]: Place] = [:]
  private var needsPlaces = false
  private var ids: Set<FieldID> = []

  /// A member with its path from the object.
  struct Place {
    let path: FieldID
    let isComparable: Bool
    let isRequired: Bool
  }

  init(_ builder: SchemaPartBuilder) { self.builder = builder }

  private mutating func note(_ part: SchemaPart, at path: FieldID) {
    guard needsPlaces else { return }
    places[Array(part.name.utf8)] = Place(
      path: path, isComparable: part.isComparable, isRequired: part.isRequired)
  }

  /// Adds the members of schemas that always apply, and returns whether the object is possible.
  mutating func add(_ schemas: MergedSchemas) -> Bool {
    let required = schemas.requiredNames
    var group: (node: Int, parts: [SchemaPart])?
    let hidden = schemas.membersHiddenElsewhere
    let members = schemas.namedMembers
    // Conditions look for members, and the names that the user chooses differ from theirs.
    needsPlaces =
      !schemas.applicatorRules.isEmpty
      || schemas.objectRules.contains { rule in
        guard case .members(let rules) = rule else { return false }
        return rules.rest != nil || !rules.patterns.isEmpty
      }
    parts.reserveCapacity(members.count)
    ids.reserveCapacity(members.count)
    for member in members {
      let name = Array(member.name.utf8)
      let isRequired = required.contains(name)
      let isHidden = hidden.names.contains(name) || hidden.patterns.contains { $0.mayMatch(name) }
      let title =
        schemas.groups.contains(member.node)
        ? builder.graph.nodes[member.node].element["title"] : nil
      if group?.node != member.node {
        if let group { addGroup(group.parts, of: group.node) }
        group = title == nil ? nil : (member.node, [])
      }
      guard
        let part = builder.part(
          named: member.name, id: id(of: member.name), member.schemas, isRequired: isRequired,
          isHidden: isHidden)
      else {
        if isRequired || builder.isExhausted { return false }
        continue
      }
      if group == nil {
        note(part, at: part.id)
        parts.append(part)
      } else {
        group?.parts.append(part)
      }
    }
    if let group { addGroup(group.parts, of: group.node) }
    let last = parts.filter { $0.isTrue("deprecated") }
    if !last.isEmpty { parts = parts.filter { !$0.isTrue("deprecated") } + last }
    return true
  }

  private mutating func addGroup(_ members: [SchemaPart], of node: Int) {
    guard !members.isEmpty else { return }
    let element = builder.graph.nodes[node].element
    let group = SchemaPart(
      name: "", id: unique("group"), label: .verbatim(element["title"]?.string ?? ""),
      annotations: [element], isRequired: members.contains(where: \.needsContent),
      shape: .object(members), isSpread: true)
    parts.append(group)
    for part in members {
      note(part, at: group.id.appending(part.id))
    }
  }

  /// Adds members that only conditions name, as choices of the values that conditions ask for.
  fileprivate mutating func addTested(by schemas: MergedSchemas) {
    var choices: [(name: String, values: [(JSONNode, Message)])] = []
    for case .condition(let test, _, _) in schemas.applicatorRules {
      for member in MergedSchemas(builder.graph, [test]).namedMembers {
        let tested = MergedSchemas(builder.graph, member.schemas)
        guard places[Array(member.name.utf8)] == nil, let value = tested.value(of: "const"),
          let label = value.string
        else { continue }
        let choice = (value.node, Message.verbatim(label))
        if let known = choices.firstIndex(where: { $0.name == member.name }) {
          choices[known].values.append(choice)
        } else {
          choices.append((member.name, [choice]))
        }
      }
    }
    for member in choices where member.values.count > 1 {
      let part = SchemaPart(
        name: member.name, id: id(of: member.name), label: .verbatim(member.name.spaced),
        isRequired: false, shape: .choice([SchemaPart.Choice](member.values)))
      parts.append(part)
      note(part, at: part.id)
    }
  }

  /// Adds members that belong to the object while a condition holds, or always if it is `nil`.
  mutating func addBranch(_ node: Int, when condition: MemberCondition?) {
    for part in newMembers(of: node, isRequired: condition != nil) {
      var part = part
      if condition == nil {
        // The validation of the whole knows whether the rules apply.
        if !part.isSpread, parts.contains(where: { $0.name == part.name }) { continue }
        part.schemas = []
      }
      part.id = unique(part.id.rawValue)
      part.condition = condition
      parts.append(part)
    }
  }

  /// Returns the members of a schema without those that always belong to the object.
  private func newMembers(of node: Int, isRequired: Bool = true) -> [SchemaPart] {
    let schemas = MergedSchemas(builder.graph, [node])
    guard case .object(let members)? = builder.shape(of: schemas, isRequired: true) else {
      return []
    }
    return members.filter { places[Array($0.name.utf8)] == nil }.map { member in
      var member = member
      member.isRequired = member.isRequired && isRequired
      if !isRequired, !member.isSpread { member.empty = nil }
      return member
    }
  }

  /// Adds the members of alternatives: by the member that tells them apart, or by a choice.
  mutating func addAlternatives(_ branches: [Int]) {
    let members = branches.map { newMembers(of: $0) }
    if members.allSatisfy(\.isEmpty) { return }
    let conditions = branches.map { branch -> MemberCondition? in
      let constants = MergedSchemas(builder.graph, [branch]).namedMembers.compactMap { member in
        equality(of: member, isLoose: false)
      }
      return constants.isEmpty ? nil : .all(constants)
    }
    let areDistinct = conditions.indices.allSatisfy { place in
      conditions[place] == nil
        ? members[place].isEmpty : !conditions[..<place].contains(conditions[place])
    }
    if areDistinct {
      for case (let branch, let condition?) in zip(branches, conditions) {
        addBranch(branch, when: condition)
      }
      return
    }
    let options = zip(branches, members).enumerated().filter { !$0.element.1.isEmpty }
      .map { number, branch in
        SchemaPart(
          name: "", id: "option\(number + 1)", label: builder.optionLabel(number, branch.0),
          isRequired: true, shape: .object(branch.1))
      }
    parts.append(
      SchemaPart(
        name: "", id: unique("alternatives"), label: .key("ask.alternatives"),
        isRequired: members.allSatisfy { $0.contains(where: \.needsContent) },
        shape: .alternatives(options), isSpread: true))
  }

  /// Returns a name that no other part of the object has.
  mutating func unique(_ name: String) -> FieldID {
    var id = FieldID(rawValue: name)
    var number = 1
    while !ids.insert(id).inserted {
      number += 1
      id = FieldID(rawValue: "\(name)-\(number)")
    }
    return id
  }

  /// Returns the name of a member in the form, which some names cannot be.
  private mutating func id(of name: String) -> FieldID {
    let isPossible =
      !name.isEmpty && name != ".." && !name.hasSuffix("?") && Int(name) == nil
    return unique(isPossible ? FieldID(escaping: name).rawValue : "member-\(name.utf8.count)")
  }

  // MARK: Conditions

  /// Returns the condition that members have constant values, or are there; `nil` for other conditions.
  func condition(_ schemas: MergedSchemas) -> MemberCondition? {
    var conditions: [MemberCondition?] = []
    let required = schemas.requiredNames
    for member in schemas.namedMembers {
      conditions.append(
        equality(of: member, isLoose: !required.contains(Array(member.name.utf8))))
    }
    let named = Set(schemas.namedMembers.map { Array($0.name.utf8) })
    for name in required.subtracting(named).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let place = places[name] else { return nil }
      conditions.append(.isPresent(place.path))
    }
    for (_, branches) in schemas.openAlternatives {
      let branches = branches.map { condition(MergedSchemas(builder.graph, [$0])) }
      let known = branches.compactMap(\.self)
      conditions.append(known.count == branches.count ? .any(known) : nil)
    }
    for rule in schemas.applicatorRules {
      switch rule {
      case .not(let node):
        conditions.append(condition(MergedSchemas(builder.graph, [node])).map(MemberCondition.not))
      case .condition: return nil
      default: break
      }
    }
    let known = conditions.compactMap(\.self)
    return known.isEmpty || known.count < conditions.count ? nil : .all(known)
  }

  /// Returns the condition that a member has one of the values of `const` or `enum`.
  ///
  /// A loose condition also holds if the member is missing, as in JSON Schema, unless it is required.
  private func equality(
    of member: MergedSchemas.NamedMember, isLoose: Bool
  ) -> MemberCondition? {
    let values = MergedSchemas(builder.graph, member.schemas).constants?.map(\.node)
    guard let values, let place = places[Array(member.name.utf8)], place.isComparable else {
      return nil
    }
    return .equals(place.path, values, isLoose: isLoose && !place.isRequired)
  }
}
