import FormworkCanvas
import TestSupport

/// Random drawing, on a canvas and in a naive grid.
struct RandomPicture {
  private(set) var canvas: Canvas
  /// The expected cells.
  private(set) var looks: [[Look]]

  /// Whether emoji of several code points are drawn.
  private let hasEmoji: Bool
  private var generator: SeededGenerator

  enum Event: Equatable { case none, corrupted(rows: Int, columns: Int) }

  init(seed: UInt64, hasEmoji: Bool = true) {
    var generator = SeededGenerator(seed: seed)
    let (rows, columns) = Self.size(&generator)
    self.generator = generator
    self.hasEmoji = hasEmoji
    canvas = Canvas(rows: rows, columns: columns, colors: true)
    looks = Self.blank(rows, columns)
  }

  var rows: Int { looks.count }
  var columns: Int { looks[0].count }

  private static func size(_ generator: inout SeededGenerator) -> (Int, Int) {
    (Int.random(in: 2...9, using: &generator), Int.random(in: 4...40, using: &generator))
  }

  private static func blank(_ rows: Int, _ columns: Int) -> [[Look]] {
    Array(repeating: Array(repeating: Look(), count: columns), count: rows)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  /// Makes some changes, which one flush draws.
  mutating func change() -> Event {
    var event = Event.none
    for _ in 0..<number(1...5) {
      switch number(0...29) {
      case 0: event = resize()
      case 1:
        canvas.invalidate()
        event = .corrupted(rows: rows, columns: columns)
      case 2: clear()
      case 3...6: scroll()
      case 7...9: fill()
      case 10...12: setCursor()
      case 13...15: crowd()
      default: putText()
      }
    }
    return event
  }

  private mutating func resize() -> Event {
    let (rows, columns) = Self.size(&generator)
    canvas.resize(rows: rows, columns: columns)
    looks = Self.blank(rows, columns)
    return .corrupted(rows: rows, columns: columns)
  }

  private mutating func clear() {
    canvas.clear()
    looks = Self.blank(rows, columns)
  }

  private mutating func scroll() {
    let start = number(0...rows - 1)
    let range = start..<number(start + 1...rows)
    let count = number(-2...2)
    canvas.scroll(rows: range, by: count)
    let old = looks
    for row in range {
      let source = row + count
      looks[row] = range.contains(source) ? old[source] : Self.blank(1, columns)[0]
    }
  }

  private mutating func fill() {
    let (row, start) = (number(0...rows - 1), number(-1...columns))
    let range = start..<number(start...columns + 2)
    let text = number(0...2) == 0 ? randomText(1...1) : " "
    let style = randomStyle()
    let character = text.first ?? " "
    canvas.fill(row: row, columns: range, with: character, style: style)
    let inside = range.clamped(to: 0..<columns)
    let width = NaiveWidth.width(of: character, joining: true)
    var column = inside.lowerBound
    while !Alphabet.unseen.contains(text), column + width <= inside.upperBound {
      put(character, row, column, style)
      column += width
    }
    for rest in column..<inside.upperBound { put(" ", row, rest, style) }
  }

  private mutating func setCursor() {
    canvas.cursor =
      number(0...3) == 0 ? nil : (row: number(0...rows - 1), column: number(0...columns - 1))
  }

  /// Fills a row, so that later changes are small in comparison.
  private mutating func crowd() {
    putText(
      row: number(0...rows - 1), column: 0, text: randomText(columns...columns), width: columns)
  }

  private mutating func putText() {
    let text = randomText(1...8)
    putText(
      row: number(0...rows - 1), column: number(0...columns - 1), text: text, width: number(1...12))
  }

  private mutating func putText(row: Int, column: Int, text: String, width: Int) {
    let style = randomStyle()
    let used = canvas.put(text, row: row, column: column, width: width, style: style)
    var end = column
    for character in text where !Alphabet.unseen.contains(String(character)) {
      let width = NaiveWidth.width(of: character, joining: true)
      guard end + width <= column + used else { break }
      put(character, row, end, style)
      end += width
    }
  }

  /// Puts a character, and clears the characters that it cuts.
  private mutating func put(
    _ character: Character, _ row: Int, _ column: Int, _ style: Canvas.TextAttributes
  ) {
    var text = String(character)
    let width = NaiveWidth.width(of: character, joining: true)
    var drawnWidth = width
    if column + NaiveWidth.reach(of: character) > columns {
      text = text.unicodeScalars.first.map { String($0) } ?? ""
      drawnWidth = NaiveWidth.width(of: Character(text), joining: true)
    }
    for edge in [column, column + width] { cut(row, before: edge) }
    for index in column..<column + width { looks[row][index] = Look(" ", style) }
    looks[row][column] = Look(text, style)
    for index in column + 1..<column + drawnWidth { looks[row][index] = NaiveTerminal.behind }
  }

  private mutating func cut(_ row: Int, before column: Int) {
    guard column < columns, looks[row][column] == NaiveTerminal.behind else { return }
    var lead = column
    while looks[row][lead] == NaiveTerminal.behind { lead -= 1 }
    var blank = looks[row][lead]
    blank.text = " "
    if !blank.isReverse { blank = Look() }
    repeat {
      looks[row][lead] = blank
      lead += 1
    } while lead < columns && looks[row][lead] == NaiveTerminal.behind
  }

  private mutating func randomStyle() -> Canvas.TextAttributes {
    number(0...2) > 0 ? [] : Canvas.TextAttributes(rawValue: UInt8(number(0...15)))
  }

  private mutating func randomText(_ count: ClosedRange<Int>) -> String {
    var text = ""
    for _ in 0..<number(count) {
      let parts =
        switch number(0...19) {
        case 0...1: Alphabet.wide
        case 2...3: Alphabet.marked
        case 4: Alphabet.long
        case 5: hasEmoji ? Alphabet.emoji : Alphabet.wide
        case 6: Alphabet.unseen
        default: Alphabet.plain
        }
      text += parts[number(0...parts.count - 1)]
    }
    return text
  }

  /// The expected position of the cursor, or `nil` if it is hidden.
  var cursor: [Int]? {
    canvas.cursor.map { [min($0.row, rows - 1), min($0.column, columns - 1)] }
  }

  mutating func flush() -> [UInt8] { canvas.flush() }

  /// The bytes that draw everything.
  var redrawn: [UInt8] {
    var copy = canvas
    copy.invalidate()
    return copy.flush()
  }
}

/// The characters of the random pictures.
enum Alphabet {
  static let plain = ["a", "b", "c", " ", " ", "x", "Z", "0", "-", "│"]
  static let wide = ["漢", "字", "カ", "한", "Ａ", "🎉", "👩"]
  static let marked = [
    "e\u{301}", "o\u{308}\u{301}", "漢\u{301}", "कि", "नं", "שָ", "مَ", "ש", "ע", "ب",
  ]
  static let long = ["z\u{301}\u{302}\u{303}\u{304}\u{305}", "が\u{301}\u{302}\u{303}"]
  static let emoji = [
    "👩\u{200D}💻", "👨\u{200D}👩\u{200D}👧", "👍🏽", "🇩🇪", "🇫🇷", "1\u{FE0F}\u{20E3}", "☺\u{FE0F}",
    "❤\u{FE0F}",
    "👁\u{FE0F}\u{200D}🗨\u{FE0F}",
  ]
  static let unseen = ["\u{7}", "\n", "\u{1B}", "\u{202E}", "\u{9B}", "\u{200B}"]
}
