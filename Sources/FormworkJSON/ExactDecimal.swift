/// An exact decimal number, in which 0.3 is a multiple of 0.1.
///
/// It has any number of significant digits, and an exponent that fits in `Int`. The initializers refuse other
/// numbers, and never round.
public struct ExactDecimal: Sendable {
  // The number is `significand * 10^exponent`. The significand is no multiple of ten, and the exponent of zero
  // is zero, so that equal numbers have equal parts.
  private let significand: Int128
  package let exponent: Int

  /// All digits if there are more than `smallCount`; then the significand is the sign.
  private let largeDigits: [UInt8]

  /// The maximum number of digits in `significand`, so that the difference of two fits in 128 bits.
  private static let smallCount = 37

  /// The number zero.
  public static let zero = ExactDecimal(0)

  /// Creates a decimal from a whole number.
  public init(_ value: Int) {
    var (significand, exponent) = (value, 0)
    while significand != 0, significand % 10 == 0 {
      significand /= 10
      exponent += 1
    }
    self.init(significand: Int128(significand), exponent: exponent, largeDigits: [])
  }

  /// Parses a valid floating-point number of HTML; fails for any other text.
  ///
  /// `-`, digits, `.`, digits, `e`, an optional sign and digits; no leading `+`, no white space. All numbers of JSON
  /// are valid. Source: HTML Standard, section 2.3.4.3, "Floating-point numbers".
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let number = text.withUTF8({ ExactDecimal(utf8: $0) }) else { return nil }
    self = number
  }

  /// Parses a number as ``init(_:)`` does.
  package init?(utf8: UnsafeBufferPointer<UInt8>) {
    var rest = utf8[...]
    let isNegative = rest.remove("-")
    let whole = rest.removeDigits()
    let point = rest.startIndex
    let hasPoint = rest.remove(".")
    let fraction = rest.removeDigits()
    let text = utf8[whole.startIndex..<rest.startIndex]
    guard !(hasPoint ? fraction : whole).isEmpty, let written = Self.exponent(rest) else {
      return nil
    }
    // Zeros and the point are before the other digits in ASCII.
    guard let first = text.firstIndex(where: { $0 > 0x30 }),
      let last = text.lastIndex(where: { $0 > 0x30 })
    else {
      self = .zero
      return
    }
    let digits = text[first...last].lazy.filter { $0 != 0x2E }.map { $0 - 0x30 }
    let count = last - first + (first < point && point < last ? 0 : 1)
    let place = last < point ? point - last - 1 : point - last
    guard let exponent = Int(exactly: written + Int128(place)),
      !exponent.addingReportingOverflow(count - 1).overflow
    else { return nil }
    let isLarge = count > Self.smallCount
    let magnitude = isLarge ? 1 : digits.reduce(Int128(0)) { $0 * 10 + Int128($1) }
    self.init(
      significand: isNegative ? -magnitude : magnitude, exponent: exponent,
      largeDigits: isLarge ? Array(digits) : [])
  }

  /// Parses `e` and the exponent after it, or nothing.
  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int128? {
    var rest = text
    guard rest.remove("e") || rest.remove("E") else { return rest.isEmpty ? 0 : nil }
    let isSmall = rest.remove("-")
    if !isSmall { _ = rest.remove("+") }
    let digits = rest.removeDigits()
    guard !digits.isEmpty, rest.isEmpty else { return nil }
    // Only zero may have so great an exponent.
    let size = digits.reduce(Int128(0)) { min($0 * 10 + Int128($1 - 0x30), 1 << 100) }
    return isSmall ? -size : size
  }

  private init(significand: Int128, exponent: Int, largeDigits: [UInt8]) {
    (self.significand, self.exponent, self.largeDigits) = (significand, exponent, largeDigits)
  }

  /// Whether the number has no fraction.
  public var isWhole: Bool { exponent >= 0 }

  /// The number as a whole number; `nil` if it has a fraction or does not fit.
  public var wholeNumber: Int? {
    guard isWhole, exponent < 20, largeDigits.isEmpty else { return nil }
    let (value, overflow) = significand.multipliedReportingOverflow(by: Self.powers[exponent])
    return overflow ? nil : Int(exactly: value)
  }

  /// The decimal exponent of the first significant digit: 2 for 123, -1 for 0.5; 0 for zero.
  public var magnitude: Int { significand == 0 ? 0 : exponent + (digitCount - 1) }

  /// The number of significant digits; 0 for zero.
  package var digitCount: Int {
    guard largeDigits.isEmpty else { return largeDigits.count }
    let magnitude = abs(significand)
    return Self.powers.firstIndex { $0 > magnitude } ?? Self.powers.count
  }

  /// The powers of ten up to the limit of `significand`.
  private static let powers = (0...smallCount).map { exponent in
    (0..<exponent).reduce(Int128(1)) { power, _ in power * 10 }
  }

  /// The significant digits, the first one first.
  private var digits: [UInt8] {
    largeDigits.isEmpty ? String(significand.magnitude).utf8.map { $0 - 0x30 } : largeDigits
  }

  // MARK: Multiples

  /// Whether `self - base` is a whole number of steps, without rounding.
  ///
  /// Zero is the only multiple of a step of zero. A base other than zero and a step of more than 37 digits need time
  /// in proportion to the difference of the exponents.
  public func isMultiple(of step: ExactDecimal, from base: ExactDecimal = .zero) -> Bool {
    guard step.significand != 0 else { return self == base }
    guard significand != 0 else { return base.significand == 0 || base.isMultiple(of: step) }
    let base = base.significand == 0 ? nil : base
    let lowest = min(exponent, base?.exponent ?? exponent)
    // Below the last digit of the step, only numbers with equal exponents cancel out.
    guard lowest >= step.exponent || base?.exponent == exponent else { return false }
    let unit = min(lowest, step.exponent)
    let zeros = Self.distance(step.exponent, unit)
    if zeros > 0, zeros > max(digitCount, base?.digitCount ?? 0) { return self == base }
    guard step.digitCount + Int(zeros) > Self.smallCount else {
      let modulus = (step.significand * Self.powers[Int(zeros)]).magnitude
      return remainder(of: modulus, at: unit) == base?.remainder(of: modulus, at: unit) ?? 0
    }
    func columns(_ number: ExactDecimal) -> (Int) -> Int {
      let (digits, sign) = (number.digits, Int(number.significand.signum()))
      let places = number.exponent...number.magnitude
      return { places.contains($0) ? sign * Int(digits[places.upperBound - $0]) : 0 }
    }
    let (column, baseColumn) = (columns(self), base.map(columns))
    var remainder = LargeRemainder(divisor: step.digits + Array(repeating: 0, count: Int(zeros)))
    for place in (lowest...max(magnitude, base?.magnitude ?? magnitude)).reversed() {
      remainder.append(column(place) - (baseColumn?(place) ?? 0))
    }
    // A step has fewer than four factors of two or five per digit, so that more tens change nothing.
    for _ in 0..<min(Self.distance(lowest, unit), UInt(4 * step.digitCount)) {
      remainder.append(0)
    }
    return remainder.isZero
  }

  /// Returns the difference of two exponents, which may not fit in `Int`.
  private static func distance(_ high: Int, _ low: Int) -> UInt {
    UInt(bitPattern: high) &- UInt(bitPattern: low)
  }

  /// Returns `self / 10^unit` modulo `modulus`, in `0..<modulus`, if the quotient is a whole number.
  private func remainder(of modulus: UInt128, at unit: Int) -> UInt128 {
    var result =
      largeDigits.isEmpty
      ? significand.magnitude % modulus
      : largeDigits.reduce(UInt128(0)) { result, digit in
        (Self.multiply(result, 10, modulus) + UInt128(digit)) % modulus
      }
    var power = 10 % modulus
    var rest = Self.distance(exponent, unit)
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
    if one.largeDigits.isEmpty, other.largeDigits.isEmpty {
      let shift = one.exponent - other.exponent
      return one.significand * powers[max(0, shift)] < other.significand * powers[max(0, -shift)]
    }
    return signs.0 > 0
      ? one.digits.lexicographicallyPrecedes(other.digits)
      : other.digits.lexicographicallyPrecedes(one.digits)
  }
}

/// The remainder of a long division by a number of more than 18 digits.
private struct LargeRemainder {
  // The parts of a number have nine digits each, and the lowest part is the first. The last part has the sign.
  private let divisor: [Int]
  private var parts: [Int]
  private static let base = 1_000_000_000

  init(divisor digits: [UInt8]) {
    let parts = stride(from: digits.count, to: 0, by: -9).map { end in
      digits[max(0, end - 9)..<end].reduce(0) { $0 * 10 + Int($1) }
    }
    divisor = parts + [0]
    self.parts = Array(repeating: 0, count: divisor.count)
  }

  var isZero: Bool { parts.allSatisfy { $0 == 0 } }

  /// Appends a digit, or the difference of two digits, to the number that is divided.
  mutating func append(_ digit: Int) {
    // Rounding leaves little more than half of the divisor, with either sign.
    let quotient = Int((10 * Self.leading(parts) / Self.leading(divisor)).rounded())
    var carry = digit
    for index in parts.indices {
      let part = parts[index] * 10 - divisor[index] * quotient + carry
      carry = part < 0 ? (part + 1) / Self.base - 1 : part / Self.base
      parts[index] = part - carry * Self.base
    }
    parts[parts.count - 1] += carry * Self.base
  }

  private static func leading(_ parts: [Int]) -> Double {
    parts.suffix(3).reversed().reduce(0) { $0 * Double(base) + Double($1) }
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The number in plain notation, or with an exponent: `1200`, `0.05`, `1e40`.
  ///
  /// Plain notation is used if the last digit is at most 20 places from the decimal point.
  public var description: String {
    if let wholeNumber { return String(wholeNumber) }
    let sign = significand < 0 ? "-" : ""
    let digits = String(decoding: self.digits.map { $0 + 0x30 }, as: UTF8.self)
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

extension Collection<UInt8> where SubSequence == Self {
  /// Removes a character of ASCII from the beginning; returns whether it was there.
  @inlinable package mutating func remove(_ ascii: Unicode.Scalar) -> Bool {
    guard let first, first == ascii.value else { return false }
    removeFirst()
    return true
  }

  /// Removes the decimal digits from the beginning, and returns them.
  @inlinable package mutating func removeDigits() -> Self {
    let digits = prefix { 0x30...0x39 ~= $0 }
    self = self[digits.endIndex...]
    return digits
  }

  /// The number of a text of decimal digits, which must be few.
  package var number: Int { reduce(0) { $0 * 10 + Int($1 - 0x30) } }
}
