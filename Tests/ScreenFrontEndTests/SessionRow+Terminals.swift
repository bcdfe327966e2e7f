import CFormwork
import FormworkFrontEnd
import TestSupport

extension SessionRow {
  /// The peculiarities of terminals and slow links.
  static let terminals = withAlt + mouse + lineEnds + late

  /// Alt as an additional escape, as in PuTTY and rxvt.
  private static let withAlt = [
    SessionRow(
      name: "Alt and an arrow go by words, and leave nothing",
      steps: [
        .type("ab"), .posted(["EDIT 2 ab"]), .type("\u{1B}\u{1B}[Dx"),
        .posted(["EDIT 2 ab @0", "EDIT 2 xab @1"]), .type("\u{1B}\u{1B}OC\u{1B}\u{1B}[1;5Dy"),
        .posted(["EDIT 2 xab", "EDIT 2 xab @0", "EDIT 2 yxab @1"]),
        .type("\u{1B}\u{1B}[F\u{1B}\u{1B}[1~z"),
        .posted(["EDIT 2 yxab", "EDIT 2 yxab @0", "EDIT 2 zyxab @1"]), .bells(0),
      ]),
    SessionRow(
      name: "Alt and a key without a meaning ring, and leave nothing",
      steps: [
        .type("\u{1B}\u{1B}OP\u{1B}\u{1B}[21~\u{1B}\u{1B}[5~\u{1B}\u{1B}[[A\u{1B}\u{1B}[A"),
        .posted([]), .bells(5), .type("\u{1B}\u{1B}OM\u{1B}\r\u{1B}\u{13}"), .posted([]), .bells(3),
      ]),
    SessionRow(
      name: "two Escapes are two",
      steps: [.type(escape + escape), .posted(["BACK", "BACK"])]),
    SessionRow(
      name: "Escape before a paste is Escape",
      steps: [.type("\u{1B}\u{1B}[200~a\u{1B}[201~"), .posted(["BACK", "EDIT 2 a"])]),
  ]

  /// Mouse reports in older modes than SGR.
  private static let mouse = [
    SessionRow(
      name: "reports of the mouse are no text",
      steps: [
        .type(
          "\u{1B}[M !!\u{1B}[M#!!\u{1B}[M`$$\u{1B}[M \u{A1}\u{101}\u{1B}[32;3;3M\u{1B}[35;3;3Mx"),
        .posted(["EDIT 2 x"]),
      ]),
    SessionRow(
      name: "reports of the mouse are no part of a secret", form: [.focus(5)],
      steps: [
        .type(
          "\u{1B}[M !!\u{1B}[M#!!\u{1B}[M`$$\u{1B}[M \u{A1}\u{101}\u{1B}[32;9;1M\u{1B}[35;3;3Mx"),
        .posted(["EDIT 5 x"]),
      ]),
    SessionRow(
      name: "a click of the first kind is one", form: question,
      steps: [.click("[ Leave ]", isOld: true), .posted(["ACTIVATE 12"])]),
  ]

  /// Line breaks of Windows, and of terminals that send both bytes for Enter.
  private static let lineEnds = [
    SessionRow(
      name: "a line end of two bytes is one in an area", form: [.focus(4)],
      steps: [
        paste("a\r\nb\r\n\r\nc\rd\n\ne\r\n"), .posted(["EDIT 4 a\nb\n\nc\nd\n\ne\n"]),
        .type("\r\nx"), .posted(["EDIT 4 a\nb\n\nc\nd\n\ne\n\nx"]),
      ]),
    SessionRow(
      name: "line ends at the end of a line are left out",
      steps: [
        paste("ann\r\n"), .posted(["EDIT 2 ann"]), paste("!\r\r"), .posted(["EDIT 2 ann!"]),
        paste("a\r\nb\r\n"), .posted(["EDIT 2 ann!a b"]),
      ]),
    SessionRow(
      name: "a line end at the end of a secret is left out", form: [.focus(5)],
      steps: [
        paste("pw\r\n"), .posted(["EDIT 5 pw"]), paste("2\n\n"), .posted(["EDIT 5 pw2"]),
        paste("a\r\nb"), .posted([]), .shown(["several lines"]),
      ]),
    SessionRow(
      name: "Enter of two bytes is pressed once",
      steps: [
        .type("ann\r\n"),
        .posted(["EDIT 2 ann", "COMMIT 2 ann", "GO next"]),
      ]),
  ]

  /// The rest of a key that comes after Escape has already left.
  private static let late = [
    SessionRow(
      name: "the rest of a key is not typed after Escape",
      steps: [
        .type(escape), .posted(["BACK"]), .type("[B"), .posted([]),
        .type(escape), .posted(["BACK"]), .type("OM"), .posted([]),
        .type(escape), .posted(["BACK"]), .type("[21~"), .posted([]),
        .type(escape), .posted(["BACK"]), .type("[M !!"), .posted([]),
        .type(escape), .posted(["BACK"]), .type("[200~rm -r\r\u{1B}[201~"), .posted([]),
        .type("[x"), .posted(["EDIT 2 [x"]),
      ]),
    SessionRow(
      name: "what is typed after Escape is typed",
      steps: [
        .type(escape), .posted(["BACK"]), .type("Ox"), .posted(["EDIT 2 Ox"]),
        .type(escape), .posted(["BACK"]), .type("["), .type("y"),
        .posted(["EDIT 2 Ox[y"]),
      ]),
    SessionRow(
      name: "the rest of a key is no answer to the question that its Escape has brought",
      answers: ["BACK": question],
      steps: [
        .type("a"), .posted(["EDIT 2 a"]), .type(escape), .posted(["BACK"]),
        .shown(["Leave it?"]), .type("OM"), .posted([]), .type("\r"), .posted(["ACTIVATE 11"]),
      ]),
    SessionRow(
      name: "the rest of a key that was begun before a question is no answer to it",
      steps: [
        .type("\u{1B}O"), .tell(question), .type("M"), .posted([]), .type("\r"),
        .posted(["ACTIVATE 11"]),
      ]),
    SessionRow(
      name: "the rest of a paste that was begun before a question is no answer to it",
      steps: [
        .type("\u{1B}[20"), .tell(question), .type("0~\r\r\u{1B}[201~"), .posted([]), .type("\r"),
        .posted(["ACTIVATE 11"]),
      ]),
  ]
}
