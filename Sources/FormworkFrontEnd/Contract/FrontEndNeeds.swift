/// What a front end cannot do without.
///
/// The bits are those of `enum formwork_need`.
public struct FrontEndNeeds: OptionSet, Sendable {
  /// The bits on the wire.
  public let rawValue: UInt32

  /// Wraps bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Input and output have to be a terminal that can move its cursor.
  public static let terminal = FrontEndNeeds(rawValue: 1)
}
