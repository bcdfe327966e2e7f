/// A decimal number as its sign, its digits and a point.
///
/// The reference for ``ExactDecimal``. It writes every zero, so it is for small exponents.
struct NaiveDecimal: Equatable {
  /// False for zero.
  private(set) var isNegative: Bool

  /// All digits, the most significant first, with `places` digits after the point.
  private var digits: [Int]
  private let places: Int

  /// Creates a number from the parts of its notation: `-`, digits, `.`, digits, `e`, a whole number.
  init(isNegative: Bool, whole: [Int], fraction: [Int], exponent: Int) {
    var (digits, places) = (whole + fraction, fraction.count - exponent)
    if places < 0 {
      digits += Array(repeating: 0, count: -places)
      places = 0
    }
    self.init(isNegative, digits, places)
  }

  private init(_ isNegative: Bool, _ digits: [Int], _ places: Int) {
    var (digits, places) = (digits, places)
    while digits.count < places + 1 { digits.insert(0, at: 0) }
    while digits.count > places + 1, digits[0] == 0 { digits.removeFirst() }
    while places > 0, digits.last == 0 {
      digits.removeLast()
      places -= 1
    }
    self.isNegative = isNegative && digits.contains { $0 != 0 }
    self.digits = digits
    self.places = places
  }

  private var isZero: Bool { !digits.contains { $0 != 0 } }

  /// Returns the digits with another number of places.
  private func digits(withPlaces wanted: Int) -> [Int] {
    digits + Array(repeating: 0, count: wanted - places)
  }

  static func - (one: NaiveDecimal, other: NaiveDecimal) -> NaiveDecimal {
    let places = max(one.places, other.places)
    let (left, right) = (one.digits(withPlaces: places), other.digits(withPlaces: places))
    if one.isNegative != other.isNegative {
      return NaiveDecimal(one.isNegative, sum(left, right), places)
    }
    let isTurned = isBelow(left, right)
    let digits = isTurned ? difference(right, left) : difference(left, right)
    return NaiveDecimal(one.isNegative != isTurned, digits, places)
  }

  static func < (one: NaiveDecimal, other: NaiveDecimal) -> Bool { (one - other).isNegative }

  // Divides digit by digit. A step of zero has no multiples except zero.
  func isMultiple(of step: NaiveDecimal, from base: NaiveDecimal) -> Bool {
    let distance = self - base
    if step.isZero { return distance.isZero }
    let places = max(distance.places, step.places)
    let divisor = step.digits(withPlaces: places)
    var rest: [Int] = []
    for digit in distance.digits(withPlaces: places) {
      rest.append(digit)
      while !Self.isBelow(rest, divisor) { rest = Self.difference(rest, divisor) }
    }
    return !rest.contains { $0 != 0 }
  }

  // MARK: Columns of digits

  private static func aligned(_ one: [Int], _ other: [Int]) -> ([Int], [Int]) {
    let width = max(one.count, other.count)
    return (
      Array(repeating: 0, count: width - one.count) + one,
      Array(repeating: 0, count: width - other.count) + other
    )
  }

  private static func isBelow(_ one: [Int], _ other: [Int]) -> Bool {
    let (one, other) = aligned(one, other)
    return one.lexicographicallyPrecedes(other)
  }

  private static func sum(_ one: [Int], _ other: [Int]) -> [Int] {
    let (one, other) = aligned([0] + one, other)
    var (sum, carry) = (one, 0)
    for place in one.indices.reversed() {
      let column = one[place] + other[place] + carry
      sum[place] = column % 10
      carry = column / 10
    }
    return sum
  }

  /// Subtracts a number that is not greater than the first.
  private static func difference(_ one: [Int], _ other: [Int]) -> [Int] {
    let (one, other) = aligned(one, other)
    var (difference, borrowed) = (one, 0)
    for place in one.indices.reversed() {
      let column = one[place] - other[place] - borrowed
      borrowed = column < 0 ? 1 : 0
      difference[place] = column + 10 * borrowed
    }
    return difference
  }
}
