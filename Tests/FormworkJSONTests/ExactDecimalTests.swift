import FormworkJSON
import Testing

struct ExactDecimalTests {
  // MARK: Grammar

  @Test(
    arguments: [
      ("0", "0"), ("-0", "0"), ("00", "0"), ("0.0", "0"), ("-0.000", "0"), ("0e7", "0"),
      ("0e99999999999999999999", "0"), ("0e-99999999999999999999", "0"),
      ("7", "7"), ("-7", "-7"), ("007", "7"), ("10", "10"), ("1.0", "1"), ("1.50", "1.5"),
      (".5", "0.5"), ("-.5", "-0.5"), ("0.05", "0.05"), ("-11111.123", "-11111.123"),
      ("1e2", "100"), ("1E2", "100"), ("1e+2", "100"), ("1e-2", "0.01"), ("1e0002", "100"),
      ("1.5e1", "15"), ("1.5e-1", "0.15"), (".5e1", "5"), ("120e-1", "12"), ("1e-0", "1"),
      ("9007199254740993", "9007199254740993"),
      ("1e20", "100000000000000000000"), ("1e21", "1e21"), ("-1e21", "-1e21"),
      ("1e-20", "0.00000000000000000001"), ("1e-21", "1e-21"), ("-12e-21", "-12e-21"),
      ("1.2e40", "12e39"), ("1e40", "1e40"), ("1e4096", "1e4096"), ("1e-4096", "1e-4096"),
      ("10e4095", "1e4096"), ("0.1e-4095", "1e-4096"),
    ] as [(String, String)])
  func reads(text: String, as description: String) throws {
    #expect(try #require(ExactDecimal(text)).description == description)
  }

  @Test(arguments: [
    "", "-", "+", ".", "-.", "+1", "--1", "1.", "-1.", "1..2", "1.2.3", ".e1", "1e", "1e+", "1e-",
    "1e1.5", "1e++1", "e1", "1d+2", "0x10", "1_000", "1,5", " 1", "1 ", "\t1", "\n1", "\u{c}1",
    "\r1", "1\n", "1\0", "1trailing junk", "Infinity", "-Infinity", "NaN", "foobar", "１２３", "٣",
    "1\u{301}", "−1", "1e99999999999999999999", "1e-99999999999999999999",
    "10e9223372036854775807", "11e9223372036854775807", "0.1e-9223372036854775808",
    "1e\(String(repeating: "9", count: 99))",
  ])
  func refuses(text: String) {
    #expect(ExactDecimal(text) == nil)
  }

  @Test func readsWhatIsPartOfAText() throws {
    #expect(ExactDecimal("a 1.5 b".dropFirst(2).dropLast(2)) == ExactDecimal("1.5"))
  }

  @Test func aLiteralIsExact() {
    let literals: [ExactDecimal] = [
      0.1, -12.50, 1.0, -0.0, 99.95, 0.000001, 1e20, 1e-300, 123456789.012345,
    ]
    #expect(
      literals.map(\.description) == [
        "0.1", "-12.5", "1", "0", "99.95", "0.000001", "100000000000000000000", "1e-300",
        "123456789.012345",
      ])
  }

  @Test func aLiteralThatMayBeRoundedEndsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let digits: ExactDecimal = 0.12345678901234567
      print(digits)
    }
  }

  // MARK: Digits

  @Test(arguments: [1, 36, 37, 38, 39, 10_000])
  func takesAnyNumberOfDigits(_ count: Int) throws {
    let nines = String(repeating: "9", count: count)
    #expect(try #require(ExactDecimal("-" + nines)).description == "-" + nines)
    #expect(try #require(ExactDecimal("0" + nines + "e2")).description == nines + "00")
    let small = try #require(ExactDecimal(nines + "e-30"))
    #expect((small < 1) == (count <= 30))
    #expect(ExactDecimal("00\(nines).000e-3") == ExactDecimal("0.00\(nines)00e\(count - 1)"))
    #expect(ExactDecimal(nines) != ExactDecimal("-" + nines))
    #expect(try #require(ExactDecimal(nines)).isMultiple(of: try #require(ExactDecimal(nines))))
  }

  @Test func zerosAtTheEndsAreNoDigits() throws {
    let zeros = String(repeating: "0", count: 4_000)
    #expect(ExactDecimal(zeros + "1") == 1)
    #expect(ExactDecimal("1." + zeros) == 1)
    #expect(ExactDecimal("1" + zeros + "e-4000") == 1)
    #expect(ExactDecimal("0." + zeros + "1e4001") == 1)
  }

  // MARK: Equality and order

  @Test func equalNumbersAreEqualHoweverTheyAreWritten() throws {
    let one = ["1", "1.0", "01", "10e-1", ".1e1", "0.001e3", "1e0"].map { ExactDecimal($0) }
    #expect(Set(one) == [1])
    #expect(ExactDecimal("-0") == .zero)
    #expect(ExactDecimal("1.5") != ExactDecimal("-1.5"))
    #expect(ExactDecimal("1.5") != ExactDecimal("15"))
  }

  /// The numbers from the smallest to the greatest: each pair is compared.
  private static let ascending = [
    "-1e9223372036854775807", "-1e4096", "-9999999999999999999999999999999999999", "-1e36", "-123",
    "-122.9", "-2", "-1.5",
    "-1", "-0.9", "-0.1", "-0.01", "-1e-4096", "0", "1e-4096", "9e-4096", "1e-100", "0.01", "0.1",
    "0.3", "0.9", "1",
    "1.000000000000000000000000000000000001", "1.5", "2", "9", "10", "99.9", "100", "1e36",
    "9999999999999999999999999999999999999", "1e37", "1e4096",
    "9999999999999999999999999999999999999e4096", "1e999999999",
    "1.0000000000000000000000000000000000000000001e999999999", "2e999999999",
    "1e9223372036854775807",
  ]

  @Test func ordersAllPairs() throws {
    let numbers = try Self.ascending.map { try #require(ExactDecimal($0), "\($0)") }
    for (place, one) in numbers.enumerated() {
      for (otherPlace, other) in numbers.enumerated() {
        #expect((one < other) == (place < otherPlace), "\(one) < \(other)")
        #expect((one == other) == (place == otherPlace), "\(one) == \(other)")
      }
    }
  }

  // MARK: Multiples

  @Test(
    arguments: [
      ("0.3", "0.1", "0", true), ("0.35", "0.1", "0", false), ("0.30", "0.10", "0", true),
      ("3.6", "0.003", "0", true), ("-12345678.9", "1e-12", "0", true), ("17", "3e-15", "0", false),
      ("1.1", "0.1", "0", true), ("4.35", "0.01", "0", true), ("-0.3", "0.1", "0", true),
      ("0.3", "-0.1", "0", true), ("0", "7", "0", true), ("7", "7", "0", true),
      ("-7", "7", "0", true),
      ("8", "7", "0", false), ("-8", "7", "0", false), ("1", "2", "0", false),
      ("0.5", "1", "0", false),
      // Relative to a base.
      ("3", "2", "1", true), ("4", "2", "1", false), ("-1", "2", "1", true), ("1", "2", "1", true),
      ("0", "2", "1", false), ("0.5", "1", "0.5", true), ("2.5", "1", "0.5", true),
      ("2", "1", "0.5", false), ("0.5", "1", "-0.5", true), ("0.5", "1", "0.25", false),
      ("0.25", "1", "0.5", false), ("-1.2", "0.5", "0.3", true), ("-1.3", "0.5", "0.3", false),
      ("0.5", "1", "0.50", true), ("5", "10", "-5", true), ("5", "10", "5", true),
      // The difference needs no more digits than the limit.
      (
        "9999999999999999999999999999999999999", "2", "-9999999999999999999999999999999999999", true
      ),
      (
        "9.999999999999999999999999999999999999", "1", "-0.000000000000000000000000000000000001",
        true
      ),
      (
        "9.999999999999999999999999999999999999", "3", "-0.000000000000000000000000000000000001",
        false
      ),
      // Huge exponents, without writing the zeros.
      ("1e4096", "1e-4096", "0", true), ("1e4096", "3", "0", false), ("3e4096", "3", "0", true),
      ("1e4096", "7", "0", false), ("1e4096", "3", "1", true), ("1e4096", "9", "1", true),
      ("1e4096", "99999999999999999999999999999999999", "0", false), ("1e-4096", "1", "0", false),
      ("1e4096", "7", "-3", true), ("-1e4096", "7", "3", true), ("1e4096", "1e4096", "0", true),
      ("1e4095", "1e4096", "0", false), ("1e4096", "8192", "0", true),
      ("1e-4096", "1e-4096", "0", true),
      ("1e999999999", "3", "0", false), ("3e999999999", "3", "0", true),
      ("1e9223372036854775807", "1e-9223372036854775808", "0", true),
      ("1e9223372036854775807", "7", "0", false),
      // 2^140 has 43 digits.
      ("1e140", "1393796574908163946345982392040522594123776", "0", true),
      ("1e139", "1393796574908163946345982392040522594123776", "0", false),
      ("1e999999999", "1393796574908163946345982392040522594123776", "0", true),
      ("1e141", "13937965749081639463459823920405225941237763", "0", false),
      (
        "27875931498163278926919647840810451882475520003",
        "1393796574908163946345982392040522594123776", "3", true
      ),
      ("27875931498163278926919647840810451882475520003", "2", "3", true),
      ("27875931498163278926919647840810451882475520003", "2", "0", false),
      (
        "1393796574908163946345982392040522594123776.5",
        "1393796574908163946345982392040522594123776", "0.5", true
      ),
      (
        "1393796574908163946345982392040522594123776.5",
        "1393796574908163946345982392040522594123776", "-0.5", false
      ),
      (
        "-1393796574908163946345982392040522594123773",
        "1393796574908163946345982392040522594123776", "3", true
      ),
      ("1e40", "1393796574908163946345982392040522594123776", "1e40", true),
      ("10000000000000000000000000000000000000000.5", "1", "0.5", true),
      ("5", "1e4096", "5", true), ("5", "1e4096", "-5", false),
      ("0", "0", "0", true), ("1", "0", "0", false), ("1", "0", "1", true),
      ("1", "-0", "1.0", true),
    ] as [(String, String, String, Bool)])
  func knowsMultiples(number: String, step: String, base: String, isMultiple: Bool) throws {
    let (number, step, base) = try (
      #require(ExactDecimal(number)), #require(ExactDecimal(step)), #require(ExactDecimal(base))
    )
    #expect(number.isMultiple(of: step, from: base) == isMultiple)
  }

  @Test func multiplesCountFromZeroWhereNoBaseIsGiven() {
    #expect(ExactDecimal(4).isMultiple(of: 2))
    #expect(!ExactDecimal(3).isMultiple(of: 2))
  }

  // MARK: Whole numbers

  @Test(
    arguments: [
      ("0", 0), ("-0.0", 0), ("7", 7), ("7.0", 7), ("1e2", 100), ("120e-1", 12),
      ("-1e18", -1_000_000_000_000_000_000),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1e19", nil), ("1e20", nil),
      ("0.5", nil), ("1e-1", nil), ("1e4096", nil),
      ("9999999999999999999999999999999999999e19", nil),
    ] as [(String, Int?)])
  func isAWholeNumberOrNot(text: String, whole: Int?) throws {
    #expect(try #require(ExactDecimal(text)).wholeNumber == whole)
  }

  @Test(arguments: [0, 1, -1, 10, 1_200, Int.max, Int.min])
  func keepsAWholeNumber(number: Int) {
    #expect(ExactDecimal(number).wholeNumber == number)
    #expect(ExactDecimal(number).description == "\(number)")
  }

  @Test func aLiteralIsANumber() {
    let twelveHundred: ExactDecimal = 1_200
    #expect(twelveHundred == ExactDecimal("1.2e3"))
    #expect(ExactDecimal.zero == 0)
  }

  @Test(
    arguments: [
      ("0", 0), ("1", 0), ("9.99", 0), ("10", 1), ("123", 2), ("-123", 2), ("0.5", -1),
      ("0.05", -2),
      ("1e308", 308), ("2e308", 308), ("99e308", 309), ("1e-4096", -4_096),
    ] as [(String, Int)])
  func knowsTheMagnitude(text: String, magnitude: Int) throws {
    #expect(try #require(ExactDecimal(text)).magnitude == magnitude)
  }
}
