/// The flushes of a session, over all its screens: each tree counts its own from 0, and front ends are told
/// numbers that only rise.
struct FlushCount {
  /// What a front end has seen when it reported something.
  enum Place: Equatable {
    /// This picture of the screen on view, as the screen counts; 0 is none.
    case seen(UInt64)

    /// A screen that has gone since.
    case ofAnotherScreen

    /// Nothing that it was told: it makes numbers up.
    case notToldYet
  }

  /// The last number that was told; 0 is none.
  private(set) var last: UInt64 = 0

  /// The first one that was told of the screen on view; `nil` where none was.
  private var first: UInt64?

  /// What is told of the screen on view, less what the screen counts.
  private var offset: UInt64 = 0

  /// The number to be told of a picture.
  mutating func told(_ revision: UInt64) -> UInt64 {
    if first == nil {
      // A screen that was on view before has counted on from where it was.
      offset = last &+ 1 &- revision
      first = last + 1
    }
    last = revision &+ offset
    return last
  }

  /// Another screen comes on view.
  mutating func endScreen() { first = nil }

  /// What a number says that a front end sent.
  func place(of number: UInt64) -> Place {
    if number > last { return .notToldYet }
    guard let first else { return last == 0 ? .seen(0) : .ofAnotherScreen }
    // Before the first flush a front end has no number to send.
    if number < first { return first == 1 ? .seen(0) : .ofAnotherScreen }
    return .seen(number &- offset)
  }
}
