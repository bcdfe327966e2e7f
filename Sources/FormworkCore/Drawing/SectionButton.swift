/// A button that belongs to a section of a form.
struct SectionButton {
  /// What a button of a section does.
  enum Kind: String {
    /// Adds an item to the list, behind the others.
    case add

    /// Puts back what was removed last from the list.
    case putBack

    /// Removes the item.
    case remove

    /// Changes the item's place with that of the one before.
    case moveUp

    /// Changes the item's place with that of the one behind.
    case moveDown

    /// Makes the parts of the section.
    case open
  }

  unowned let section: SectionPart
  let kind: Kind

  /// The picture that first showed it.
  let drawnAt: UInt64
}

extension SectionButton.Kind {
  /// What is on the button.
  func label(of section: SectionPart) -> Message {
    switch self {
    case .add: Message("button.add", ["item": section.shape.list?.itemLabel ?? ""])
    case .putBack:
      Message("button.putBack", ["item": section.itemLabel(at: section.removed?.place ?? 0)])
    case .remove: Message("button.remove", ["item": section.label])
    case .moveUp: Message("button.moveUp", ["item": section.label])
    case .moveDown: Message("button.moveDown", ["item": section.label])
    case .open: Message("button.open", ["item": section.label])
    }
  }

  /// What the button is for.
  var role: NodeRole {
    switch self {
    case .add: .add
    case .remove: .remove
    case .moveUp: .up
    case .moveDown: .down
    case .putBack, .open: .nothing
    }
  }
}

extension SectionPart {
  /// The buttons that fit the section as it is now, in order.
  var wantedButtons: [SectionButton.Kind] {
    if machine.presence == .closed { return [.open] }
    if let list = shape.list {
      return (children.count < list.count.upperBound ? [.add] : [])
        + (removed != nil && children.count < list.count.upperBound ? [.putBack] : [])
    }
    guard item > 0, let parent, let list = parent.shape.list else { return [] }
    return (parent.children.count > list.count.lowerBound ? [.remove] : [])
      + (place > 0 ? [.moveUp] : []) + (place < parent.children.count - 1 ? [.moveDown] : [])
  }

  /// Whether it is shown as one that is yet to be opened.
  var isShownClosed: Bool { shape.list == nil && stopButton != nil }

  /// What a person calls it.
  var label: Message {
    switch shape.content {
    case .field(let field): field.value.label
    case .section(let section): section.label
    case .group(_, let label): label
    case .item: parent?.itemLabel(at: place) ?? ""
    }
  }

  /// What a person calls the item at a place of this list.
  func itemLabel(at place: Int) -> Message {
    Message("list.item", ["item": shape.list?.itemLabel ?? "", "number": .number(place + 1)])
  }

  /// The stable name of its node.
  var nodeName: String {
    switch shape.content {
    case .group(let name, _): name
    case .item: String(item)
    case .field, .section: shape.name.rawValue
    }
  }

  /// The node that the parts in it are shown under.
  var nodeOfChildren: NodeID? { shape.alternatives == nil ? node : parent?.nodeOfChildren }
}
