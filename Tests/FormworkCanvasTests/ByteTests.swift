import FormworkCanvas
import Testing

@Suite struct ByteTests {
  /// Draws a form: 18 of its fields, the keys below them, the cursor in the third field.
  private static func form() -> Canvas {
    var canvas = Canvas(rows: 24, columns: 80, colors: true)
    canvas.put("Registration", row: 0, column: 1, style: .bold)
    canvas.put("3 of 133 answered", row: 0, column: 62)
    for row in 2..<20 { draw(field: row - 1, row: row, on: &canvas) }
    canvas.fill(row: 21, columns: 1..<79, with: "─")
    canvas.put("name@example.org", row: 22, column: 2)
    canvas.put("Tab next  Shift-Tab back  ^S register  F1 keys  Esc leave", row: 23, column: 2)
    focus(row: 4, on: &canvas)
    _ = canvas.flush()
    return canvas
  }

  private static func draw(field number: Int, row: Int, on canvas: inout Canvas) {
    canvas.fill(row: row, columns: 0..<80)
    canvas.put("Field \(number)", row: row, column: 3)
    canvas.put("[", row: row, column: 22)
    canvas.put("answer \(number)", row: row, column: 23)
    canvas.put("]", row: row, column: 51)
    canvas.put("✓ ok", row: row, column: 53, style: .green)
  }

  private static func focus(row: Int, on canvas: inout Canvas) {
    canvas.put("›", row: row, column: 1)
    canvas.cursor = (row: row, column: 31)
  }

  /// Returns the bytes of a flush, with `^` for the escape and `<` for the carriage return.
  private static func written(_ canvas: inout Canvas) -> String {
    let shown: [UInt8: Character] = [0x1B: "^", 0x0D: "<"]
    let text = String(decoding: canvas.flush(), as: UTF8.self).unicodeScalars
    return String(text.map { $0.isASCII ? shown[UInt8($0.value)] ?? Character($0) : Character($0) })
  }

  @Test func nothingTakesNothing() {
    var canvas = Self.form()
    canvas.put("Field 1", row: 2, column: 3)
    canvas.cursor = (row: 4, column: 31)
    #expect(Self.written(&canvas) == "")
  }

  @Test func oneMoreCharacterTakesOneByte() {
    var canvas = Self.form()
    canvas.put("x", row: 4, column: 31)
    canvas.cursor = (row: 4, column: 32)
    #expect(Self.written(&canvas) == "x")
    canvas.put("y", row: 4, column: 32)
    canvas.cursor = (row: 4, column: 33)
    #expect(Self.written(&canvas) == "y")
  }

  @Test func oneCharacterLessTakesThree() {
    var canvas = Self.form()
    canvas.put(" ", row: 4, column: 30)
    canvas.cursor = (row: 4, column: 30)
    #expect(Self.written(&canvas) == "\u{8} \u{8}")
  }

  @Test func aStatus() {
    var canvas = Self.form()
    canvas.put("✗ taken: choose one", row: 4, column: 53, style: .red)
    #expect(Self.written(&canvas) == "^[54G^[;38;5;160m✗ taken: choose one^[32G")
  }

  /// Rows above the cursor are drawn after its row, so that the cursor needs no further movement.
  @Test func aCharacterWithACount() {
    var canvas = Self.form()
    canvas.put("4", row: 0, column: 62)
    canvas.put("x", row: 4, column: 31)
    canvas.cursor = (row: 4, column: 32)
    #expect(Self.written(&canvas) == "x^[;63H4^[5;33H")
  }

  @Test func theFocusOneFieldDown() {
    var canvas = Self.form()
    Self.draw(field: 3, row: 4, on: &canvas)
    Self.focus(row: 5, on: &canvas)
    canvas.put("5 to 20 letters ", row: 22, column: 2)
    #expect(Self.written(&canvas) == "^[2G ^[6;2H›^[23;3H5 to 20 letters ^[6;32H")
  }

  @Test func oneLineIsScrolled() {
    var canvas = Self.form()
    Self.draw(field: 3, row: 4, on: &canvas)
    canvas.scroll(rows: 2..<20, by: 1)
    Self.draw(field: 19, row: 19, on: &canvas)
    Self.focus(row: 19, on: &canvas)
    #expect(
      Self.written(&canvas)
        == "^[3;20r^[20H\n^[r^[4;2H ^[20;2H› Field 19^[23G[answer 19^[52G] ^[;38;5;28m✓ ok^[32G"
    )
  }
}
