/// Takes note of what happens, for statistics.
///
/// Injected, and faked in tests.
public protocol EventResponder: AnyObject {
  /// Takes note of an event, on the thread of the session.
  func record(_ event: EventRecord)
}

/// What has happened: never what was entered, for there is no place for a text.
public struct EventRecord: Hashable, Sendable {
  /// Its stable name, such as `form-submitted`.
  public let name: String

  /// How many there were of what, by stable names.
  public let counts: [String: Int]

  /// Makes a record.
  public init(_ name: String, _ counts: [String: Int] = [:]) {
    (self.name, self.counts) = (name, counts)
  }
}
