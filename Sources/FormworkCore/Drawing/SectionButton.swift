/// A button that belongs to a section of a form.
struct SectionButton {
  enum Kind: String {
    /// Adds an item at the end of the list.
    case add

    /// Puts the last removed item back into the list.
    case putBack

    /// Removes the item.
    case remove

    /// Swaps the item with the previous one.
    case moveUp

    /// Swaps the item with the next one.
    case moveDown

    /// Creates and shows the parts of the section.
    case open
  }

  unowned let section: SectionPart
  let kind: Kind

  /// The first revision that shows the button.
  let drawnAt: UInt64
}

extension SectionButton.Kind {
  func label(of section: SectionPart) -> Message {
    switch self {
    case .add: .key("button.add", ["item": section.shape.list?.itemLabel ?? ""])
    case .putBack:
      .key("button.putBack", ["item": section.itemLabel(at: section.removed?.place ?? 0)])
    case .remove, .moveUp, .moveDown, .open:
      .key("button", of: rawValue, ["item": section.label])
    }
  }

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
  /// The buttons that the current state of the section requires, in order.
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

  /// Whether the section is displayed as not opened.
  var isShownClosed: Bool { shape.list == nil && stopButton != nil }

  var label: Message {
    switch shape.content {
    case .field(let field): field.value.label
    case .section(let section): section.label
    case .group(_, let label): label
    case .item: parent?.itemLabel(at: place) ?? ""
    }
  }

  func itemLabel(at place: Int) -> Message {
    .key("list.item", ["item": shape.list?.itemLabel ?? "", "number": .number(place + 1)])
  }

  var nodeName: String {
    switch shape.content {
    case .group(let name, _): name
    case .item: String(item)
    case .field, .section: shape.name.rawValue
    }
  }

  /// The node that contains the nodes of the children.
  var nodeOfChildren: NodeID? { shape.alternatives == nil ? node : parent?.nodeOfChildren }
}
