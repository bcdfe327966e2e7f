import CFormworkSystem

/// The part of the current thread's stack that recursion may use.
struct StackRoom {
  /// The lowest address that may be used.
  private let lowest: Int

  /// The bytes that recursion leaves free, more than a step of it and calls of the system need.
  private static let reserve = 256 << 10

  /// Measures the stack of the current thread.
  init() { lowest = fws_stack_bottom() + Self.reserve }

  /// Whether another step of recursion has room.
  var hasRoom: Bool {
    var local: UInt8 = 0
    return withUnsafePointer(to: &local) { Int(bitPattern: $0) } > lowest
  }
}
