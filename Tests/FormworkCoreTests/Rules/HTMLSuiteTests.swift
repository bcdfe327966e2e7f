import Testing

@testable import FormworkCore

@Suite(.enabled(if: HTMLSuite.isThere, "the folder of suites is not there"))
struct HTMLSuiteTests {
  @Test(arguments: HTMLSuite.files)
  func saysWhatTheControlMustSay(file: String) throws {
    for row in try HTMLSuite.rows(of: file) where row.reasonToSkip == nil {
      let check = try HTMLSuite.check(of: row)
      #expect(check.found == check.violations, "\(row.name)")
      if let value = check.value {
        #expect(try check.field.kind.value(of: check.content) == value, "\(row.name)")
      }
    }
  }

  @Test(arguments: [
    ("email.json", 2, 21), ("number.json", 35, 4), ("stepMismatch.json", 20, 8),
    ("tooLong.json", 62, 1), ("tooShort.json", 62, 1), ("valid.json", 28, 6),
    ("valueMissing.json", 71, 22),
  ])
  func eachRowIsRunOrSkippedForAReason(file: String, run: Int, skipped: Int) throws {
    let rows = try HTMLSuite.rows(of: file)
    #expect(rows.count { $0.reasonToSkip == nil } == run)
    #expect(rows.count { $0.reasonToSkip != nil } == skipped)
    #expect(rows.count == run + skipped)
  }

  @Test func nothingIsSkippedThatIsNotThere() throws {
    let rows = try HTMLSuite.files.flatMap { try HTMLSuite.rows(of: $0) }
    #expect(Set(HTMLSuite.skippedRows.keys).subtracting(rows.map(\.name)) == [])
    #expect(Set(HTMLSuite.skippedControls.keys).subtracting(rows.compactMap(\.control)) == [])
  }
}

/// Contents that HTML discards and this library keeps.
struct KeptNumberTests {
  @Test(arguments: [" 123 ", "Infinity", "abc", "1.", "1.e"])
  func aTextThatIsNoNumberIsKeptAndBad(text: String) {
    let field = FieldSpecification(.decimal, .required)
    #expect(field.violations(.text(text)) == [.badInput(.notANumber)])
  }
}
