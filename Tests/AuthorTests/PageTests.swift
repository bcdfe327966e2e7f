import TestSupport
import Testing

extension AuthorTests {
  /// The pages for authors describe the actual behaviour.
  @Suite struct PageTests {
    @Test func theCodeIsThatOfTheExamples() throws {
      for (language, files) in Page.filesByLanguage {
        let sources = try files.map { try PackageFile($0).text() }
        #expect(try Page.frontEnd.blocks(language) == sources)
      }
    }

    @Test func theFrontEndOnACanvasIsThatOfTheExample() throws {
      let sources = try Page.sheet.map { try PackageFile($0).text() }
      #expect(Array(try Page.canvas.blocks("swift").dropFirst()) == sources)
    }

    @Test func theProgramIsThatOfTheExample() throws {
      let blocks = try Page.program.blocks("swift")
      #expect(try PackageFile(Page.manifest).text().contains(blocks[0]))
      #expect(Array(blocks.dropFirst()) == (try Page.visit.map { try PackageFile($0).text() }))
    }

    @Test func theTestsOfAProgramAreThoseOfTheExample() throws {
      let blocks = try Page.testing.blocks("swift")
      #expect(try PackageFile(Page.manifest).text().contains(blocks[1]))
      #expect(Array(blocks.dropFirst(2)) == [try PackageFile(Page.programTests).text()])
    }

    @Test func theFieldsAreThoseOfTheExample() throws {
      let blocks = Transcript.blocks(of: try PackageFile(Page.fields).text(), language: "swift")
      #expect(blocks.joined(separator: "\n") == (try PackageFile(Page.fieldTests[0]).text()))
    }

    @Test func theFirstProgramIsThatOfTheExample() throws {
      let blocks = Transcript.blocks(of: try PackageFile(Page.first).text(), language: "swift")
      let program = try PackageFile(Page.visitor).text()
      #expect(Array(blocks.dropFirst()) == [program])
      let overview = try PackageFile("Sources/Formwork/Formwork.docc/Formwork.md").text()
      #expect(Transcript.blocks(of: overview, language: "swift") == [program])
    }

    @Test func theCommandsDoWhatIsWritten() throws {
      let written = try Page.transcript.steps
      #expect(written.count == (isLongRun ? 16 : 15))
      #expect(try Workshop.current.shown.count == written.count)
      for (shown, written) in zip(try Workshop.current.shown, written) { #expect(shown == written) }
    }
  }
}
