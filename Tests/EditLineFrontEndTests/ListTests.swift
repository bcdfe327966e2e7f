import TestSupport
import Testing

/// Lists of rows at the line editor, in the program that shows all that a front end may be told.
struct ListTests {
  private static let prompt = "Members (Enter shows the next page):"

  /// The program at its list of a thousand rows, on a terminal that has room for twenty of them, and more.
  private func screen(_ trip: Trip) throws -> Screen {
    let program = try Program.path(named: "formwork")
    let screen = try Screen(
      [program, "demo", "--front-end", "editline", "table"], environment: trip.environment(),
      size: PseudoTerminal.Size(columns: 100, rows: 40))
    try screen.expectLine(Self.prompt)
    return screen
  }

  /// The rows of the page that is on view last, each with its number before it.
  private func rows(_ lines: [String]) -> [String] {
    let begin = lines.lastIndex { $0.hasPrefix("Members: ") && $0.hasSuffix(" of 1000") } ?? 0
    return lines.dropFirst(begin + 2).prefix(20).map { $0 }
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
      // The words of a menu are completed.
      try screen.type("by v\t")
      try screen.expectLine("\(Self.prompt) By Visits")
      try screen.type("\r")
      lines = try screen.waitUntil { $0.contains { $0.contains("By Visits, now ascending") } }
      let visits = rows(lines).compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
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
      try screen.expectLine("\(Self.prompt) 2")
      try screen.type("\r")
      let name = second.split(separator: " ").dropFirst().prefix(2).joined(separator: " ")
      try screen.waitUntil { $0.contains { $0.hasPrefix("\(name) lives in ") } }
    }
  }
}
