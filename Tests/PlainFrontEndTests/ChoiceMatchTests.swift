import Testing

@testable import Conversation
@testable import Interaction
@testable import PlainFrontEnd
@testable import Wording

@Suite struct ChoiceMatchTests {
  typealias Option = ChoiceMatch.Option

  static let colours = [
    Option(name: "r", label: "Red"), Option(name: "g", label: "Green"),
    Option(name: "gy", label: "Grey"), Option(name: "10", label: "Green, light"),
    Option(name: "n", label: "12 others"),
  ]

  /// The answers of a question, followed by answers to review.
  static let answers = [
    Option(name: "stay", label: "Stay here", isYes: false),
    Option(name: "leave", label: "Leave", isYes: true), Option(name: "m", label: "E-mail"),
    Option(name: "r", label: "Re-sign"), Option(name: "g", label: "Resign"),
    Option(name: "x", label: "Year"), Option(name: "q", label: "-"),
  ]

  /// Case, hyphens and blanks do not matter; words for yes or no win over beginnings.
  @Test(
    arguments: [
      ("y", .success(1)), ("YES", .success(1)), ("ye", .success(5)), ("n", .success(0)),
      (" No", .success(0)), ("stayhere", .success(0)), ("S", .success(0)), ("email", .success(2)),
      ("e mail", .success(2)), ("e\u{2010}m", .success(2)), ("resign", .success(4)),
      ("re-sign", .success(3)), ("re sign", .failure(.several)), ("re", .failure(.several)),
      ("-", .success(6)), (" - -", .failure(.none)), ("", .failure(.none)),
    ] as [(String, Result<Int, ChoiceMatch.Mismatch>)])
  func asAPersonWouldType(answer: String, expected: Result<Int, ChoiceMatch.Mismatch>) {
    let result = Result { () throws(ChoiceMatch.Mismatch) in
      try ChoiceMatch.index(typed: answer, among: Self.answers)
    }
    #expect(result == expected)
  }

  @Test(
    arguments: [
      ("1", .success(0)), (" 3 ", .success(2)), ("red", .success(0)), ("RE", .success(0)),
      ("green", .success(1)), ("green,", .success(3)), ("gre", .failure(.several)),
      ("grey", .success(2)), ("12", .success(4)), ("6", .failure(.none)), ("0", .failure(.none)),
      ("+1", .failure(.none)), ("", .failure(.none)), ("blue", .failure(.none)),
      ("99999999999999999999", .failure(.none)), (" gy", .success(2)), ("GY", .failure(.none)),
      ("g", .failure(.several)),
    ] as [(String, Result<Int, ChoiceMatch.Mismatch>)])
  func typed(answer: String, expected: Result<Int, ChoiceMatch.Mismatch>) {
    let result = Result { () throws(ChoiceMatch.Mismatch) in
      try ChoiceMatch.index(typed: answer, among: Self.colours)
    }
    #expect(result == expected)
  }

  @Test(
    arguments: [
      ("r", .success(0)), ("gy", .success(2)), ("10", .success(3)), ("Grey", .success(2)),
      ("grey", .success(2)), ("2", .success(1)), ("gre", .failure(.none)),
      ("R", .failure(.none)), ("", .failure(.none)),
    ] as [(String, Result<Int, ChoiceMatch.Mismatch>)])
  func written(answer: String, expected: Result<Int, ChoiceMatch.Mismatch>) {
    let result = Result { () throws(ChoiceMatch.Mismatch) in
      try ChoiceMatch.index(written: answer, among: Self.colours)
    }
    #expect(result == expected)
  }

  @Test(
    arguments: [
      ("1", .success([0])), ("1,3", .success([0, 2])), ("red, grey ,1", .success([0, 2])),
      ("-", .success([])), (" None ", .success([])), ("1,", .failure(.none)),
      ("1,gre", .failure(.init(isAmbiguous: true, part: "gre"))),
      ("1,-", .failure(.init(isAmbiguous: false, part: "-"))),
      ("1, vio let ,x", .failure(.init(isAmbiguous: false, part: "vio let"))),
      ("1,gre,x", .failure(.init(isAmbiguous: true, part: "gre"))),
      ("x", .failure(.none)), ("1,,x", .failure(.none)),
    ] as [(String, Result<Set<Int>, ChoiceMatch.Mismatch>)])
  func several(answer: String, expected: Result<Set<Int>, ChoiceMatch.Mismatch>) {
    let result = Result { () throws(ChoiceMatch.Mismatch) in
      try ChoiceMatch.indices(
        of: answer, among: Self.colours, by: ChoiceMatch.index(typed:among:))
    }
    #expect(result == expected)
  }

  @Test func anOptionCalledNoneIsAnOption() throws {
    let options = [Option(name: "x", label: "Some"), Option(name: "y", label: "None")]
    let match = ChoiceMatch.index(typed:among:)
    #expect(try ChoiceMatch.indices(of: "none", among: options, by: match) == [1])
    #expect(try ChoiceMatch.indices(of: "-", among: options, by: match) == [])
  }

  @Test func noOptions() {
    #expect(throws: ChoiceMatch.Mismatch.none) { try ChoiceMatch.index(typed: "1", among: []) }
  }

  @Test(
    arguments: [
      ("y", true), ("YES", true), (" true ", true), ("n", false), ("No", false),
      ("false", false), ("", nil), ("1", nil), ("yep", nil),
    ] as [(String, Bool?)])
  func yesOrNo(answer: String, expected: Bool?) {
    #expect(ChoiceMatch.yesOrNo(answer) == expected)
  }
}
