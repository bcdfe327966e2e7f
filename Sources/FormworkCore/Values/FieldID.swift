/// The stable name of a part in its section, such as `username`, or a path of such names.
///
/// A path begins where it is used: `city` is a member of the section at hand, `../from` a member of the
/// section around it, `address/city` a member of one inside. From an item of a list, or from one of some
/// alternatives, `..` is the section around the list or around the alternatives.
///
/// A name is written as in a JSON pointer, with `~1` for a slash and `~0` for a tilde. Source: RFC 6901,
/// section 3.
public struct FieldID: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
  /// The name.
  public let rawValue: String

  /// Makes an id of a name or path as it is written.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes an id of a literal.
  public init(stringLiteral value: String) { rawValue = value }

  /// Makes the id of a name that may have any characters.
  public init(escaping name: String) {
    rawValue = name.with("~0", for: "~").with("~1", for: "/")
  }

  /// The name, as a person reads it.
  public var unescaped: String {
    rawValue.utf8.contains(UInt8(ascii: "~"))
      ? rawValue.split(separator: "~", omittingEmptySubsequences: false).enumerated()
        .map { place, piece in place == 0 ? String(piece) : piece.unescapedPiece }.joined()
      : rawValue
  }

  /// The path of another part behind this one.
  public func appending(_ other: FieldID) -> FieldID {
    FieldID(rawValue: "\(rawValue)/\(other.rawValue)")
  }

  /// The name or path of what says whether the section is wanted, or which of its alternatives.
  package var control: FieldID { FieldID(rawValue: rawValue + "?") }

  /// Whether it is called like such a control.
  var isControl: Bool { rawValue.utf8.last == UInt8(ascii: "?") }

  /// The first name and the rest; `nil` where there is but one name.
  var split: (first: FieldID, rest: FieldID)? {
    guard let slash = rawValue.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return (
      FieldID(rawValue: String(rawValue[..<slash])),
      FieldID(rawValue: String(rawValue[rawValue.utf8.index(after: slash)...]))
    )
  }

  /// The path, and those of the sections around it, the innermost first.
  var withPathsAround: [FieldID] {
    Array(
      sequence(first: self) { path in
        path.rawValue.utf8.lastIndex(of: UInt8(ascii: "/")).map {
          FieldID(rawValue: String(path.rawValue[..<$0]))
        }
      })
  }

  /// The names in order.
  var names: [FieldID] {
    rawValue.split(separator: "/", omittingEmptySubsequences: false)
      .map { FieldID(rawValue: String($0)) }
  }
}

extension FieldID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

extension String {
  fileprivate func with(_ escape: String, for character: Character) -> String {
    split(separator: character, omittingEmptySubsequences: false).joined(separator: escape)
  }
}

extension Substring {
  /// What stands behind a tilde, with the character that its first digit stands for.
  fileprivate var unescapedPiece: String {
    switch first {
    case "0": "~" + dropFirst()
    case "1": "/" + dropFirst()
    default: "~" + self
    }
  }
}
