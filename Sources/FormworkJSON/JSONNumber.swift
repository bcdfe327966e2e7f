/// A number as it was written.
public struct JSONNumber: Sendable {
  /// The number's own characters.
  public let literal: String

  /// Takes a literal that is a number of JSON; `nil` for anything else.
  public init?(_ literal: String) {
    var copy = literal
    let isNumber = copy.withUTF8 { bytes in
      let document = UnsafeRawBufferPointer(bytes)
      return JSONScanner.numberLength(in: document, from: 0) == document.count
    }
    guard isNumber else { return nil }
    self.literal = literal
  }

  /// Makes a number.
  public init(_ value: Int) { literal = String(value) }

  /// The number where it is whole and fits, exactly.
  public var wholeNumber: Int? {
    guard let parts = Parts(literal), parts.exponent >= 0, parts.exponent < 20 else { return nil }
    return Int(
      (parts.isNegative ? "-" : "") + (parts.digits.isEmpty ? "0" : parts.digits)
        + String(repeating: "0", count: parts.exponent))
  }

  /// The number without what can be written in different ways: no zeros at the ends of the digits.
  private struct Parts: Equatable {
    let isNegative: Bool
    let digits: String
    let exponent: Int

    /// `nil` where the exponent is beyond all reckoning.
    init?(_ literal: String) {
      let parts = literal.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
      guard let mantissa = parts.first, let shift = parts.count < 2 ? 0 : Int(parts[1]),
        abs(shift) < Int.max / 2
      else { return nil }
      let figures = mantissa.drop { $0 == "-" }.split(separator: ".")
      let significant = figures.joined().drop { $0 == "0" }
      let trailing = significant.reversed().prefix { $0 == "0" }.count
      digits = String(significant.dropLast(trailing))
      isNegative = !digits.isEmpty && literal.hasPrefix("-")
      let fraction = figures.count < 2 ? 0 : figures[1].count
      exponent = digits.isEmpty ? 0 : shift - fraction + trailing
    }
  }
}

extension JSONNumber: Equatable {
  /// Whether the numbers are equal, however they are written.
  public static func == (one: JSONNumber, other: JSONNumber) -> Bool {
    guard let parts = Parts(one.literal), let others = Parts(other.literal) else {
      return one.literal == other.literal
    }
    return parts == others
  }
}
