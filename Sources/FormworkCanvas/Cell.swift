/// What stands at one place of the grid: a cluster with its style, in eight bytes that are compared at once.
///
/// The lower seven bytes are the cluster in UTF-8, filled up with zeros, or its number among the longer ones. The highest
/// has the style in its bits 0 to 3, the width in 4 and 5, and in 6 and 7 the two flags. A cluster of several columns
/// has cells behind it that are all zero.
struct Cell: Equatable {
  /// How long and how wide a cluster may be that is within.
  static let byteLimit = 7
  static let widthLimit = 2

  private static let widthShift: UInt64 = 60
  private static let unsureFlag: UInt64 = 1 << 62
  private static let longFlag: UInt64 = 1 << 63
  private static let textMask: UInt64 = (1 << 56) - 1

  private var bits: UInt64

  /// What stands behind the first column of a cluster.
  static let continuation = Cell(bits: 0)

  /// A blank in no style.
  static let blank = Cell(ascii: UInt8(ascii: " "), style: [])

  private init(bits: UInt64) { self.bits = bits }

  /// A character of ASCII that is no control.
  ///
  /// Of a blank that is not in reverse the rest of the style cannot be seen.
  init(ascii: UInt8, style: Canvas.Style) {
    let style = ascii == UInt8(ascii: " ") && !style.contains(.reverse) ? [] : style
    bits = UInt64(ascii) | UInt64(style.rawValue) << 56 | 1 << Self.widthShift
  }

  /// A cluster of at most seven bytes, and of one or two columns.
  init(short text: some Sequence<UInt8>, width: Int, isUnsure: Bool, style: Canvas.Style) {
    var word: UInt64 = 0
    for byte in text.reversed() { word = word << 8 | UInt64(byte) }
    self.init(text: word, width: width, isUnsure: isUnsure, style: style)
  }

  /// A longer or a wider one, by its number.
  init(number: Int, width: Int, isUnsure: Bool, style: Canvas.Style) {
    self.init(text: UInt64(number), width: width, isUnsure: isUnsure, style: style)
    bits |= Self.longFlag
  }

  private init(text: UInt64, width: Int, isUnsure: Bool, style: Canvas.Style) {
    bits =
      text | UInt64(style.rawValue) << 56 | UInt64(min(width, 3)) << Self.widthShift
      | (isUnsure ? Self.unsureFlag : 0)
  }

  /// Whether a cluster before it stands here, too.
  var isContinuation: Bool { bits == 0 }

  /// Whether terminals differ in how many columns it takes.
  var isUnsure: Bool { bits & Self.unsureFlag != 0 }

  /// The number of a cluster that is not within; `nil` of one that is.
  var number: Int? { bits & Self.longFlag == 0 ? nil : Int(bits & Self.textMask) }

  /// The columns: 0 to 2; 3 stands for as many as the cluster with the number takes.
  var width: Int { Int(bits >> Self.widthShift & 3) }

  /// How it looks.
  var style: Canvas.Style { Canvas.Style(rawValue: UInt8(bits >> 56 & 0xF)) }

  /// The same cluster under another number.
  func renumbered(_ number: Int) -> Cell { Cell(bits: bits & ~Self.textMask | UInt64(number)) }

  /// A blank that looks like it.
  var blanked: Cell { Cell(ascii: UInt8(ascii: " "), style: style) }

  /// Adds the cluster that is within.
  func write(to output: inout [UInt8]) {
    var rest = bits & Self.textMask
    while rest != 0 {
      output.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
