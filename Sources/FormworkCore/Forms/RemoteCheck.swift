/// An asynchronous validation of a field, for example whether a name is available.
public struct RemoteCheck: Sendable {
  /// The name by which operations and catalogues identify the check.
  public let name: String

  /// The paths of other fields that the result depends on, starting at the section of the field.
  ///
  /// The check runs again if one of them changes, and does not run while a required one has no
  /// valid answer.
  public let reads: [FieldID]

  /// The time without input before the check runs.
  public let pause: Duration

  /// The maximum time that the check may take.
  public let timeOut: Duration

  /// Creates a check.
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
