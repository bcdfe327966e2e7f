import CFormwork
import FormworkFrontEnd
import TestSupport

extension SessionRow {
  // MARK: Rows

  /// Returns rows after the column and the rows of earlier places.
  private static func told(_ places: Range<Int>, first: Int = 0) -> [ScriptMessage] {
    places.flatMap { place in
      [
        .insert(UInt32(100 + place), into: 20, at: 1 + place - first, .row, name: "r\(place)"),
        .set(UInt32(100 + place), .cells, .text("Row \(place)")),
      ]
    }
  }

  static func list(of count: Int, told places: Range<Int>) -> [ScriptMessage] {
    ScriptMessage.node(20, .list, "", [.rowCount: .number(count)])
      + ScriptMessage.node(21, .column, "Row", into: 20) + told(places)
  }

  /// Returns other rows than before, for a list that was loading.
  private static func later(than previous: Range<Int>, told places: Range<Int>) -> [ScriptMessage] {
    previous.map { .remove(UInt32(100 + $0)) } + [
      .set(20, .status, nil), .set(20, .firstRow, .number(places.lowerBound)),
    ] + told(places)
  }

  private static let loading = [
    ScriptMessage.status(20, .loading)
  ]

  static let rows = [
    SessionRow(
      name: "the row with the focus goes: the person is at the form again",
      form: list(of: 3, told: 0..<3) + [.focus(102)],
      steps: [
        .shown(["Row 0", "Row 2"]),
        .tell([.remove(102), .set(20, .rowCount, .number(2)), .focus(0)]),
        .posted(["GO 100"]), .hidden(["Row 2"]), .type(down), .posted(["GO 101"]),
      ]),
    SessionRow(
      name: "all that the person was at goes", form: list(of: 1, told: 0..<1) + [.focus(100)],
      steps: [
        .tell([.remove(20), .focus(0)]), .posted(["GO 2"]), .hidden(["Row 0"]),
        .cursor(in: "Name"), .type("x"), .posted(["EDIT 2 x"]),
      ]),
    SessionRow(
      name: "keys wait for a row that is told late",
      form: list(of: 100, told: 0..<40) + [.focus(100)],
      answers: ["WINDOW 20 82+18": loading],
      steps: [
        .type("\(end)\(up)\(up)"), .posted(["WINDOW 20 82+18"]), .unread(3),
        .tell(later(than: 0..<40, told: 60..<100)), .posted(["GO 199", "GO 198", "GO 197"]),
        .shown(["Row 98", "Row 99"]), .hidden(["Row 0 "]),
      ]),
    SessionRow(
      name: "keys do not wait for a row that will not come",
      form: list(of: 100, told: 0..<40) + [.focus(100)], answers: ["WINDOW 20 82+18": loading],
      steps: [
        .type("\(end)\(down)"), .posted(["WINDOW 20 82+18"]), .tell([.set(20, .status, nil)]),
        .posted(["GO 101"]),
      ]),
    SessionRow(
      name: "Escape leaves though a row is awaited",
      form: list(of: 100, told: 0..<40) + [.focus(100)], answers: ["WINDOW 20 82+18": loading],
      steps: [.type(end), .posted(["WINDOW 20 82+18"]), .type(escape), .posted(["BACK"])]),
    SessionRow(
      name: "of a grid with many rows on view all of these are asked for",
      form: list(of: 5000, told: 0..<40) + [
        .set(20, .layout, .number(ListLayout.grid.rawValue)), .set(100, .cells, .text("Row 0000")),
        .resized(columns: 200, rows: 50), .focus(100),
      ],
      answers: [
        "WINDOW 20 4956+44": later(than: 0..<40, told: 4956..<5000),
        "WINDOW 20 4100+900": [.set(20, .firstRow, .number(4100))]
          + told(4100..<4956, first: 4100),
      ],
      steps: [
        .posted(["WINDOW 20 0+908"]), .type(end),
        .posted(["WINDOW 20 4956+44", "GO 5099", "WINDOW 20 4100+900"]),
        .shown(["Row 4199", "Row 4999"]), .cursor(in: "Row 4999"), .type(up), .posted(["GO 5080"]),
      ]),
  ]

  // MARK: Pages

  static let fields = (0..<40).flatMap {
    ScriptMessage.node(UInt32(30 + $0), .textField, "Field \($0)", at: $0)
  }

  /// More notes between two fields than a page has.
  private static let notes = (0..<42).flatMap {
    1...40 ~= $0
      ? ScriptMessage.node(UInt32(30 + $0), .note, "Note \($0)", at: $0)
      : ScriptMessage.node(UInt32(30 + $0), .textField, "Field \($0)", at: $0)
  }

  static let pages = [
    SessionRow(
      name: "what is longer than a page is read before the next field is gone to",
      form: notes + [.focus(30)],
      steps: [
        .shown(["Field 0 "]), .type(pageDown), .shown(["Note 30"]), .type(pageDown),
        .posted(["GO 71"]), .shown(["Field 41"]), .type(pageUp), .shown(["Note 5"]),
        .type(pageUp), .posted(["GO 30"]),
      ]),
    SessionRow(
      name: "pages of a form are turned, and its ends are gone to", form: fields + [.focus(30)],
      steps: [
        .shown(["Field 0 "]), .type(pageDown), .posted(["GO 49"]), .type(pageDown),
        .posted(["GO 68"]),
        .type(pageUp), .posted(["GO 49"]), .type(pageUp), .posted(["GO 30"]),
        .type("\u{18}k"), .posted(["GO next section"]),
      ]),
    SessionRow(
      name: "pages of a text are turned, and it is left at its ends",
      form: [
        .set(4, .value, .text((10..<30).map { "\($0)" }.joined(separator: "\n"))),
        .set(4, .cursor, .number(0)), .set(4, .extent, .number(5)), .focus(4),
      ],
      steps: [
        .type(pageDown), .cursor(in: "14"), .type(pageDown), .cursor(in: "18"), .type(pageUp),
        .cursor(in: "14"), .type(pageUp), .cursor(in: "10"), .type("\(pageUp)"),
        .cursor(in: "Name"),
      ]),
    SessionRow(
      name: "pages of a list are turned", form: list(of: 40, told: 0..<40) + [.focus(100)],
      steps: [
        .type(pageDown), .posted(["GO 117"]), .type(pageUp), .posted(["GO 100"]),
        .type(end), .posted(["GO 139"]), .shown(["Row 39"]), .type(home), .posted(["GO 100"]),
      ]),
  ]

  // MARK: Kinds of nodes

  static let plan =
    ScriptMessage.node(40, .choice, "Plan")
    + ScriptMessage.node(41, .option, "Free", into: 40)
    + ScriptMessage.node(42, .option, "Gold", into: 40, at: 1) + [.focus(40)]

  static let kinds = [
    SessionRow(
      name: "the host counts what is answered",
      form: [.set(1, .answered, .number(0)), .set(1, .total, .number(4))],
      steps: [
        .shown(["0 of 4 answered"]), .type("a"), .tell([.set(1, .answered, .number(1))]),
        .shown(["1 of 4 answered"]), .tell([.set(1, .total, .number(1))]),
        .hidden(["answered"]),
      ]),
    SessionRow(
      name: "a toggle is switched",
      form: ScriptMessage.node(40, .toggle, "Gift") + [.focus(40)],
      answers: ["CHOOSE 40 on": [.set(40, .value, .number(1))]],
      steps: [
        .type("  "), .posted(["CHOOSE 40 on", "CHOOSE 40 off"]), .type("ynx"),
        .posted(["CHOOSE 40 on", "CHOOSE 40 off"]),
      ]),
    SessionRow(
      name: "options beside their label become fewer, and keys go on", form: plan,
      answers: ["CHOOSE 42 on": [.set(42, .selected, .number(1))]],
      steps: [
        .type("\(right)"), .posted(["CHOOSE 42 on"]), .shown(["Free", "Gold"]),
        .tell([.remove(42)]), .hidden(["Gold"]), .type(" "), .posted(["CHOOSE 41 on"]),
        .type("\r"), .posted(["COMMIT 40", "GO next"]),
      ]),
    SessionRow(
      name: "rows are sorted by the number of a column where it can be",
      form: list(of: 3, told: 0..<3) + [.set(21, .order, .number(0)), .focus(100)],
      steps: [.type("12"), .posted(["ACTIVATE 21"])]),
    SessionRow(
      name: "a click on a form that is handed in is for nothing",
      form: [
        .status(1, .submitting), .set(1, .busy, .number(1)),
      ],
      steps: [
        .type("\u{1B}[<0;25;3M\u{1B}[<0;25;3mx"), .unread(0), .tell([.set(1, .status, nil)]),
        .posted(["EDIT 2 x"]),
      ]),
    SessionRow(
      name: "a terminal of another size has what was typed",
      steps: [
        .type("ann"), .tell([.resized(columns: 40, rows: 12)]), .shown(["[ann "]), .type("e"),
        .posted(["EDIT 2 ann", "EDIT 2 anne"]),
        .tell([.resized(columns: 100, rows: 30)]), .shown(["[anne "]), .cursor(in: "Name"),
      ]),
  ]

  // MARK: Keys for the whole form

  static let chords = [
    SessionRow(
      name: "keys behind ^X, and those that hand in",
      steps: [
        .type("\u{18}c"), .posted(["RESET 2"]), .type("\u{18}r"), .posted(["RELOAD"]),
        .type("\u{18}e"), .posted(["EDIT_OUTSIDE 2"]),
        .type("\u{18}s\u{13}\u{1B}[21~"), .posted(["ACTIVATE 6", "ACTIVATE 6", "ACTIVATE 6"]),
        .type("\u{18}\(escape)"), .type("x"), .posted(["EDIT 2 x"]),
        .type("\u{18}f"), .posted(["SWITCH"]),
      ])
  ]
}
