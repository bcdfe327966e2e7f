/// The shapes of a form during their creation, with references to parents and readers.
struct ShapeOutline {
  struct Node {
    let number: Int
    let place: Int
    let content: Shape.Content
    let parent: Int?

    /// The nodes of the parts below, in order.
    var children: [Int] = []
    var control: Int?

    /// The relations, with nodes instead of numbers by name.
    var relations = Shape.Relations()
    var rank = 0

    /// The number of parts that have to be evaluated before this one.
    var waiting = 0

    var name: FieldID { content.name }
  }

  private(set) var nodes: [Node] = []
  private var nextNumber = 0

  /// For each node, the nodes that have to be evaluated after it.
  private var followers: [[Int]] = []

  init(_ items: [FormItem]) throws(DefinitionError) {
    nodes.reserveCapacity(items.count + 1)
    let body = ListBody(itemLabel: "", item: items, count: 0...0, form: .object)
    let root = append(.item(body), under: nil, place: 0)
    try append(items, under: root, scope: root)
    try checkCounts()
    followers = Array(repeating: [], count: nodes.count)
    for index in nodes.indices { try connect(index) }
    try rank()
  }

  // MARK: Structure

  private mutating func append(
    _ content: Shape.Content, under parent: Int?, place: Int
  ) -> Int {
    nodes.append(Node(number: nextNumber, place: place, content: content, parent: parent))
    nextNumber += 1
    return nodes.count - 1
  }

  private mutating func append(
    _ items: [FormItem], under parent: Int, scope: Int
  ) throws(DefinitionError) {
    nodes[scope].relations.names.reserveCapacity(nodes[scope].relations.names.count + items.count)
    for item in items {
      let place = nodes[parent].children.count
      switch item {
      case .field(let field):
        let id = field.value.id
        if id.isControl { throw .badName(id) }
        if field.value.kind.isOfOptions, field.value.kind.options.isEmpty { throw .noOptions(id) }
        let child = append(.field(field), under: parent, place: place)
        nodes[parent].children.append(child)
        try name(child, id, in: scope)
      case .section(let section):
        try append(section, under: parent, scope: scope)
      case .group(let name, let label, let items):
        try checkGroup(FieldID(rawValue: name))
        let group = append(.group(name: name, label: label), under: parent, place: place)
        nodes[parent].children.append(group)
        try append(items, under: group, scope: scope)
      case .note(let name, let text):
        nodes[parent].relations.notes.append(Shape.Note(number: nextNumber, name: name, text: text))
        nextNumber += 1
      }
    }
  }

  private mutating func append(
    _ section: SectionSpecification, under parent: Int, scope: Int
  ) throws(DefinitionError) {
    try checkGroup(section.id)
    // The control precedes the section, and has a lower number.
    let number = nextNumber
    if section.controlSpecification != nil { nextNumber += 1 }
    let place = nodes[parent].children.count
    let child = append(.section(section), under: parent, place: place)
    nodes[parent].children.append(child)
    try name(child, section.id, in: scope)
    if let control = section.controlSpecification {
      nodes[child].control = nodes.count
      nodes.append(
        Node(number: number, place: 0, content: .field(Shared(control)), parent: child))
      try name(nodes.count - 1, control.id, in: scope)
    }
    switch section.body {
    case .object(let items):
      try append(items, under: child, scope: child)
    case .list(let list):
      let item = append(.item(list), under: child, place: 0)
      nodes[child].children.append(item)
      try append(list.item, under: item, scope: item)
    case .alternatives(let options):
      if options.isEmpty { throw .noOptions(section.id) }
      for option in options { try append(option, under: child, scope: child) }
    case .deferred: break
    }
  }

  /// Refuses names by which front ends identify items of lists and controls.
  private func checkGroup(_ name: FieldID) throws(DefinitionError) {
    let isItem = name != "" && name.rawValue.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if isItem || name.isControl { throw .badName(name) }
  }

  /// Refuses negative minimum counts, and more initial items than a form may have.
  private func checkCounts() throws(DefinitionError) {
    var itemCount = 0
    // The number of initial instances of each node. Parents precede their children.
    var copies: [Int] = []
    for index in nodes.indices {
      guard let parent = nodes[index].parent else {
        copies.append(1)
        continue
      }
      copies.append(copies[parent])
      guard case .item(let list) = nodes[index].content else { continue }
      let least = list.count.lowerBound
      guard (0...PartTree.itemLimit).contains(least) else { throw .badCount(nodes[parent].name) }
      // The contents of one item have to fit, even if the list starts empty.
      copies[copies.endIndex - 1] *= max(1, least)
      itemCount += copies[parent] * least
      guard itemCount <= PartTree.itemLimit else { throw .badCount(nodes[parent].name) }
    }
  }

  private mutating func name(
    _ child: Int, _ name: FieldID, in scope: Int
  ) throws(DefinitionError) {
    guard !name.rawValue.utf8.contains(UInt8(ascii: "/")), name != "..", name != "" else {
      throw .badName(name)
    }
    guard nodes[scope].relations.names.updateValue(child, forKey: name) == nil else {
      throw .duplicateField(name)
    }
  }

  // MARK: Routes

  /// Returns the section or item in which the names around a node are looked up.
  private func scope(around index: Int) -> Int? {
    var next = nodes[index].parent
    while let scope = next {
      switch nodes[scope].content {
      case .item: return scope
      case .section(let section):
        if case .object = section.body { return scope }
      case .field, .group: break
      }
      next = nodes[scope].parent
    }
    return nil
  }

  /// Returns the node to which a path leads from a scope.
  private func target(
    of path: FieldID, from scope: Int, for reader: FieldID
  ) throws(DefinitionError) -> Int {
    var place = scope
    var names = path.names[...]
    while names.first == ".." {
      names.removeFirst()
      guard let outer = self.scope(around: place) else { throw .unknownField(path, readBy: reader) }
      place = outer
    }
    for name in names {
      guard let next = nodes[place].relations.names[name] else {
        let holdsNone = nodes[place].relations.names.isEmpty
        throw holdsNone ? .unfit(path, readBy: reader) : .unknownField(path, readBy: reader)
      }
      place = next
    }
    if names.isEmpty { throw .unknownField(path, readBy: reader) }
    return place
  }

  private func ancestors(of index: Int) -> [Int] {
    Array(sequence(first: index) { nodes[$0].parent })
  }

  private func route(from start: Int, to end: Int) -> ShapeRoute {
    let up = ancestors(of: start)
    let isAbove = Set(up)
    var downs: [ShapeStep] = []
    var place = end
    while !isAbove.contains(place), let parent = nodes[place].parent {
      if nodes[parent].control == place {
        downs.append(.control)
      } else if case .item = nodes[place].content {
        downs.append(.eachItem)
      } else {
        downs.append(.child(nodes[place].place))
      }
      place = parent
    }
    return ShapeRoute(ups: up.firstIndex(of: place) ?? 0, downs: downs.reversed())
  }

  // MARK: Readers

  private mutating func connect(_ index: Int) throws(DefinitionError) {
    // A part appears and disappears with the section around it.
    if let parent = nodes[index].parent { precede(parent, index) }
    guard let scope = scope(around: index) else { return }
    let name = nodes[index].name
    let condition: Condition?
    switch nodes[index].content {
    case .field(let field):
      condition = field.value.condition
      try field.value.checkItself()
      for id in field.value.rules.flatMap(\.reads) {
        try read(id, by: index, from: scope, reach: .rules)
      }
      for id in field.value.check?.reads ?? [] {
        try read(id, by: index, from: scope, reach: .check)
      }
    case .section(let section): condition = section.condition
    case .item, .group: condition = nil
    }
    if let condition {
      nodes[index].relations.condition = try test(
        condition, by: index, from: scope, reach: .condition, deciding: index, name: name)
    }
  }

  private mutating func read(
    _ id: FieldID, by index: Int, from scope: Int, reach: Reach
  ) throws(DefinitionError) {
    let end = try target(of: id, from: scope, for: nodes[index].name)
    guard case .field = nodes[end].content else {
      throw .unfit(id, readBy: nodes[index].name)
    }
    try link(end, index, reach, id)
    nodes[index].relations.reads.append(Read(id: id, route: route(from: index, to: end)))
  }

  private mutating func link(
    _ end: Int, _ reader: Int, _ reach: Reach, _ id: FieldID
  ) throws(DefinitionError) {
    // Paths from outside do not distinguish the items of a list.
    guard !route(from: reader, to: end).downs.contains(.eachItem) else {
      throw .unfit(id, readBy: nodes[reader].name)
    }
    let way = route(from: end, to: reader)
    if let known = nodes[end].relations.dependents.firstIndex(where: { $0.route == way }) {
      nodes[end].relations.dependents[known].reach.formUnion(reach)
    } else {
      nodes[end].relations.dependents.append(Dependent(route: way, reach: reach))
    }
  }

  private mutating func precede(_ first: Int, _ second: Int) {
    followers[first].append(second)
    nodes[second].waiting += 1
  }

  /// Returns a condition with the routes to the parts that it reads.
  ///
  /// The reader has the condition, or is the item that a question is about; `decided` appears or disappears.
  private mutating func test(
    _ condition: Condition, by reader: Int, from scope: Int, reach: Reach, deciding decided: Int,
    name: FieldID
  ) throws(DefinitionError) -> Test {
    func way(_ id: FieldID, _ outline: inout ShapeOutline) throws(DefinitionError) -> ShapeRoute {
      var end = try outline.target(of: id, from: scope, for: name)
      // The user edits the control of a section, not the section itself.
      if let control = outline.nodes[end].control, outline.nodes[end].isObject { end = control }
      try outline.link(end, reader, reach, id)
      outline.precede(end, decided)
      return outline.route(from: reader, to: end)
    }
    func field(
      _ id: FieldID, with value: Value, _ outline: inout ShapeOutline
    ) throws(DefinitionError) -> ShapeRoute {
      let end = try outline.target(of: id, from: scope, for: name)
      guard case .field(let field) = outline.nodes[outline.nodes[end].control ?? end].content else {
        throw .unfit(id, readBy: name)
      }
      guard field.value.kind.mayHave(value) else { throw .unfitValue(of: id, readBy: name) }
      return try way(id, &outline)
    }
    switch condition {
    case .equals(let id, let value): return .equals(try field(id, with: value, &self), value)
    case .isFilled(let id): return .isFilled(try way(id, &self))
    case .count(let id, let range):
      _ = try item(of: id, from: scope, for: name)
      return .count(try way(id, &self), range)
    case .anyItem(let id, let inner), .everyItem(let id, let inner):
      let (list, item) = try item(of: id, from: scope, for: name)
      let question = try test(
        inner, by: item, from: item, reach: .question, deciding: decided, name: name)
      nodes[list].relations.questions.append(question)
      // Items answer a question first, regardless of the parts that it reads.
      precede(item, decided)
      let route = try way(id, &self)
      var isEvery = false
      if case .everyItem = condition { isEvery = true }
      return .items(route, question: nodes[list].relations.questions.count - 1, isEvery: isEvery)
    case .not(let inner):
      return .not(
        try test(inner, by: reader, from: scope, reach: reach, deciding: decided, name: name))
    case .all(let conditions), .any(let conditions):
      var tests: [Test] = []
      for inner in conditions {
        tests.append(
          try test(inner, by: reader, from: scope, reach: reach, deciding: decided, name: name))
      }
      if case .all = condition { return .all(tests) }
      return .any(tests)
    }
  }

  /// Returns the list to which a path leads, and its item.
  private func item(
    of path: FieldID, from scope: Int, for reader: FieldID
  ) throws(DefinitionError) -> (list: Int, item: Int) {
    let list = try target(of: path, from: scope, for: reader)
    guard let item = nodes[list].children.first, case .item = nodes[item].content else {
      throw .unfit(path, readBy: reader)
    }
    return (list, item)
  }

  /// Sorts the nodes topologically, and throws an error if conditions form a cycle.
  private mutating func rank() throws(DefinitionError) {
    var line = nodes.indices.filter { nodes[$0].waiting == 0 }
    var next = 0
    while next < line.count {
      nodes[line[next]].rank = next
      for follower in followers[line[next]] {
        nodes[follower].waiting -= 1
        if nodes[follower].waiting == 0 { line.append(follower) }
      }
      next += 1
    }
    let left = nodes.filter { $0.waiting > 0 && $0.relations.condition != nil }
    guard left.isEmpty else { throw .circularConditions(left.map(\.name)) }
  }
}

extension ShapeOutline.Node {
  /// Whether the node is a section with members of its own.
  var isObject: Bool {
    guard case .section(let section) = content else { return false }
    return switch section.body {
    case .object, .deferred, .alternatives: true
    case .list: false
    }
  }
}
