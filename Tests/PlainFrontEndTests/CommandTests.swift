import Testing

@testable import PlainFrontEnd

@Suite struct CommandTests {
  @Test(
    arguments: [
      ("", .answer("")), ("ann", .answer("ann")), (" :next", .answer(" :next")),
      ("a:next", .answer("a:next")), ("::", .answer(":")), ("::x", .answer(":x")),
      ("::next", .answer(":next")), (":::x", .answer("::x")), (":next", .command(.next)),
      (":next ", .command(.next)), (":back", .command(.back)), (":submit", .command(.submit)),
      (":clear", .command(.clear)), (":help", .command(.help)), (":quit", .command(.quit)),
      (":front-end editline", .command(.frontEnd("editline"))),
      (":front-end", .unnamedFrontEnd), (":front-end a b", .unknown), (":", .unknown),
      (": next", .unknown), (":Next", .unknown), (":nex", .unknown), (":next x", .unknown),
      (":)", .unknown),
    ] as [(String, Command.Line)])
  func parse(line: String, expected: Command.Line) {
    #expect(Command.parse(line) == expected)
  }

  @Test func helpNamesThemAll() {
    #expect(Command.all == ":next :back :submit :clear :front-end NAME :help :quit")
  }
}
