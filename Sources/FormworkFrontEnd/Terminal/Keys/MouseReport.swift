/// An event of the mouse, as a terminal reports it in SGR mode.
///
/// - SeeAlso: "XTerm Control Sequences", "Extended coordinates".
public struct MouseReport: Hashable, Sendable {
  /// The action of the mouse.
  public enum Action: Hashable, Sendable {
    /// A button was pressed: 0 is the left one, 1 the middle one, 2 the right one.
    case press(button: Int)
    /// A button was released.
    case release(button: Int)
    /// The wheel turned, away from the user or towards the user.
    case wheelUp, wheelDown
    /// The pointer moved, or a button without a meaning here was used.
    case other
  }

  /// The action of the mouse.
  public let action: Action
  /// The row of the cell, counted from 0.
  public let row: Int
  /// The column of the cell, counted from 0.
  public let column: Int

  /// Creates a report of a cell, counted from 0.
  public init(_ action: Action, row: Int, column: Int) {
    (self.action, self.row, self.column) = (action, row, column)
  }

  /// Decodes the number of a report.
  ///
  /// Two bits are the button, 4 to 16 are modifier keys, 32 is a movement, 64 the wheel.
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

/// The received part of a mouse report in an older mode than SGR, after `ESC [ M`.
///
/// A number is a byte (X10), or a character of UTF-8 (mode 1005), which is the same for small numbers. A
/// byte that begins a character is a number of its own if the next byte does not continue the character.
///
/// - SeeAlso: "XTerm Control Sequences", "Mouse Tracking".
struct OldMouseReport: Hashable {
  private var numbers: [Int] = []
  /// The first byte of a character, or a number.
  private var lead: UInt8?

  /// The report if no byte follows.
  var settled: OldMouseReport {
    guard let lead else { return self }
    var settled = self
    settled.lead = nil
    settled.numbers.append(Int(lead))
    return settled
  }

  /// Returns the report with another byte; `nil` if the byte does not belong to it.
  func appending(_ byte: UInt8) -> OldMouseReport? {
    if let lead, 0x80...0xBF ~= byte {
      var next = self
      next.lead = nil
      next.numbers.append(Int(lead & 0x1F) << 6 | Int(byte & 0x3F))
      return next
    }
    var next = settled
    // xterm sends NUL for a position without a number.
    guard next.numbers.count < 3, byte == 0 || byte >= 0x20 else { return nil }
    if 0xC2...0xDF ~= byte {
      next.lead = byte
    } else {
      next.numbers.append(Int(byte))
    }
    return next
  }

  /// The key, after all numbers have come.
  var key: TerminalKey? {
    guard numbers.count == 3 else { return nil }
    let (code, column, row) = (numbers[0] - 32, numbers[1] - 33, numbers[2] - 33)
    guard code >= 0, column >= 0, row >= 0 else { return .unknown }
    return .mouse(MouseReport(code: code, isRelease: false, row: row, column: column))
  }
}
