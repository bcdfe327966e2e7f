/// The rows that are skipped, each with its reason.
extension HTMLSuite {
  /// Controls without a matching kind of field.
  static let skippedControls = [
    "month": "no field for months",
    "week": "no field for weeks",
  ]

  static let skippedRows = skippedAddresses.merging(skippedNumbers) { one, _ in one }
    .merging(skippedOthers) { one, _ in one }

  private static let altering = "HTML alters what was entered; here it is kept"
  private static let several = "no field for several addresses"
  private static let spelling = "HTML turns other scripts into ASCII; here they are refused"
  private static let experimental = "an experiment that disagrees with the standard's expression"

  private static let skippedAddresses = [
    "email.json/sanitize/0": altering + ", and the line break is refused",
    "email.json/sanitize/1": altering + ", and the line break is refused",
    "email.json/sanitize/2": several,
    "email.json/sanitize/3": several,
    "email.json/sanitize/4": several,
    "email.json/validity/2": several,
    "email.json/validity/3": several,
    "email.json/idn/0": spelling,
    "email.json/idn/1": spelling,
    "email.json/idn/2": several,
    "email.json/experimental_do_not_gate/0": experimental,
    "email.json/experimental_do_not_gate/1": experimental,
    "email.json/experimental_do_not_gate/2": experimental,
    "email.json/experimental_do_not_gate/3": experimental,
    "email.json/experimental_do_not_gate/4": experimental,
    "email.json/experimental_do_not_gate/5": experimental,
    "email.json/experimental_do_not_gate/6": experimental,
    "email.json/experimental_do_not_gate/7": experimental,
    "email.json/experimental_do_not_gate/8": experimental,
    "email.json/experimental_do_not_gate/9": experimental,
    "email.json/experimental_do_not_gate/10": experimental,
  ]

  private static let emptying = "HTML empties the field; here the text stays and is no number"

  private static let skippedNumbers = [
    "number.json/user_input/1": emptying,
    "number.json/user_input/2": "HTML takes the point off; here the text stays and is no number",
    "number.json/user_input/3": emptying,
    "number.json/user_input/4": emptying,
    "valueMissing.json/cases/57": emptying,
    "valueMissing.json/cases/58": emptying,
    "valueMissing.json/cases/59": emptying,
  ]

  private static let pattern = "no rule that is a regular expression"
  private static let lines =
    "HTML makes one character of a carriage return and a newline; here it is refused"
  private static let disabled = "no options that cannot be chosen"

  private static let skippedOthers = [
    "tooLong.json/cases/60": lines,
    "tooShort.json/cases/60": lines,
    "valid.json/cases/0": pattern,
    "valid.json/cases/2": pattern,
    "valid.json/cases/4": pattern,
    "valid.json/cases/6": pattern,
    "valid.json/cases/8": pattern,
    "valid.json/cases/11": pattern,
    "valueMissing.json/cases/83": "no choice without a name",
    "valueMissing.json/radio_groups/4": disabled,
    "valueMissing.json/radio_groups/5": disabled,
  ]
}
