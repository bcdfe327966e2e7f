import FormworkCanvas
import Glibc

/// Measures drawing one more character of a form that fills a canvas.
///
/// Usage: `CanvasBenchmark WORK COLUMNS ROWS EVENTS RUNS`. The values of `WORK` are
///
/// - `typed`: puts only the character;
/// - `afresh`: clears the canvas, and puts the whole form with the character.
///
/// Prints a line of JSON for each run after the first, for `Scripts/bench`.
@main
struct CanvasBenchmark {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
    guard numbers.count == 4, numbers.allSatisfy({ $0 > 0 }), numbers[0] >= 60,
      let work = Work(rawValue: CommandLine.arguments[1])
    else {
      print("usage: CanvasBenchmark typed|afresh COLUMNS ROWS EVENTS RUNS")
      exit(2)
    }
    let form = DrawnForm(columns: numbers[0], rows: numbers[1])
    let clock = ContinuousClock()
    for run in 0...numbers[3] {
      let start = clock.now
      var byteCount = 0
      for _ in 0..<numbers[2] { byteCount += form.type(work) }
      let nanoseconds = start.duration(to: clock.now) / .nanoseconds(1) / Double(numbers[2])
      guard run > 0 else { continue }
      print(
        "{\"nanoseconds\": \(nanoseconds), \"bytes\": \(Double(byteCount) / Double(numbers[2]))}")
    }
  }
}

enum Work: String {
  case typed, afresh
}

/// A form with a field for each row, and text typed into one field.
final class DrawnForm {
  private static let boxColumn = 22
  private static let boxWidth = 28

  private var canvas: Canvas
  private var typed = ""
  private var output: [UInt8] = []

  init(columns: Int, rows: Int) {
    canvas = Canvas(rows: rows, columns: columns, colors: true)
    drawAll()
    canvas.flush(into: &output)
  }

  /// Types a character, draws the changes, and returns the number of bytes.
  func type(_ work: Work) -> Int {
    if typed.utf8.count == Self.boxWidth { begin() }
    let column = Self.boxColumn + 1 + typed.utf8.count
    typed.append("x")
    switch work {
    case .typed: canvas.put("x", row: focus, column: column)
    case .afresh:
      canvas.clear()
      drawAll()
    }
    canvas.cursor = (focus, column + 1)
    output.removeAll(keepingCapacity: true)
    canvas.flush(into: &output)
    return output.count
  }

  private var focus: Int { canvas.rows / 2 }

  /// Empties the field, as typing in another form would.
  private func begin() {
    typed = ""
    canvas.fill(row: focus, columns: Self.boxColumn + 1..<Self.boxColumn + 1 + Self.boxWidth)
    canvas.cursor = (focus, Self.boxColumn + 1)
    output.removeAll(keepingCapacity: true)
    canvas.flush(into: &output)
  }

  private func drawAll() {
    let statusColumn = Self.boxColumn + Self.boxWidth + 3
    for row in 0..<canvas.rows {
      canvas.put("Given name \(row) *", row: row, column: 3)
      canvas.put("[", row: row, column: Self.boxColumn)
      canvas.put(
        row == focus ? typed : "an answer", row: row, column: Self.boxColumn + 1,
        width: Self.boxWidth)
      canvas.put("]", row: row, column: Self.boxColumn + 1 + Self.boxWidth)
      canvas.put("✓ ok, and taken", row: row, column: statusColumn, style: .green)
    }
  }
}
