import FormworkCore
import FormworkSession
import Testing

@Suite struct MessageTableTests {
  static let violations: [(Violation, String)] = [
    (.valueMissing, "required"),
    (.typeMismatch(.email), "not an e-mail address: it looks like name@example.org"),
    (.patternMismatch("zip"), "has characters that cannot be used here"),
    (.tooLong(limit: 8, count: 11), "8 characters at most: 3 too many"),
    (.tooShort(limit: 15, count: 8), "15 characters at least: 7 more"),
    (.rangeUnderflow(limit: 3), "3 or more"),
    (.rangeOverflow(limit: 7), "7 or less"),
    (.stepMismatch(step: 2, base: 1), "goes in steps of 2 from 1"),
    (
      .badInput(.controlCharacter("\u{1B}")),
      "has a control character, U+001B ESCAPE: take it out"
    ),
    (
      .badInput(.controlCharacter("\u{202E}")),
      "has a control character, U+202E RIGHT-TO-LEFT OVERRIDE: take it out"
    ),
    (
      .badInput(.controlCharacter("\u{7F}")),
      "has a control character, U+007F DELETE: take it out"
    ),
    (.badInput(.controlCharacter("\u{9B}")), "has a control character, U+009B: take it out"),
    (.badInput(.tooLarge(limit: 65536)), "more than 65536 bytes: shorten it"),
    (.badInput(.notANumber), "has to be a number, such as 42 or 2.5"),
    (.badInput(.notAWholeNumber), "has to be a whole number, such as 42"),
    (.badInput(.notUTF8), "not UTF-8 text"),
    (.badInput(.wrongKind), "cannot be understood"),
    (.customError("equals"), "is not the same"),
    (.customError("unheard-of"), "cannot be used"),
    (.keyword("contains"), "breaks the rule \"contains\""),
  ]

  @Test(arguments: violations)
  func violationsHaveSentences(_ violation: Violation, _ sentence: String) {
    #expect(
      MessageTable.english.text(for: .violation(violation, field: "field")) == sentence)
  }

  static let statements: [(Statement, String)] = [
    (.checking(check: "isFree", text: "ann"), "checking"),
    (.checking(check: "isFree", text: nil), "checking"),
    (.unverified(.timedOut), "could not be checked: no answer in time"),
    (.unverified(.failed("the line is down")), "could not be checked: the line is down"),
    (.loading, "Loading"),
    (.loadFailed(.failed("shut")), "Could not be loaded: shut"),
    (.awaitingChecks(["Name", "City"]), "Submitted as soon as this is checked: Name, City"),
    (.submitting, "Submitting"),
    (.submissionWithdrawn, "Not submitted yet: something changed while a check was running"),
    (
      .submissionFailed(.timedOut),
      "Not known whether it was accepted: no answer in time. Submit again to find out"
    ),
    (.waitingForOutcome, "Being submitted: it cannot be taken back now"),
    (.refusedElsewhere(label: "Name", .valueMissing), "Refused: Name"),
    (.leaveQuestion, "Leave? What was entered is lost."),
    (
      .leaveKeepingQuestion,
      "Leave? What was entered is kept for another time, but for secrets."
    ),
    (
      .resumeQuestion(keptAt: "at noon"),
      "This form was begun and not submitted, at noon. Resume it?"
    ),
    (.nothingToResume, "Nothing was kept that could be resumed"),
    (.draftTrouble("draft x: damaged"), "draft x: damaged"),
    (.button(.submit), "Submit"), (.button(.cancel), "Cancel"), (.button(.retry), "Try again"),
    (.button(.leave), "Leave"), (.button(.stay), "Stay"),
    (.button(.resume), "Resume"), (.button(.startAnew), "Start anew"),
  ]

  @Test(arguments: statements)
  func statementsHaveSentences(_ statement: Statement, _ sentence: String) {
    #expect(MessageTable.english.text(for: statement) == sentence)
  }

  @Test func theMostParticularKeyGoesFirst() {
    let table = MessageTable([
      "tooShort": "general", "tooShort.password": "for the password",
      "patternMismatch": "general", "patternMismatch.zip": "for the pattern",
      "patternMismatch.zip.home": "for the pattern of a field",
      "checking": "checking", "checking.isFree": "is {text} free?",
    ])
    let short = Violation.tooShort(limit: 2, count: 1)
    #expect(table.text(for: .violation(short, field: "name")) == "general")
    #expect(table.text(for: .violation(short, field: "password")) == "for the password")
    let pattern = Violation.patternMismatch("zip")
    #expect(table.text(for: .violation(pattern, field: "work")) == "for the pattern")
    #expect(table.text(for: .violation(pattern, field: "home")) == "for the pattern of a field")
    #expect(table.text(for: .checking(check: "isFree", text: "ann")) == "is ann free?")
    #expect(table.text(for: .checking(check: "isFree", text: nil)) == "checking")
  }

  /// What a person entered is put in once, and never filled in itself.
  @Test func whatIsPutInIsNotFilledIn() {
    let table = MessageTable.english.overriding(["checking.isFree": "is \"{text}\" {free}?"])
    #expect(
      table.text(for: .checking(check: "isFree", text: "{text}{limit}"))
        == "is \"{text}{limit}\" {free}?")
  }

  @Test func aSentenceThatIsMissingIsItsKey() {
    #expect(MessageTable([:]).text(for: .loading) == "loading")
    #expect(
      MessageTable(["loading": "open {"]).text(for: .loading) == "open {")
  }
}
