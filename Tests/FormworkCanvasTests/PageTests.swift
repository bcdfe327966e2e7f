import FormworkCanvas
import TestSupport
import Testing

@Suite struct PageTests {
  @Test func theListingIsThatOfTheTests() throws {
    let page = try PackageFile("Sources/FormworkCanvas/FormworkCanvas.docc/FormworkCanvas.md")
      .text()
    let listing = try PackageFile("Tests/FormworkCanvasTests/FieldRow.swift").text()
    #expect(Transcript.blocks(of: page, language: "swift").first == listing)
  }

  @Test func theListingDrawsWhatHasChanged() {
    var canvas = Canvas(rows: 3, columns: 80, colors: false)
    var row = FieldRow(label: "E-mail", text: "ann@exam", status: "✓ ok")
    row.draw(on: &canvas, row: 1)
    var terminal = NaiveTerminal(rows: 3, columns: 80, joins: true)
    terminal.write(canvas.flush())
    let line = " E-mail             [ann@exam                     ] ✓ ok"
    #expect(terminal.cells[1].map(\.text).joined() == line + String(repeating: " ", count: 24))
    row.text += "p"
    row.draw(on: &canvas, row: 1)
    #expect(canvas.flush() == Array("p".utf8))
  }
}
