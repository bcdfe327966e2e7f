import TestSupport
import Testing

@testable import FormworkCore

struct ShellViewModelTests {
  private var shell = ShellStore()

  /// The changes that empty the line.
  private var emptied: [Change] {
    [.set(shell.line, .value, nil), .set(shell.line, .cursor, nil)]
  }

  private static let first = RunID(rawValue: 1)
  private static let second = RunID(rawValue: 2)

  @Test func itBeginsWithAnEmptyLine() {
    #expect(shell.shown == ["textField"])
    #expect(shell.picture.focus == shell.line)
    #expect(shell.screen(.label) == .text("A shell"))
    #expect(shell.picture[shell.line]?[.label] == .text("shell"))
    #expect(shell.picture[shell.line]?[.completes] == .number(1))
    #expect(shell.picture[shell.line]?.name == ShellViewModel.lineName)
    #expect(shell.viewModel.state == .idle)
  }

  @Test mutating func aCommandRunsAndItsLinesAreShown() {
    shell.enter("list")
    #expect(shell.takeActions() == [.remember("list"), .run(Self.first, ShellRequest("list"))])
    #expect(shell.shown == ["textField"])
    #expect(shell.screen(.status) == .number(NodeStatus.loading.rawValue))
    #expect(shell.screen(.explanation) == .text("listing"))
    shell.send(.finished(Self.first, ["ann\tAnn Lee", "bob\t\t"]))
    shell.flush()
    #expect(shell.takeActions() == [.answered(.lines(["ann\tAnn Lee", "bob\t\t"]))])
    #expect(shell.shown == ["note ann  Ann Lee", "note bob", "textField"])
    #expect(shell.screen(.status) == nil)
    #expect(shell.screen(.explanation) == nil)
    #expect(shell.viewModel.state == .idle)
  }

  @Test mutating func theNextAnswerTakesThePlaceOfTheLast() {
    shell.enter("list")
    shell.send(.finished(Self.first, ["same"]))
    shell.flush()
    let before = shell.picture.root.flatMap { shell.picture[$0]?.children.first }
    shell.enter("shout")
    #expect(shell.shown == ["note same", "textField"])
    shell.send(.finished(Self.second, ["same"]))
    shell.flush()
    #expect(shell.shown == ["note same", "textField"])
    // A new node: a front end prints the message again.
    #expect(shell.picture.root.flatMap { shell.picture[$0]?.children.first } != before)
    shell.enter("nothing")
    #expect(shell.shown.count == 2)
    #expect(shell.shown.first?.hasPrefix("notice unknown") == true)
  }

  @Test mutating func aFailureIsOneComplaint() {
    shell.enter("show ann")
    shell.send(.failed(Self.first, "the file is locked"))
    shell.flush()
    #expect(
      shell.takeActions() == [
        .remember("show ann"), .run(Self.first, ShellRequest("show", argument: "ann")),
        .answered(.failure("the file is locked")),
      ])
    #expect(shell.shown == ["notice the file is locked", "textField"])
  }

  /// In a script, no input is read after a command that could not open its form: a password may follow.
  @Test(
    arguments: [
      (true, "print", .refused(first, "no printer"), true),
      (true, "print", .failed(first, "no printer"), false),
      (true, "list", .refused(first, "no printer"), false),
      (false, "print", .refused(first, "no printer"), false),
      (true, "prnt", nil, true), (false, "prnt", nil, false),
    ] as [(Bool, String, ShellOperationEvent?, Bool)])
  func aFormThatWasNotOpened(
    isScript: Bool, line: String, event: ShellOperationEvent?, endsScript: Bool
  ) {
    var shell = ShellStore(isScript: isScript)
    shell.enter(line)
    _ = event.map { shell.send($0) }
    shell.flush()
    let reason: Message =
      event == nil ? .unknownCommand("prnt", nearest: "print") : "no printer"
    #expect(
      shell.takeActions().last
        == .answered(.failure(endsScript ? .formLost(reason) : reason)))
    #expect(shell.viewModel.state == (endsScript ? .leaving : .idle))
    #expect(
      shell.screen(.status) == (endsScript ? .number(NodeStatus.failed.rawValue) : nil))
    #expect(shell.picture[shell.line]?[.value] == nil)
  }

  @Test mutating func anInterruptEndsTheRunAndItsAnswerIsDropped() {
    shell.enter("list")
    shell.interrupt()
    shell.flush()
    #expect(
      shell.takeActions() == [
        .remember("list"), .run(Self.first, ShellRequest("list")), .cancel(Self.first),
        .answered(.failure(.interrupted("list"))),
      ])
    #expect(shell.screen(.status) == nil)
    shell.send(.finished(Self.first, ["too late"]))
    #expect(shell.shown == ["notice interrupted list", "textField"])
    shell.enter("list")
    shell.send(.finished(Self.first, ["too late"]))
    shell.send(.failed(Self.first, "too late"))
    shell.send(.refused(Self.first, "too late"))
    #expect(
      shell.takeActions() == [.remember("list"), .run(Self.second, ShellRequest("list"))])
    #expect(shell.viewModel.state == .running(Self.second))
  }

  @Test mutating func anInterruptDropsTheLine() {
    shell.edit("regis")
    #expect(shell.viewModel.state == .reading)
    let revision = shell.viewModel.tree.revision
    shell.interrupt()
    #expect(shell.flush() == emptied)
    #expect(shell.viewModel.state == .idle)
    // Typed before the change was displayed: the edit is about a replaced line.
    shell.edit("register", revision: revision)
    #expect(shell.flush() == emptied)
    #expect(shell.takeActions() == [])
  }

  /// The terminal may hold a line that the program has not read.
  @Test mutating func anInterruptAtAnEmptyLineIsSaidToo() {
    shell.interrupt()
    #expect(shell.flush() == emptied)
    #expect(shell.takeActions() == [])
  }

  @Test mutating func anEditIsAdoptedAndNotEchoed() {
    shell.edit("li")
    #expect(shell.flush() == [])
    #expect(shell.viewModel.tree[shell.line]?[.value] == .text("li"))
    shell.edit("")
    #expect(shell.viewModel.state == .idle)
  }

  @Test mutating func aCommittedLineIsEmptied() {
    shell.edit("list")
    shell.send(.commit(shell.line, nil), revision: shell.viewModel.tree.revision)
    #expect(
      shell.flush().filter { if case .set(shell.line, _, _) = $0 { true } else { false } }
        == emptied)
  }

  @Test mutating func whileACommandRunsNoLineIsTaken() {
    shell.enter("list")
    _ = shell.takeActions()
    shell.edit("show ann")
    #expect(shell.flush() == emptied)
    shell.send(.commit(shell.line, .text("show ann")), revision: shell.viewModel.tree.revision)
    shell.send(.back(insists: true), revision: shell.viewModel.tree.revision)
    #expect(shell.takeActions() == [])
    #expect(shell.viewModel.state == .running(Self.first))
  }

  @Test mutating func aStaleCommitIsNotTaken() {
    let revision = shell.viewModel.tree.revision
    shell.enter("help")
    _ = shell.takeActions()
    shell.send(.commit(shell.line, .text("list")), revision: revision)
    #expect(shell.takeActions() == [])
    #expect(shell.flush() == emptied)
  }

  @Test mutating func whatIsNoLineIsRestated() {
    shell.edit("li")
    shell.refuse(shell.line, .noText)
    #expect(
      shell.takeActions() == [
        .answered(.failure(.badLine(.notUTF8)))
      ])
    shell.refuse(shell.line, .blocked)
    #expect(
      shell.takeActions() == [
        .answered(.failure(.badLine(.tooManyMarks(limit: String.markLimit))))
      ])
    #expect(
      shell.flush().suffix(2) == [
        .set(shell.line, .value, .text("li")), .set(shell.line, .cursor, .number(2)),
      ])
    shell.send(.edit(shell.line, .toggle(true), cursor: 0), revision: .max)
    #expect(shell.flush().count == 2)
    let elsewhere = NodeID(rawValue: 99)
    shell.send(.edit(elsewhere, .text("list"), cursor: 0), revision: .max)
    shell.send(.commit(elsewhere, .text("list")), revision: .max)
    shell.refuse(elsewhere, .noText)
    shell.send(.go(.next))
    shell.send(.activate(shell.line), revision: .max)
    shell.send(.choose(shell.line, isOn: true))
    shell.send(.reload)
    #expect(shell.flush() == [])
    #expect(shell.takeActions() == [])
  }

  @Test(arguments: ["", " ", " \t  "])
  mutating func anEmptyLineIsNothing(_ line: String) {
    shell.enter(line)
    #expect(shell.takeActions() == [])
    #expect(shell.shown == ["textField"] || line.isEmpty && shell.shown == ["textField "])
    #expect(shell.viewModel.state == .idle)
  }

  /// The text may be a password, typed in the wrong place.
  @Test(arguments: [
    "correct horse battery staple", "shiw ann", "s", "list ann", "show", "show correct horse",
    "help me", "li\u{202E}st",
  ])
  mutating func whatWasNotUnderstoodDoesNotComeBack(_ line: String) {
    shell.enter(line)
    let actions = shell.takeActions()
    let isAnswered = if case .answered(.failure)? = actions.first { true } else { false }
    #expect(isAnswered && actions.count == 1, "\(actions)")
    #expect(shell.viewModel.tree[shell.line]?[.value] == nil)
    for line in ["help", "help show"] {
      shell.enter(line)
      #expect(shell.takeActions().first == .remember(line))
    }
  }

  @Test(arguments: ["exit", "quit", "ex", " q "])
  mutating func leavingByCommand(_ line: String) {
    shell.enter(line)
    #expect(shell.takeActions() == [.remember(line), .leave])
    #expect(shell.viewModel.state == .leaving)
    shell.enter("list")
    shell.endInput()
    shell.interrupt()
    #expect(shell.takeActions() == [])
  }

  @Test mutating func theWishToLeaveCountsAtAnEmptyLineAlone() {
    shell.edit("l")
    shell.send(.back(insists: true), revision: shell.viewModel.tree.revision)
    #expect(shell.takeActions() == [])
    shell.edit("")
    shell.send(.back(insists: true), revision: shell.viewModel.tree.revision)
    #expect(shell.takeActions() == [.leave])
  }

  @Test mutating func theEndOfTheInputLeavesEverywhere() {
    shell.enter("list")
    _ = shell.takeActions()
    shell.endInput()
    #expect(shell.takeActions() == [.cancel(Self.first), .leave])
  }

  @Test mutating func helpTellsOfAllCommandsOrOfOne() {
    shell.enter("help")
    #expect(
      shell.shown == [
        "note list            Lists.", "note show NAME       Shows one.",
        "note shout           Shouts.", "note print           Prints.",
        "note printer NAME    Names a printer.", "note help [COMMAND]  Helps.",
        "note exit            Leaves.", "textField",
      ])
    shell.enter("help sho")
    #expect(
      shell.shown == [
        "notice \"sho\" of show, shout", "textField",
      ])
    shell.enter("h show")
    #expect(shell.shown == ["note show NAME: Shows one.", "note In either case.", "textField"])
    #expect(
      shell.takeActions().last
        == .answered(
          .lines([
            .key("shell.help", ["command": "show NAME", "summary": "Shows one."]),
            "In either case.",
          ])))
  }
}
