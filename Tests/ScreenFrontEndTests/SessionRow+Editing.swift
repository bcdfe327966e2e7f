import CFormwork
import FormworkCore
import TestSupport

/// Input at secrets, text areas and choices, and after a submission.
extension SessionRow {
  static let edited = secrets + refusedPastes + areas + choices + others + waiting

  // MARK: Secrets

  /// Returns a row with a secret of this status, in which two more letters are typed.
  private static func secret(_ status: NodeStatus, _ posts: [String]) -> SessionRow {
    SessionRow(
      name: "a secret that is \(status) is typed", form: [.focus(5)],
      answers: [
        "COMMIT 5 ab": [.status(5, status)],
        "ACTIVATE 6": [.set(1, .explanation, .text("it is another one"))],
      ],
      steps: [
        .type("ab"), .posted(["EDIT 5 ab"]), .tell([.set(5, .value, .number(2))]),
        .type(status == .nothing ? "\u{13}" : "\r"),
        .type("cd"), .posted([status == .nothing ? "ACTIVATE 6" : "COMMIT 5 ab"] + posts),
      ])
  }

  private static let secrets = [
    secret(.invalid, ["EDIT 5 abcd"]),
    secret(.incomplete, ["GO next", "EDIT 5 abcd"]),
    secret(.refused, ["EDIT 5 cd"]),
    secret(.nothing, ["EDIT 5 cd"]),
    SessionRow(
      name: "a secret that was refused is mended, and shown as before", form: [.focus(5)],
      answers: ["COMMIT 5 ab": [.status(5, .refused)], "COMMIT 5 a": [.status(5, .refused)]],
      steps: [
        .type("ab\u{18}v\r\u{7F}"),
        .posted(["EDIT 5 ab", "COMMIT 5 ab", "EDIT 5 a"]), .shown(["[a "]),
        .type("\r"), .posted(["COMMIT 5 a"]), .type("\u{1B}[200~xyz\u{1B}[201~"),
        .posted(["EDIT 5 xyz"]), .shown(["[xyz "]),
      ]),
    SessionRow(
      name: "the cursor of a secret is told in bytes", form: [.focus(5)],
      steps: [
        .type("äö\u{1B}[Du"),
        .posted(["EDIT 5 äö", "EDIT 5 äuö @3"]),
      ]),
  ]

  /// A refused paste replaces nothing.
  private static let refusedPastes = ["a\rb", "a\tb", ""].map { pasted in
    SessionRow(
      name: "a secret that was refused stays behind a paste of \(pasted.debugDescription)",
      form: [.focus(5)], answers: ["COMMIT 5 ab": [.status(5, .refused)]],
      steps: [
        .type("ab\r"), .posted(["EDIT 5 ab", "COMMIT 5 ab"]), paste(pasted),
        .posted([]), .shown(["[•• "]), .type("\r"), .posted(["COMMIT 5 ab"]),
      ])
  }

  // MARK: Areas

  private static let areas = [
    SessionRow(
      name: "pages of an area are turned, and left at its ends",
      form: [
        .set(4, .value, .text("1\n2\n3\n4\n5\n6\n7")), .set(4, .extent, .number(3)), .focus(4),
      ],
      steps: [
        .shown(["[7 "]), .type(pageUp), .shown(["[5 "]), .hidden(["[1 "]), .type(pageUp + pageUp),
        .shown(["[1 "]), .type(pageDown),
        .posted([9, 5, 1, 5].map { "EDIT 4 1\n2\n3\n4\n5\n6\n7 @\($0)" }),
        .type("x"), .posted(["EDIT 4 1\n2\n3x\n4\n5\n6\n7 @6"]),
        .type(pageDown + pageDown + pageDown),
        .posted(["EDIT 4 1\n2\n3x\n4\n5\n6\n7 @10", "EDIT 4 1\n2\n3x\n4\n5\n6\n7", "GO 6"]),
      ]),
    SessionRow(
      name: "what was cut from several lines is one line in a field of one",
      form: [.set(4, .value, .text("a\tb\nc")), .focus(4)],
      answers: ["GO next": [.focus(2)]],
      steps: [
        .type("\u{17}\u{17}\u{17}\u{15}\t\u{19}x"),
        .posted(["EDIT 4 a\tb\n", "EDIT 4 a\t", "EDIT 4", "GO next", "EDIT 2 a", "EDIT 2 a x"]),
      ]),
  ]

  // MARK: Choices

  private static let many = (1...40).map { "Option \($0)" }

  private static let choices = [
    SessionRow(
      name: "the mark stays with its option when others go",
      form: ScriptMessage.choice(.choices, ["Tea", "Milk", "Soup"]),
      steps: [
        .type(right), .tell([.remove(30)]), .type(" "), .posted(["CHOOSE 31 on"]),
        .tell([.remove(31)]), .type(" "), .posted(["CHOOSE 32 on"]),
      ]),
    SessionRow(
      name: "of one choice the mark goes where the host has chosen",
      form: ScriptMessage.choice(.choice, ["Tea", "Milk", "Soup"], chosen: 0),
      steps: [
        .tell([.set(30, .selected, .number(0)), .set(32, .selected, .number(1))]),
        .type("\u{1B}[D"), .posted(["CHOOSE 31 on"]),
      ]),
    SessionRow(
      name:
        "options that have room by now are chosen beside the label, and in a window once they have none",
      form: ScriptMessage.choice(.choice, many),
      steps: [
        .tell((2..<40).map { .remove(UInt32(30 + $0)) }), .shown(["Option 1 ", "Option 2"]),
        .type(right), .posted(["CHOOSE 31 on"]),
        .tell((2..<40).flatMap { ScriptMessage.option($0, "Option \($0 + 1)") }),
        .type(" "), .shown(["Option 9"]), .posted([]),
      ]),
    SessionRow(
      name: "a terminal of another size leaves the mark where it was",
      form: ScriptMessage.choice(.choices, ["Tea", "Milk"]),
      steps: [
        .type(right),
        .tell([.resized(columns: 60, rows: 20)]), .type(" "),
        .posted(["CHOOSE 31 on"]),
      ]),
  ]

  // MARK: Other input

  private static let others = [
    SessionRow(
      name: "Up where nothing stands above fetches what was entered before",
      form: [history("old"), history("new")],
      steps: [
        .type(up + up), .posted(["EDIT 2 new", "EDIT 2 old"]), .type(down), .posted(["GO 3"]),
      ]),
    SessionRow(
      name: "a secret that is kept says so, where there is room",
      form: [
        .set(5, .value, .number(12)), .status(5, .valid), .focus(5),
      ], steps: [.shown(["type to replace"])]),
    SessionRow(
      name: "the rest of a paste is no answer to a question that comes amid it",
      steps: [
        .type("\u{1B}[200~a"),
        .tell(question),
        .type("\r\tb\r\u{1B}[201~"), .posted([]), .type("\r"), .posted(["ACTIVATE 11"]),
      ]),
    SessionRow(
      name: "a list that comes late leaves the mark on what still fits",
      late: ["COMPLETE 2 ap"],
      steps: [
        .type("a\t"), .tell(suggestions(["apple", "apricot", "avocado"], replacing: 1)),
        .type("p\u{1B}[B"), .tell(suggestions(["apple", "apricot"], replacing: 2)), .type("\r"),
        .posted(["EDIT 2 a", "COMPLETE 2 a", "EDIT 2 ap", "COMPLETE 2 ap", "EDIT 2 apple"]),
      ]),
    SessionRow(
      name: "Tab types the one suggestion that is left",
      answers: [
        "COMPLETE 2 a": suggestions(["apple", "avocado"], replacing: 1)
      ],
      steps: [
        .type("a\t"), .shown(["apple", "avocado", "Enter take"]), .type("p"),
        .posted(["EDIT 2 a", "COMPLETE 2 a", "EDIT 2 ap", "COMPLETE 2 ap"]), .type("\t"),
        .posted(["EDIT 2 apple"]), .hidden(["Enter take"]),
      ]),
    SessionRow(
      name: "what is pasted ends ^X, and is dropped",
      steps: [
        .type("\u{18}\u{1B}[200~a\u{1B}[201~"), .posted([]), .bells(1), .type("e"),
        .posted(["EDIT 2 e"]),
      ]),
    SessionRow(
      name: "^S that leads nowhere rings", form: [.status(2, .invalid)],
      steps: [.type("\u{13}"), .posted(["ACTIVATE 6"]), .bells(1)]),
    SessionRow(
      name: "the end of an empty text rings no bell",
      steps: [.type("\u{1B}[F\u{1B}[H"), .posted([]), .bells(0)]),
    SessionRow(
      name: "what could not be done before is on view until a key is pressed",
      form: [
        ScriptMessage(kind: FORMWORK_REFUSED.rawValue, node: 1, text: Array("no such editor".utf8))
      ],
      steps: [
        .shown(["no such editor"]), .type("a"), .hidden(["no such editor"]), .posted(["EDIT 2 a"]),
      ]),
    SessionRow(
      name: "behind what was typed ahead, Escape is not read, and ^C is told",
      form: [.status(1, .submitting), .set(1, .busy, .number(1))],
      steps: [.shown(["Esc leave"]), .type("a"), .shown(["^C leave"]), .hidden(["Esc leave"])]),
  ]

  // MARK: Waiting input

  private static func letters(_ count: Int) -> String { String(repeating: "x", count: count) }

  /// All characters that wait are posted together, without any other key.
  private static let waiting = [
    SessionRow(
      name: "a long text is told each time that it has doubled",
      steps: [.type(letters(200)), .posted([66, 198, 200].map { "EDIT 2 " + letters($0) })]),
    SessionRow(
      name: "a long secret is told each time that it has doubled", form: [.focus(5)],
      steps: [.type(letters(200)), .posted([66, 198, 200].map { "EDIT 5 " + letters($0) })]),
    SessionRow(
      name: "characters of several bytes are told together, before others, too",
      form: [.set(2, .value, .text("ж")), .set(2, .cursor, .number(0))],
      steps: [.type("дé漢e\u{301}😀"), .posted(["EDIT 2 дé漢e\u{301}😀ж @14"])]),
    SessionRow(
      name: "each other key comes after the characters before it",
      answers: ["GO next": [.focus(5)]],
      steps: [
        .type("ab\u{7F}c\u{1}d\u{1F}\t\u{1B}[200~e\u{1B}[201~fg\u{7F}h"),
        .posted([
          "EDIT 2 ab", "EDIT 2 a", "EDIT 2 ac", "EDIT 2 ac @0", "EDIT 2 dac @1", "EDIT 2 ac @0",
          "COMPLETE 2 ac",
        ]),
      ]),
    SessionRow(
      name: "what waits behind a text that brings a question is no answer to it",
      answers: ["EDIT 2 ab": question],
      steps: [.type("ab\r\ty"), .posted(["EDIT 2 ab"]), .unread(0), .shown(["Leave it?"])]),
    SessionRow(
      name: "a text that the host does not take is typed on as the host has it",
      answers: ["EDIT 2 ab": [.set(2, .value, .text("A"))]],
      steps: [.type("ab\u{5}c"), .posted(["EDIT 2 ab", "EDIT 2 Ac"]), .shown(["[Ac "])]),
    SessionRow(
      name: "a control character among others is left out, and rings once",
      steps: [.type("a\u{85}\u{86}b"), .posted(["EDIT 2 ab"]), .bells(1)]),
  ]
}
