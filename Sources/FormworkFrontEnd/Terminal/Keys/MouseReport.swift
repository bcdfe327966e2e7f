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

/// A mouse report of the kinds before SGR, as far as its numbers have come after `ESC [ M`.
///
/// A number is a byte (X10), or a character of UTF-8 (mode 1005), which is the same for small ones. A byte
/// that begins a character is a number by itself if no byte follows that goes on with it.
///
/// - SeeAlso: "XTerm Control Sequences", "Mouse Tracking".
struct OldMouseReport: Hashable {
  private var numbers: [Int] = []
  /// The first byte of a character, or a number.
  private var lead: UInt8?

  /// The report if nothing more comes.
  var settled: OldMouseReport {
    guard let lead else { return self }
    var settled = self
    settled.lead = nil
    settled.numbers.append(Int(lead))
    return settled
  }

  /// The report with one byte more; `nil` if the byte does not belong to it.
  func appending(_ byte: UInt8) -> OldMouseReport? {
    if let lead, 0x80...0xBF ~= byte {
      var next = self
      next.lead = nil
      next.numbers.append(Int(lead & 0x1F) << 6 | Int(byte & 0x3F))
      return next
    }
    var next = settled
    // xterm sends NUL for a place that has no number.
    guard next.numbers.count < 3, byte == 0 || byte >= 0x20 else { return nil }
    if 0xC2...0xDF ~= byte {
      next.lead = byte
    } else {
      next.numbers.append(Int(byte))
    }
    return next
  }

  /// The key, once all numbers have come.
  var key: TerminalKey? {
    guard numbers.count == 3 else { return nil }
    let (code, column, row) = (numbers[0] - 32, numbers[1] - 33, numbers[2] - 33)
    guard code >= 0, column >= 0, row >= 0 else { return .unknown }
    return .mouse(MouseReport(code: code, isRelease: false, row: row, column: column))
  }
}
