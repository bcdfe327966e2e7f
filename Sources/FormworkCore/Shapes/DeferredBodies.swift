import Synchronization

/// The shapes of the sections that the user opens.
struct DeferredBodies: Sendable {
  /// The shapes around the bodies keep them alive, so that their identifiers stay unique.
  private var shapes: [ObjectIdentifier: Shape] = [:]

  /// The maximum number of different bodies, which endless creation of new bodies exceeds.
  private static let limit = 1000

  /// The shapes that are compiled when the user opens them.
  private let opened = OpenedShapes()

  /// Returns the shape of a body; `nil` if its items contradict each other.
  subscript(body: DeferredBody) -> Shape? {
    body.isCompiledWhenOpened ? opened[body] : shapes[ObjectIdentifier(body)]
  }

  private final class OpenedShapes: Sendable {
    private let shapes = Mutex<[ObjectIdentifier: (body: DeferredBody, shape: Shape?)]>([:])

    subscript(body: DeferredBody) -> Shape? {
      shapes.withLock { shapes in
        if let known = shapes[ObjectIdentifier(body)] { return known.shape }
        var shape: Shape?
        // Without a shape, the section has no parts.
        do { shape = try Shape.compile(body.items()) } catch { shape = nil }
        shapes[ObjectIdentifier(body)] = (body, shape)
        return shape
      }
    }
  }

  /// Compiles all bodies in some items, each once.
  init(in items: [FormItem]) throws(DefinitionError) {
    var rest = items.flatMap { $0.bodies(onlyOfOpen: false) }
    while let body = rest.popLast() {
      if body.isCompiledWhenOpened || self[body] != nil { continue }
      guard shapes.count < Self.limit else { throw .endlessSection(body.name) }
      let items = body.items()
      shapes[ObjectIdentifier(body)] = try Shape.compile(items)
      try checkEnd(of: body)
      rest += items.flatMap { $0.bodies(onlyOfOpen: false) }
    }
  }

  /// Checks that sections which are open from the beginning do not contain themselves.
  private func checkEnd(of body: DeferredBody) throws(DefinitionError) {
    var opened: [ObjectIdentifier: DeferredBody] = [:]
    var rest = body.items().flatMap { $0.bodies(onlyOfOpen: true) }
    while let inner = rest.popLast() {
      if inner.isCompiledWhenOpened { continue }
      if inner === body || opened.count > Self.limit { throw .endlessSection(body.name) }
      guard opened.updateValue(inner, forKey: ObjectIdentifier(inner)) == nil else { continue }
      rest += inner.items().flatMap { $0.bodies(onlyOfOpen: true) }
    }
  }
}

extension FormItem {
  /// Returns the bodies that the user opens, or only those that are open from the beginning.
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
