/// Why a front end is detached.
///
/// The numbers are those of `enum formwork_reason`; the list only grows at its end.
public enum DetachReason: Int, CaseIterable, Sendable {
  /// An older host says none, or a newer one says what is not known.
  case nothing = 0

  /// The last screen was left, or input has ended.
  case done

  /// Another front end goes on.
  case switched

  /// A program outside edits a text; then a front end is attached again.
  case editOutside

  /// A signal ends the program.
  case signal
}

/// Why an edit, a commit or an activation was not taken.
///
/// The numbers are those of `enum formwork_refusal`; the list only grows at its end.
public enum InputRefusal: Int, CaseIterable, Sendable {
  /// A reason that a newer host knows.
  case nothing = 0

  /// The host has changed since that revision what it is about.
  case stale

  /// The revision is that of a flush that is yet to come.
  case notSeen

  /// There is no such node, or it takes no such message.
  case noNode

  /// An alert has to be answered first, or the form is busy or done.
  case notNow

  /// The text is too long, or not UTF-8.
  case noText

  /// It cannot be done; the text that comes with this says why.
  case hindered
}

/// The additions to the contract that a front end knows: the minor version of its table.
public struct ContractMinor: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number in the table.
  public let rawValue: UInt32

  /// Makes a minor version of its number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first version.
  public static let first = ContractMinor(rawValue: 0)

  /// That of this host.
  public static let current = ContractMinor(rawValue: 1)

  /// Whether the other one has additions that this one lacks.
  public static func < (one: ContractMinor, other: ContractMinor) -> Bool {
    one.rawValue < other.rawValue
  }
}
