/// The parts of a form in progress: how they are made, found and walked through.
struct PartTree {
  /// The form as a whole.
  let root: SectionPart

  private let mode: RuleMode

  /// The number that was given to an item last.
  var lastItem = 0

  /// How many items a form may have been given in all.
  ///
  /// Their names are numbers that rise, and what a person removes is kept for a while.
  static let itemLimit = 1_000_000

  /// How many sections that were made when a person opened them may stand in each other.
  static let depthLimit = 100

  init(_ definition: FormDefinition) {
    mode = definition.mode
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
        // The definition was looked through when the form was made: it has no fault.
        do { section.scope = try Shape.compile(body.items()) } catch { return section.make([]) }
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
      return FieldPart(shape, specification, under: parent, mode: mode)
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

  /// The section of an alternative, made where it was not yet.
  mutating func alternative(_ option: String, of section: SectionPart) -> SectionPart? {
    let shape = section.shape.children.first { $0.name.rawValue == option }
    guard let shape else { return nil }
    if let known = section.alternative(shape.place) { return known }
    let alternative = SectionPart(shape, under: section, mode: mode)
    make(alternative)
    section.keep(alternative)
    return alternative
  }

  /// Whether another item may be made.
  var hasRoom: Bool { lastItem < Self.itemLimit }

  // MARK: Finding

  /// The part at a path of names from the form as a whole; an item's name is its number.
  func part(at path: FieldID) -> Part? {
    var part: Part = root
    for name in path.names {
      guard let next = (part as? SectionPart)?.member(name) else { return nil }
      part = next
    }
    return part
  }

  /// The part at a path of names and places from the form as a whole.
  func part(atPointer pointer: FieldID) -> Part? {
    var part: Part = root
    for name in pointer.names {
      guard let section = part as? SectionPart else { return nil }
      if section.shape.list != nil {
        guard let place = Int(name.rawValue), section.children.indices.contains(place) else {
          return nil
        }
        part = section.children[place]
      } else {
        guard let next = section.member(name) else { return nil }
        part = next
      }
    }
    return part
  }

  /// The field at a path of names from the form as a whole.
  func field(at path: FieldID) -> FieldPart? { part(at: path) as? FieldPart }

  /// All fields that were made, whether they are part of the form or not.
  var fields: [FieldPart] { Dependencies.withParts(below: root).compactMap { $0 as? FieldPart } }
}

extension SectionPart {
  /// The member of that name: of a list the item of that number, of alternatives the chosen one.
  fileprivate func member(_ name: FieldID) -> Part? {
    if shape.list != nil { return Int(name.rawValue).flatMap { item($0) } }
    if let number = scope.names[name] { return descendant(number) }
    guard name.rawValue.utf8.last == UInt8(ascii: "?") else { return nil }
    let section = FieldID(rawValue: String(name.rawValue.dropLast()))
    return scope.names[section].flatMap { descendant($0) as? SectionPart }?.control
  }

  /// The part with a number, here or in a group that is shown here.
  private func descendant(_ number: Int) -> Part? {
    // Bisection: children stand in the order of their numbers.
    var places = children.indices
    while let middle = places.dropFirst(places.count / 2).first {
      if children[middle].shape.number <= number {
        places = middle + 1..<places.upperBound
      } else {
        places = places.lowerBound..<middle
      }
    }
    guard places.lowerBound > 0 else { return nil }
    let child = children[places.lowerBound - 1]
    if child.shape.number == number { return child }
    guard case .group = child.shape.content else { return nil }
    return (child as? SectionPart)?.descendant(number)
  }
}

extension Part {
  /// The path of names from the form as a whole by which operations know the part: it stays the same
  /// when items move.
  final var path: FieldID { path { String($0.item) } }

  /// The path of names alone, which all items of a list share.
  final var pathOfNames: FieldID { path { _ in nil } }

  /// The path of names and places by which people and files know the part.
  final var pointer: FieldID { path { String($0.place) } }

  private func path(_ name: (SectionPart) -> String?) -> FieldID {
    var names: [String] = []
    var next: Part? = self
    while let part = next {
      next = part.parent
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
