import CFormwork
import Foundation
import FormworkFrontEnd
import TestSupport
import Testing

@testable import EditLineFrontEnd

/// Lists of rows in the line editor, in the demonstration program.
struct ListTests {
  private static let prompt = "Members (Enter shows the next page):"

  /// Returns the program at its list of a thousand rows, on a terminal with room for more than twenty.
  private func screen(_ trip: Trip, frontEnd: String = "editline") throws -> Screen {
    let program = try Program.path(named: "formwork")
    let screen = try Screen(
      [program, "demo", "--front-end", frontEnd, "table"], environment: trip.environment(),
      size: PseudoTerminal.Size(columns: 100, rows: 40))
    try screen.expectLine(Self.prompt)
    return screen
  }

  /// Returns the rows of the last visible page, with their numbers.
  private func rows(_ lines: [String]) -> [String] {
    let begin = lines.lastIndex { $0.hasPrefix("Members: ") && $0.hasSuffix(" of 1000") } ?? 0
    return lines.dropFirst(begin + 2).prefix(20).map { $0 }
  }

  /// After the search, the results are a page of their own.
  @Test(arguments: [("editline", "\u{1B}[Z"), ("plain", ":back\r")])
  func whatIsSearchedFor(frontEnd: String, back: String) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      defer { withExtendedLifetime(trip) {} }
      let screen = try screen(trip, frontEnd: frontEnd)
      for (text, place, end) in [
        ("ana 1", "Members: 1 to 2 of 2", "(Enter shows the page again):"),
        ("an", "Members: 1 to 20 of 100", "(Enter shows the next page):"),
        // The row of the user may disappear: the next prompt depends on which was faster.
        ("x", "Members: Nothing is found.", nil as String?),
      ] {
        try screen.type(back)
        _ = try screen.waitUntil { $0.last?.hasPrefix("Search") == true }
        try screen.type((frontEnd == "plain" ? "" : "\u{15}") + text + "\r")
        let lines = try screen.waitUntil { lines in
          lines.contains(place) && (end.map { lines.last == "Members \($0)" } ?? true)
        }
        #expect(!lines.contains { $0.contains("have changed") })
      }
    }
  }

  @Test func pageByPage() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      defer { withExtendedLifetime(trip) {} }
      let screen = try screen(trip)
      let first = rows(try screen.lines)
      try screen.type("\r")
      var lines = try screen.waitUntil {
        $0.contains("Members: 21 to 40 of 1000") && $0.last == Self.prompt
      }
      let second = rows(lines)
      #expect(second.count == 20 && Set(second).isDisjoint(with: first))
      #expect(zip(1..., second).allSatisfy { $1.hasPrefix($0 < 10 ? " \($0) " : "\($0) ") })
      try screen.type("page b\r")
      lines = try screen.waitUntil {
        $0.contains("Members: 1 to 20 of 1000") && $0.last == Self.prompt
      }
      #expect(rows(lines) == first)
      // The help does not mention the keys of fields.
      try screen.type("\u{18}?")
      lines = try screen.waitUntil {
        $0.last == Self.prompt && $0.contains { $0.hasPrefix("Row number: open it ") }
      }
      #expect(!lines.contains { $0.contains("$VISUAL") || $0.contains("field") })
      // The lines above contain everything: an empty line is not completed.
      try screen.type("\t")
      #expect(try screen.lines == lines)
      // The words of a menu are completed.
      try screen.type("by v\t")
      try screen.expectLine("\(Self.prompt) By Visits")
      try screen.type("\r")
      lines = try screen.waitUntil { $0.contains { $0.contains("By Visits, now ascending") } }
      let visits = rows(lines).compactMap {
        $0.split(separator: " ").dropLast().last.flatMap { Int($0) }
      }
      #expect(visits.count == 20 && visits == visits.sorted())
    }
  }

  @Test func whatChangesIsToldAboveTheLineAndANumberMeansWhatWasSeen() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      defer { withExtendedLifetime(trip) {} }
      let screen = try screen(trip)
      let second = try #require(rows(try screen.lines).dropFirst().first)
      try screen.type("have\r")
      try screen.expectLine(Self.prompt)
      try screen.type("2")
      for news in ["changed: 1 ", "no longer here: 1 ", "new: 21 "] {
        try screen.waitUntil { $0.contains { $0.hasPrefix("Members: \(news)") } }
      }
      // The command that shows the page again is visible at once.
      #expect(try screen.lines.contains { $0.hasPrefix("Next page  This page  By Name") })
      try screen.expectLine("\(Self.prompt) 2")
      try screen.type("\r")
      let name = second.split(separator: " ").dropFirst().prefix(2).joined(separator: " ")
      try screen.waitUntil { $0.contains { $0.hasPrefix("\(name) lives in ") } }
    }
  }
}

extension ListTests {
  /// The typed text is not an answer yet, and no front end can continue it.
  @Test func anotherFrontEndGoesOnWithThePage() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      defer { withExtendedLifetime(trip) {} }
      let screen = try screen(trip)
      try screen.type("\r")
      try screen.waitUntil { $0.contains("Members: 21 to 40 of 1000") && $0.last == Self.prompt }
      let second = rows(try screen.lines)
      try screen.type("x" + Trip.toPlain)
      let lines = try screen.waitUntil {
        $0.last == Self.prompt && $0.contains("Members: what was typed is dropped; type it now")
      }
      #expect(rows(lines) == second)
    }
  }
}

extension WithinThisProcess {
  /// A list whose rows arrive when its prompt is visible.
  struct LateRowsTests {
    private static let prompt = "Members (Enter shows the page again): "

    @Test func rowsAreWrittenOnceTheyAreThere() async throws {
      let seen = try await onThreadOfItsOwn {
        let terminal = try BareTerminal()
        let host = ScriptedHost(input: terminal.descriptor, output: terminal.descriptor)
        host.give(FORMWORK_ATTACH, text: Array("Club".utf8))
        Self.insert(1, FORMWORK_SCREEN, under: 0, label: "Club", on: host)
        Self.insert(2, FORMWORK_LIST, under: 1, label: "Members", on: host)
        Self.set(2, FORMWORK_STATUS, FORMWORK_STATUS_LOADING.rawValue, on: host)
        host.give(FORMWORK_FLUSH) { $0.revision = 1 }
        let seen = Synchronized("")
        nonisolated(unsafe) let giver = host
        Thread.detachNewThread {
          do {
            let loading = try terminal.output(upTo: Self.prompt)
            #expect(loading.contains("Members: loading"))
            Self.insert(3, FORMWORK_ROW, under: 2, label: "Ann", on: giver)
            Self.insert(4, FORMWORK_COLUMN, under: 2, label: "Name", on: giver)
            Self.set(4, FORMWORK_ORDER, FORMWORK_ORDER_SORTABLE.rawValue, on: giver)
            Self.set(2, FORMWORK_STATUS, FORMWORK_STATUS_NONE.rawValue, on: giver)
            giver.give(FORMWORK_FLUSH) { $0.revision = 2 }
            let page = try terminal.output(upTo: Self.prompt)
            // Bold or not, by the environment of the tests.
            seen.change { $0 = page.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
          } catch { Issue.record(error) }
          giver.give(FORMWORK_DETACH)
        }
        var frontEnd = EditLineFrontEnd()
        try frontEnd.run(try #require(HostConnection(host.table())))
        return seen.change { $0 }
      }
      #expect(
        seen == """
          \r\r
          Members: 1 of 1\r
          1 Ann\r
          By Name\r
          \(Self.prompt)
          """)
    }

    private static func insert(
      _ node: UInt32, _ kind: formwork_node_kind, under parent: UInt32, label: String,
      on host: ScriptedHost
    ) {
      host.give(FORMWORK_INSERT, text: Array("n\(node)".utf8)) {
        ($0.node, $0.parent, $0.node_kind) = (node, parent, kind.rawValue)
      }
      host.give(FORMWORK_SET, text: Array(label.utf8)) {
        ($0.node, $0.property, $0.flags) = (
          node, FORMWORK_LABEL.rawValue, FORMWORK_HAS_TEXT.rawValue
        )
      }
    }

    private static func set(
      _ node: UInt32, _ property: formwork_property, _ number: UInt32, on host: ScriptedHost
    ) {
      host.give(FORMWORK_SET) {
        ($0.node, $0.property, $0.number) = (node, property.rawValue, Int64(number))
        $0.flags = FORMWORK_HAS_NUMBER.rawValue
      }
    }
  }
}
