import Foundation
import TestSupport
import Testing

/// The screens of `formwork demo` in a terminal emulator, on terminals of four sizes.
///
/// The directory `Snapshots` contains the exact screen after each step. `FORMWORK_SNAPSHOTS=write` writes
/// each file that is missing or differs, and the test fails nevertheless: read what was written.
struct SnapshotTests {
  /// The typed text, and the expected screen.
  struct Step: Sendable {
    let name: String
    let keys: String
  }

  /// A screen, and the steps of a user there.
  struct Walk: Sendable, CustomTestStringConvertible {
    let screen: String
    let steps: [Step]
    var testDescription: String { screen }

    init(_ screen: String, _ steps: KeyValuePairs<String, String>) {
      self.screen = screen
      self.steps = steps.map { Step(name: $0.key, keys: $0.value) }
    }
  }

  static let walks = [
    Walk(
      "kinds",
      [
        "begun": "", "suggestions": "a\t",
        "wide, combining, from the right": "\u{1B}[B\r\u{1B}[Z\u{15}日本 e\u{301} שלום 한",
        "a secret": "\t\thunter2",
        "a wide one, shown": "\u{15}" + String(repeating: "日", count: 35) + "\u{18}v",
        "a text area": "\u{18}v\u{15}hunter2\t three 日本語 that is longer than its row is",
        "a toggle": "\t ", "a choice": "\t\u{1B}[D", "choices": "\t\u{1B}[C ",
        "a fault": "\t\t\t", "buttons": "\u{18}N\u{18}N", "a table": "\u{18}N\u{1B}[B",
        "a grid": "\u{18}N\u{1B}[C", "a question": "\u{18}N\r", "answered": "\u{1B}",
        "help": "\u{1B}OP",
      ]),
    Walk(
      "form",
      [
        "begun": "", "too short": "a", "taken": "\u{15}taken\t",
        "a short secret": "abc", "a field appears": "\t\t\t\t\t ",
        "an address": "\t\tnot-mail\t", "a page from the right": "אבג\t",
        "submitted": "\u{13}", "help": "\u{1B}OP", "to be left": "x\u{1B}", "not left": "\r",
      ]),
    Walk(
      "table",
      [
        "begun": "", "a row": "\u{1B}[B", "a page": "\u{1B}[6~", "opened": "\r",
        "closed": "\u{1B}", "left by Tab": "\t", "the row that was left": "\u{1B}[Z",
        "found": "\u{1B}[H\u{1B}[A日本",
        "all again": "\u{15}", "a choice": "\u{1B}[A ", "searched": "tow", "sorted": "\r",
      ]),
    Walk(
      "grid", ["begun": "", "a row": "\u{1B}[B", "beside": "\u{1B}[C", "below": "\u{1B}[B"]),
    Walk("changes", ["begun": "", "named": "שלום e\u{301}"]),
  ]

  static let sizes = [(80, 24), (40, 12), (200, 50), (20, 5)].map {
    PseudoTerminal.Size(columns: $0.0, rows: $0.1)
  }

  /// With NO_COLOR everything except the colours is the same.
  @Test(arguments: walks)
  func screensAreAsTheirSnapshots(_ walk: Walk) async throws {
    let snapshot = try Snapshot(walk.screen)
    try await onThreadOfItsOwn {
      var shown = ""
      for size in Self.sizes {
        let screen = try Self.screen(walk.screen, size: size)
        let plain =
          isLongRun || size == Self.sizes[0]
          ? try Self.screen(walk.screen, size: size, environment: ["NO_COLOR": "1"]) : nil
        for step in walk.steps {
          try screen.type(step.keys)
          try plain?.type(step.keys)
          let title = "\(size.columns)x\(size.rows), \(step.name)"
          shown += try snapshot.expect(title, on: screen) { _ in
            [try Self.cursor(of: screen)] + Self.marked(try screen.styledLines)
          }
          let wanted =
            [try Self.cursor(of: screen)] + Self.marked(try screen.styledLines, hasColors: false)
          try plain?.waitUntil { _ in
            (try? plain.map { [try Self.cursor(of: $0)] + Self.marked(try $0.styledLines) })
              == wanted
          }
        }
      }
      try snapshot.end(shown)
    }
  }

  private static func cursor(of screen: Screen) throws -> String {
    let isShown = try screen.format("#{cursor_flag}") == "1"
    let cursor = try screen.cursor
    return isShown ? "cursor \(cursor.row) \(cursor.column)" : "no cursor"
  }

  /// Without UTF-8 words replace the marks.
  @Test func wordsAreAsTheirSnapshot() async throws {
    let snapshot = try Snapshot("ascii")
    try await onThreadOfItsOwn {
      let screen = try Self.screen(
        "form", size: Self.sizes[0], environment: ["NO_COLOR": "1", "LC_ALL": "C"])
      var shown = ""
      for step in [
        Step(name: "begun", keys: ""), Step(name: "verdicts", keys: "taken\tabcdefgh\t\t\t\t "),
        Step(name: "being typed", keys: "\u{1B}OP\u{1B}[Z\u{1B}[Z\u{1B}[Z\u{1B}[Zb"),
        Step(name: "a question", keys: "\u{1B}"),
      ] {
        try screen.type(step.keys)
        shown += try snapshot.expect(step.name, on: screen) { _ in
          Self.marked(try screen.styledLines)
        }
      }
      try snapshot.end(shown)
    }
  }

  /// After a change of the size the focused field is visible, and the cursor is in the same place.
  @Test func sizesAreAsTheirSnapshots() async throws {
    let snapshot = try Snapshot("sizes")
    try await onThreadOfItsOwn {
      let screen = try Self.screen("form", size: Self.sizes[0])
      var shown = ""
      func see(_ title: String) throws {
        shown += try snapshot.expect(title, on: screen) { lines in
          let cursor = try screen.cursor
          return ["cursor \(cursor.row) \(cursor.column)"] + lines
        }
      }
      let text = (1...30).map { "word\($0)" }.joined(separator: " ")
      for (name, keys) in [
        // From the beginning on, the screen does not depend on the number of letters that came together.
        ("a name", "taken \(text)\u{1}\u{5}\u{1B}b\u{1B}b"),
        ("an area", "\t\t\t\t\t\t\t\t\t\(text)\u{1B}[A\u{1B}[A"),
      ] {
        try screen.type(keys)
        try see("\(name), 80x24")
        for (columns, rows) in [
          (40, 12), (20, 5), (19, 6), (30, 3), (30, 2), (200, 50), (80, 8), (80, 24),
        ] {
          try screen.resize(to: PseudoTerminal.Size(columns: columns, rows: rows))
          try see("\(name), then \(columns)x\(rows)")
        }
      }
      try snapshot.end(shown)
    }
  }

  /// Returns lines with the numbers of their styles where these change; blanks count only if reversed.
  private static func marked(_ lines: [String], hasColors: Bool = true) -> [String] {
    var styles: Set<String> = []
    return lines.map { line in
      var (result, shown): (String, Set<String>) = ("", [])
      var rest = line[...]
      while let first = rest.first {
        if first == "\u{1B}", let sequence = rest.prefixMatch(of: /\u{1B}\[([0-9;]*)m/) {
          rest = rest[sequence.range.upperBound...]
          if sequence.output.1.isEmpty { styles = [] }
          for style in sequence.output.1.matches(of: /38;5;[0-9]+|[0-9]+/).map(\.output) {
            if style == "0" { styles = [] }
            if style == "39" || style.hasPrefix("38") {
              styles = styles.filter { !$0.hasPrefix("38") }
            }
            if !["0", "39", "49"].contains(style), hasColors || !style.hasPrefix("38") {
              styles.insert(String(style))
            }
          }
          continue
        }
        let seen = first == " " && !styles.contains("7") ? [] : styles
        if seen != shown { result += "‹\(seen.sorted().joined(separator: ";"))›" }
        shown = seen
        result.append(first)
        rest.removeFirst()
      }
      // Blanks at the end may have been drawn or erased.
      let line = result.trimmed
      return line.hasSuffix("‹›") ? String(line.dropLast(2)).trimmed : line
    }
  }

  private static func screen(
    _ name: String, size: PseudoTerminal.Size, environment: [String: String] = [:]
  ) throws -> Screen {
    try Screen(
      [try Program.path(named: "formwork"), "demo", "--front-end", "screen"]
        + (Program.isolation.map { ["--isolate", $0] } ?? []) + [name],
      environment: Child.environment.merging(environment) { $1 }, size: size)
  }
}

/// A file with the expected screens, part by part.
private struct Snapshot {
  private let file: PackageFile
  private let text: String
  private let parts: [String: String]
  private let isWritten = ProcessInfo.processInfo.environment["FORMWORK_SNAPSHOTS"] == "write"

  init(_ name: String) throws {
    file = PackageFile("Tests/ScreenFrontEndTests/Snapshots/\(name).txt")
    let isThere = FileManager.default.fileExists(atPath: file.path)
    text = isThere ? try file.text() : ""
    let parts = text.components(separatedBy: "== ").dropFirst()
    self.parts = Dictionary(parts.map { (String($0.prefix { $0 != "\n" }), "== \($0)") }) { $1 }
  }

  /// Waits until a part is shown.
  ///
  /// - Returns: The screen, which differs from the file if it is to be written.
  func expect(
    _ title: String, on screen: Screen, _ look: ([String]) throws -> [String]
  ) throws -> String {
    func part(_ lines: [String]) -> String? {
      (try? look(lines)).map { "== \(title)\n" + $0.map { "\($0)\n" }.joined() }
    }
    do {
      // The final screen is written, and waiting longer than necessary would be slow.
      try screen.waitUntil(limit: isWritten ? .seconds(1) : defaultLimit) {
        part($0) == parts[title]
      }
    } catch {
      guard isWritten, case .limitReached = error else { throw error }
    }
    return part(try screen.lines) ?? ""
  }

  func end(_ shown: String) throws {
    guard shown != text else { return }
    Issue.record("\(file.path) is missing, or has something else")
    if isWritten { try shown.write(toFile: file.path, atomically: true, encoding: .utf8) }
  }
}

extension String {
  var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
