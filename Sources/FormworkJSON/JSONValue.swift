import FormworkVocabulary

/// A JSON value with its place in the document.
public struct JSONNode: Sendable {
  /// The value.
  public let value: JSONValue

  /// The place of the first character.
  public let place: JSONPlace

  /// Creates a node.
  public init(_ value: JSONValue, at place: JSONPlace = JSONPlace(line: 1, column: 1)) {
    self.value = value
    self.place = place
  }

  /// Returns the value of a member; `nil` if there is none, or this is not an object.
  public subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name.hasSameCodePoints(as: name) }?.node
  }
}

extension JSONNode: Equatable {
  /// Whether the values are equal; places do not matter.
  public static func == (one: JSONNode, other: JSONNode) -> Bool { one.value == other.value }
}

/// A JSON value that preserves the order of members and the literals of numbers.
public enum JSONValue: Sendable {
  /// Null.
  case null

  /// True or false.
  case bool(Bool)

  /// An exact number.
  case number(JSONNumber)

  /// A text.
  case string(String)

  /// Values in order.
  case array([JSONNode])

  /// Named values in order, with unique names.
  case object([JSONMember])
}

extension JSONValue: Equatable {
  /// Whether the values are equal; places do not matter.
  ///
  /// Strings are compared by scalars, and numbers by value; the order of members matters.
  public static func == (one: JSONValue, other: JSONValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.hasSameCodePoints(as: other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }
}

/// A member of an object.
public struct JSONMember: Sendable {
  /// The name.
  public let name: String

  /// The place of the name's quotation mark.
  public let namePlace: JSONPlace

  /// The value.
  public let node: JSONNode

  /// Creates a member.
  public init(
    _ name: String, at namePlace: JSONPlace = JSONPlace(line: 1, column: 1), _ node: JSONNode
  ) {
    self.name = name
    self.namePlace = namePlace
    self.node = node
  }
}

extension JSONMember: Equatable {
  /// Whether names and values are equal; places do not matter.
  public static func == (one: JSONMember, other: JSONMember) -> Bool {
    one.name.hasSameCodePoints(as: other.name) && one.node == other.node
  }
}

/// A number with its original literal.
public struct JSONNumber: Sendable {
  /// The characters of the number.
  public let literal: String

  /// Creates a number from a JSON literal; fails for any other text.
  public init?(_ literal: String) {
    var copy = literal
    let isNumber = copy.withUTF8 { bytes in
      let document = UnsafeRawBufferPointer(bytes)
      return JSONScanner.numberLength(in: document, from: 0) == document.count
    }
    guard isNumber else { return nil }
    self.literal = literal
  }

  /// Creates a number.
  public init(_ value: Int) { literal = String(value) }

  /// The exact number if it is whole and fits.
  public var wholeNumber: Int? {
    let parts = Parts(literal)
    guard let zeros = Int(parts.exponent), (0..<20).contains(zeros) else { return nil }
    return Int(
      (parts.isNegative ? "-" : "") + (parts.digits.isEmpty ? "0" : parts.digits)
        + String(repeating: "0", count: zeros))
  }

  /// The parts of a number: digits without zeros at either end, times ten to the exponent.
  private struct Parts: Equatable {
    let isNegative: Bool
    let digits: String

    /// A decimal number, because the exponent of a literal may have any length.
    let exponent: String

    init(_ literal: String) {
      let parts = literal.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
      let figures = parts[0].drop { $0 == "-" }.split(separator: ".")
      let significant = figures.joined().drop { $0 == "0" }
      let trailing = significant.reversed().prefix { $0 == "0" }.count
      digits = String(significant.dropLast(trailing))
      isNegative = !digits.isEmpty && literal.hasPrefix("-")
      let fraction = figures.count < 2 ? 0 : figures[1].count
      exponent =
        digits.isEmpty
        ? "0" : Self.sum(parts.count < 2 ? "0" : parts[1], trailing - fraction)
    }

    private static func sum(_ literal: Substring, _ addend: Int) -> String {
      if let number = Int(literal) {
        let (sum, hasOverflown) = number.addingReportingOverflow(addend)
        if !hasOverflown { return String(sum) }
      }
      // The number does not fit in `Int`, or is close to its limits, so adding a count of digits keeps its sign.
      let isNegative = literal.hasPrefix("-")
      var carry = isNegative ? -addend : addend
      var reversed = literal.compactMap(\.wholeNumberValue).reversed().map { digit in
        let sum = digit + carry
        carry = sum >= 0 ? sum / 10 : (sum - 9) / 10
        return sum - carry * 10
      }
      reversed += carry > 0 ? String(carry).reversed().compactMap(\.wholeNumberValue) : []
      let sum = reversed.reversed().drop { $0 == 0 }.map(String.init).joined()
      return isNegative ? "-" + sum : sum
    }
  }
}

extension JSONNumber: Equatable {
  /// Whether the numbers have the same value, whatever their notation.
  public static func == (one: JSONNumber, other: JSONNumber) -> Bool {
    Parts(one.literal) == Parts(other.literal)
  }
}
