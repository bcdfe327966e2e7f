/// A question about a field that the form cannot answer by itself, such as whether a name is free.
public struct RemoteCheck: Sendable {
  /// The check's name, by which the operations and the sentences know it.
  public let name: String

  /// The other fields that the answer depends on, by their paths from the section or the item that the field
  /// is in: the check runs again when one of them changes.
  public let reads: [FieldID]

  /// How long nothing may be typed before the check runs.
  public let pause: Duration

  /// How long the answer may take.
  public let timeOut: Duration

  /// Makes a check.
  public init(
    _ name: String, reading reads: [FieldID] = [], pause: Duration = .milliseconds(300),
    timeOut: Duration = .seconds(10)
  ) {
    self.name = name
    self.reads = reads
    self.pause = pause
    self.timeOut = timeOut
  }
}
