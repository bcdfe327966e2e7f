import Foundation
import TestSupport
import Testing

/// All posts of one scripted visit, per front end.
///
/// The posts of each step are in a file of `Snapshots`. `FORMWORK_SNAPSHOTS=write` writes each file that is missing or
/// differs, and the test fails nevertheless: read what was written.
struct PostTests {
  /// The keys of each front end for one action.
  struct Step: Sendable {
    let name: String
    private let keys: [FrontEndKind: String]

    var isSecret = false

    /// A text of the terminal to wait for, because an alert drops earlier input.
    let beginning: String?

    /// Creates a step at the prompt of a secret.
    init(secret name: String, _ plain: String, _ other: String? = nil) {
      self.init(name, plain, other ?? plain, other ?? plain)
      isSecret = true
    }

    init(_ name: String, _ keys: String, after beginning: String? = nil) {
      self.init(name, keys, keys, keys, after: beginning)
    }

    init(
      _ name: String, _ plain: String, _ editline: String, _ screen: String,
      after beginning: String? = nil
    ) {
      (self.name, self.beginning) = (name, beginning)
      keys = [.plain: plain, .editline: editline, .screen: screen]
    }

    func keys(at frontEnd: FrontEndKind) -> String { keys[frontEnd] ?? "" }
  }

  /// A program, and the actions of a user there.
  struct Visit: Sendable, CustomTestStringConvertible {
    let name: String
    let program: String
    let arguments: @Sendable (TemporaryDirectory) -> [String]

    /// A text of the first screen to wait for before typing.
    let beginning: String
    let steps: [Step]

    var testDescription: String { name }
  }

  static let visits = [
    Visit(
      name: "form", program: "formwork", arguments: { _ in ["demo", "form"] }, beginning: "Name",
      steps: [
        Step("a name too short", "A\r"),
        Step("a good name", "Ann\r", "\u{15}Ann\r", "\u{15}Ann\r"),
        Step(secret: "a short secret", "hunter2\r"),
        Step(secret: "a long secret", "hunter22\r", "\u{15}hunter22\r"),
        Step("a date", "2000-01-02\r"),
        Step("back", ":back\r", "\u{18}p", "\u{1B}[Z"),
        Step("forth", ":next\r", "\u{18}n", "\t"),
        Step("a number", "2\r"),
        Step("a choice", "gold\r", "gold\r", "G\r"),
        Step("two of several", "bread,tea\r", "bread,tea\r", " \u{1B}[C\u{1B}[C \r"),
        Step("a switch", "y\r"),
        Step("the field that appears", "10:30\r"),
        Step("half an address", "ann\r"),
        Step("a whole address", "ann@b.org\r", "@b.org\r", "@b.org\r"),
        Step("passed", ":next\r", "\u{18}n", "\t"),
        Step("two lines", "One\rtwo\r.\r", "One\u{1B}\rtwo\r", "One\rtwo\t"),
        Step("a section that is wanted", "y\r"),
        Step("the field in it", "Lane\r"),
        Step("an item", "add\r", "add\r", "\r"),
        Step("the field of the item", "Bo\r"),
        Step("submitted", ":submit\r", "\u{18}s", "\u{13}"),
        Step("confirmed", "\r", after: "answers right"),
      ]),
    Visit(
      name: "table", program: "formwork", arguments: { _ in ["demo", "table"] },
      beginning: "Ana 100",
      steps: [
        Step("the next page", "\r", "\r", "\u{1B}[6~"),
        Step("a row", "2\r", "2\r", "\r"),
        Step("closed", "\r", after: "Close"),
        Step("another order", "by t\r", "by t\r", "2"),
        Step("back to the field", ":back\r", "\u{18}p", "\u{1B}[Z"),
        Step("searched", "tow\r"),
        Step("left", ":quit\r", "\u{15}\u{4}", "\u{1B}"),
      ]),
    Visit(
      name: "registration", program: "registration",
      arguments: { ["register", "--accounts", $0.path(of: "accounts.sqlite")] },
      beginning: "Username",
      steps: [
        Step("a username too short", "an\r"),
        Step("a username", "ann\r", "n\r", "n\r"),
        Step("names", "Ann\rLee\r"),
        Step("an address", "ann@example.org\r"),
        Step("a contact", "add\r", "add\r", "\r"),
        Step("its kind", "e-mail\r", "e-mail\r", "E\r"),
        Step("its address", "lee@example.org\r"),
        Step(
          "the contact is removed", ":section\rremove\r", "\u{18}gremove\r", "\u{1B}[B\r"),
        Step("on to the password", ":next\r", "\u{18}n", "\t"),
        Step(secret: "a password", "correct horse battery staple\r"),
        Step(secret: "another one", "correct horse battery\r"),
        Step(secret: "the same", "correct horse battery staple\r", " staple\r"),
        Step("submitted", ":submit\r", "\u{18}s", "\u{13}"),
      ]),
  ]

  @Test(arguments: FrontEndKind.allCases, visits)
  func thePostsAreAsTheirSnapshot(frontEnd: FrontEndKind, visit: Visit) async throws {
    let folder = try TemporaryDirectory()
    let (recorder, record) = (folder.path(of: "recorder.so"), try folder.write("", to: "record"))
    try await CCompiler.build(
      "Tests/FrontEndLawTests/Fixtures/recorder.c", ["-shared", "-fPIC"], to: recorder)
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        [try Program.path(named: visit.program)] + visit.arguments(folder)
          + ["--front-end-file", recorder, "--isolate", "never"],
        environment: Child.environment.merging([
          "HOME": folder.path, "TERM": "xterm-256color", "RECORD": record,
          "RECORDED_FRONT_END": try frontEnd.path,
        ]) { $1 })
      try terminal.expect(visit.beginning)
      let snapshot = try PostSnapshot("\(visit.name)-\(frontEnd)")
      var (shown, count) = ("", 0)
      for step in visit.steps {
        if let beginning = step.beginning { try terminal.expect(beginning) }
        // Text typed before the echo is off is dropped.
        if frontEnd == .plain, step.isSecret { try terminal.expect("not shown") }
        try terminal.type(step.keys(at: frontEnd))
        let posts = try snapshot.expect(step.name) {
          try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n")
            .dropFirst(count).map(String.init)
        }
        count += posts.count
        shown += PostSnapshot.part(step.name, posts)
      }
      terminal.child.send(SIGTERM)
      _ = try terminal.expectEnd()
      try snapshot.end(shown)
    }
  }
}

/// A file with the posts of each step.
private struct PostSnapshot {
  private let file: PackageFile
  private let text: String
  private let isWritten = ProcessInfo.processInfo.environment["FORMWORK_SNAPSHOTS"] == "write"

  init(_ name: String) throws {
    file = PackageFile("Tests/FrontEndLawTests/Snapshots/\(name).txt")
    text = FileManager.default.fileExists(atPath: file.path) ? try file.text() : ""
  }

  /// Returns the part of a step, with only the last of several edits of one field in a row.
  ///
  /// The number of characters that come together depends on the machine.
  static func part(_ title: String, _ posts: [String]) -> String {
    var lines: [String] = []
    for post in posts {
      if let last = lines.last, post.hasPrefix("EDIT "),
        last.split(separator: " ").prefix(2) == post.split(separator: " ").prefix(2)
      {
        lines.removeLast()
      }
      lines.append(post)
    }
    return "== \(title)\n" + lines.map { "\($0)\n" }.joined()
  }

  /// Waits for the posts of a step, or, if they are to be written, until no more come.
  ///
  /// - Returns: The posts.
  func expect(_ title: String, _ read: () throws -> [String]) throws -> [String] {
    let wanted = text.components(separatedBy: "== ").dropFirst().map { "== \($0)" }
      .first { $0.hasPrefix("== \(title)\n") }
    let end = ContinuousClock.now + (isWritten ? .seconds(1) : defaultLimit)
    var posts: [String] = []
    repeat {
      posts = try read()
      poll(nil, 0, 5)
    } while Self.part(title, posts) != wanted && ContinuousClock.now < end
    if !isWritten, Self.part(title, posts) != wanted {
      throw Other(posts: Self.part(title, posts), wanted: wanted ?? "")
    }
    return posts
  }

  struct Other: Error {
    let posts: String
    let wanted: String
  }

  func end(_ shown: String) throws {
    guard shown != text else { return }
    Issue.record("\(file.path) is missing, or has something else")
    if isWritten { try shown.write(toFile: file.path, atomically: true, encoding: .utf8) }
  }
}
