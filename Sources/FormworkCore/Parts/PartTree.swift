/// The parts of a form in progress: their creation and lookup.
struct PartTree {
  let root: SectionPart

  private let mode: RuleMode
  private let bodies: DeferredBodies

  /// The number of the newest item.
  var lastItem: Int

  /// The last check identifier of previous forms, which new identifiers exceed.
  private let lastCheck: UInt64

  /// The maximum number of items that a form may ever contain.
  ///
  /// Item names are increasing numbers, and removed items are kept for a while.
  static let itemLimit = 1_000_000

  /// The maximum nesting depth of sections that the user opens.
  static let depthLimit = 100

  /// Creates the parts of a form; item numbers and check ids of a previous tree are not used again.
  init(_ definition: FormDefinition, after previous: PartTree? = nil) {
    lastItem = previous?.lastItem ?? 0
    lastCheck =
      previous.map { $0.fields.map(\.machine.lastCheck).reduce($0.lastCheck, max) } ?? 0
    mode = definition.mode
    bodies = definition.bodies
    root = SectionPart(definition.shape, under: nil, mode: definition.mode)
    make(root)
  }

  // MARK: Creation

  /// Creates the parts in an open section, recursively.
  mutating func make(_ section: SectionPart) {
    guard !section.isMade else { return }
    var shapes = section.shape.children
    if let specification = section.shape.section {
      switch specification.body {
      case .object: break
      case .alternatives: return section.make([])
      case .deferred(let body):
        section.scope = bodies[body] ?? section.scope
        shapes = section.scope.children
      case .list(let list):
        var items: [Part] = []
        for _ in 0..<list.count.lowerBound { items.append(makeItem(in: section)) }
        return section.make(items)
      }
    }
    section.make(shapes.map { makePart($0, under: section) })
  }

  private mutating func makePart(_ shape: Shape, under parent: SectionPart) -> Part {
    if case .field(let specification) = shape.content {
      let field = FieldPart(shape, specification.value, under: parent, mode: mode)
      field.machine = FieldMachine(after: lastCheck)
      return field
    }
    let section = SectionPart(shape, under: parent, mode: mode)
    if section.isWanted { make(section) }
    return section
  }

  mutating func makeItem(in list: SectionPart) -> SectionPart {
    lastItem += 1
    let item = SectionPart(list.shape.children[0], under: list, mode: mode, item: lastItem)
    make(item)
    return item
  }

  /// Returns the section of an alternative, and creates it if it is missing.
  mutating func alternative(_ option: String, of section: SectionPart) -> SectionPart? {
    let shape = section.shape.children.first { $0.name.rawValue == option }
    guard let shape else { return nil }
    if let known = section.child(shape.place) as? SectionPart { return known }
    let alternative = SectionPart(shape, under: section, mode: mode)
    if alternative.isWanted { make(alternative) }
    section.keep(alternative)
    return alternative
  }

  /// Whether the item limit permits another item, including the items in it.
  func hasRoom(forItemOf list: SectionPart) -> Bool {
    lastItem + list.shape.children[0].itemCount < Self.itemLimit
  }

  /// Whether the item limit permits the initial items of a section.
  func hasRoom(in section: SectionPart) -> Bool {
    if section.isMade, section.shape.alternatives == nil { return true }
    var shape = section.shape
    if case .deferred(let body)? = shape.section?.body { shape = bodies[body] ?? shape }
    return lastItem + shape.itemCount <= Self.itemLimit
  }

  /// Returns the reason why a section cannot be opened, or `nil` if it can.
  func blockingReason(toOpening section: SectionPart) -> Message? {
    if section.depth > Self.depthLimit { return .key("tooDeep") }
    return hasRoom(in: section) ? nil : .key("tooManyParts")
  }

  // MARK: Lookup

  /// Returns the field at a path from the form, in which items have their numbers.
  func field(at path: FieldID) -> FieldPart? {
    part(at: path) { list, number in Int(number.rawValue).flatMap(list.item) } as? FieldPart
  }

  /// Returns the part at a path in which items have their indexes, and values of maps their keys.
  func part(atPointer pointer: FieldID) -> Part? {
    part(at: pointer) { list, name in
      list.value(ofKey: name.unescaped) ?? Int(name.rawValue).flatMap(list.child)
    }
  }

  private func part(at path: FieldID, item: (SectionPart, FieldID) -> Part?) -> Part? {
    path.names.reduce(root) { (part: Part?, name) in
      guard let section = part as? SectionPart else { return nil }
      if section.shape.list != nil { return item(section, name) }
      return section.scope.way(to: name).flatMap { section.parts(along: $0).first }
    }
  }

  /// All fields that were created, even if they do not belong to the form now.
  var fields: [FieldPart] { Dependencies.withParts(below: root).compactMap { $0 as? FieldPart } }
}

extension Part {
  /// The path by which operations identify the part, with the numbers of items.
  ///
  /// It stays the same when items move.
  final var path: FieldID { path { String($0.item) } }

  /// The path without items, which all items of a list share.
  final var pathOfNames: FieldID { path { _ in nil } }

  /// The path by which users and files identify the part, with the indexes of items.
  final var pointer: FieldID { path { String($0.place) } }

  /// The path of the part's answer in a document, with the indexes of items and the keys of maps.
  final var pathOfAnswer: FieldID {
    path(ofAnswer: true) { $0.key.map { FieldID(escaping: $0).rawValue } ?? String($0.place) }
  }

  private func path(ofAnswer isAnswer: Bool = false, _ name: (SectionPart) -> String?) -> FieldID {
    var names: [String] = []
    var next: Part? = self
    while let part = next {
      next = part.parent
      // A single part of an item is the answer of the item, and a control belongs to its section.
      if isAnswer, part.parent?.isOnePart ?? false || part.parent?.control === part { continue }
      switch part.shape.content {
      case .field:
        names.append(part.shape.name.rawValue)
        // The names treat a control as a sibling of its section.
        if part.parent?.control === part { next = part.parent?.parent }
      case .section: names.append(part.shape.name.rawValue)
      case .item:
        if let item = part as? SectionPart, item.parent != nil, let name = name(item) {
          names.append(name)
        }
      case .group: break
      }
    }
    return FieldID(rawValue: names.reversed().joined(separator: "/"))
  }
}
