/// A property of a node.
///
/// The numbers are those of the contract; the list only grows at its end.
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

  /// Number.
  case layout

  /// Number: a ``NodeFormat``.
  case format

  /// Number: a ``NodeRole``.
  case role

  /// Number of rows that there are.
  case rowCount

  /// Number: the first row on view.
  case firstRow
}

/// The value of a property; an absent property has none.
public enum PropertyValue: Hashable, Sendable {
  /// A text.
  case text(String)

  /// A whole number.
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

/// What is true of a field or a screen.
///
/// The numbers are those of the contract.
public enum NodeStatus: Int, CaseIterable, Sendable {
  /// Nothing is to be said.
  case none = 0

  /// Being typed; the explanation is help.
  case incomplete

  /// A rule is broken.
  case invalid

  /// A field's check waits for a pause in typing; a form waits for checks.
  case waiting

  /// A check runs.
  case checking

  /// A check or the store said no.
  case refused

  /// Could not be checked.
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
/// The numbers are those of the contract.
public enum NodeFormat: Int, CaseIterable, Sendable {
  /// Anything.
  case plain = 0

  /// An e-mail address.
  case email

  /// A whole number.
  case wholeNumber

  /// A decimal number.
  case decimal
}

/// What a button is for.
///
/// The numbers are those of the contract.
public enum NodeRole: Int, CaseIterable, Sendable {
  /// Nothing special.
  case none = 0

  /// Hands the form in.
  case submit

  /// Leaves without it.
  case cancel

  /// Refuses to answer.
  case decline

  /// Loses something: never the default.
  case destroy
}
