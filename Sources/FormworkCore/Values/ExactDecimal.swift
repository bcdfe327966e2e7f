/// A decimal number kept exactly as it was written: 0.3 is a multiple of 0.1.
///
/// Holds at most 37 significant digits, so that a difference of two still fits 128 bits; its
/// exponent is within -4,096...4,096. What is outside is refused by the initializers, never rounded.
public struct ExactDecimal: Sendable {
  // The number is `significand * 10^exponent`; the significand is no multiple of ten, and zero has
  // the exponent zero: equal numbers are equal in their parts.
  private let significand: Int128
  private let exponent: Int

  /// The most significant digits that a number may have.
  public static let maximumDigits = 37

  private static let exponents = -4_096...4_096

  /// The number zero.
  public static let zero = ExactDecimal(0)

  /// Makes a decimal of a whole number.
  public init(_ value: Int) {
    (significand, exponent) = Self.normalize(Int128(value), 0)
  }

  /// Reads a number in the grammar of HTML's valid floating-point numbers, or returns `nil`.
  ///
  /// `-`, digits, `.`, digits, `e`, an optional sign and digits; no leading `+`, no white space.
  /// Source: HTML Standard, section 2.3.4.3, "Floating-point numbers".
  public init?(_ text: some StringProtocol) {
    var rest = Substring(text).utf8[...]
    let isNegative = rest.removePrefix("-")
    var digits = rest.removeDigits()
    var exponent = 0
    if rest.removePrefix(".") {
      let fraction = rest.removeDigits()
      guard !fraction.isEmpty else { return nil }
      digits += fraction
      exponent = -fraction.count
    }
    guard !digits.isEmpty else { return nil }
    if rest.removePrefix("e") || rest.removePrefix("E") {
      let isSmall = rest.removePrefix("-")
      if !isSmall { _ = rest.removePrefix("+") }
      let written = rest.removeDigits()
      guard !written.isEmpty else { return nil }
      // Ten digits are far beyond every exponent that is allowed, whatever the fraction takes off.
      let size = written.drop { $0 == 0 }.prefix(10).reduce(0) { $0 * 10 + Int($1) }
      exponent += isSmall ? -size : size
    }
    guard rest.isEmpty else { return nil }
    var significant = digits.drop { $0 == 0 }
    while significant.last == 0 {
      significant.removeLast()
      exponent += 1
    }
    guard !significant.isEmpty else {
      self = .zero
      return
    }
    guard significant.count <= Self.maximumDigits, Self.exponents.contains(exponent) else {
      return nil
    }
    let magnitude = significant.reduce(Int128(0)) { $0 * 10 + Int128($1) }
    self.significand = isNegative ? -magnitude : magnitude
    self.exponent = exponent
  }

  private init(significand: Int128, exponent: Int) {
    (self.significand, self.exponent) = Self.normalize(significand, exponent)
  }

  private static func normalize(_ significand: Int128, _ exponent: Int) -> (Int128, Int) {
    guard significand != 0 else { return (0, 0) }
    var (significand, exponent) = (significand, exponent)
    while significand % 10 == 0 {
      significand /= 10
      exponent += 1
    }
    return (significand, exponent)
  }

  /// The number as a whole number, or `nil` where it has a fraction or does not fit.
  public var wholeNumber: Int? {
    guard exponent >= 0, exponent < 20 else { return significand == 0 ? 0 : nil }
    let (value, overflow) = significand.multipliedReportingOverflow(by: Self.power(exponent))
    return overflow ? nil : Int(exactly: value)
  }

  /// The power of ten of the first significant digit: 2 for 123, -1 for 0.5; 0 for zero.
  public var magnitude: Int { significand == 0 ? 0 : exponent + digitCount - 1 }

  private var digitCount: Int {
    var (rest, count) = (significand.magnitude, 0)
    while rest > 0 {
      rest /= 10
      count += 1
    }
    return count
  }

  private static func power(_ exponent: Int) -> Int128 {
    (0..<exponent).reduce(Int128(1)) { power, _ in power * 10 }
  }

  /// Whether `self - base` is a whole number of steps.
  ///
  /// No rounding takes part.
  ///
  /// A step of zero has no multiples but zero.
  public func isMultiple(of step: ExactDecimal, from base: ExactDecimal = .zero) -> Bool {
    guard step.significand != 0 else { return self == base }
    let (one, other) = (self, base)
    let lowest = min(
      one.significand == 0 ? Int.max : one.exponent,
      other.significand == 0 ? Int.max : other.exponent)
    guard lowest != Int.max else { return true }
    if lowest < step.exponent {
      // Below the step's last digit only a difference of equal exponents can cancel out.
      guard one.exponent == other.exponent || one.significand == 0 || other.significand == 0 else {
        return false
      }
      let difference = ExactDecimal(
        significand: one.significand - other.significand, exponent: lowest)
      return difference.significand == 0
        || difference.exponent >= step.exponent && difference.isMultiple(of: step)
    }
    let modulus = step.significand.magnitude
    return one.remainder(of: modulus, at: step.exponent)
      == other.remainder(of: modulus, at: step.exponent)
  }

  /// `self / 10^unit` modulo `modulus`, where that is a whole number; in `0..<modulus`.
  private func remainder(of modulus: UInt128, at unit: Int) -> UInt128 {
    guard significand != 0 else { return 0 }
    var result = significand.magnitude % modulus
    var power = 10 % modulus
    var rest = exponent - unit
    while rest > 0 {
      if rest & 1 == 1 { result = Self.multiply(result, power, modulus) }
      power = Self.multiply(power, power, modulus)
      rest >>= 1
    }
    return significand < 0 && result != 0 ? modulus - result : result
  }

  private static func multiply(_ one: UInt128, _ other: UInt128, _ modulus: UInt128) -> UInt128 {
    let (high, low) = one.multipliedFullWidth(by: other)
    return modulus.dividingFullWidth((high, low)).remainder
  }
}

extension ExactDecimal: Hashable, Comparable {
  /// Whether one number is the smaller.
  public static func < (one: ExactDecimal, other: ExactDecimal) -> Bool {
    let signs = (one.significand.signum(), other.significand.signum())
    guard signs.0 == signs.1 else { return signs.0 < signs.1 }
    guard one.magnitude == other.magnitude else {
      return (one.magnitude < other.magnitude) == (signs.0 > 0)
    }
    // With the first digits at the same place, the shift cannot exceed the digits that fit.
    let shift = one.exponent - other.exponent
    return one.significand * power(max(0, shift)) < other.significand * power(max(0, -shift))
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The number in plain notation where its last digit is within 20 places of the point, else with
  /// an exponent: `1200`, `0.05`, `1e40`.
  public var description: String {
    let sign = significand < 0 ? "-" : ""
    let digits = String(significand.magnitude)
    switch exponent {
    case 0...20:
      return sign + digits + String(repeating: "0", count: exponent)
    case -20...(-1):
      let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
      return sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
    default:
      return "\(sign)\(digits)e\(exponent)"
    }
  }
}

extension ExactDecimal: ExpressibleByIntegerLiteral {
  /// Makes a decimal of a literal.
  public init(integerLiteral value: Int) { self.init(value) }
}

extension Substring.UTF8View.SubSequence {
  /// Takes `ascii` off the front; false where something else is there.
  mutating func removePrefix(_ ascii: Unicode.Scalar) -> Bool {
    guard first.map(UInt32.init) == ascii.value else { return false }
    removeFirst()
    return true
  }

  /// Takes the decimal digits off the front, as numbers.
  mutating func removeDigits() -> [UInt8] {
    let digits = prefix { (0x30...0x39).contains($0) }
    self = self[digits.endIndex...]
    return digits.map { $0 - 0x30 }
  }
}
