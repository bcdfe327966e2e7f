/// Why a wait ended; empty where its limit passed.
public struct Readiness: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Wraps bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The host has something to give: call ``HostConnection/next()`` until it gives nothing.
  public static var messages: Readiness { Readiness(rawValue: 1) }

  /// The person's input can be read, or has ended.
  public static var input: Readiness { Readiness(rawValue: 2) }

  /// The other end of the input is gone.
  ///
  /// What was entered before can still be read.
  public static var hangUp: Readiness { Readiness(rawValue: 4) }
}
