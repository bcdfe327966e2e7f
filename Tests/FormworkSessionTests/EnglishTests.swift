import FormworkJSON
import FormworkSession
import TestSupport
import Testing

@testable import FormworkCore

@Suite struct EnglishTests {
  static let violations: [(Violation, String)] = [
    (.valueMissing, "required"),
    (.typeMismatch(.email), "not an e-mail address: write one such as name@example.org"),
    (.typeMismatch(.webAddress), "not a web address: write one such as https://example.org"),
    (.patternMismatch("zip"), "has characters that cannot be used here"),
    (.patternMismatch("format"), "not in the expected format"),
    (.tooLong(limit: 8, count: 11), "8 characters at most: 3 too many"),
    (.tooLong(limit: 1, count: 2), "1 character at most: 1 too many"),
    (.tooShort(limit: 15, count: 8), "15 characters at least: 7 more"),
    (.tooShort(limit: 1, count: 0), "1 character at least: 1 more"),
    (.rangeUnderflow(limit: 3), "3 or more"),
    (.rangeOverflow(limit: 7), "7 or less"),
    (.stepMismatch(step: 2, base: 1), "must be in steps of 2 from 1"),
    (.tooEarly(limit: "2026-01-01"), "2026-01-01 or later"),
    (.tooLate(limit: "2026-01-01T10:00"), "2026-01-01 10:00 or earlier"),
    (
      .betweenSteps(milliseconds: 172_800_000, base: "1970-01-01"),
      "must be in steps of 2 days from 1970-01-01"
    ),
    (.betweenSteps(milliseconds: 60_000, base: "00:00"), "must be in steps of 1 minute from 00:00"),
    (
      .betweenSteps(milliseconds: 90_000, base: "00:30"),
      "must be in steps of 90 seconds from 00:30"
    ),
    (
      .betweenSteps(milliseconds: 1_500, base: "1970-01-01T00:00"),
      "must be in steps of 1500 milliseconds from 1970-01-01 00:00"
    ),
    (
      .badInput(.controlCharacter("\u{1B}")),
      "contains a control character, U+001B ESCAPE: remove it"
    ),
    (
      .badInput(.controlCharacter("\u{202E}")),
      "contains a control character, U+202E RIGHT-TO-LEFT OVERRIDE: remove it"
    ),
    (
      .badInput(.controlCharacter("\u{7F}")),
      "contains a control character, U+007F DELETE: remove it"
    ),
    (.badInput(.controlCharacter("\u{9B}")), "contains a control character, U+009B: remove it"),
    (.badInput(.tooLarge(limit: 65536)), "more than 65536 bytes: shorten it"),
    (
      .badInput(.tooManyMarks(limit: 100)),
      "more than 100 marks on one letter: enter fewer"
    ),
    (.badInput(.notANumber), "must be a number, such as 42 or 2.5"),
    (.badInput(.notAWholeNumber), "must be a whole number, such as 42"),
    (.badInput(.notADateTime(.date)), "must be a date that exists, such as 2026-11-22"),
    (.badInput(.notADateTime(.time)), "must be a time, such as 14:30"),
    (
      .badInput(.notADateTime(.dateAndTime)),
      "must be a date and a time, such as 2026-11-22 14:30"
    ),
    (.badInput(.notUTF8), "not UTF-8 text"),
    (.badInput(.wrongKind), "cannot be understood"),
    (.customError(key: "equals"), "is not the same"),
    (.customError(key: "unheard-of"), "customError.unheard-of"),
    (.customError("has to be even"), "has to be even"),
    (.keyword("contains"), "breaks the rule \"contains\""),
  ]

  /// A field may have a name that some key contains after its code.
  @Test func noFieldIsTakenForAnotherCase() {
    let names = [
      "field", "controlCharacter", "date", "dateAndTime", "dateTime", "days", "email", "equals",
      "milliseconds", "minutes", "notANumber", "notAWholeNumber", "notJSON", "notUTF8", "number",
      "sameKey", "seconds", "time", "tooLarge", "uniqueItems", "webAddress", "wrongKind",
    ]
    // A key without a sentence is shown, with the name of the field.
    let known = Self.violations.filter { !$0.1.hasPrefix("customError.") }
    for (violation, sentence) in known {
      for name in names {
        let message = violation.message(of: FieldID(rawValue: name))
        #expect(Catalogue.english.text(for: message) == sentence, "\(name)")
      }
    }
  }

  static let messages: [(Message, String)] = [
    (.checking(by: "isFree", "ann"), "checking"),
    (.unverified(.timedOut), "could not be checked: no answer in time"),
    (.unverified(.failed("the line is down")), "could not be checked: the line is down"),
    (
      WakeUpError(code: 24).message,
      "no further file can be opened (Too many open files): raise the limit with ulimit -n"
    ),
    (.loadFailed(.failed("shut")), "Could not be loaded: shut"),
    (.awaitingChecks(["Name", "City"]), "Will be submitted after these checks: Name, City"),
    (
      .submissionFailed(.timedOut),
      "Not known whether it was accepted: no answer in time. Submit again to find out"
    ),
    (
      .submissionFailed(.outcomeUnknown("it may be done")),
      "Not known whether it was accepted: it may be done"
    ),
    (.refusedElsewhere(label: "Name", .valueMissing), "Name was refused: required"),
    (.refusedElsewhere(label: nil, .customError("full")), "Refused: full"),
    (
      FormQuestion.resume(savedAt: "at noon").message,
      "This form was begun and not submitted, at noon. Resume it?"
    ),
    (.shellWelcome, "help lists the commands, exit leaves"),
    (
      .unknownCommand("x", nearest: nil),
      "unknown command \"x\": help lists the commands"
    ),
    (.unknownCommand("x", nearest: "y"), "unknown command \"x\": did you mean y?"),
    (
      .ambiguousCommand("front", candidates: ["front-ends", "front-end"]),
      "ambiguous command \"front\": front-ends, front-end"
    ),
    (.missingArgument("NAME", usage: "show NAME"), "NAME is missing: type show NAME"),
    (.superfluousArguments(usage: "list"), "too many words: type list"),
    (
      .badLine(.controlCharacter("\u{1B}")),
      "the line contains a control character, U+001B ESCAPE: remove it"
    ),
    (.badLine(.tooLarge(limit: 9)), "more than 9 bytes: shorten it"),
    (.interrupted("list"), "list: interrupted before it finished"),
    (FormButton.submit.label, "Submit"), (FormButton.cancel.label, "Cancel"),
    (FormButton.retry.label, "Try again"),
    (FormButton.leave.label, "Leave"), (FormButton.stay.label, "Stay"),
    (FormButton.resume.label, "Resume"), (FormButton.startOver.label, "Start over"),
  ]

  @Test(arguments: messages)
  func messagesHaveSentences(_ message: Message, _ sentence: String) {
    #expect(Catalogue.english.text(for: message) == sentence)
  }

  static let definitions: [(DefinitionError, String)] = [
    (.duplicateField("name"), "two fields are called \"name\": give one of them another name"),
    (
      .unknownField("away", readBy: "name"),
      "the field \"name\" reads \"away\", which is not in the form: add it, or read another"
    ),
    (
      .unfit("word", readBy: "name"),
      """
      "name" cannot read "word" in this way: only fields have values, only lists have items, and parts \
      of an item or of an opened section are read only from inside
      """
    ),
    (
      .unfitValue(of: "plan", readBy: "seat"),
      """
      "seat" compares "plan" with a value that it cannot have: use a value of its kind, or one of \
      its options
      """
    ),
    (
      .noOptions("plan"),
      "\"plan\" has no options: add at least one"
    ),
    (
      .duplicateOption(of: "plan"),
      "two options of \"plan\" have the same value: give one of them another value"
    ),
    (
      .circularConditions(["a", "b"]),
      "the conditions of \"a\", \"b\" depend on each other in a circle: remove one of them"
    ),
    (
      .badCount("rows"),
      "the minimum of \"rows\" is not possible: a form has 0 to 1000000 items in all"
    ),
    (
      .badLimit("2026-02-30", of: "day"),
      """
      the field "day" has the limit "2026-02-30", which is not a date or time of its kind: write \
      it like 2026-11-22 or 09:30
      """
    ),
    (
      .requiredAfterCondition("age"),
      """
      the field "age" is required after its condition was set: call required() before shown(when:)
      """
    ),
    (
      .contradictoryLimits(of: "age"),
      """
      nothing is within the limits of the field "age": give it a minimum up to its maximum, and \
      lengths from 0
      """
    ),
    (
      .noCharacters(of: "code"),
      "the field \"code\" allows no characters: name the ones that it allows"
    ),
    (
      .badStep(of: "age"), "the step of the field \"age\" is not above 0: give it a positive one"
    ),
    (
      .badInitialAnswer(of: "name"),
      """
      the user could not enter the initial answer of the field "name": give it one that can be \
      entered
      """
    ),
  ]

  @Test(arguments: definitions)
  func faultsOfDefinitionsHaveSentences(_ error: DefinitionError, _ sentence: String) {
    #expect("\(error)" == sentence)
  }

  /// Texts of a program may be the same as keys.
  @Test func aTextOfTheProgramIsNoKey() throws {
    let store = FormStore(
      try FormDefinition("form", title: "loading") {
        Field.text("one", label: "help").detail("format.date").placeholder("button.add")
        Field.text("two", label: "tooShort").rule("valueMissing") { $0 == "a" }
        Section("three", label: "review.\("yes")") { Field.text("four", label: "checking") }
      })
    store.step(.go("two"))
    store.step(.type("two", "b"))
    #expect(
      ["form", "one", "two", "three", "four"].map { store.property(.label, of: $0) }
        == [#""loading""#, #""help""#, #""tooShort""#, #""review.yes""#, #""checking""#])
    #expect(
      [store.property(.detail, of: "one"), store.property(.placeholder, of: "one")]
        == [#""format.date""#, #""button.add""#])
    #expect(store.property(.explanation, of: "two") == #""valueMissing""#)
  }

  /// Only the sentence of a key may be more specific for a field.
  @Test func theKeyOfAFormsOwnRuleTellsTheField() {
    let closed = Violation.customError(key: "closed", ["day": "Sunday"])
    #expect(closed == .customError(.key("customError.closed", ["day": "Sunday"])))
    let catalogue = Catalogue.english.overriding([
      "customError.closed": "closed on {day}", "customError.closed.from": "come after {day}",
    ])
    #expect(
      [closed.message(), closed.message(of: "until"), closed.message(of: "from")]
        .map { catalogue.text(for: $0) }
        == ["closed on Sunday", "closed on Sunday", "come after Sunday"])
    #expect(Violation.customError("closed").message(of: "from") == "closed")
  }

  @Test func keysTellTheFieldAndTheCase() {
    let messages = [
      Violation.tooShort(limit: 2, count: 1).message(of: "name"),
      Violation.patternMismatch("zip").message(of: "home"), Violation.valueMissing.message(),
      Violation.keyword("contains").message(of: "tags"),
    ]
    let texts = messages.map { Catalogue([:]).text(for: $0) }
    #expect(
      texts == [
        "tooShort.name", "patternMismatch.zip.home", "valueMissing", "keyword.contains.tags",
      ])
  }
}
