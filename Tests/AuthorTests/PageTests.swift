import TestSupport
import Testing

extension AuthorTests {
  /// What the page for authors says is what there is, and what happens.
  @Suite struct PageTests {
    @Test func theCodeIsThatOfTheExamples() throws {
      for (language, files) in Page.filesByLanguage {
        let sources = try files.map { try PackageFile($0).text() }
        #expect(try Page.blocks(language) == sources)
      }
    }

    @Test func theCommandsDoWhatIsWritten() throws {
      let written = try Page.transcript.steps
      #expect(written.count == 7)
      #expect(try Workshop.current.shown.count == written.count)
      for (shown, written) in zip(try Workshop.current.shown, written) { #expect(shown == written) }
    }
  }
}
