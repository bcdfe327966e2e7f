/// What a field's own rules say of its content.
public enum Verdict: Hashable, Sendable {
  /// At least one rule is broken.
  case broken([Violation])

  /// Every rule holds, and there is no remote check.
  case holds

  /// Every rule holds; a remote check has the last word.
  case needsCheck
}

/// Why an operation gave no answer.
public enum Reason: Hashable, Sendable {
  /// It took longer than it may.
  case timedOut

  /// It failed; what the operation says to a person.
  case failed(Message)

  /// Why there was no answer.
  public var message: Message {
    switch self {
    case .timedOut: "reason.timedOut"
    case .failed(let message): message
    }
  }
}

/// One run of a field's check.
///
/// Ids rise and never repeat within a field.
public struct CheckID: Hashable, Sendable {
  /// Counted from 1.
  public let rawValue: UInt64

  /// Makes an id.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// One attempt to load what a screen needs.
///
/// Ids rise and never repeat within a screen.
public struct LoadID: Hashable, Sendable {
  /// Counted from 1.
  public let rawValue: UInt64

  /// Makes an id.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// One submission, whatever number of attempts it takes: the store knows a repetition by it.
public struct SubmissionID: Hashable, Sendable {
  /// Counted from 1.
  public let rawValue: UInt64

  /// Makes an id.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What a form's fields say together.
public enum Readiness: Hashable, Sendable {
  /// Nothing stands against a submission. A check that could not run does not.
  case ready

  /// No rule is broken, but a check waits or runs.
  case pending

  /// A rule is broken, or a field was refused.
  case barred
}
