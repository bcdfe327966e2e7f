/// The stable name of a part in its section, such as `username`, or a path of such names.
///
/// A path is relative to the section that uses it: `city` is a member of this section, `../from` of the enclosing
/// section, and `address/city` of a section inside. In an item of a list and in an alternative, `..` is
/// the section that contains the list or the alternatives.
///
/// Names are escaped as in a JSON pointer: `~1` is a slash and `~0` a tilde. Source: RFC 6901, section 3.
public struct FieldID: Hashable, Sendable, RawRepresentable, ExpressibleByStringInterpolation {
  /// The name or path.
  public let rawValue: String

  /// Creates an id from an escaped name or path.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates an id from a literal, which may have interpolated values: `"guest\(number)"`.
  public init(stringLiteral value: String) { rawValue = value }

  /// Creates an id from a name, and escapes its characters.
  public init(escaping name: String) {
    let isPlain = !name.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
    rawValue = isPlain ? name : name.replacing("~", with: "~0").replacing("/", with: "~1")
  }

  /// The name without escapes, for the user.
  public var unescaped: String {
    rawValue.replacing("~1", with: "/").replacing("~0", with: "~")
  }

  /// Returns the path of another part, relative to this one.
  public func appending(_ other: FieldID) -> FieldID {
    FieldID(rawValue: "\(rawValue)/\(other.rawValue)")
  }

  /// The id of the control that includes an optional section or selects an alternative.
  package var control: FieldID { FieldID(rawValue: rawValue + "?") }

  var isControl: Bool { rawValue.utf8.last == UInt8(ascii: "?") }

  /// The first name and the rest; `nil` if there is only one name.
  var split: (first: FieldID, rest: FieldID)? {
    guard let slash = rawValue.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return (
      FieldID(rawValue: String(rawValue[..<slash])),
      FieldID(rawValue: String(rawValue[rawValue.utf8.index(after: slash)...]))
    )
  }

  /// The path and those of the enclosing sections, the innermost first.
  var withPathsAround: [FieldID] {
    Array(
      sequence(first: self) { path in
        path.rawValue.utf8.lastIndex(of: UInt8(ascii: "/")).map {
          FieldID(rawValue: String(path.rawValue[..<$0]))
        }
      })
  }

  var names: [FieldID] {
    rawValue.split(separator: "/", omittingEmptySubsequences: false)
      .map { FieldID(rawValue: String($0)) }
  }
}

extension FieldID: CustomStringConvertible {
  /// The name or path.
  public var description: String { rawValue }
}
