/// The rows that are skipped, each with its reason.
extension HTMLSuite {
  /// Controls without a matching kind of field.
  static let skippedControls = [
    "month": "no field for months",
    "week": "no field for weeks",
  ]

  static let skippedRows: [String: String] = {
    let altering = "HTML alters what was entered; here it is kept, and the line break is refused"
    let several = "no field for several addresses"
    let emptying = "HTML empties the field; here the text stays and is no number"
    let lines = "HTML makes one character of a carriage return and a newline; here it is refused"
    let rows: [(table: String, indices: [Int], reason: String)] = [
      ("email.json/sanitize", [0, 1], altering), ("email.json/sanitize", [2, 3, 4], several),
      ("email.json/validity", [2, 3], several),
      (
        "email.json/idn", [0, 1], "HTML turns other scripts into ASCII; here they are refused"
      ),
      ("email.json/idn", [2], several),
      (
        "email.json/experimental_do_not_gate", Array(0...10),
        "an experiment that disagrees with the standard's expression"
      ),
      ("number.json/user_input", [1, 3, 4], emptying),
      (
        "number.json/user_input", [2],
        "HTML takes the point off; here the text stays and is no number"
      ),
      ("valueMissing.json/cases", [57, 58, 59], emptying),
      ("tooLong.json/cases", [60], lines), ("tooShort.json/cases", [60], lines),
      ("valid.json/cases", [0, 2, 4, 6, 8, 11], "no rule that is a regular expression"),
      ("valueMissing.json/cases", [83], "no choice without a name"),
      ("valueMissing.json/radio_groups", [4, 5], "no options that cannot be chosen"),
    ]
    return Dictionary(
      uniqueKeysWithValues: rows.flatMap { row in
        row.indices.map { ("\(row.table)/\($0)", row.reason) }
      })
  }()
}
