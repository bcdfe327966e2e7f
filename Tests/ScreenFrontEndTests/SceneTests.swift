import FormworkFrontEnd
import Interaction
import Testing
import Wording

@testable import FormworkCanvas
@testable import ScreenFrontEnd

/// Layouts that the demonstration does not contain, on terminals of any size.
struct SceneTests {
  private static let field = NodeID(rawValue: 2)
  private static let reason =
    "taken: choose another name that is not so common, or add a number to it"

  /// Returns a form with a field in a state, and another field below it.
  private static func form(
    _ status: NodeStatus, _ explanation: String, hasMarks: Bool = true
  ) -> View {
    View(
      [
        .init(
          .textField, "Name",
          [.status: .number(status.rawValue), .explanation: .text(explanation)]),
        .init(.textField, "Town"),
      ], hasMarks: hasMarks)
  }

  // MARK: Messages

  /// Help is not mistaken for a fault without colours and marks.
  @Test(arguments: [
    (NodeStatus.incomplete, true, "] no"), (.invalid, true, "] ✗ no"), (.refused, true, "] ✗ no"),
    (.unverified, true, "] ? no"), (.valid, true, "] ✓ ok"), (.incomplete, false, "] no"),
    (.invalid, false, "] ! no"), (.refused, false, "] ! no"), (.unverified, false, "] ? no"),
    (.valid, false, "] ok"),
  ])
  func aStateIsAWord(_ status: NodeStatus, _ hasMarks: Bool, _ told: String) throws {
    var form = Self.form(status, "no", hasMarks: hasMarks)
    let line = try #require(form.lines(rows: 24, columns: 80).first { $0.contains("Name") })
    #expect(line.hasSuffix(told))
  }

  /// A terminal that is too small shows the field and the required size.
  @Test(arguments: [
    (1, 19, ["   [             ]"]), (2, 19, ["   [             ]", "19 x 2: at least 2…"]),
    (3, 19, [" › Name", "   [             ]", "19 x 3: at least 2…"]),
    (4, 19, [" › Name", "   [             ]", "19 x 4: at least", "20 x 5 is needed"]),
  ])
  func theLeastTellsTheSize(rows: Int, columns: Int, lines: [String]) {
    var form = Self.form(.refused, Self.reason)
    #expect(form.lines(rows: rows, columns: columns) == lines)
  }

  /// A single row shows the button that answers a question; another row turns the page to its text.
  @Test func aQuestionInOneRowHasItsButton() {
    var form = View([.init(.textField, "Name")], alert: ("Leave?", ["Leave it", "Stay here"]))
    #expect(form.lines(rows: 1, columns: 20) == ["[ Leave it ]       ↓"])
    #expect(form.lines(rows: 2, columns: 40) == ["Leave?", "[ Leave it ]  [ Stay here ]"])
  }

  /// A question can be read and answered at any size, because its pages can be turned.
  @Test(arguments: [(5, 20), (5, 27), (10, 20), (4, 12), (2, 60), (12, 40), (24, 80)])
  func aQuestionIsReadWhole(rows: Int, columns: Int) {
    let words = (1...40).map { "word\($0)" }
    var form = View(
      [.init(.textField, "Name")],
      alert: (words.joined(separator: " "), ["Leave the form as it is", "Stay"]))
    var seen = ""
    repeat {
      let lines = form.lines(rows: rows, columns: columns)
      seen += lines.joined(separator: " ") + " "
      #expect(lines.contains { $0.contains("[ Leave") }, "\(lines)")
    } while form.look({ Windows(page: $0).turnAlert(isBack: false) })
    let found = Set(seen.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    #expect(found.isSuperset(of: words))
  }

  /// The help takes the rows that it needs, and the form keeps its place.
  @Test func longHelpHasRows() {
    let help = (1...30).map { "word\($0)" }.joined(separator: " ")
    var form = View([.init(.textField, "Name", [.detail: .text(help)])])
    let lines = form.lines(rows: 24, columns: 80)
    #expect(lines[19].hasPrefix(" ────"))
    #expect(
      lines[20...22] == [
        " word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12",
        " word13 word14 word15 word16 word17 word18 word19 word20 word21 word22 word23",
        " word24 word25 word26 word27 word28 word29 word30",
      ])
  }

  /// The reason for refusing the previous field stays until another help replaces it.
  @Test func theReasonThatWasLeftIsRead() {
    var form = Self.form(.refused, Self.reason)
    form.focus(at: 1)
    let lines = form.lines(rows: 24, columns: 80)
    #expect(lines[20].hasPrefix(" ────"))
    #expect(lines[21] + lines[22] == " Name: ✗ \(Self.reason)")
  }

  /// A note on a paste does not hide the fault of the field, which has a row after it.
  @Test func aNoteHidesNoFault() {
    var form = Self.form(.refused, Self.reason)
    form.user.message = OutputLine("Two lines became one")
    #expect(
      form.lines(rows: 24, columns: 80)[21...22] == [" Two lines became one", " ✗ \(Self.reason)"])
    form.user.message = OutputLine("It is too long", .fault)
    #expect(form.lines(rows: 24, columns: 80)[22] == " ✗ It is too long")
  }

  /// The number of answers to fix has a row of its own if there is no room beside the title.
  @Test(arguments: [
    (43, [" A form  3 answers left to fix; ^S submits"]),
    (42, [" A form", " 3 answers left to fix; ^S submits"]),
  ])
  func theFaultsLeftAreCounted(columns: Int, shown: [String]) {
    var form = Self.form(.refused, Self.reason)
    form.user.faultsLeft = 3
    #expect(Array(form.lines(rows: 12, columns: columns).prefix(shown.count)) == shown)
  }

  /// Messages that come and go during typing move nothing else.
  @Test(arguments: [(24, 80), (12, 40)])
  func nothingMovesWhileAPersonTypes(rows: Int, columns: Int) throws {
    let places = try [
      (NodeStatus.nothing, ""), (.incomplete, "more"), (.checking, ""), (.valid, ""),
      (.refused, "taken"),
    ].map { status, explanation in
      var form = Self.form(status, explanation)
      let lines = form.lines(rows: rows, columns: columns)
      return try #require(lines.firstIndex { $0.contains("Town") })
    }
    #expect(Set(places).count == 1)
  }

  // MARK: Visible parts

  /// The cursor is in the text at any size, whatever the size was before.
  @Test(arguments: [NodeKind.textField, .textArea])
  func theCursorIsOnView(_ kind: NodeKind) throws {
    let text = (0..<60).map { "\($0 % 10)abcdefghi" }.joined(
      separator: kind == .textArea ? "\n" : "")
    var form = View(
      (0..<40).map { _ in .init(.textField, "Other") }
        + [.init(kind, "Name", [.value: .text(text)])]
        + (0..<40).map { _ in .init(.textField, "Other") }, focus: 40)
    for (index, cursor) in [600, 0, 333, 42, 512, 7].enumerated() {
      form.user.focus = .text(
        form.focus, TextEditor(text, cursor: cursor, hasLines: kind == .textArea))
      for (rows, columns) in [(24, 80), (5, 20), (50, 200), (12, 40), (3, 30), (24, 15), (9, 60)] {
        let lines = form.lines(rows: rows, columns: columns)
        let place = try #require(form.canvas.cursor, "\(index) \(rows)x\(columns)")
        let byte = text.utf8.count > cursor ? text.utf8[text.index(atByte: cursor)] : 0x20
        let line = Array(lines[place.row].unicodeScalars)
        let found = line.indices.contains(place.column) ? line[place.column].value : 0x20
        // After the last character of a line the cell is empty.
        let expected = byte == 0x0A ? 0x20 : UInt32(byte)
        #expect(found == expected, "\(cursor) \(rows)x\(columns): \(lines[place.row])")
      }
    }
  }

  /// Hidden text at the ends of a box, and hidden parts of the form, are marked.
  @Test func whatIsHiddenIsMarked() {
    let text = String(repeating: "abcdefghij", count: 10)
    var form = View([.init(.textField, "Name", [.value: .text(text)])])
    let marks = [0, 50, 100].map { cursor in
      form.user.focus = .text(form.focus, TextEditor(text, cursor: cursor))
      let line = form.lines(rows: 24, columns: 80)[1]
      return line.filter { "[‹›]".contains($0) }
    }
    #expect(marks == ["›[›", "›‹›", "›‹]"])
    var area = View([
      .init(.textArea, "Name", [.value: .text("1\n2\n3\n4\n5\n6\n7"), .extent: .number(3)])
    ])
    let ends = [0, 6, 13].map { cursor in
      area.user.focus = .text(
        area.focus, TextEditor("1\n2\n3\n4\n5\n6\n7", cursor: cursor, hasLines: true))
      return area.lines(rows: 24, columns: 80)[1...3].map { $0.last ?? " " }
    }
    #expect(ends == [["]", "]", "↓"], ["↑", "]", "↓"], ["↑", "]", "]"]])
    var long = View((1...50).map { .init(.textField, "Field \($0)") }, focus: 24)
    #expect(long.lines(rows: 24, columns: 80)[21].hasPrefix(" ── 5 above  25 below ──"))
    #expect(long.lines(rows: 12, columns: 40)[9].hasPrefix(" ── 22 above  25 below ──"))
  }

  /// On a larger terminal a list and a form begin at the top, even after scrolling on a smaller one.
  @Test(arguments: [ListLayout.table, .grid])
  func nothingStaysScrolled(_ layout: ListLayout) {
    var form = View(
      [.init(.list, "Members", [.rowCount: .number(9), .layout: .number(layout.rawValue)])]
        + (1...4).map { .init(.textField, "Field \($0)") }, focus: 4,
      cells: (1...9).map { "row \($0)" })
    let large = form.lines(rows: 24, columns: 50)
    #expect(large.contains { $0.contains("row 1") } && large.contains { $0.contains("row 9") })
    form.view.listTops[Self.field] = 5
    #expect(form.lines(rows: 24, columns: 50) == large)
    _ = form.lines(rows: 7, columns: 30)
    #expect(form.lines(rows: 24, columns: 50) == large)
  }

  /// A note about the rows, such as their age, is below them.
  @Test(arguments: [ListLayout.table, .grid])
  func aListHasANote(_ layout: ListLayout) {
    let note = "as they were an hour ago: the service does not answer"
    var form = View(
      [
        .init(
          .list, "Members",
          [
            .rowCount: .number(2), .layout: .number(layout.rawValue), .explanation: .text(note),
          ])
      ], focus: nil, cells: ["row 1", "row 2"])
    let lines = form.lines(rows: 24, columns: 80)
    #expect(lines.contains { $0.contains("row 2") } && lines.contains { $0.contains(note) })
  }

  /// A grid shows no more rows than can be requested at once.
  @Test(arguments: [(24, 80, 25), (50, 200, 23), (100, 400, 10), (3000, 400, 1)])
  func aPageCanBeAskedFor(rows: Int, columns: Int, perLine: Int) throws {
    var form = View(
      [
        .init(
          .list, "Members",
          [.rowCount: .number(9000), .layout: .number(ListLayout.grid.rawValue)])
      ], focus: nil, cells: ["a"])
    let list = try #require(form.tree.picture[Self.field])
    let shape = form.look(rows: rows, columns: columns) { $0.lists.shape(of: list) }
    #expect(shape.perLine == perLine)
    #expect(shape.perLine * shape.room <= ListShape.windowLimit)
  }

  /// A field without enough room above the focus is hidden completely, including its box.
  @Test func noFieldIsHalfOnView() {
    var form = View((1...9).map { .init(.textField, "Field \($0)") }, focus: 8)
    for rows in 6...20 {
      let lines = form.lines(rows: rows, columns: 30)
      let first = lines.dropFirst().first { !$0.isEmpty }
      #expect(first?.contains("Field") == true, "\(rows): \(lines)")
      #expect(lines.contains { $0.contains("› Field 9") }, "\(rows): \(lines)")
    }
  }

  /// A field that cannot be changed has a word for this, and no brackets.
  @Test(
    arguments: [
      (NodeKind.textField, [.value: .text("Ann")], "Name                Ann"),
      (.textArea, [.value: .text("Ann"), .extent: .number(2)], "Name                Ann"),
      (.toggle, [.value: .number(1)], "Name                yes"),
      (.secretField, [.value: .number(3)], "Name                •••"),
      (.choice, [:], "Name"),
      (
        .textField, [.value: .text("Ann"), .status: .number(NodeStatus.valid.rawValue)],
        "Name                Ann"
      ),
    ] as [(NodeKind, [Property: PropertyValue], String)])
  func whatCannotBeChangedLooksSo(
    _ kind: NodeKind, _ properties: [Property: PropertyValue], shown: String
  ) throws {
    let fixed = properties.merging([.enabled: .number(0)]) { $1 }
    var form = View([.init(kind, "Name", fixed), .init(.textField, "Town")], focus: 1)
    let line = try #require(form.lines(rows: 24, columns: 80).first { $0.contains("Name") })
    let status = properties[.status] == nil ? "" : "; ✓ ok"
    #expect(line.hasSuffix(" cannot be changed\(status)"))
    #expect(line.prefix(50).description.trimmingBlanks == shown)
  }

  /// The fault of an earlier secret is not shown at the empty box.
  @Test(arguments: [(80, 24), (40, 12)])
  func aFaultOfTheSecretBefore(columns: Int, rows: Int) {
    var form = View([
      .init(
        .secretField, "Password",
        [
          .value: .number(9), .status: .number(NodeStatus.invalid.rawValue),
          .explanation: .text("15 characters at least: 6 more"),
        ])
    ])
    form.user.focus = .secret(Self.field, count: 0, cursor: 0)
    let lines = form.lines(rows: rows, columns: columns).joined(separator: " ")
    #expect(
      lines.split(separator: " ").joined(separator: " ").contains(
        "✗ 15 characters at least: 6 more; type it again"))
  }

  /// The last row lists only the keys that work here.
  @Test(arguments: [
    (1, "Tab next  Shift-Tab back  F1 keys  Esc leave"),
    (2, "Shift-Tab back  F1 keys  Esc leave"),
  ])
  func theKeysThatDoSomething(focus: Int, keys: String) {
    var form = View((1...3).map { .init(.textField, "Field \($0)") }, focus: focus)
    #expect(form.lines(rows: 24, columns: 80).last == " " + keys)
  }

  @Test func theSafeAnswerIsNamed() {
    var form = View(
      [.init(.textField, "Name")], alert: ("Leave?", ["Leave", "Stay"]), safe: 1)
    #expect(form.lines(rows: 24, columns: 80).last == " Enter choose  Tab next  Esc Stay")
  }

  /// Columns are shown whole, and the last row names hidden ones; a cell is cut only in a single column.
  ///
  /// No cell is cut while another column has more room than it needs, whatever the usual widths are.
  @Test(arguments: [
    (
      [18, 10, 16], 80,
      ["Name                Town        Seen", "Ann Lee             Évora       2025-12-02T20:00"]
    ),
    ([18, 10, 16], 40, ["Name         Town   Seen", "Ann Lee      Évora  2025-12-02T20:00"]),
    (
      [18, 10, 16], 30,
      ["Name                Town", "Ann Lee             Évora", "Not shown: Seen"]
    ),
    ([18, 10, 16], 20, ["Name       Town", "Ann Lee    Évora", "Not shown: Seen"]),
    (
      [40, 10, 10], 80,
      [
        "Name                                      Town        Seen",
        "Ann Lee                                   Évora       2025-12-02T20:00",
      ]
    ),
    (
      [40, 10, 10], 50,
      ["Name                   Town   Seen", "Ann Lee                Évora  2025-12-02T20:00"]
    ),
    ([40, 10, 10], 36, ["Name     Town   Seen", "Ann Lee  Évora  2025-12-02T20:00"]),
  ])
  func columnsThatHaveRoom(extents: [Int], columns: Int, lines: [String]) {
    let heads = zip(["Name", "Town", "Seen"], extents).map { (label: $0, extent: $1) }
    var form = View(
      [.init(.list, "Members", [.rowCount: .number(1)])], focus: nil, columns: heads,
      cells: ["Ann Lee\tÉvora\t2025-12-02T20:00"])
    let shown = form.lines(rows: 24, columns: columns)[2...4].map { $0.trimmingBlanks }
    #expect(shown.filter { !$0.isEmpty } == lines, "\(columns)")
  }

  /// The hidden columns are named in several rows, or end with a sign if there is little room.
  @Test(arguments: [
    (24, ["   Not shown: Town of", "   birth, Seen last by"]), (8, ["   Not shown: Town of …"]),
  ])
  func columnsWithoutRoomAreNamed(rows: Int, shown: [String]) throws {
    var form = View(
      [.init(.list, "Members", [.rowCount: .number(1)])], focus: nil,
      columns: [("Name", 18), ("Town of birth", 10), ("Seen last by", 16)],
      cells: ["Ann Lee\tÉvora\tBo"])
    let lines = form.lines(rows: rows, columns: 24)
    let first = try #require(lines.firstIndex { $0.contains("Not shown") })
    #expect(Array(lines[first...].prefix(shown.count)) == shown)
  }

  /// The part above the focus may shrink: a note that was scrolled through, or a list.
  @Test(arguments: [30, 63, 200]) func whatIsAboveShrinks(rows: Int) throws {
    let label = Array(repeating: "word", count: rows * 15).joined(separator: " ")
    let fields = (1...30).map { View.Node(.textField, "Field \($0)") }
    var form = View([.init(.note, label)] + fields, focus: 4)
    _ = form.lines(rows: 24, columns: 80)
    let note = NodeID(rawValue: 2)
    form.tell([.change(.set(note, .label, .text("short")))])
    for text in ["", "a"] {
      form.user.focus = .text(form.focus, TextEditor(text))
      let lines = form.lines(rows: 24, columns: 80)
      form.forget()
      #expect(form.lines(rows: 24, columns: 80) == lines)
    }
  }

  @Test func sectionsHavePlaces() {
    var picture = ViewTreeReplica()
    for section in 0..<7 as Range<UInt32> {
      let group = NodeID(rawValue: 1 + section * 10)
      picture.apply(
        .change(.inserted(group, kind: .group, name: "", parent: nil, index: .max)))
      picture.apply(.change(.set(group, .label, .text("Section \(section)"))))
      for field in 1...section + 1 {
        picture.apply(
          .change(
            .inserted(
              NodeID(rawValue: group.rawValue + field), kind: .textField, name: "", parent: group,
              index: .max)))
      }
    }
    let outline = Outline(picture)
    #expect(outline.sections == [0, 2, 5, 9, 14, 20, 27])
  }

  /// A scrolled box shows its beginning again when the text fits.
  @Test func aTextThatHasRoomIsSeenWhole() {
    let text = String(repeating: "abcdefghij", count: 4)
    var form = View([.init(.textField, "Name", [.value: .text(text)])])
    form.user.focus = .text(form.focus, TextEditor(text))
    #expect(form.lines(rows: 24, columns: 80)[1].contains("‹"))
    #expect(form.lines(rows: 24, columns: 160)[1].contains("[\(text) "))
    #expect(form.lines(rows: 24, columns: 80)[1].contains("‹"))
    form.user.focus = .text(form.focus, TextEditor("abcdefghij"))
    #expect(form.lines(rows: 24, columns: 80)[1].contains("[abcdefghij "))
  }

  /// At 120 columns and more a message has room, whatever the sections take.
  @Test(arguments: [120, 130, 160, 200], [0, 1])
  func aMessageIsShownWhole(columns: Int, focus: Int) {
    let reason = "this name is taken already: " + Self.reason
    var form = Self.form(.refused, reason)
    form.insert(.init(.group, "More"), under: nil, at: 1)
    form.tell([])
    form.focus(at: focus)
    let lines = form.lines(rows: 40, columns: columns)
    let words = lines[..<30].joined(separator: " ").split(separator: " ").filter { $0 != "›" }
    let shown = words.filter { !["[", "]", "Town", "More"].contains($0) }.joined(separator: " ")
    #expect(shown.contains("✗ \(reason)"), "\(lines)")
    #expect(!lines.joined().contains("…"))
  }

  /// The cursor is not inside a highlighted item, because it would hide a part of the item.
  @Test(
    arguments: [NodeKind.button, .toggle, .choice, .choices, .row],
    [(24, 80), (12, 40), (24, 200), (4, 40), (5, 20)])
  func theCursorHidesNothing(_ kind: NodeKind, size: (rows: Int, columns: Int)) {
    let isRow = kind == .row
    var form = View(
      [.init(isRow ? .list : kind, "Name", [.rowCount: .number(1)])], focus: nil,
      cells: isRow ? ["Ann Lee"] : [])
    let option = NodeID(rawValue: 3)
    if !isRow { form.insert(.init(.option, "One"), under: Self.field, at: 0) }
    form.tell([.change(.focused(isRow ? option : Self.field))])
    form.user.focus =
      kind == .choice || kind == .choices
      ? .options(Self.field, marked: option) : .node(isRow ? option : Self.field)
    _ = form.lines(rows: size.rows, columns: size.columns)
    let reversed = (0..<size.rows).flatMap { row in
      (0..<size.columns).filter { form.canvas.wanted[row, $0].style.contains(.reverse) }
    }
    #expect(!reversed.isEmpty)
    if let cursor = form.canvas.cursor {
      #expect(!form.canvas.wanted[cursor.row, cursor.column].style.contains(.reverse))
    }
  }

  // MARK: Bytes

  @Test func aLineScrollsByFewBytes() {
    var form = View((0..<133).map { .init(.textField, "Question \($0)") })
    _ = form.lines(rows: 24, columns: 80)
    var counts: [Int] = []
    for place in 1..<60 {
      form.focus(at: place)
      form.draw()
      counts.append(form.canvas.flush().count)
    }
    #expect(counts.prefix(18).allSatisfy { $0 <= 62 }, "\(counts)")
    #expect(counts.allSatisfy { $0 <= 122 }, "\(counts)")
  }
}

/// A picture, and the content of a terminal that shows it.
private struct View {
  struct Node {
    let kind: NodeKind
    let label: String
    let properties: [Property: PropertyValue]

    init(_ kind: NodeKind, _ label: String, _ properties: [Property: PropertyValue] = [:]) {
      (self.kind, self.label, self.properties) = (kind, label, properties)
    }
  }

  var tree = Tree()
  var user = UserState()
  var view = ViewState()
  var canvas = Canvas(rows: 24, columns: 80, colors: false)
  private var scene: Scene
  private var count: UInt32 = 1

  var focus: NodeID { user.focus.id ?? NodeID(rawValue: 0) }

  /// Creates a view with the focus at one of its nodes.
  init(
    _ nodes: [Node], focus: Int? = 0, alert: (text: String, buttons: [String])? = nil,
    safe: Int? = nil, columns: [(label: String, extent: Int)] = [], cells: [String] = [],
    hasMarks: Bool = true
  ) {
    var statusText = StatusText()
    (statusText.isLive, statusText.hasMarks) = (true, hasMarks)
    scene = Scene(statusText: statusText)
    tree.picture.apply(.attach(title: "A form"))
    let screen = insert(Node(.screen, "A form"), under: nil, at: 0)
    let ids = nodes.enumerated().map { insert($1, under: screen, at: $0) }
    for (index, column) in columns.enumerated() {
      insert(
        Node(.column, column.label, [.extent: .number(column.extent)]), under: ids[0], at: index)
    }
    for (index, text) in cells.enumerated() {
      insert(
        Node(.row, "", [.cells: .text(text)]), under: ids[0], at: columns.count + index)
    }
    if let alert {
      let id = insert(Node(.alert, alert.text), under: nil, at: 1)
      let role = PropertyValue.number(NodeRole.cancel.rawValue)
      let buttons = alert.buttons.enumerated().map {
        insert(Node(.button, $1, $0 == safe ? [.role: role] : [:]), under: id, at: $0)
      }
      tree.picture.apply(.change(.focused(buttons.first)))
    } else if let focus {
      tree.picture.apply(.change(.focused(ids[focus])))
    }
    tell([])
    if let focus, alert == nil { self.focus(at: focus) }
  }

  @discardableResult
  mutating func insert(_ node: Node, under parent: NodeID?, at index: Int) -> NodeID {
    let id = NodeID(rawValue: count)
    count += 1
    tree.picture.apply(
      .change(.inserted(id, kind: node.kind, name: "n\(count)", parent: parent, index: index)))
    tree.picture.apply(.change(.set(id, .label, .text(node.label))))
    for (property, value) in node.properties {
      tree.picture.apply(.change(.set(id, property, value)))
    }
    return id
  }

  mutating func focus(at index: Int) {
    let id = NodeID(rawValue: UInt32(index + 2))
    let text = tree.picture[id]?.text(.value) ?? ""
    user.focus = .text(
      id, TextEditor(text, hasLines: tree.picture[id]?.kind == .textArea))
  }

  /// Applies changes and a flush.
  mutating func tell(_ messages: [DisplayMessage]) {
    for message in messages { tree.picture.apply(message) }
    if let changes = tree.picture.apply(.flush(revision: 1)) { _ = tree.note(changes) }
  }

  /// Forgets the composed frames.
  mutating func forget() { scene = Scene(statusText: scene.statusText) }

  mutating func look<Result>(
    rows: Int? = nil, columns: Int? = nil, _ find: (Page) -> Result
  ) -> Result {
    let size = WindowSize(columns: columns ?? canvas.columns, rows: rows ?? canvas.rows)
    let page = Page(tree, user, size, view, scene)
    defer { view = page.view }
    return find(page)
  }

  mutating func draw() {
    let size = WindowSize(columns: canvas.columns, rows: canvas.rows)
    let frame = scene.compose(tree, user, size, &view)
    canvas.show(
      frame.rows, cursor: frame.cursor, region: frame.body,
      sign: Glyphs(hasMarks: scene.statusText.hasMarks).ellipsis)
  }

  /// Returns the rows of a terminal of this size.
  mutating func lines(rows: Int, columns: Int) -> [String] {
    if (rows, columns) != (canvas.rows, canvas.columns) {
      canvas.resize(rows: rows, columns: columns)
    }
    draw()
    _ = canvas.flush()
    return (0..<rows).map { row in
      var bytes: [UInt8] = []
      for column in 0..<columns where !canvas.wanted[row, column].isContinuation {
        canvas.wanted[row, column].write(to: &bytes)
      }
      return String(decoding: bytes, as: UTF8.self).trimmingBlanks(atStart: false)
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String { trimmingBlanks(atStart: true) }

  fileprivate func trimmingBlanks(atStart: Bool) -> String {
    let head = atStart ? drop { $0 == " " } : self[...]
    return String(head).trimmed
  }
}
