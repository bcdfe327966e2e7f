extension FormDefinition {
  /// What the field at a path of names and places holds, such as `contacts/0/address`; `nil` where there can
  /// be no such field.
  ///
  /// What says whether the section `address` is wanted, or which of its alternatives, is at `address?`.
  public func kind(at path: FieldID) -> FieldKind? { items.kind(at: path.names[...]) }

  /// Whether a list, or a section that is opened, is at a path of names and places.
  public func hasCount(at path: FieldID) -> Bool {
    switch items.section(at: path.names[...])?.body {
    case .list, .deferred: true
    case .object, .alternatives, nil: false
    }
  }
}

extension [FormItem] {
  fileprivate func kind(at names: ArraySlice<FieldID>) -> FieldKind? {
    guard let name = names.last else { return nil }
    let items = names.count == 1 ? self : section(at: names.dropLast())?.members
    // An item of a list has the members that all of them have.
    let members = items ?? section(at: names.dropLast(2))?.items(at: names.dropLast().last)
    for member in members?.flatMap(\.parts) ?? [] {
      switch member {
      case .field(let field) where field.id == name: return field.kind
      case .section(let section):
        if let control = section.controlSpecification, control.id == name { return control.kind }
      case .field, .group, .note: break
      }
    }
    return nil
  }

  fileprivate func section(at names: ArraySlice<FieldID>) -> SectionSpecification? {
    guard let name = names.first else { return nil }
    for case .section(let section) in flatMap(\.parts) where section.id == name {
      let rest = names.dropFirst()
      guard let next = rest.first else { return section }
      if let members = section.members { return members.section(at: rest) }
      return section.items(at: next)?.section(at: rest.dropFirst())
    }
    return nil
  }
}

extension FormItem {
  /// The parts of the section around: the item itself, or what is in a group.
  fileprivate var parts: [FormItem] {
    if case .group(_, _, let items) = self { items.flatMap(\.parts) } else { [self] }
  }
}

extension SectionSpecification {
  /// Its members by name; `nil` of a list.
  fileprivate var members: [FormItem]? {
    switch body {
    case .object(let items): items
    case .alternatives(let options): options.map { .section($0) }
    case .deferred(let body): body.items()
    case .list: nil
    }
  }

  /// The members of the item at a place of a list.
  fileprivate func items(at place: FieldID?) -> [FormItem]? {
    guard case .list(let list) = body, let place, let number = Int(place.rawValue),
      0..<list.count.upperBound ~= number
    else { return nil }
    return list.item
  }
}
