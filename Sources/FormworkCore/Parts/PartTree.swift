/// The parts of a form in progress: how they are made, found and walked through.
struct PartTree {
  /// The form as a whole.
  let root: SectionPart

  private let mode: RuleMode
  private let bodies: DeferredBodies

  /// The number that was given to an item last.
  var lastItem: Int

  /// The last id of a check in the forms that were there before: those of this one are higher.
  private let lastCheck: UInt64

  /// How many items a form may have been given in all.
  ///
  /// Their names are numbers that rise, and what a person removes is kept for a while.
  static let itemLimit = 1_000_000

  /// How many sections that were made when a person opened them may stand in each other.
  static let depthLimit = 100

  /// Makes the parts of a form; where they stand in the place of others, no number of an item among those is
  /// given out again, and no id of a check.
  init(_ definition: FormDefinition, after former: PartTree? = nil) {
    lastItem = former?.lastItem ?? 0
    lastCheck =
      former.map { $0.fields.map(\.machine.lastCheck).reduce($0.lastCheck, max) } ?? 0
    mode = definition.mode
    bodies = definition.bodies
    root = SectionPart(definition.shape, under: nil, mode: definition.mode)
    make(root)
  }

  // MARK: Making

  /// Makes the parts in a section that is open, and those in these.
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
      let field = FieldPart(shape, specification, under: parent, mode: mode)
      field.machine = FieldMachine(after: lastCheck)
      return field
    }
    let section = SectionPart(shape, under: parent, mode: mode)
    if section.isWanted { make(section) }
    return section
  }

  /// Makes an item for a list, with all that is in it.
  mutating func makeItem(in list: SectionPart) -> SectionPart {
    lastItem += 1
    let item = SectionPart(list.shape.children[0], under: list, mode: mode, item: lastItem)
    make(item)
    return item
  }

  /// The section of an alternative; what is in one that is yet to be opened is made then.
  mutating func alternative(_ option: String, of section: SectionPart) -> SectionPart? {
    let shape = section.shape.children.first { $0.name.rawValue == option }
    guard let shape else { return nil }
    if let known = section.child(shape.place) as? SectionPart { return known }
    let alternative = SectionPart(shape, under: section, mode: mode)
    if alternative.isWanted { make(alternative) }
    section.keep(alternative)
    return alternative
  }

  /// Whether an item may be made, with those that are in it.
  func hasRoom(forItemOf list: SectionPart) -> Bool {
    lastItem + list.shape.children[0].itemCount < Self.itemLimit
  }

  /// Whether the items may be made that a section begins with.
  func hasRoom(in section: SectionPart) -> Bool {
    if section.isMade, section.shape.alternatives == nil { return true }
    var shape = section.shape
    if case .deferred(let body)? = shape.section?.body { shape = bodies[body] ?? shape }
    return lastItem + shape.itemCount <= Self.itemLimit
  }

  /// Why a section cannot be opened; `nil` where it can.
  func hindrance(toOpening section: SectionPart) -> Message? {
    if section.depth > Self.depthLimit { return "tooDeep" }
    return hasRoom(in: section) ? nil : "tooManyParts"
  }

  // MARK: Finding

  /// The field at a path of names from the form as a whole; an item's name is its number.
  func field(at path: FieldID) -> FieldPart? {
    part(at: path) { list, number in list.item(number) } as? FieldPart
  }

  /// The part at a path of names and places from the form as a whole.
  func part(atPointer pointer: FieldID) -> Part? {
    part(at: pointer) { list, place in list.child(place) }
  }

  private func part(at path: FieldID, item: (SectionPart, Int) -> Part?) -> Part? {
    path.names.reduce(root) { (part: Part?, name) in
      guard let section = part as? SectionPart else { return nil }
      if section.shape.list != nil { return Int(name.rawValue).flatMap { item(section, $0) } }
      return section.scope.way(to: name).flatMap { section.parts(along: $0).first }
    }
  }

  /// All fields that were made, whether they are part of the form or not.
  var fields: [FieldPart] { Dependencies.withParts(below: root).compactMap { $0 as? FieldPart } }
}

extension Part {
  /// The path of names from the form as a whole by which operations know the part: it stays the same
  /// when items move.
  final var path: FieldID { path { String($0.item) } }

  /// The path of names alone, which all items of a list share.
  final var pathOfNames: FieldID { path { _ in nil } }

  /// The path of names and places by which people and files know the part.
  final var pointer: FieldID { path { String($0.place) } }

  /// The path of names, keys and places at which a document has its answer.
  final var pathOfAnswer: FieldID {
    path(ofAnswer: true) { $0.key.map { FieldID(escaping: $0).rawValue } ?? String($0.place) }
  }

  private func path(ofAnswer isAnswer: Bool = false, _ name: (SectionPart) -> String?) -> FieldID {
    var names: [String] = []
    var next: Part? = self
    while let part = next {
      next = part.parent
      // An item that is one part has its answer, and so has a section that of what says whether it is wanted.
      if isAnswer, part.parent?.isOnePart ?? false || part.parent?.control === part { continue }
      switch part.shape.content {
      case .field:
        names.append(part.shape.name.rawValue)
        // A control stands beside its section, as far as names go.
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
