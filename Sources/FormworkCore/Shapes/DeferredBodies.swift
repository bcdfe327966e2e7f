/// The shapes of the parts that are made when a person opens them.
struct DeferredBodies: Sendable {
  /// None of the bodies goes, so that no other can be taken for it: the shapes around hold them.
  private var shapes: [ObjectIdentifier: Shape] = [:]

  /// How many different ones a form may have: one that is made anew wherever it stands has no end.
  private static let limit = 1000

  subscript(body: DeferredBody) -> Shape? { shapes[ObjectIdentifier(body)] }

  /// Looks through all that are in some items, each once.
  init(in items: [FormItem]) throws(DefinitionError) {
    var rest = items.flatMap { $0.bodies(onlyOfOpen: false) }
    while let body = rest.popLast() {
      if self[body] != nil { continue }
      guard shapes.count < Self.limit else { throw .endlessSection(body.name) }
      let items = body.items()
      shapes[ObjectIdentifier(body)] = try Shape.compile(items)
      try checkEnd(of: body)
      rest += items.flatMap { $0.bodies(onlyOfOpen: false) }
    }
  }

  /// What is opened at once must not lead to itself.
  private func checkEnd(of body: DeferredBody) throws(DefinitionError) {
    var opened: [ObjectIdentifier: DeferredBody] = [:]
    var rest = body.items().flatMap { $0.bodies(onlyOfOpen: true) }
    while let inner = rest.popLast() {
      if inner === body || opened.count > Self.limit { throw .endlessSection(body.name) }
      guard opened.updateValue(inner, forKey: ObjectIdentifier(inner)) == nil else { continue }
      rest += inner.items().flatMap { $0.bodies(onlyOfOpen: true) }
    }
  }
}

extension FormItem {
  /// What is made when a person opens a section in it; or of that, what is made without a person.
  fileprivate func bodies(onlyOfOpen: Bool) -> [DeferredBody] {
    switch self {
    case .field, .note: []
    case .group(_, _, let items): items.flatMap { $0.bodies(onlyOfOpen: onlyOfOpen) }
    case .section(let section): section.bodies(onlyOfOpen: onlyOfOpen)
    }
  }
}

extension SectionSpecification {
  fileprivate func bodies(onlyOfOpen: Bool) -> [DeferredBody] {
    if onlyOfOpen, isOptional, !isWantedAtFirst { return [] }
    switch body {
    case .object(let items): return items.flatMap { $0.bodies(onlyOfOpen: onlyOfOpen) }
    case .list(let list):
      if onlyOfOpen, list.count.lowerBound == 0 { return [] }
      return list.item.flatMap { $0.bodies(onlyOfOpen: onlyOfOpen) }
    case .alternatives(let options):
      return onlyOfOpen ? [] : options.flatMap { $0.bodies(onlyOfOpen: false) }
    case .deferred(let body): return onlyOfOpen && !isOptional ? [] : [body]
    }
  }
}
