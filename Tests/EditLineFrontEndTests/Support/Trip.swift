import Glibc
import TestSupport

/// The form with every kind of field, at the line editor or another front end.
struct Trip {
  let folder: TemporaryDirectory
  let frontEnd: String
  var isolation: String?

  /// The name of another form to use.
  var form: String?

  init(
    editrc: String? = nil, frontEnd: String = "editline", isolation: String? = Program.isolation
  ) throws {
    folder = try TemporaryDirectory()
    self.frontEnd = frontEnd
    self.isolation = isolation
    if let editrc { try folder.write(editrc, to: ".editrc") }
  }

  /// The hint before the first prompt.
  static let hint = "^X ? helps; ^D on an empty line leaves"

  /// The keys from the line editor to plain, by the full screen.
  static let toPlain = "\u{18}f\u{18}f"

  static let wide = PseudoTerminal.Size(columns: 80, rows: 24)

  /// Calls a body with the program on a terminal with a readable screen, while the folder exists.
  func onScreen(
    size: PseudoTerminal.Size = Trip.wide, environment: [String: String] = [:],
    answersByHand: Bool = false, _ body: @Sendable @escaping (Screen) throws -> Void
  ) async throws {
    try await onThreadOfItsOwn {
      try withExtendedLifetime(self) {
        try body(screen(size: size, environment: environment, answersByHand: answersByHand))
      }
    }
  }

  /// Calls a body with the program on a terminal with countable bytes, while the folder exists.
  func atTerminal(
    behind prefix: [String] = [], size: PseudoTerminal.Size = Trip.wide,
    environment: [String: String] = [:], answersByHand: Bool = false,
    _ body: @Sendable @escaping (PseudoTerminal) throws -> Void
  ) async throws {
    try await onThreadOfItsOwn {
      try withExtendedLifetime(self) {
        try body(
          terminal(
            behind: prefix, size: size, environment: environment, answersByHand: answersByHand))
      }
    }
  }

  /// Starts the program on a terminal with a readable screen.
  func screen(
    size: PseudoTerminal.Size = Trip.wide, environment: [String: String] = [:],
    answersByHand: Bool = false
  ) throws -> Screen {
    try Screen(
      command(answersByHand: answersByHand), environment: self.environment(environment),
      size: size)
  }

  /// Starts the program on a terminal with countable bytes.
  func terminal(
    behind prefix: [String] = [], size: PseudoTerminal.Size = Trip.wide,
    environment: [String: String] = [:], answersByHand: Bool = false
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      prefix + command(answersByHand: answersByHand), environment: self.environment(environment),
      size: size)
  }

  /// Starts a shell, in which the program is `"$PROGRAM"`.
  func shell(environment: [String: String] = [:]) throws -> Screen {
    let own = ["PS1": "shell> ", "PROGRAM": try command()[0]]
    let screen = try Screen(
      ["bash", "--norc", "--noprofile", "-i"],
      environment: self.environment(environment.merging(own) { $1 }))
    try screen.expectLine("shell>")
    return screen
  }

  /// Holds the check of a name, or `submit` itself, until ``answer(_:to:)``.
  func holdCheck(of name: String) throws {
    let path = folder.path(of: name)
    guard mkfifo(path, 0o600) == 0 else { throw SupportError.system(call: "mkfifo", errno: errno) }
  }

  /// Answers the held check of a name.
  ///
  /// Waits until the check runs.
  func answer(_ word: String, to name: String) throws {
    _ = try Child.run(["sh", "-c", "printf %s \"$1\" >\"$2\"", "sh", word, folder.path(of: name)])
  }

  /// Waits until the held check of a name runs, calls `body`, and then answers the check.
  func answer(_ word: String, to name: String, after body: () throws -> Void) throws {
    let end = ContinuousClock.now + defaultLimit
    var fifo: Int32 = -1
    // Without a reader it cannot be opened.
    repeat {
      fifo = open(folder.path(of: name), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      guard fifo < 0 else { break }
      guard errno == ENXIO, ContinuousClock.now < end else {
        throw SupportError.system(call: "open the FIFO of \(name)", errno: errno)
      }
      poll(nil, 0, 5)
    } while fifo < 0
    defer { close(fifo) }
    try body()
    let bytes = Array(word.utf8)
    guard write(fifo, bytes, bytes.count) == bytes.count else {
      throw SupportError.system(call: "write to the FIFO of \(name)", errno: errno)
    }
  }

  func command(answersByHand: Bool = false) throws -> [String] {
    [try Program.path(named: "FormFixture"), frontEnd] + (answersByHand ? [folder.path] : [])
  }

  func environment(_ more: [String: String] = [:]) -> [String: String] {
    var environment = Child.environment.merging(more) { $1 }
    environment["HOME"] = folder.path
    environment["TERM"] = more["TERM"] ?? "xterm-256color"
    environment["FORM_FIXTURE_ISOLATION"] = isolation
    environment["FORM_FIXTURE_FORM"] = form
    return environment
  }
}

extension Screen {
  /// The line and the column of the cursor.
  var place: (line: String, column: Int) {
    get throws {
      let (cursor, lines) = (try cursor, try lines)
      return (cursor.row < lines.count ? lines[cursor.row] : "", cursor.column)
    }
  }

  /// Waits until the line of the cursor is this one, without the position in the form.
  ///
  /// Several blanks count as one.
  func expectLine(_ text: String, cursor column: Int? = nil) throws {
    let cursor = { try self.cursor }
    var seen = ""
    do {
      try waitUntil { lines in
        guard let place = try? cursor(), place.row < lines.count else { return false }
        seen = lines[place.row].replacing(/\ +\d+ of \d+$/, with: "")
          .split(separator: " ").joined(separator: " ")
        return seen == text && (column == nil || column == place.column)
      }
    } catch {
      throw Unseen(wanted: text, column: column, seen: seen, error: "\(error)")
    }
  }

  struct Unseen: Error {
    let wanted: String
    let column: Int?
    let seen: String
    let error: String
  }
}
