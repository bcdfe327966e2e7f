/// An exact decimal number, in which 0.3 is a multiple of 0.1.
///
/// Has at most 37 significant digits, so that the difference of two fits in 128 bits, and an exponent in
/// -4,096...4,096. The initializers refuse other numbers, and never round.
public struct ExactDecimal: Sendable {
  // The number is `significand * 10^exponent`. The significand is no multiple of ten, and the exponent of zero
  // is zero, so that equal numbers have equal parts.
  private let significand: Int128
  private let exponent: Int

  /// The maximum number of significant digits.
  public static let maximumDigits = 37

  private static let exponents = -4_096...4_096

  /// The number zero.
  public static let zero = ExactDecimal(0)

  /// Creates a decimal from a whole number.
  public init(_ value: Int) {
    (significand, exponent) = Self.normalize(Int128(value), 0)
  }

  /// Parses a valid floating-point number of HTML; fails for any other text.
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
      // Ten digits exceed every allowed exponent, even after the fraction is subtracted.
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

  /// The number as a whole number; `nil` if it has a fraction or does not fit.
  public var wholeNumber: Int? {
    guard exponent >= 0, exponent < 20 else { return significand == 0 ? 0 : nil }
    let (value, overflow) = significand.multipliedReportingOverflow(by: Self.power(exponent))
    return overflow ? nil : Int(exactly: value)
  }

  /// The decimal exponent of the first significant digit: 2 for 123, -1 for 0.5; 0 for zero.
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

  /// Whether `self - base` is a whole number of steps, without rounding.
  ///
  /// Zero is the only multiple of a step of zero.
  public func isMultiple(of step: ExactDecimal, from base: ExactDecimal = .zero) -> Bool {
    guard step.significand != 0 else { return self == base }
    let (one, other) = (self, base)
    let lowest = min(
      one.significand == 0 ? Int.max : one.exponent,
      other.significand == 0 ? Int.max : other.exponent)
    guard lowest != Int.max else { return true }
    if lowest < step.exponent {
      // Below the last digit of the step, only a difference of equal exponents can cancel out.
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

  /// Returns `self / 10^unit` modulo `modulus`, in `0..<modulus`, if the quotient is a whole number.
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
  /// Whether the first number is smaller.
  public static func < (one: ExactDecimal, other: ExactDecimal) -> Bool {
    let signs = (one.significand.signum(), other.significand.signum())
    guard signs.0 == signs.1 else { return signs.0 < signs.1 }
    guard one.magnitude == other.magnitude else {
      return (one.magnitude < other.magnitude) == (signs.0 > 0)
    }
    // The first digits have the same exponent, so the shift is smaller than the number of digits that fit.
    let shift = one.exponent - other.exponent
    return one.significand * power(max(0, shift)) < other.significand * power(max(0, -shift))
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The number in plain notation, or with an exponent: `1200`, `0.05`, `1e40`.
  ///
  /// Plain notation is used if the last digit is at most 20 places from the decimal point.
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
  /// Creates a decimal from a literal.
  public init(integerLiteral value: Int) { self.init(value) }
}

extension ExactDecimal: ExpressibleByFloatLiteral {
  /// Creates a decimal from a literal of at most 15 significant digits, which is exact.
  public init(floatLiteral value: Double) {
    guard let number = ExactDecimal("\(value)"), number.digitCount <= 15 else {
      preconditionFailure("\(value) is not exact: use ExactDecimal(_:) with a text")
    }
    self = number
  }
}

extension Substring.UTF8View.SubSequence {
  /// Removes `ascii` from the beginning; returns whether it was there.
  mutating func removePrefix(_ ascii: Unicode.Scalar) -> Bool {
    guard first.map(UInt32.init) == ascii.value else { return false }
    removeFirst()
    return true
  }

  /// Removes the decimal digits from the beginning, and returns them as numbers.
  mutating func removeDigits() -> [UInt8] {
    let digits = prefix { (0x30...0x39).contains($0) }
    self = self[digits.endIndex...]
    return digits.map { $0 - 0x30 }
  }
}

extension ExactDecimal {
  init?(literal: UnsafeBufferPointer<UInt8>) {
    self.init(String(decoding: literal, as: UTF8.self))
  }
}
