import CFormwork
import FormworkFrontEnd
import TestSupport

/// The mouse: clicks and the wheel.
extension SessionRow {
  static let pointing = clicks + clicksInWindows + wheel

  static let (wheelUp, wheelDown) = ("\u{1B}[<64;1;1M", "\u{1B}[<65;1;1M")

  // MARK: Clicks

  private static let group =
    ScriptMessage.node(20, .group, "Home") + ScriptMessage.node(21, .textField, "Street", into: 20)

  private static let gift = ScriptMessage.node(20, .toggle, "Gift")

  private static let clicks = [
    SessionRow(
      name: "a click goes to a field, and another one to a place in its text",
      form: [.set(3, .value, .text("a漢c"))],
      steps: [
        .click("a漢c"), .posted(["GO 3"]), .cursor(in: "Town"), .click("a漢c", behind: 1),
        .posted(["EDIT 3 a漢c @1"]), .click("a漢c", behind: 3), .posted(["EDIT 3 a漢c @4"]),
        .click("a漢c", behind: 9), .posted(["EDIT 3 a漢c"]), .click("a漢c"), .type("x"),
        .posted(["EDIT 3 a漢c @0", "EDIT 3 xa漢c @1"]), .click("Name"), .posted(["GO 2"]),
      ]),
    SessionRow(
      name: "a click goes to a place in any line of an area",
      form: [.set(4, .value, .text("one\ntwo\nsix")), .focus(4)],
      steps: [
        .click("two", behind: 1), .posted(["EDIT 4 one\ntwo\nsix @5"]), .click("one", behind: 9),
        .posted(["EDIT 4 one\ntwo\nsix @3"]),
      ]),
    SessionRow(
      name: "a click at a button presses it, and one at nothing does nothing",
      steps: [
        .click("[ Send ]"), .posted(["ACTIVATE 6"]), .click("Form"), .posted([]), .bells(0),
      ]),
    SessionRow(
      name: "a click at a row goes there, and another one opens it; one at a column sorts by it",
      form: list(of: 3, told: 0..<3) + [.set(21, .order, .number(0)), .focus(100)],
      steps: [
        .click("Row 2"), .posted(["GO 102"]), .click("Row 2"), .posted(["ACTIVATE 102"]),
        .click("Row ", behind: 0), .posted(["ACTIVATE 21"]),
      ]),
    SessionRow(
      name: "a click switches an option, of one choice only on",
      form: plan + [.set(41, .selected, .number(1))],
      steps: [
        .click("Gold"), .click("Free"), .posted(["CHOOSE 42 on", "CHOOSE 41 on"]),
      ]),
    SessionRow(
      name: "a click switches an option of any number on and off",
      form: ScriptMessage.choice(.choices, ["Tea", "Milk"], chosen: 0),
      steps: [.click("Tea"), .click("Milk"), .posted(["CHOOSE 30 off", "CHOOSE 31 on"])]),
    SessionRow(
      name: "a click switches a toggle on", form: gift,
      steps: [.click("[ ] "), .posted(["CHOOSE 20 on"])]),
    SessionRow(
      name: "a click switches a toggle off", form: gift + [.set(20, .value, .number(1))],
      steps: [.click("[x] "), .posted(["CHOOSE 20 off"])]),
    SessionRow(
      name: "a click at a section beside the form goes to the first of its fields",
      form: group + ScriptMessage.node(22, .group, "Work", at: 1)
        + ScriptMessage.node(23, .textField, "Firm", into: 22)
        + [.resized(columns: 160, rows: 40)],
      steps: [.click("Work"), .posted(["GO 23"]), .click("Home"), .posted(["GO 21"])]),
    SessionRow(
      name: "a click at a question answers it, and one at the form behind it does nothing",
      form: question,
      steps: [.click("Name"), .posted([]), .click("[ Leave ]"), .posted(["ACTIVATE 12"])]),
  ]

  // MARK: Windows

  /// More options than there is room for beside the label.
  private static let many = (0..<40).map { "Option \($0)" }

  private static let clicksInWindows = [
    SessionRow(
      name: "a click opens a window, and another one chooses in it",
      form: ScriptMessage.choice(.choice, many),
      steps: [
        .click("Pick"), .posted([]), .shown(["Option 4"]), .click("Option 3"),
        .posted(["CHOOSE 33 on"]), .hidden(["Option 4"]),
      ]),
    SessionRow(
      name: "clicks in a window of any number of options switch them",
      form: ScriptMessage.choice(.choices, many),
      steps: [
        .click("Pick"), .click("Option 3"), .click("Option 5"),
        .posted(["CHOOSE 33 on", "CHOOSE 35 on"]), .shown(["Option 4"]),
      ]),
    SessionRow(
      name: "a click takes what could stand in a text", answers: fruit,
      steps: [
        .type("ap\t"), .posted(["EDIT 2 ap", "COMPLETE 2 ap"]), .click("apricot"),
        .posted(["EDIT 2 apricot"]), .hidden(["apple"]),
      ]),
  ]

  // MARK: The wheel

  private static let wheel = [
    SessionRow(
      name: "the wheel marks other options of a window", form: ScriptMessage.choice(.choice, many),
      steps: [
        .type(" \(wheelDown)\(wheelDown)\(wheelUp)\(wheelDown)\r"),
        .posted(["CHOOSE 36 on", "COMMIT 20", "GO next"]),
      ]),
    SessionRow(
      name: "the wheel scrolls the form, and a key has the focus on view again",
      form: fields + [.focus(30)],
      steps: [
        .shown(["Field 0 "]), .type(wheelDown), .hidden(["Field 0 ", "Field 2 "]),
        .shown(["Field 3 "]), .type(wheelDown + wheelUp), .hidden(["Field 2 "]), .posted([]),
        .type("x"), .shown(["Field 0 "]), .posted(["EDIT 30 x"]),
      ]),
    SessionRow(
      name: "the wheel moves the cursor in the text area with the focus, and not the form",
      form: [
        .set(4, .value, .text("a1\na2\na3\na4\na5\na6")), .set(4, .cursor, .number(0)), .focus(4),
      ],
      steps: [
        .wheelDown("a1"), .posted(["EDIT 4 a1\na2\na3\na4\na5\na6 @9"]), .wheelDown("a3"),
        .posted(["EDIT 4 a1\na2\na3\na4\na5\na6 @15"]), .hidden(["a1"]), .wheelDown("a6"),
        .posted([]), .shown(["Name"]),
      ]),
    SessionRow(
      name: "the wheel scrolls the list under the pointer, and asks for rows that were not sent",
      form: list(of: 1000, told: 0..<30) + [.focus(2)],
      steps: [
        .posted([]), .shown(["Row 0", "987 below"]), .wheelDown("Row 1"),
        .hidden(["Row 2 "]), .shown(["Row 3 ", "3 above  984 below"]), .posted([]),
        .wheelDown("Row 9"), .wheelDown("Row 9"), .shown(["Row 9 ", "9 above  978 below"]),
      ]),
  ]
}
