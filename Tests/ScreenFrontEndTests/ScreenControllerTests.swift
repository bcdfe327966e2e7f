import CFormwork
import FormworkFrontEnd
import TestSupport
import Testing

@testable import ScreenFrontEnd

/// The posts and the drawing for each key, in rows that script a user and a host.
struct ScreenControllerTests {
  @Test(arguments: SessionRow.all) func aRowHolds(_ row: SessionRow) async throws {
    let left = try await onThreadOfItsOwn {
      let run = try SessionRun(row)
      try run.run()
      return run.steps
    }
    #expect(left.isEmpty)
  }
}

/// A row: a form, the answers of the host to posts, and the steps of the user and the host.
struct SessionRow: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    /// The host sends these messages without a post.
    case tell([ScriptMessage])
    /// The user types this text.
    case type(String)
    /// The user clicks on the first occurrence of this text, this number of columns after its beginning.
    ///
    /// An old terminal reports clicks in an older mode.
    case click(String, behind: Int = 0, isOld: Bool = false)
    /// The user turns the wheel down at the first occurrence of this text.
    case wheelDown(String)
    /// Exactly this was posted since the last such step.
    case posted([String])
    /// Each of these texts is in a line of the terminal.
    case shown([String])
    /// None of these texts is visible.
    case hidden([String])
    /// The cursor is in the line that contains this text.
    case cursor(in: String)
    /// The bell rang this number of times since the last such step.
    case bells(Int)
    /// The terminal has this number of unread bytes.
    case unread(Int)
  }

  let name: String
  /// The nodes in addition to the form of all rows.
  var form: [ScriptMessage] = []
  /// The messages in answer to a post, besides the flush.
  var answers: [String: [ScriptMessage]] = [:]
  /// The beginnings of posts that get no flush until the host sends one.
  var late: Set<String> = []
  let steps: [Step]

  var testDescription: String { name }
}

private final class SessionRun {
  private let row: SessionRow
  private let frontEnd: SteppedFrontEnd
  private var posts: [String] = []
  private(set) var steps: [SessionRow.Step]

  init(_ row: SessionRow) throws {
    (self.row, steps, frontEnd) = (row, row.steps, try SteppedFrontEnd())
  }

  func run() throws {
    frontEnd.onPost = { [unowned self] in answer($0) }
    frontEnd.onQuiet = { [unowned self] in
      if steps.isEmpty { frontEnd.detach() } else { take(steps.removeFirst()) }
    }
    frontEnd.tell(SessionRow.base + row.form)
    try frontEnd.run()
    #expect(frontEnd.terminal.faults == [])
    #expect(frontEnd.terminal.modes == [])
  }

  private func take(_ step: SessionRow.Step) {
    switch step {
    case .tell(let messages): frontEnd.tell(messages)
    case .type(let keys): frontEnd.type(keys.utf8)
    case .click(let part, let columns, let isOld):
      guard let (row, column) = place(of: part, behind: columns) else { return }
      if isOld {
        let place = [UInt8(column + 32), UInt8(row + 32)]
        frontEnd.type("\u{1B}[M ".utf8 + place + "\u{1B}[M#".utf8 + place)
      } else {
        let place = "\(column);\(row)"
        frontEnd.type("\u{1B}[<0;\(place)M\u{1B}[<0;\(place)m".utf8)
      }
    case .wheelDown(let part):
      guard let (row, column) = place(of: part) else { return }
      frontEnd.type("\u{1B}[<65;\(column);\(row)M".utf8)
    case .posted(let expected):
      #expect(posts == expected)
      posts = []
    case .shown(let parts):
      for part in parts { #expect(lines.contains { $0.contains(part) }, "\(lines)") }
    case .hidden(let parts):
      for part in parts { #expect(!lines.contains { $0.contains(part) }, "\(lines)") }
    case .cursor(let part):
      #expect(frontEnd.terminal.isCursorVisible && lines[frontEnd.terminal.row].contains(part))
    case .bells(let count):
      #expect(frontEnd.bellCount == count)
      frontEnd.bellCount = 0
    case .unread(let count): #expect(frontEnd.unreadCount == count)
    }
  }

  /// Returns the row and the column of a text, from 1, as in a mouse report.
  private func place(of part: String, behind columns: Int = 0) -> (row: Int, column: Int)? {
    let cells = frontEnd.terminal.cells.map { line in line.map(\.text) }
    for (row, line) in cells.enumerated() {
      let found = line.indices.first { line[$0...].joined().hasPrefix(part) }
      guard let column = found else { continue }
      return (row + 1, column + columns + 1)
    }
    Issue.record("no \(part): \(lines)")
    return nil
  }

  private var lines: [String] {
    frontEnd.terminal.cells.map { line in line.map(\.text).joined() }
  }

  private func answer(_ post: ScriptMessage) {
    let line = Self.line(post)
    posts.append(line)
    let target =
      post.kind == FORMWORK_GO.rawValue && post.node != 0 ? [ScriptMessage.focus(post.node)] : nil
    let answer = row.answers[line] ?? target
    guard !row.late.contains(where: { line.hasPrefix($0) }) else { return }
    // An edit is accepted without a message.
    if answer == nil, post.kind == FORMWORK_EDIT.rawValue { return }
    frontEnd.tell(answer ?? [])
  }

  /// Returns a post as a line, with its cursor if that is not at the end of the text.
  private static func line(_ post: ScriptMessage) -> String {
    let text = post.string
    let end =
      switch formwork_message_kind(rawValue: post.kind) {
      case FORMWORK_EDIT where post.number != text.utf8.count:
        "\(post.node) \(text) @\(post.number)"
      case FORMWORK_GO where post.node == 0:
        (post.flags & FORMWORK_NEXT.rawValue != 0 ? "next" : "previous")
          + (post.flags & FORMWORK_SECTION.rawValue != 0 ? " section" : "")
      case FORMWORK_BACK: post.flags & FORMWORK_INSIST.rawValue != 0 ? "insisting" : ""
      case FORMWORK_WINDOW: "\(post.node) \(post.number)+\(post.count)"
      case FORMWORK_CHOOSE:
        "\(post.node) \(post.flags & FORMWORK_ON.rawValue != 0 ? "on" : "off")"
      default: post.node == 0 ? text : "\(post.node) \(text)"
      }
    return "\(post.word) \(end)".trimmed
  }
}
