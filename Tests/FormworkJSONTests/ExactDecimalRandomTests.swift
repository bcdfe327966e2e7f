import FormworkJSON
import TestSupport
import Testing

/// Random numbers in random notations, compared with ``NaiveDecimal``.
///
/// Run a failed seed again to reproduce its failure.
struct ExactDecimalRandomTests {
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 60))
  func itReckonsLikeASchoolbook(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let written = (0..<3).map { _ in Written.random(using: &generator) }
      let exact = try written.map { try #require(ExactDecimal($0.text), "\($0.text)") }
      let naive = written.map(\.naive)
      let texts = written.map(\.text).joined(separator: ", ")
      try #require((exact[0] == exact[1]) == (naive[0] == naive[1]), "\(texts)")
      try #require((exact[0] < exact[1]) == (naive[0] < naive[1]), "\(texts)")
      try #require(
        exact[0].isMultiple(of: exact[1], from: exact[2])
          == naive[0].isMultiple(of: naive[1], from: naive[2]), "\(texts)")
      // A number that is certainly a multiple: random ones rarely are.
      let lastPlace = try #require(ExactDecimal(written[0].lastPlace))
      try #require(exact[0].isMultiple(of: lastPlace), "\(texts)")
      for number in exact {
        try #require(ExactDecimal(number.description) == number, "\(number)")
      }
    }
  }

  @Test func theRunsReachMultiplesAndEqualNumbers() {
    var (multiples, equals) = (0, 0)
    for seed in UInt64(0)..<60 {
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<20 {
        let naive = (0..<3).map { _ in Written.random(using: &generator).naive }
        if naive[0].isMultiple(of: naive[1], from: naive[2]) { multiples += 1 }
        if naive[0] == naive[1] { equals += 1 }
      }
    }
    #expect(multiples > 60)
    #expect(equals > 12)
  }
}

/// A number in one of its notations.
private struct Written {
  let isNegative: Bool
  let whole: [Int]
  let fraction: [Int]
  let exponent: Int?
  let signedExponent: Bool

  /// Draws a number: half of them have at most two digits, so that some are equal.
  static func random(using generator: inout some RandomNumberGenerator) -> Written {
    let length = [1, 1, 18, 60].randomElement(using: &generator) ?? 1
    func digits(_ count: ClosedRange<Int>) -> [Int] {
      (0..<Int.random(in: count, using: &generator)).map { _ in
        [0, 0, 0, 1, 2, 3, 5, 9].randomElement(using: &generator) ?? 0
      }
    }
    let whole = digits(0...length)
    return Written(
      isNegative: .random(using: &generator), whole: whole,
      fraction: digits((whole.isEmpty ? 1 : 0)...length),
      exponent: Bool.random(using: &generator) ? Int.random(in: -4...4, using: &generator) : nil,
      signedExponent: .random(using: &generator))
  }

  var text: String {
    let sign = isNegative ? "-" : ""
    let point = fraction.isEmpty ? "" : "."
    let digits = whole.map(String.init).joined() + point + fraction.map(String.init).joined()
    guard let exponent else { return sign + digits }
    return sign + digits + "e" + (signedExponent && exponent >= 0 ? "+" : "") + "\(exponent)"
  }

  var naive: NaiveDecimal {
    NaiveDecimal(
      isNegative: isNegative, whole: whole, fraction: fraction, exponent: exponent ?? 0)
  }

  /// A one at the position of the last written digit.
  var lastPlace: String { "1e\((exponent ?? 0) - fraction.count)" }
}
