import FormworkCore
import TestSupport
import Testing

@testable import FormworkSession

/// The messages to and from a front end.
struct ContractTests {
  /// Edits count at any field; others are refused with the present content.
  @Test func editsThatDoNotCountAreRefused() async throws {
    try await withOpenForm { bench in
      let name = bench.node("name")
      #expect(bench.picture.focus == name)
      #expect(Self.told(bench.edit("secret", "hush")) == [])
      #expect(bench.viewModel.content(of: "secret") == .secret(Secret("hush")))
      bench.edit("name", "ann")
      bench.post(.back())
      #expect(
        bench.edit("name", "anna") == [
          .refused(name, .notNow, ""), .change(.set(name, .value, .text("ann"))),
          .change(.set(name, .cursor, .number(3))), .flush(revision: bench.revision),
        ])
    }
  }

  /// BACK takes an alert's safe answer, unless the user insists.
  @Test(arguments: [false, true])
  func backTakesTheSafeAnswer(insists: Bool) async throws {
    try await withOpenForm { bench in
      bench.edit("name", "ann")
      bench.post(.back())
      #expect(bench.viewModel.state == .confirmingLeave)
      bench.post(.back(insists: insists))
      #expect(bench.viewModel.state == (insists ? .cancelled : .editing))
    }
  }

  @Test func aFlushThatIsYetToComeIsLogged() async throws {
    try await withOpenForm { bench in
      bench.edit("name", "x", cursor: 1, revision: bench.revision + 1)
      #expect(
        bench.logged == ["answers the future flush \(bench.revision): ignored"])
    }
  }

  // U+FFFD has three bytes: a cursor after it is counted in bytes of the displayed text. A cursor
  // inside a character moves before it.
  @Test(arguments: [
    ("a\u{7}b", 2, 4), ("a\u{7}b", 3, 5), ("a\tb", 2, 2), ("\u{E4}b", 1, 0), ("\u{E4}b", 2, 2),
    ("a\r\n", 3, 1),
  ])
  func aCursorIsToldInBytesOfWhatIsShown(text: String, sent: Int, told: Int) async throws {
    try await withOpenForm { bench in
      bench.edit("name", text, cursor: sent, revision: bench.revision)
      bench.session.attach()
      bench.take()
      #expect(bench.shown("name", .cursor) == .number(told))
    }
  }

  /// Displayed control characters are longer, and a runner accepts no text beyond the limit.
  @Test(arguments: [(21_845, true), (21_846, false)])
  func noTextIsToldThatIsTooLong(count: Int, isTold: Bool) async throws {
    try await onThreadOfItsOwn {
      let bench = try FormBench()
      let bells = String(repeating: "\u{7}", count: count)
      let shown = String(repeating: "\u{FFFD}", count: count)
      bench.histories["name"] = MemoryHistory([bells, "Bob"])
      try bench.open()
      let name = bench.node("name")
      let history = bench.seen.filter { if case .history = $0 { true } else { false } }
      #expect(history == (isTold ? [.history(name, shown)] : []) + [.history(name, "Bob")])
      bench.edit("name", bells, cursor: 0, revision: bench.revision)
      bench.session.attach()
      bench.take()
      #expect(bench.shown("name", .value) == (isTold ? .text(shown) : nil))
      #expect(bench.viewModel.content(of: "name") == .text(bells))
    }
  }

  /// Tabs separate cells, which contain no other control characters.
  @Test(arguments: [
    ("a\tb\t", "a\tb\t"), ("\t\t\u{1B}[2J\t", "\t\t\u{FFFD}[2J\t"),
    ("a\nb\r\n\tc\u{202E}", "a\u{FFFD}b\u{FFFD}\u{FFFD}\tc\u{FFFD}"),
  ])
  func theCellsOfARow(text: String, shown: String) {
    let row = NodeID(rawValue: 1)
    #expect(
      Change.set(row, .cells, .text(text)).shown(kind: .row)
        == .set(row, .cells, .text(shown)))
  }

  private static func told(_ messages: [DisplayMessage]) -> [DisplayMessage] {
    messages.filter { if case .refused = $0 { true } else { false } }
  }
}
