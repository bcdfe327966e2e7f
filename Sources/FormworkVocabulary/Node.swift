/// The number of a node in the view tree, for host and front end.
///
/// Ids increase from 1, and are never reused.
public struct NodeID: RawRepresentable, Hashable, Sendable {
  /// The number in the contract; 0 is no node.
  public let rawValue: UInt32

  /// Creates an id from a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kind of a node.
///
/// The numbers are those of `enum formwork_node_kind`; new values are only added at the end.
public enum NodeKind: UInt32, CaseIterable, Sendable {
  /// An unknown kind from a newer host, which keeps its place among its siblings and shows nothing.
  case unknown = 0

  /// A screen: the root.
  case screen

  /// A group of nodes.
  case group

  /// A single line of text.
  case textField

  /// A single line of hidden text; its value is the length in code points.
  case secretField

  /// Several lines of text.
  case textArea

  /// Yes or no; its value is 0 or 1.
  case toggle

  /// A choice of at most one option.
  case choice

  /// A choice of any number of options.
  case choices

  /// An option of a choice.
  case option

  /// A button.
  case button

  /// A permanent text.
  case note

  /// A temporary text.
  case notice

  /// A modal question, whose children are its buttons.
  case alert

  /// The progress of a task.
  case progress

  /// A list of rows, which may be visible only in part.
  case list

  /// A row of a list.
  case row

  /// A column of a list: a child of the list, before its rows.
  case column

  /// Whether the node accepts input.
  public var isField: Bool {
    switch self {
    case .textField, .secretField, .textArea, .toggle, .choice, .choices: true
    default: false
    }
  }

  /// Whether the node accepts visible text.
  public var isTextual: Bool { self == .textField || self == .textArea }

  /// Whether the node accepts visible or hidden text.
  public var isTyped: Bool { isTextual || self == .secretField }
}

/// The purpose of a button, or of Enter in a field.
///
/// The numbers are those of `enum formwork_role`; new values are only added at the end.
public enum NodeRole: Int, CaseIterable, Sendable {
  /// No special purpose, or an unknown role from a newer host.
  case nothing = 0

  /// Submits the form; of a field: Enter in it does, if the host accepts its content.
  case submit

  /// Leaves the form without submitting; in an alert, the safe answer.
  case cancel

  /// Declines to answer.
  case decline

  /// Destroys data: never the default.
  case destroy

  /// Adds an item to a list.
  case add

  /// Removes an item with its content from a list: never the default.
  case remove

  /// Moves an item towards the beginning of its list.
  case up

  /// Moves an item towards the end of its list.
  case down
}

/// The status of a field or screen.
///
/// The numbers are those of `enum formwork_status`; new values are only added at the end.
public enum NodeStatus: Int, CaseIterable, Sendable {
  /// No status, or an unknown status from a newer host.
  case nothing = 0

  /// The user is typing; the explanation is help.
  case incomplete

  /// The content violates a rule.
  case invalid

  /// The check of a field waits for a pause in typing; a form waits for checks.
  case waiting

  /// A check is running.
  case checking

  /// A check or the store refused the content.
  case refused

  /// The check could not run.
  case unverified

  /// The content is valid.
  case valid

  /// The screen is being loaded.
  case loading

  /// The screen could not be loaded.
  case failed

  /// The store is deciding.
  case submitting

  /// The form was submitted.
  case done
}

/// The format of a value.
///
/// The numbers are those of `enum formwork_format`; new values are only added at the end.
public enum NodeFormat: Int, CaseIterable, Sendable {
  /// Any text.
  case plain = 0

  /// An e-mail address.
  case email

  /// A whole number.
  case wholeNumber

  /// A decimal number.
  case decimal

  /// A date, such as `2026-11-22`.
  case date

  /// A time of day, such as `14:30`.
  case time

  /// A date and a time of day, such as `2026-11-22 14:30`.
  case dateAndTime

  /// A web address.
  case webAddress
}

/// The preferred layout of a list.
///
/// The numbers are those of `enum formwork_layout`; new values are only added at the end.
public enum ListLayout: Int, CaseIterable, Sendable {
  /// A line for each row, with its cells in columns.
  case table = 0

  /// Several rows side by side, each with its label.
  case grid
}

/// The sort order of a column.
///
/// The numbers are those of `enum formwork_order`; new values are only added at the end.
public enum SortOrder: Int, CaseIterable, Sendable {
  /// Not sorted; activating the column sorts the rows.
  case sortable = 0

  /// Ascending order.
  case ascending

  /// Descending order.
  case descending
}

/// The alignment of cells in a column.
///
/// The numbers are those of `enum formwork_align`; new values are only added at the end.
public enum CellAlignment: Int, CaseIterable, Sendable {
  /// At the beginning of the line.
  case start = 0

  /// Centred.
  case center

  /// At the end of the line, as for numbers.
  case end
}

/// A property of a node.
///
/// The numbers are those of `enum formwork_property`; new values are only added at the end.
public enum Property: UInt32, CaseIterable, Sendable {
  /// Text: the label of the node.
  case label = 1

  /// Text: help.
  case detail

  /// Text: an example of a value.
  case placeholder

  /// Text: the value; for secret fields a length, and for toggles 0 or 1.
  case value

  /// Number: the position of the cursor in the value, in bytes of UTF-8; in a secret, in code points.
  case cursor

  /// Number: a ``NodeStatus``.
  case status

  /// Text: the reason for the status.
  case explanation

  /// Number, 0 or 1: whether the field is required.
  case required

  /// Number, 0 or 1: whether the node is enabled; absent means 1.
  case enabled

  /// Number, 0 or 1: whether an activity is running.
  case busy

  /// Number, 0 or 1: whether the option or row is selected.
  case selected

  /// Number: the progress in thousandths.
  case fraction

  /// Number: a ``ListLayout``.
  case layout

  /// Number: a ``NodeFormat``.
  case format

  /// Number: a ``NodeRole``.
  case role

  /// Number: the number of rows in the list.
  case rowCount

  /// Number: the index of the first row in the tree, from 0.
  case firstRow

  /// Text: the cells of a row, separated by tabs.
  case cells

  /// Number: a ``SortOrder``; absent if the column cannot be sorted by.
  case order

  /// Number: a ``CellAlignment``.
  case align

  /// Number: the usual width in columns of the terminal; for a text area, in rows.
  case extent

  /// Number, 0 or 1: whether ``InputMessage/complete(_:_:cursor:)`` may find suggestions.
  case completes

  /// Number: the number of answered fields in a group.
  case answered

  /// Number: the number of fields in a group.
  case total

  /// Number, 0 or 1: whether the text stays readable after the front end has left.
  case lasting

  /// The bit of the property in a set of properties.
  @inlinable package var bit: UInt32 { 1 &<< rawValue }
}

/// The value of a property.
public enum PropertyValue: Hashable, Sendable {
  /// A text; front ends only receive texts without control characters.
  case text(String)

  /// A whole number, whose meaning and unit depend on the property.
  case number(Int)

  /// Whether both values are equal; texts are compared by code points because cursors count bytes.
  public static func == (one: PropertyValue, other: PropertyValue) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)): one.hasSameCodePoints(as: other)
    case (.number(let one), .number(let other)): one == other
    case (.text, .number), (.number, .text): false
    }
  }
}

/// The properties of a node that have a value.
package struct PropertyList: Sendable {
  // A linear search is faster than a table: most nodes have four properties. The smaller part follows the larger one, so
  // that an entry takes 24 bytes instead of 32.
  private var entries: [(value: PropertyValue, property: Property)] = []

  /// The label, if it is a text; outside of the array, because many nodes have no other property.
  private var label: String?

  package init() {}

  /// The value of a property; `nil` if it has none.
  package subscript(property: Property) -> PropertyValue? {
    if property == .label, let label { return .text(label) }
    return place(of: property).map { entries[$0].value }
  }

  /// Sets a property, or removes it with `nil`, and returns its previous value if that was different.
  @discardableResult
  package mutating func set(
    _ property: Property, _ value: consuming PropertyValue?
  ) -> PropertyValue?? {
    if property == .label { return setLabel(value) }
    guard let place = place(of: property) else {
      guard let value else { return nil }
      // Each typed field has a value, a cursor, a status and an explanation.
      if entries.count == 1 { entries.reserveCapacity(4) }
      entries.append((value, property))
      return .some(nil)
    }
    guard var value else { return entries.remove(at: place).value }
    if entries[place].value == value { return nil }
    swap(&entries[place].value, &value)
    return value
  }

  private mutating func setLabel(_ value: PropertyValue?) -> PropertyValue?? {
    let previous = self[.label]
    if value == previous { return nil }
    entries.removeAll { $0.property == .label }
    label = nil
    if case .text(let text)? = value {
      label = text
    } else if let value {
      entries.append((value, .label))
    }
    return .some(previous)
  }

  private func place(of property: Property) -> Int? {
    // What changes often, such as a status, was set last.
    var place = entries.count - 1
    while place >= 0, entries[place].property != property { place -= 1 }
    return place < 0 ? nil : place
  }

  /// All properties, in the order of the contract.
  package var inOrder: [(property: Property, value: PropertyValue)] {
    (label.map { [(.label, .text($0))] } ?? [])
      + entries.map { ($0.property, $0.value) }.sorted { $0.0.rawValue < $1.0.rawValue }
  }
}

extension PropertyList: Equatable {
  package static func == (one: PropertyList, other: PropertyList) -> Bool {
    one.inOrder.elementsEqual(other.inOrder, by: ==)
  }
}
