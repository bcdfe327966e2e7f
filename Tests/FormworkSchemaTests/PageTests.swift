import TestSupport
import Testing

@Suite struct PageTests {
  /// The page shows the tests of `ExampleTests.swift` to the letter.
  @Test func theListingIsBuiltAndRun() throws {
    let page = try PackageFile("Sources/FormworkSchema/FormworkSchema.docc/FormworkSchema.md")
      .text()
    let source = try PackageFile("Tests/FormworkSchemaTests/ExampleTests.swift").text()
    #expect(Transcript.blocks(of: page, language: "swift") == [source])
  }
}
