import FormworkCore
import TestSupport
import Testing

@testable import FormworkSession

/// The messages to and from a front end.
struct ContractTests {
  /// Edits count at any field; others are refused with the present content.
  @Test func editsThatDoNotCountAreRefused() async throws {
    try await withOpenForm { desk in
      let name = desk.node("name")
      #expect(desk.picture.focus == name)
      #expect(Self.told(desk.edit("secret", "hush")) == [])
      #expect(desk.viewModel.content(of: "secret") == .secret(Secret("hush")))
      desk.edit("name", "ann")
      desk.post(.back())
      #expect(
        desk.edit("name", "anna") == [
          .refused(name, .notNow, ""), .change(.set(name, .value, .text("ann"))),
          .change(.set(name, .cursor, .number(3))), .flush(revision: desk.revision),
        ])
    }
  }

  /// BACK takes an alert's safe answer, unless the user insists.
  @Test(arguments: [false, true])
  func backTakesTheSafeAnswer(insists: Bool) async throws {
    try await withOpenForm { desk in
      desk.edit("name", "ann")
      desk.post(.back())
      #expect(desk.viewModel.state == .confirmingLeave)
      desk.post(.back(insists: insists))
      #expect(desk.viewModel.state == (insists ? .cancelled : .editing))
    }
  }

  @Test func aFlushThatIsYetToComeIsLogged() async throws {
    try await withOpenForm { desk in
      desk.edit("name", "x", cursor: 1, revision: desk.revision + 1)
      #expect(
        desk.logged == ["answers flush \(desk.revision), which is yet to come: not taken"])
    }
  }

  // U+FFFD has three bytes: a cursor after it is counted in bytes of the displayed text. A cursor
  // inside a character moves before it.
  @Test(arguments: [
    ("a\u{7}b", 2, 4), ("a\u{7}b", 3, 5), ("a\tb", 2, 2), ("\u{E4}b", 1, 0), ("\u{E4}b", 2, 2),
    ("a\r\n", 3, 1),
  ])
  func aCursorIsToldInBytesOfWhatIsShown(text: String, sent: Int, told: Int) async throws {
    try await withOpenForm { desk in
      desk.edit("name", text, cursor: sent, revision: desk.revision)
      desk.session.attach()
      desk.take()
      #expect(desk.shown("name", .cursor) == .number(told))
    }
  }

  /// Displayed control characters are longer, and a runner accepts no text beyond the limit.
  @Test(arguments: [(21_845, true), (21_846, false)])
  func noTextIsToldThatIsTooLong(count: Int, isTold: Bool) async throws {
    try await onThreadOfItsOwn {
      let desk = try Desk()
      let bells = String(repeating: "\u{7}", count: count)
      let shown = String(repeating: "\u{FFFD}", count: count)
      desk.histories["name"] = MemoryHistory([bells, "Bob"])
      try desk.open()
      let name = desk.node("name")
      let history = desk.seen.filter { if case .history = $0 { true } else { false } }
      #expect(history == (isTold ? [.history(name, shown)] : []) + [.history(name, "Bob")])
      desk.edit("name", bells, cursor: 0, revision: desk.revision)
      desk.session.attach()
      desk.take()
      #expect(desk.shown("name", .value) == (isTold ? .text(shown) : nil))
      #expect(desk.viewModel.content(of: "name") == .text(bells))
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
