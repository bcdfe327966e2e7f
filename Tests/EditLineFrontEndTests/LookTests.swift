import Conversation
import FormworkFrontEnd
import Foundation
import Interaction
import TestSupport
import Testing
import Wording

@testable import EditLineFrontEnd

/// The appearance of a line: the place of the status, the lines above, weight and colour.
struct LookTests {
  @Test(arguments: [
    (0, 4, 190, 59), (58, 4, 190, 59), (59, 4, 190, 79), (79, 4, 190, 99), (17, 4, 40, 35),
    (17, 29, 80, 50), (34, 4, 40, 35), (35, 4, 40, nil), (184, 4, 190, 185), (5, 0, 40, nil),
  ])
  func aStatusStandsNearTheText(_ end: Int, _ width: Int, _ columns: Int, _ start: Int?) {
    #expect(StatusColumn.start(after: end, width: width, columns: columns) == start)
  }

  @Test(arguments: [("ann", 59), (String(repeating: "x", count: 60), 99)])
  func onAWideTerminalTheStatusIsNotAtItsEnd(_ text: String, _ column: Int) async throws {
    try await Trip().onScreen(size: PseudoTerminal.Size(columns: 190, rows: 24)) { screen in
      try screen.type("\u{18}n\(text)")
      let line = "Story (^X e: several lines): \(text)"
      try screen.waitUntil {
        $0.last == line + String(repeating: " ", count: column - line.count) + "✓ ok"
      }
    }
  }

  // MARK: Above the line

  private static let narrow = PseudoTerminal.Size(columns: 30, rows: 16)

  /// The number in the complaint changes with each key.
  @Test func aComplaintWithoutRoomIsToldOnceAndStaysTrue() async throws {
    try await Trip().atTerminal(size: Self.narrow) { terminal in
      try terminal.expect("Name (required): ")
      try terminal.type(String(repeating: "x", count: 21))
      try terminal.expect("Name: 20 characters at most: 1")
      try terminal.type("\r")
      try terminal.expect("1 too many")
      for count in 2...8 {
        try terminal.type("x")
        // The row is the second one above the cursor, because the text takes two.
        let came = try terminal.expect("\(count) too many\u{1B}8")
        #expect(came.hasSuffix("\u{1B}7\u{1B}[2A\r\u{1B}[38;5;160m\(count) too many\u{1B}8"))
      }
      #expect(terminal.output.ranges(of: "Name: ✗").count == 1)
      #expect(terminal.output.ranges(of: "✗ 20 characters at most").count == 1)
    }
  }

  @Test func whatStandsAboveIsTrueOfWhatIsTyped() async throws {
    try await Trip().onScreen(size: Self.narrow) { screen in
      try screen.expectLine("Name (required):")
      try screen.type("taken")
      try screen.waitUntil { $0.suffix(2) == ["Name: ✗ cannot be used", "Name (required): taken"] }
      try screen.type(String(repeating: "x", count: 18) + "\r")
      try screen.waitUntil {
        $0.suffix(4) == [
          "Name: ✗ 20 characters at most:", "3 too many", "Name (required): takenxxxxxxxx",
          "xxxxxxxxxx",
        ]
      }
      try screen.type(String(repeating: "\u{7F}", count: 19))
      let lines = try screen.waitUntil {
        $0.last == "Name (required): take".padded(to: 25) + "✓ ok"
      }
      #expect(!lines.contains { $0.hasPrefix("Name: ✗") })
    }
  }

  /// The text may be of any length, with the cursor anywhere, pasted or typed.
  @Test(arguments: [(80, 24, true), (80, 24, false), (30, 6, true), (15, 8, true)])
  func theFaultOfALongTextIsVisible(_ columns: Int, _ rows: Int, _ isPaste: Bool) async throws {
    try await Trip().onScreen(
      size: PseudoTerminal.Size(columns: columns, rows: rows)
    ) { screen in
      try screen.expect("(required):")
      let text = String(repeating: "x", count: 500)
      if isPaste { try screen.type("\u{1B}[200~") }
      for _ in 0..<10 { try screen.type(text) }
      if isPaste { try screen.type("\u{1B}[201~") }
      let isVisible = { (lines: [String]) in
        lines.joined(separator: " ").contains("20 characters at most: 4980 too many")
          && lines.last?.hasPrefix("x") == true
      }
      try screen.waitUntil(isVisible)
      // Enter, the way to the beginning and back, and the help do not move it.
      try screen.type("\r\u{1}\u{5}\u{18}?")
      try screen.waitUntil { $0.contains { $0.hasSuffix("leave") } && isVisible($0) }
    }
  }

  // MARK: Secrets

  /// Prompts of secrets break like those of texts; with little room, the secret has its own row.
  @Test(arguments: [
    (80, []), (30, ["Password again (required): "]), (24, ["Password again"]),
    (20, ["Password again", "(required): "]), (11, ["Password", "again", "(required):"]),
  ])
  func theLabelOfASecretIsFolded(_ columns: Int, _ rows: [String]) {
    let all = SecretTyping.promptRows(of: "Password again (required): ", columns: columns)
    #expect(all.dropLast() == rows[...])
  }

  /// Moves to the secret.
  private static let toWord = "\u{18}n\u{18}n\u{18}n\u{18}n\u{18}n"

  static let endings: [(key: String, status: Child.Status, next: String)] = [
    ("\u{3}", .signalled(2), ""), ("\u{1C}", .signalled(3), ""),
    ("\u{18}f", .signalled(2), "Word"),
  ]

  /// After any ending, the line is visible with bullets, and new output is below it.
  @Test(arguments: endings, SwapTests.isolations)
  func aShownSecretIsHiddenBeforeTheLineIsLeft(
    _ ending: (key: String, status: Child.Status, next: String), isolation: String
  ) async throws {
    try await Trip(isolation: isolation).onScreen(
      size: PseudoTerminal.Size(columns: 80, rows: 40)
    ) { screen in
      try screen.expectLine("Name (required):")
      try screen.type("ann" + Self.toWord)
      try screen.expectLine("Word:")
      try screen.type("hunter2\u{18}v")
      try screen.expectLine("Word: hunter2 ✓ ok")
      try screen.type(ending.key)
      if !ending.next.isEmpty {
        try screen.waitUntil { $0.contains { $0.hasPrefix(" › \(ending.next)") } }
        try screen.type(ending.key)
        try screen.waitUntil {
          $0.last?.hasPrefix("Word") == true && $0.last?.hasSuffix("✓ ok") == false
        }
        try screen.type("\u{3}")
      }
      #expect(try screen.expectEnd() == ending.status)
      let lines = try screen.lines
      #expect(!lines.contains { $0.contains("hunter2") })
      #expect(lines.contains { $0.hasPrefix("Word: •••••••   ") && $0.hasSuffix("✓ ok") })
    }
  }

  @Test(arguments: [Int32(15), 1]) func aSignalLeavesTheSecretHidden(signal: Int32) async throws {
    try await Trip().atTerminal { terminal in
      try terminal.expect("Name (required): ")
      try terminal.type(Self.toWord)
      try terminal.expect("Word: ")
      try terminal.type("hunter2")
      try terminal.expect("✓ ok")
      try terminal.type("\u{18}v")
      try terminal.expect("hunter2")
      terminal.child.send(signal)
      #expect(try terminal.expectEnd() == .signalled(signal))
      #expect(try terminal.modes == terminal.initialModes)
      let end = try #require(terminal.output.components(separatedBy: "hunter2").last)
      #expect(
        end.hasPrefix("\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}•••••••")
          || end.hasPrefix("\u{1B}[7D•••••••"))
      #expect(end.contains("•\r\n"))
    }
  }

  @Test(arguments: SwapTests.isolations)
  func aStoppedSecretGoesOn(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(isolation: isolation)
      let screen = try Screen(
        ["bash", "--norc", "--noprofile", "-i"],
        environment: trip.environment(["PS1": "shell> ", "PROGRAM": try trip.command()[0]]),
        size: PseudoTerminal.Size(columns: 80, rows: 40))
      try screen.expectLine("shell>")
      try screen.type("\"$PROGRAM\" editline\r")
      try screen.expectLine("Name (required):")
      try screen.type("ann" + Self.toWord)
      try screen.expectLine("Word:")
      try screen.type("hunter2\u{18}v")
      try screen.expectLine("Word: hunter2 ✓ ok")
      try screen.type("\u{1A}")
      try screen.expectLine("shell>")
      #expect(!(try screen.lines.contains { $0.contains("hunter2") }))
      try screen.resize(to: PseudoTerminal.Size(columns: 70, rows: 40))
      try screen.type("fg\r")
      try screen.expectLine("Word: ••••••• ✓ ok", cursor: 13)
      #expect(try screen.lines.count { $0.hasPrefix("Word:") } == 2)
      #expect(try screen.lines.filter { $0 == Trip.hint }.count == 1)
      try screen.type("x")
      try screen.expectLine("Word: •••••••• ✓ ok", cursor: 14)
      try screen.type("\r\r")
      try screen.waitUntil { $0.contains("word 8") }
    }
  }

  // MARK: Weight and colour

  /// The environment, and whether colours are on.
  static let wishes: [(environment: [String: String], isOn: Bool)] = [
    ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true),
    (["FORMWORK_COLOR": "never"], false), (["FORMWORK_COLOR": "always", "NO_COLOR": "1"], true),
    (["FORMWORK_COLOR": "auto", "NO_COLOR": "1"], false), (["FORMWORK_COLOR": "?"], true),
  ]

  @Test(arguments: wishes, SwapTests.isolations)
  func weightAndColourAreAsAPersonWishes(
    _ wish: (environment: [String: String], isOn: Bool), isolation: String
  ) async throws {
    try await Trip(isolation: isolation).atTerminal(environment: wish.environment) { terminal in
      try terminal.expect("Name (required): ")
      try terminal.type("taken")
      try terminal.expect("✗ cannot be used")
      try terminal.type("\r\u{7F}")
      try terminal.expect("✓ ok")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(2))
      let output = terminal.output
      for sequence in [
        "\u{1B}[1mA trip\u{1B}[m", "\u{1B}[2m\(Trip.hint)\u{1B}[m", "\u{1B}[38;5;160m✗ cannot",
        "\u{1B}[38;5;28m✓ ok",
      ] {
        #expect(output.contains(sequence) == wish.isOn, "\(sequence.debugDescription)")
      }
      #expect(output.contains(/\e\[[0-9;]*m/) == wish.isOn)
    }
  }

  /// Colour or special marks are never the only sign.
  @Test func inASCIITheWordsTell() async throws {
    try await Trip().onScreen(environment: ["LC_ALL": "C"], answersByHand: true) { screen in
      try screen.expectLine("Name (required):")
      try screen.type("a")
      try screen.expectLine("Name (required): a 2 characters at least: 1 more")
      try screen.type("nn")
      try screen.expectLine("Name (required): ann checking...")
    }
  }

  // MARK: Once

  @Test func theHintIsSaidAtTheFirstPromptAlone() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      let editor = try trip.folder.write("#!/bin/sh\nprintf 'two' >\"$1\"\n", to: "editor")
      _ = try Child.run(["chmod", "+x", editor])
      for isolation in SwapTests.isolations {
        var trip = trip
        trip.isolation = isolation
        let terminal = try trip.terminal(environment: ["VISUAL": editor])
        try terminal.expect("Name (required): ")
        #expect(terminal.output.ranges(of: Trip.hint).count == 1)
        try terminal.type("\u{18}n")
        try terminal.expect("several lines): ")
        try terminal.type("\u{18}e")
        try terminal.expect("several lines): two")
        try terminal.type(Trip.toPlain)
        try terminal.expect("\u{1B}[?1049l")
        try terminal.expect("Story")
        try terminal.type(":front-end editline\r")
        try terminal.expect("several lines): two")
        try terminal.type("\u{3}")
        #expect(try terminal.expectEnd() == .signalled(2))
        #expect(terminal.output.ranges(of: Trip.hint).count == 1)
      }
    }
  }

  /// The position is beside the help, or at the right of the line until there is a status.
  @Test func wherePeopleAreIsTold() async throws {
    try await Trip().onScreen { screen in
      try screen.waitUntil { $0.last == "Name (required):".padded(to: 59) + "1 of 6" }
      try screen.type("ann")
      try screen.waitUntil { $0.last == "Name (required): ann".padded(to: 59) + "✓ ok" }
      try screen.type("\r\r\r\r")
      try screen.waitUntil { $0.last == "Gift (y/n) [n]:".padded(to: 59) + "5 of 6" }
      try screen.type("\r")
      try screen.waitUntil { $0.last == "Word:".padded(to: 59) + "6 of 6" }
    }
  }
}

extension String {
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: columns - count)
  }
}
