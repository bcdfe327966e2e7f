extension Canvas {
  /// How a text looks: in the terminal's own colours, or in two that can be read on any background.
  ///
  /// A style repeats what the words say; it says nothing of its own.
  ///
  /// - SeeAlso: ECMA-48, 8.3.117 (SGR).
  public struct Style: OptionSet, Hashable, Sendable {
    /// The bits of the parts.
    public let rawValue: UInt8

    /// Makes a style of its parts.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold, or bright.
    public static let bold = Style(rawValue: 1)

    /// The colours of text and background exchanged.
    public static let reverse = Style(rawValue: 2)

    /// Red, which a canvas without colours leaves out.
    public static let red = Style(rawValue: 4)

    /// Green, which a canvas without colours leaves out; with red, it is red.
    public static let green = Style(rawValue: 8)

    /// The colours.
    static let colors: Style = [.red, .green]

    /// All that there is.
    static let all: Style = [.bold, .reverse, .red, .green]
  }
}
