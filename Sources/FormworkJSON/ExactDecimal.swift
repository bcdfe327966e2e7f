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
    var (rest, isNegative) = (utf8[...], false)
    if rest.first == 0x2D {
      isNegative = true
      rest.removeFirst()
    }
    if 1...18 ~= rest.count, rest.allSatisfy({ $0 &- 0x30 < 10 }) {
      let value = rest.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      self.init(isNegative ? -value : value)
      return
    }
    // The zeros after the last other digit are no part of the significand, but may become so.
    var (significand, count, zeros, fraction, digitCount) = (Int128(0), 0, 0, 0, 0)
    var isFraction = false
    while let byte = rest.first {
      if byte == 0x2E, !isFraction {
        isFraction = true
      } else if byte &- 0x30 < 10 {
        digitCount += 1
        fraction += isFraction ? 1 : 0
        if byte == 0x30 {
          zeros += count > 0 ? 1 : 0
        } else {
          count += zeros + 1
          if count <= Self.smallCount {
            significand = significand * Self.powers[zeros + 1] + Int128(byte - 0x30)
          }
          zeros = 0
        }
      } else {
        break
      }
      rest.removeFirst()
    }
    guard digitCount > 0, !isFraction || fraction > 0,
      let written = Self.exponent(rest, isOfZero: count == 0)
    else { return nil }
    guard count > 0 else {
      self = .zero
      return
    }
    let (exponent, hasOverflown) = written.addingReportingOverflow(Int128(zeros - fraction))
    guard !hasOverflown, let exponent = Int(exactly: exponent),
      !exponent.addingReportingOverflow(count - 1).overflow
    else { return nil }
    let isLarge = count > Self.smallCount
    let digits = utf8[..<(isLarge ? rest.startIndex : 0)].lazy.map { $0 &- 0x30 }.filter { $0 < 10 }
    let magnitude = isLarge ? 1 : significand
    self.init(
      significand: isNegative ? -magnitude : magnitude, exponent: exponent,
      largeDigits: Array(digits.drop { $0 == 0 }.prefix(count)))
  }

  /// Parses `e` and the exponent after it, or nothing.
  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>, isOfZero: Bool) -> Int128?
  {
    guard let first = text.first else { return 0 }
    var rest = text.dropFirst()
    guard first | 0x20 == 0x65 else { return nil }
    let isSmall = rest.first == 0x2D
    if isSmall || rest.first == 0x2B { rest.removeFirst() }
    guard !rest.isEmpty, rest.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    let written = rest.drop { $0 == 0x30 }
    guard !isOfZero else { return 0 }
    guard written.count < 38 else { return nil }
    let size = written.reduce(Int128(0)) { $0 * 10 + Int128($1 - 0x30) }
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
  /// Zero is the only multiple of a step of zero. A base other than zero and a step of more than 37 digits need memory
  /// in proportion to the difference of the exponents.
  public func isMultiple(of step: ExactDecimal, from base: ExactDecimal = .zero) -> Bool {
    guard step.significand != 0 else { return self == base }
    if base.significand == 0 { return isWholeNumber(of: step) }
    if significand == 0 { return base.isWholeNumber(of: step) }
    if !step.largeDigits.isEmpty || exponent == base.exponent {
      return distance(from: base).isWholeNumber(of: step)
    }
    // Below the last digit of the step, different exponents do not cancel out.
    guard min(exponent, base.exponent) >= step.exponent else { return false }
    let modulus = step.significand.magnitude
    return remainder(of: modulus, at: step.exponent)
      == base.remainder(of: modulus, at: step.exponent)
  }

  private func isWholeNumber(of step: ExactDecimal) -> Bool {
    guard significand != 0 else { return true }
    guard exponent >= step.exponent else { return false }
    guard !step.largeDigits.isEmpty else {
      return remainder(of: step.significand.magnitude, at: step.exponent) == 0
    }
    // A step has fewer than four factors of two or five per digit, so that more tens change nothing.
    let tens = min(Self.distance(exponent, step.exponent), UInt(4 * step.digitCount))
    var modulus = LargeRemainder(modulus: step.largeDigits)
    for digit in digits { modulus.append(digit) }
    for _ in 0..<tens { modulus.append(0) }
    return modulus.isZero
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

  /// Returns the difference without its sign, in columns of digits.
  private func distance(from other: ExactDecimal) -> ExactDecimal {
    var exponent = min(exponent, other.exponent)
    func columns(_ number: ExactDecimal) -> [Int] {
      let sign = Int(number.significand.signum())
      let zeros = Int(Self.distance(number.exponent, exponent))
      return Array(repeating: 0, count: zeros) + number.digits.reversed().map { Int($0) * sign }
    }
    let (high, low) = (columns(max(self, other)), columns(min(self, other)))
    var carry = 0
    let digits = (0...max(high.count, low.count)).map { place in
      let column =
        (place < high.count ? high[place] : 0) - (place < low.count ? low[place] : 0) + carry
      carry = column >= 0 ? column / 10 : (column - 9) / 10
      return UInt8(column - 10 * carry)
    }
    guard let first = digits.firstIndex(where: { $0 > 0 }) else { return .zero }
    let zeros = min(first, Int.max - max(0, exponent))
    exponent += zeros
    return ExactDecimal(
      significand: 1, exponent: exponent, largeDigits: digits[zeros...].reversed())
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

/// The remainder of a number with any number of digits, which are appended one by one.
private struct LargeRemainder {
  // The parts of a number have 18 digits each, and the lowest part is the first.
  private let modulus: [Int]
  private var value: [Int]
  private static let base = 1_000_000_000_000_000_000

  init(modulus digits: [UInt8]) {
    let parts = stride(from: digits.count, to: 0, by: -18).map { end in
      digits[max(0, end - 18)..<end].reduce(0) { $0 * 10 + Int($1) }
    }
    // The value is less than ten times the modulus.
    modulus = parts + [0]
    value = Array(repeating: 0, count: modulus.count)
  }

  var isZero: Bool { value.allSatisfy { $0 == 0 } }

  mutating func append(_ digit: UInt8) {
    var carry = Int(digit)
    for index in value.indices {
      // A part is at most 10^18 - 1, and ten times it does not fit in `Int`.
      let (high, low) = value[index].quotientAndRemainder(dividingBy: Self.base / 10)
      value[index] = low * 10 + carry
      carry = high
    }
    while !value.reversed().lexicographicallyPrecedes(modulus.reversed()) {
      var borrowed = 0
      for index in value.indices {
        let part = value[index] - modulus[index] - borrowed
        borrowed = part < 0 ? 1 : 0
        value[index] = part + borrowed * Self.base
      }
    }
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The number in plain notation, or with an exponent: `1200`, `0.05`, `1e40`.
  ///
  /// Plain notation is used if the last digit is at most 20 places from the decimal point.
  public var description: String {
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

extension Substring.UTF8View.SubSequence {
  /// Removes `ascii` from the beginning; returns whether it was there.
  package mutating func removePrefix(_ ascii: Unicode.Scalar) -> Bool {
    guard first.map(UInt32.init) == ascii.value else { return false }
    removeFirst()
    return true
  }

  /// Removes the decimal digits from the beginning, and returns them as numbers.
  package mutating func removeDigits() -> [UInt8] {
    let digits = prefix { (0x30...0x39).contains($0) }
    self = self[digits.endIndex...]
    return digits.map { $0 - 0x30 }
  }
}
