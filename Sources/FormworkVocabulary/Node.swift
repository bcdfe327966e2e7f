/// The number by which host and front end name a node of the view tree.
///
/// Ids rise from 1 and are never used again.
public struct NodeID: RawRepresentable, Hashable, Sendable {
  /// The number that crosses the contract; 0 is no node.
  public let rawValue: UInt32

  /// Makes an id of a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// What a node is.
///
/// The numbers are those of `enum formwork_node_kind`; the list only grows at its end.
public enum NodeKind: UInt32, CaseIterable, Sendable {
  /// A kind that a newer host knows: it keeps its place among its siblings, and shows nothing.
  case unknown = 0

  /// The root: one screen.
  case screen

  /// Nodes that belong together.
  case group

  /// A line of text.
  case textField

  /// A line of text that is never shown; its value is its length in code points.
  case secretField

  /// Several lines of text.
  case textArea

  /// Yes or no; its value is 0 or 1.
  case toggle

  /// At most one of its options is selected.
  case choice

  /// Any number of its options are selected.
  case choices

  /// What a choice offers.
  case option

  /// What a person activates.
  case button

  /// A text that stays.
  case note

  /// A text that comes and goes.
  case notice

  /// A question that has to be answered first; its buttons are its children.
  case alert

  /// How far something has come.
  case progress

  /// Rows, of which a part is on view.
  case list

  /// One row of a list.
  case row

  /// A column of a list: a child of it, before its rows.
  case column

  /// Whether a person can enter something here.
  public var isField: Bool {
    switch self {
    case .textField, .secretField, .textArea, .toggle, .choice, .choices: true
    default: false
    }
  }

  /// Whether a text can be entered here that is shown.
  public var isTextual: Bool { self == .textField || self == .textArea }

  /// Whether what is entered here is typed, be it shown or not.
  public var isTyped: Bool { isTextual || self == .secretField }
}

/// What a button is for.
///
/// The numbers are those of `enum formwork_role`; the list only grows at its end.
public enum NodeRole: Int, CaseIterable, Sendable {
  /// Nothing special, or a role that a newer host knows.
  case nothing = 0

  /// Hands the form in.
  case submit

  /// Leaves without it; of an alert, the safe answer.
  case cancel

  /// Refuses to answer.
  case decline

  /// Loses something: never the default.
  case destroy

  /// Adds an item to a list.
  case add

  /// Removes an item from its list, and what was entered there: never the default.
  case remove

  /// Moves an item towards the beginning of its list.
  case up

  /// Moves an item towards the end of its list.
  case down
}

/// What is true of a field or a screen.
///
/// The numbers are those of `enum formwork_status`; the list only grows at its end.
public enum NodeStatus: Int, CaseIterable, Sendable {
  /// Nothing is to be said, or it is a status that a newer host knows.
  case nothing = 0

  /// Being typed; the explanation is help, not a complaint.
  case incomplete

  /// A rule is broken.
  case invalid

  /// A field's check waits for a pause in typing; a form waits for checks.
  case waiting

  /// A check runs.
  case checking

  /// A check or the store said no.
  case refused

  /// Could not be checked: not the person's fault.
  case unverified

  /// All is well.
  case valid

  /// The screen is being loaded.
  case loading

  /// The screen could not be loaded.
  case failed

  /// The store is deciding.
  case submitting

  /// The form has been submitted.
  case done
}

/// What a value looks like.
///
/// The numbers are those of `enum formwork_format`; the list only grows at its end.
public enum NodeFormat: Int, CaseIterable, Sendable {
  /// Anything.
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

  /// An address of the web.
  case webAddress
}

/// How the rows of a list are best shown.
///
/// The numbers are those of `enum formwork_layout`; the list only grows at its end.
public enum ListLayout: Int, CaseIterable, Sendable {
  /// A row on a line, its cells in columns.
  case table = 0

  /// Rows side by side, each with its label.
  case grid
}

/// How a column is sorted.
///
/// The numbers are those of `enum formwork_order`; the list only grows at its end.
public enum SortOrder: Int, CaseIterable, Sendable {
  /// The rows are in another order; activating the column sorts them.
  case sortable = 0

  /// The least comes first.
  case ascending

  /// The greatest comes first.
  case descending
}

/// Where the text of a cell stands in its column.
///
/// The numbers are those of `enum formwork_align`; the list only grows at its end.
public enum CellAlignment: Int, CaseIterable, Sendable {
  /// Where a line begins.
  case start = 0

  /// In the middle.
  case center

  /// Where a line ends: numbers.
  case end
}

/// A property of a node.
///
/// The numbers are those of `enum formwork_property`; the list only grows at its end.
public enum Property: UInt32, CaseIterable, Sendable {
  /// Text: what the node is called.
  case label = 1

  /// Text: help.
  case detail

  /// Text: an example of what could stand there.
  case placeholder

  /// Text, but for secret fields (a length) and toggles (0 or 1).
  case value

  /// Number: where the cursor is in the value, in bytes of UTF-8; in a secret, in code points.
  case cursor

  /// Number: a ``NodeStatus``.
  case status

  /// Text: what is wrong, or what is being waited for.
  case explanation

  /// Number, 0 or 1.
  case required

  /// Number, 0 or 1; absent means 1.
  case enabled

  /// Number, 0 or 1: something is going on.
  case busy

  /// Number, 0 or 1.
  case selected

  /// Number: thousandths done.
  case fraction

  /// Number: a ``ListLayout``.
  case layout

  /// Number: a ``NodeFormat``.
  case format

  /// Number: a ``NodeRole``.
  case role

  /// Number of rows that there are.
  case rowCount

  /// Number: the place of the first row that is there, from 0.
  case firstRow

  /// Text: what is in the columns of a row, with a tab between two of them.
  case cells

  /// Number: a ``SortOrder``; absent where a column cannot be sorted by.
  case order

  /// Number: a ``CellAlignment``.
  case align

  /// Number: the usual width in columns of the terminal; of a text area, rows.
  case extent

  /// Number, 0 or 1: ``InputMessage/complete(_:_:cursor:)`` can bring something there.
  case completes

  /// Number: how many fields of a group are answered.
  case answered

  /// Number: how many fields a group has.
  case total

  /// Number, 0 or 1: the text is to be read once the front end has left.
  case lasting
}

/// What a property is set to; an absent property has no value.
public enum PropertyValue: Hashable, Sendable {
  /// A text; what a front end is told has nothing in it that could steer a terminal.
  case text(String)

  /// A whole number; its meaning and unit are the property's.
  case number(Int)

  /// Whether both are the same, a text code point by code point: cursors count its bytes.
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
  // Few enough that a walk beats a table, and most nodes have four.
  private var entries: [(property: Property, value: PropertyValue)] = []

  /// A list without properties.
  package init() {}

  /// The value of a property, if it has one.
  package subscript(property: Property) -> PropertyValue? {
    for index in entries.indices where entries[index].property == property {
      return entries[index].value
    }
    return nil
  }

  /// Sets a property; `nil` takes it away.
  ///
  /// - Returns: What it was.
  @discardableResult
  package mutating func set(_ property: Property, _ value: PropertyValue?) -> PropertyValue? {
    for index in entries.indices where entries[index].property == property {
      let former = entries[index].value
      if let value { entries[index].value = value } else { entries.remove(at: index) }
      return former
    }
    if let value { entries.append((property, value)) }
    return nil
  }

  /// All of them, in the order of the contract.
  package var inOrder: [(property: Property, value: PropertyValue)] {
    entries.sorted { $0.property.rawValue < $1.property.rawValue }
  }
}

extension PropertyList: Equatable {
  /// Whether both have the same properties with the same values.
  package static func == (one: PropertyList, other: PropertyList) -> Bool {
    one.inOrder.elementsEqual(other.inOrder, by: ==)
  }
}
