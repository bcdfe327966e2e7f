import Testing

@testable import FormworkCore

struct ShellCommandTableTests {
  private let table = ShellCommandTable(commands: ShellStore.commands)

  private static func request(
    _ name: String, _ activity: Message, of argument: String? = nil
  ) -> ShellCommandTable.Reading {
    .request(ShellRequest(name, argument: argument), activity: activity)
  }

  static let readings: [(String, ShellCommandTable.Reading)] = [
    ("", .blank),
    (" \t ", .blank),
    ("list", request("list", "listing")),
    ("\tlist ", request("list", "listing")),
    ("l", request("list", "listing")),
    // A complete name wins, even if another name starts with it.
    ("print", request("print", "printing")),
    ("prin", .mistaken(.ambiguousCommand("prin", candidates: ["print", "printer"]))),
    ("s", .mistaken(.ambiguousCommand("s", candidates: ["show", "shout"]))),
    ("show  ann", request("show", "looking", of: "ann")),
    ("show", .mistaken(.missingArgument("NAME", usage: "show NAME"))),
    ("show ann bob", .mistaken(.superfluousArguments(usage: "show NAME"))),
    ("list all", .mistaken(.superfluousArguments(usage: "list"))),
    ("help list all", .mistaken(.superfluousArguments(usage: "help [COMMAND]"))),
    ("help", .help(nil)),
    ("help quit", .help(ShellStore.commands.last)),
    ("help lits", .mistaken(.unknownCommand("lits", nearest: "list"))),
    ("exit", .exit),
    ("quit", .exit),
    ("lst", .mistaken(.unknownCommand("lst", nearest: "list"))),
    ("LIST", .mistaken(.unknownCommand("LIST", nearest: "list"))),
    ("ilst", .mistaken(.unknownCommand("ilst", nearest: "list"))),
    ("listing", .mistaken(.unknownCommand("listing", nearest: nil))),
    ("xyz", .mistaken(.unknownCommand("xyz", nearest: nil))),
    ("lose", .mistaken(.unknownCommand("lose", nearest: nil))),
    ("\u{301}", .mistaken(.unknownCommand("\u{301}", nearest: nil))),
    (
      String(repeating: "x", count: 60_000),
      .mistaken(.unknownCommand(String(repeating: "x", count: 40) + "…", nearest: nil))
    ),
    ("show a\u{1B}[31m", .mistaken(.badLine(.controlCharacter("\u{1B}")))),
    ("li\nst", .mistaken(.badLine(.controlCharacter("\n")))),
    ("\u{202E}tsil", .mistaken(.badLine(.controlCharacter("\u{202E}")))),
  ]

  @Test(arguments: readings)
  func reading(_ line: String, _ reading: ShellCommandTable.Reading) {
    #expect(table.read(line) == reading)
  }

  @Test(arguments: [
    ("print", true), ("prin", true), ("pirnt x", true), ("print a b", true), ("p", true),
    ("PRINT", true), ("printer x y", false), ("show", false), ("lst", true), ("xyz", true),
    ("", false), ("  prnt", true), ("print\u{1B}", true),
  ])
  func aLineMayMeanAForm(line: String, mayMeanForm: Bool) {
    #expect(table.mayMeanForm(line) == mayMeanForm)
  }

  static let completions: [(text: String, cursor: Int, ShellCompletion)] = [
    (
      "", 0,
      ShellCompletion(
        range: 0..<0,
        words: ["list", "show ", "shout", "print", "printer ", "help ", "exit"])
    ),
    ("sho", 3, ShellCompletion(range: 0..<3, words: ["show ", "shout"])),
    ("sho", 1, ShellCompletion(range: 0..<3, words: ["show ", "shout"])),
    ("qu", 2, ShellCompletion(range: 0..<2, words: ["quit"])),
    ("sho ann", 2, ShellCompletion(range: 0..<3, words: ["show", "shout"])),
    ("  li", 4, ShellCompletion(range: 2..<4, words: ["list"])),
    ("x", 1, ShellCompletion(range: 0..<1, words: [])),
    ("printer l", 9, ShellCompletion(range: 8..<9, words: ["laser", "lino"])),
    ("printer ", 8, ShellCompletion(range: 8..<8, words: ["laser", "lino", "ink"])),
    ("printer laser ", 14, ShellCompletion(range: 14..<14, words: [])),
    ("he pr", 5, ShellCompletion(range: 3..<5, words: ["print", "printer"])),
    (
      "show ", 5,
      ShellCompletion(range: 5..<5, words: [], lookup: ShellRequest("show", argument: ""))
    ),
    (
      "show anna", 7,
      ShellCompletion(range: 5..<9, words: [], lookup: ShellRequest("show", argument: "an"))
    ),
    ("show ann ", 9, ShellCompletion(range: 9..<9, words: [])),
    ("list ", 5, ShellCompletion(range: 5..<5, words: [])),
    ("sh ", 3, ShellCompletion(range: 3..<3, words: [])),
    ("list", 99, ShellCompletion(range: 0..<4, words: ["list"])),
    (
      "list", -1,
      ShellCompletion(
        range: 0..<4,
        words: ["list", "show ", "shout", "print", "printer ", "help ", "exit"])
    ),
    // The cursor is inside a character.
    ("é", 1, ShellCompletion(range: 0..<2, words: [])),
  ]

  @Test(arguments: completions)
  func completion(_ text: String, _ cursor: Int, _ completion: ShellCompletion) {
    #expect(table.completion(of: text, at: cursor) == completion)
  }

  @Test(
    arguments: [
      ("", "", 0), ("ab", "", 2), ("", "ab", 2), ("abc", "abc", 0), ("abc", "abd", 1),
      ("abc", "acb", 1), ("abc", "bca", 2), ("regster", "register", 1), ("ca", "abc", nil),
      ("abcd", "x", nil), ("abcd", "wxyz", nil),
    ] as [(String, String, Int?)])
  func distance(_ one: String, _ other: String, _ distance: Int?) {
    #expect(one.spellingDistance(to: other, limit: 2) == distance)
    #expect(other.spellingDistance(to: one, limit: 2) == distance)
  }
}
