import CFormwork
import FormworkFrontEnd
import TestSupport

extension SessionRow {
  /// The form of all rows, with the focus on the name; the comments are the numbers of the nodes.
  static let base: [ScriptMessage] = {
    let form = ScriptedScreen("Form")
    form.add(.textField, "name", [.label: .text("Name"), .completes: .number(1)])  // 2
    form.add(.textField, "town", [.label: .text("Town")])  // 3
    form.add(.textArea, "story", [.label: .text("Story")])  // 4
    form.add(.secretField, "word", [.label: .text("Word")])  // 5
    form.add(.button, "send", [.label: .text("Send"), .role: .number(1)])  // 6
    return form.picture("Form").map { ScriptMessage($0) }
  }()

  static let all =
    typedAhead + completing + committing + pasted + questions + rows + pages + kinds + chords
    + edited + pointing + terminals

  static let (up, down, right, escape) = ("\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}")
  static let (home, end) = ("\u{1B}[H", "\u{1B}[F")
  static let (pageUp, pageDown) = ("\u{1B}[5~", "\u{1B}[6~")
  private static let next = ["GO next": [ScriptMessage.focus(3)]]

  private static func screen(_ status: NodeStatus, isBusy: Bool) -> [ScriptMessage] {
    [.status(1, status), .set(1, .busy, .number(isBusy ? 1 : 0))]
  }

  /// The only completion of the name is its text.
  private static let none = next.merging(["COMPLETE 2 ann": suggestions([], replacing: 3)]) { $1 }

  // MARK: Typing ahead

  private static let typedAhead = [
    SessionRow(
      name: "what is typed while a form loads waits, and has its turn in order",
      form: screen(.loading, isBusy: false), answers: none,
      steps: [
        .type("ann\tlee\r"), .posted([]), .unread(8), .tell(screen(.nothing, isBusy: false)),
        .posted([
          "EDIT 2 ann", "COMPLETE 2 ann", "GO next", "EDIT 3 lee",
          "COMMIT 3 lee", "GO next",
        ]),
        .shown(["[ann ", "[lee "]), .unread(0),
      ]),
    SessionRow(
      name: "what is typed while a form is handed in waits, and has its turn in order",
      form: screen(.submitting, isBusy: true), answers: none,
      steps: [
        .type("ann\tlee"), .posted([]), .unread(6), .tell(screen(.nothing, isBusy: false)),
        .posted([
          "EDIT 2 ann", "COMPLETE 2 ann", "GO next", "EDIT 3 lee",
        ]),
      ]),
    SessionRow(
      name: "Escape leaves what loads", form: screen(.loading, isBusy: true),
      steps: [.type(escape), .posted(["BACK"])]),
    SessionRow(
      name: "^D leaves what is handed in", form: screen(.submitting, isBusy: true),
      steps: [.type("\u{4}"), .posted(["BACK insisting"])]),
    SessionRow(
      name: "^D erases in a text though something takes its time",
      steps: [
        .type("ann\u{1}"), .posted(["EDIT 2 ann", "EDIT 2 ann @0"]),
        .tell(screen(.submitting, isBusy: true)), .type("\u{4}"), .posted([]),
        .tell(screen(.nothing, isBusy: false)), .posted(["EDIT 2 nn @0"]), .shown(["[nn "]),
      ]),
  ]

  // MARK: Completing

  static func suggestions(_ words: [String], replacing count: Int) -> [ScriptMessage] {
    (words + [""]).map {
      ScriptMessage(
        kind: FORMWORK_SUGGEST.rawValue, node: 2, count: $0.isEmpty ? 0 : Int64(count),
        text: Array($0.utf8))
    }
  }

  static let fruit = ["COMPLETE 2 ap": suggestions(["apple", "apricot"], replacing: 2)]

  private static func completed(_ words: [String], _ posts: [String]) -> SessionRow {
    SessionRow(
      name: "what is typed behind Tab waits for \(words.count) suggestions", answers: next,
      late: ["COMPLETE"],
      steps: [
        .type("ap\tx"), .posted(["EDIT 2 ap", "COMPLETE 2 ap"]),
        .tell(suggestions(words, replacing: 2)), .posted(posts),
      ])
  }

  private static func marked(_ keys: String, _ name: String, _ post: String) -> SessionRow {
    let gone = ["apple", "apricot"].filter { !post.contains($0) }
    return SessionRow(
      name: "of suggestions on view, \(name)", answers: fruit,
      steps: [
        .type("ap\t"), .posted(["EDIT 2 ap", "COMPLETE 2 ap"]),
        .shown(["apple", "apricot"]), .type(keys),
        .posted(post.hasPrefix("COMMIT") ? [post, "GO next"] : [post]), .hidden(gone),
      ])
  }

  private static let completing = [
    SessionRow(
      name: "Tab at nothing goes on", answers: next, steps: [.type("\t"), .posted(["GO next"])]),
    completed([], ["GO next", "EDIT 3 x"]),
    completed(["apple"], ["EDIT 2 apple", "EDIT 2 applex"]),
    completed(["apple", "apply"], ["EDIT 2 appl", "EDIT 2 applx", "COMPLETE 2 applx"]),
    SessionRow(
      name: "Escape ends the wait for suggestions, and leaves nothing",
      steps: [
        .type("a\t"), .type(escape), .posted(["EDIT 2 a", "COMPLETE 2 a"]), .type("b"),
        .tell(suggestions(["apple"], replacing: 1)), .posted(["EDIT 2 ab"]), .shown(["[ab "]),
      ]),
    marked("\r", "none is taken by Enter", "COMMIT 2 ap"),
    marked("\t", "none is taken by Tab", "GO next"),
    marked("\(down)\r", "the first one is taken", "EDIT 2 apple"),
    marked("\(down)\(down)\t", "the second one is taken", "EDIT 2 apricot"),
    marked("\(down)\(up)\r", "none is marked above the first", "COMMIT 2 ap"),
    marked("\(pageDown)\r", "the last one is a page down", "EDIT 2 apricot"),
    SessionRow(
      name: "a list for an older text is not shown",
      steps: [
        .type("a\t"), .tell(suggestions(["apple", "avocado"], replacing: 1)),
        .shown(["apple", "avocado"]), .type("p"), .shown(["apple"]), .hidden(["avocado"]),
        .type("r"),
        .posted([
          "EDIT 2 a", "COMPLETE 2 a", "EDIT 2 ap", "COMPLETE 2 ap", "EDIT 2 apr",
          "COMPLETE 2 apr",
        ]),
        .tell(suggestions(["apfel"], replacing: 2)), .hidden(["apfel"]),
        .tell(suggestions(["apricot"], replacing: 3)), .shown(["apricot"]), .type("\(down)\r"),
        .posted(["EDIT 2 apricot"]), .shown(["[apricot "]),
      ]),
  ]

  // MARK: Committing

  static func history(_ text: String) -> ScriptMessage {
    ScriptMessage(kind: FORMWORK_HISTORY.rawValue, node: 2, text: Array(text.utf8))
  }

  private static let committing = [
    SessionRow(
      name: "^P recalls what was entered last after it was entered",
      form: [history("old"), history("ann")],
      answers: [
        "COMMIT 2 ann": [
          history("ann"), .status(2, .invalid),
        ]
      ],
      steps: [
        .type("\u{10}\r"), .posted(["EDIT 2 ann", "COMMIT 2 ann"]), .type("\u{15}b\u{10}"),
        .posted(["EDIT 2", "EDIT 2 b", "EDIT 2 ann"]), .type("\u{10}"), .posted(["EDIT 2 ann"]),
        .type("\u{10}"), .posted(["EDIT 2 old"]), .type("\u{E}\u{E}\u{E}"),
        .posted(["EDIT 2 ann", "EDIT 2 ann", "EDIT 2 b"]), .shown(["[b "]),
      ]),
    SessionRow(
      name: "after a refusal Enter leads from fault to fault, and to the button",
      form: [
        .status(4, .invalid),
        .status(2, .invalid),
      ],
      answers: [
        "COMMIT 2 a": [.status(2, .valid)],
        "GO node 4": [.focus(4)],
      ],
      steps: [
        .type("\u{13}"), .shown(["2 answers left to fix; ^S submits"]),
        .type("a\r"), .shown(["1 answer left to fix; ^S submits"]),
      ]),
  ]

  // MARK: Pasting

  static func paste(_ text: String) -> Step { .type("\u{1B}[200~\(text)\u{1B}[201~") }

  private static let pasted = [
    SessionRow(
      name: "lines are pasted into an area, however the terminal ends them",
      form: [.focus(4)],
      steps: [
        paste("a\rb\nc\n\td"), .posted(["EDIT 4 a\nb\nc\n d"]),
        .shown(["Tabs of the paste became spaces"]),
      ]),
    SessionRow(
      name: "lines and tabs become spaces in a text of one line",
      steps: [
        paste("a\rb\tc"), .posted(["EDIT 2 a b c"]),
        .shown(["Line breaks and tabs of the paste became spaces"]),
        paste("\u{1B}!"), .posted(["EDIT 2 a b c!"]),
        .shown(["Control characters of the paste were left out"]),
      ]),
  ]

  // MARK: Questions

  static let question: [ScriptMessage] =
    ScriptMessage.node(10, .alert, "Leave it?", at: 9)
    + ScriptMessage.node(
      11, .button, "Stay", into: 10, [.role: .number(NodeRole.cancel.rawValue)])
    + ScriptMessage.node(12, .button, "Leave", into: 10, at: 1) + [.focus(11)]

  private static let questions = [
    SessionRow(
      name: "Escape where something was entered asks, and its answer leads back to the text",
      answers: ["BACK": question, "ACTIVATE 11": [.remove(10), .focus(2)]],
      steps: [
        .type("ann\u{1}"), .posted(["EDIT 2 ann", "EDIT 2 ann @0"]),
        .type(escape), .posted(["BACK"]), .shown(["Leave it?", "[ Stay ]", "[ Leave ]"]),
        .type("\r"), .posted(["ACTIVATE 11"]), .hidden(["Leave it?"]), .shown(["[ann "]),
        .type("x"), .posted(["EDIT 2 xann @1"]),
      ]),
    SessionRow(
      name: "Escape at a question is left to the host, which takes the safe answer",
      form: question, answers: ["BACK": [.remove(10), .focus(2)]],
      steps: [
        .shown(["Leave it?"]), .type(escape), .posted(["BACK"]), .hidden(["Leave it?"]),
        .type("x"), .posted(["EDIT 2 x"]),
      ]),
    SessionRow(
      name: "Escape clears the line of a shell, and does not leave it; ^D does",
      form: [.remove(3), .remove(4), .remove(5), .remove(6)],
      steps: [
        .type("mem"), .posted(["EDIT 2 mem"]), .shown(["[mem ", "^D leave"]),
        .type(escape), .posted(["EDIT 2"]), .bells(0), .hidden(["[mem ", "Esc leave"]),
        .type(escape), .posted([]), .bells(1), .type("\u{4}"), .posted(["BACK insisting"]),
      ]),
    SessionRow(
      name: "Tab goes on among the answers, and letters are none",
      form: question, answers: ["GO next": [.focus(12)], "ACTIVATE 12": [.remove(10), .focus(2)]],
      steps: [
        .type("x\t"), .posted(["GO next"]), .type("\r"), .posted(["ACTIVATE 12"]),
        .hidden(["Leave it?"]),
      ]),
    SessionRow(
      name: "a secret goes on behind a question", form: [.focus(5)],
      answers: ["BACK": question, "ACTIVATE 11": [.remove(10), .focus(5)]],
      steps: [
        .type("ab"), .posted(["EDIT 5 ab"]),
        .tell([.set(5, .value, .number(2))]), .type(escape), .type("\r"), .type("c"),
        .posted(["BACK", "ACTIVATE 11", "EDIT 5 abc"]),
      ]),
  ]
}
