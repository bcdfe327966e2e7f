import TestSupport
import Testing

@Suite struct PageTests {
  /// The page begins with the tests of `VisitorTests.swift` to the letter.
  @Test func theListingIsBuiltAndRun() throws {
    let page = try PackageFile("Sources/FormworkTesting/FormworkTesting.docc/FormworkTesting.md")
      .text()
    let source = try PackageFile("Tests/FormworkTestingTests/VisitorTests.swift").text()
    #expect(Transcript.blocks(of: page, language: "swift").first == source)
  }
}
