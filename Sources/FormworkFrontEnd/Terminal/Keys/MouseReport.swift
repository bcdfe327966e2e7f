/// What the mouse did, as a terminal reports it in its SGR mode.
///
/// - SeeAlso: "XTerm Control Sequences", "Extended coordinates".
public struct MouseReport: Hashable, Sendable {
  /// What was done.
  public enum Action: Hashable, Sendable {
    /// A button went down: 0 is the left one, 1 the middle one, 2 the right one.
    case press(button: Int)
    /// A button was let go.
    case release(button: Int)
    /// The wheel turned, away from the person or towards the person.
    case wheelUp, wheelDown
    /// The pointer moved, or a button was used that has no meaning here.
    case other
  }

  /// What was done.
  public let action: Action
  /// The row of the cell, counted from 0.
  public let row: Int
  /// The column of the cell, counted from 0.
  public let column: Int

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - action: What was done.
  ///   - row: The row of the cell, counted from 0.
  ///   - column: The column of the cell, counted from 0.
  public init(_ action: Action, row: Int, column: Int) {
    (self.action, self.row, self.column) = (action, row, column)
  }

  /// Decodes the number of a report: two bits of the button, 4 to 16 for keys that are held down, 32 for a
  /// movement, 64 for the wheel.
  init(code: Int, isRelease: Bool, row: Int, column: Int) {
    let button = code & 3
    action =
      switch code & 0xE0 {
      case 0 where button < 3: isRelease ? .release(button: button) : .press(button: button)
      case 64 where button == 0 && !isRelease: .wheelUp
      case 64 where button == 1 && !isRelease: .wheelDown
      default: .other
      }
    (self.row, self.column) = (row, column)
  }
}
