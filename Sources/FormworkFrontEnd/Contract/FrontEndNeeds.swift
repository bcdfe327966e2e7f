/// What a front end cannot do without, and what it may switch on at a terminal.
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
  public static let terminal = FrontEndNeeds(rawValue: 1 << 0)

  /// The modes below are all that the front end may switch on, besides attributes of characters, a
  /// hidden cursor and synchronized updates.
  ///
  /// Where it is stopped by ^Z, or ends in the middle, the host switches just these off; without this
  /// one it switches off all.
  public static let modesNamed = FrontEndNeeds(rawValue: 1 << 1)

  /// Bracketed paste.
  public static let paste = FrontEndNeeds(rawValue: 1 << 2)

  /// Reports of the mouse and of the focus.
  public static let pointer = FrontEndNeeds(rawValue: 1 << 3)

  /// Keys that are reported in another way than usual.
  public static let keys = FrontEndNeeds(rawValue: 1 << 4)

  /// A scroll region, margins, insert mode, no wrapping.
  public static let lines = FrontEndNeeds(rawValue: 1 << 5)

  /// Other character sets.
  public static let characters = FrontEndNeeds(rawValue: 1 << 6)

  /// The alternate screen.
  public static let alternateScreen = FrontEndNeeds(rawValue: 1 << 7)
}
