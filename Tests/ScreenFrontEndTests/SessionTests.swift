import CFormwork
import Foundation
import FormworkFrontEnd
import Glibc
import TestSupport
import Testing

@testable import ScreenFrontEnd

/// What is told the host, key by key: a host that gives what the test says, and a terminal at which that types.
struct SessionTests {
  /// What the host gives once the front end has posted something, and what the person types then.
  struct Step {
    /// The post that it is for.
    let post: String
    var typed = ""
    /// How many of the bytes that were typed are left at the terminal before the host gives anything.
    var unread: Int?
    var given: (SessionHost) -> Void = { _ in }
  }

  // MARK: What is typed ahead

  /// While a form loads or is handed in, all that is typed waits, and has its turn in order then.
  @Test(arguments: [NodeStatus.loading, .submitting])
  func whatIsTypedAheadWaits(_ status: NodeStatus) async throws {
    let posts = try await posts(
      of: "ann\tlee\r", occupied: status,
      [
        Step(post: "", unread: 7) { $0.setScreen(.nothing) },
        Step(post: "GO next") { $0.focus(3) },
        Step(post: "COMMIT 3 lee") { $0.detach() },
      ])
    #expect(
      posts == [
        "EDIT 2 a", "EDIT 2 an", "EDIT 2 ann", "GO next", "EDIT 3 l", "EDIT 3 le", "EDIT 3 lee",
        "COMMIT 3 lee",
      ])
  }

  /// Escape leaves what takes its time, where nothing was typed ahead of it.
  @Test func escapeLeavesWhatLoads() async throws {
    let posts = try await posts(
      of: "\u{1B}", occupied: .loading, [Step(post: "BACK") { $0.detach() }])
    #expect(posts == ["BACK"])
  }

  /// What was typed before a question was on view is no answer to it.
  @Test func whatWasTypedBeforeAQuestionIsNoAnswer() async throws {
    let posts = try await posts(
      of: "y\r", occupied: .submitting,
      [
        Step(post: "", unread: 1) { $0.ask() },
        Step(post: "drawn", typed: "\r"),
        Step(post: "ACTIVATE 11") { $0.detach() },
      ])
    #expect(posts == ["ACTIVATE 11"])
  }

  /// No key is read while the host judges: what is typed behind Enter goes where that leads.
  @Test func whatIsTypedBehindEnterGoesOn() async throws {
    let posts = try await posts(
      of: "a\rb\t",
      [
        Step(post: "COMMIT 2 a", unread: 2) { $0.flush() },
        Step(post: "GO next", unread: 2) { $0.focus(3) },
        Step(post: "EDIT 3 b"), Step(post: "GO next") { $0.detach() },
      ])
    #expect(posts == ["EDIT 2 a", "COMMIT 2 a", "GO next", "EDIT 3 b", "GO next"])
  }

  // MARK: Completing

  /// Where nothing stands there is nothing to complete.
  @Test func tabAtNothingGoesOn() async throws {
    let posts = try await posts(of: "\t", [Step(post: "GO next") { $0.detach() }])
    #expect(posts == ["GO next"])
  }

  /// Whether Tab completes or goes on is known first, and then what was typed behind it has its turn.
  @Test(arguments: [[], ["apple"], ["apple", "apply"]])
  func whatIsTypedBehindTabWaitsForIt(_ words: [String]) async throws {
    let text = words.count == 1 ? "apple" : words.isEmpty ? "ap" : "appl"
    let last = words.isEmpty ? "EDIT 3 x" : "EDIT 2 \(text)x"
    let posts = try await posts(
      of: "ap\tx",
      [
        Step(post: "COMPLETE ap", unread: 0) { $0.suggest(words, replacing: 2) },
        Step(post: "GO next") { $0.focus(3) },
        Step(post: last) { $0.detach() },
      ])
    #expect(
      posts.filter { !$0.hasPrefix("COMPLETE \(text)x") } == [
        "EDIT 2 a", "EDIT 2 ap", "COMPLETE ap",
      ]
        + (words.isEmpty ? ["GO next"] : ["EDIT 2 \(text)"]) + [last])
  }

  /// Escape ends the wait, and leaves nothing.
  @Test func escapeEndsTheWait() async throws {
    let posts = try await posts(
      of: "a\t",
      [
        Step(post: "COMPLETE a", typed: "\u{1B}"),
        Step(post: "drawn", typed: "\r"),
        Step(post: "COMMIT 2 a") { $0.detach() },
      ])
    #expect(posts == ["EDIT 2 a", "COMPLETE a", "COMMIT 2 a"])
  }

  /// In the window nothing is marked at first: Enter commits what was typed, Tab goes on, and a mark is taken.
  @Test(arguments: [
    ("\r", ["COMMIT 2 ap"]), ("\t", ["GO next"]), ("\u{1B}[B\r", ["EDIT 2 apple"]),
    ("\u{1B}[B\u{1B}[B\t", ["EDIT 2 apricot"]), ("\u{1B}[B\u{1B}[A\r", ["COMMIT 2 ap"]),
    ("\u{1B}[6~\r", ["EDIT 2 apricot"]),
  ])
  func aMarkIsTaken(_ keys: String, _ ends: [String]) async throws {
    let last = ends.last ?? ""
    let posts = try await posts(
      of: "ap\t",
      [
        Step(post: "COMPLETE ap", typed: keys) {
          $0.suggest(["apple", "apricot"], replacing: 2)
        },
        Step(post: last) { $0.detach() },
      ])
    #expect(posts == ["EDIT 2 a", "EDIT 2 ap", "COMPLETE ap"] + ends)
  }

  /// Typing narrows what is on view, at once and by what the host says of it then.
  @Test func typingNarrowsTheWindow() async throws {
    let posts = try await posts(
      of: "ap\t",
      [
        Step(post: "COMPLETE ap", typed: "r\u{1B}[B\r") {
          $0.suggest(["apple", "apricot"], replacing: 2)
        },
        Step(post: "EDIT 2 apricot") { $0.detach() },
      ])
    #expect(
      posts == [
        "EDIT 2 a", "EDIT 2 ap", "COMPLETE ap", "EDIT 2 apr", "COMPLETE apr", "EDIT 2 apricot",
      ])
  }

  /// A list for an older text comes first: only the one for the text as it is is shown.
  @Test func anOlderListIsNotShown() async throws {
    let posts = try await posts(
      of: "a\t",
      [
        Step(post: "COMPLETE a", typed: "p") { $0.suggest(["apple", "banana"], replacing: 1) },
        Step(post: "COMPLETE ap", typed: "r"),
        Step(post: "COMPLETE apr", typed: "\u{1B}[B\r") {
          $0.suggest(["apfel"], replacing: 2)
          $0.suggest(["apricot"], replacing: 3)
        },
        Step(post: "EDIT 2 apricot") { $0.detach() },
      ])
    #expect(posts.last == "EDIT 2 apricot")
  }

  // MARK: Pasting

  /// In an area the end of a line is a newline, however the terminal sends it, and a tab stays.
  @Test func linesArePasted() async throws {
    let posts = try await posts(
      of: "\u{1B}[200~a\r\nb\rc\n\td\u{1B}[201~", focus: 4,
      [Step(post: "EDIT 4 a\nb\nc\n\td") { $0.detach() }])
    #expect(posts == ["EDIT 4 a\nb\nc\n\td"])
  }

  /// What the front end posts for two texts, of which the first one is completed, and an area.
  private func posts(
    of typed: String, focus: UInt32 = 2, occupied: NodeStatus? = nil, _ steps: [Step]
  ) async throws -> [String] {
    nonisolated(unsafe) let steps = steps
    return try await onThreadOfItsOwn {
      let host = try SessionHost(steps, focus: focus, occupied: occupied)
      try host.run(typing: typed)
      return host.posts
    }
  }
}

/// A host of a form that is a script: what it gives is for the posts of the front end.
final class SessionHost {
  private(set) var posts: [String] = []
  private let terminal: BareTerminal
  private let host: ScriptedHost
  private let sink: Int32
  private var steps: [SessionTests.Step]
  private var revision: UInt64 = 1

  init(_ steps: [SessionTests.Step], focus: UInt32, occupied: NodeStatus?) throws {
    self.steps = steps
    terminal = try BareTerminal()
    sink = open("/dev/null", O_WRONLY | O_CLOEXEC)
    host = ScriptedHost(input: terminal.descriptor, output: sink)
    host.give(FORMWORK_ATTACH, text: Array("Form".utf8)) { $0.flags = FORMWORK_LOST.rawValue }
    insert(1, FORMWORK_SCREEN, "screen", in: 0)
    for (node, name) in [(2, "first"), (3, "second")] as [(UInt32, String)] {
      insert(node, FORMWORK_TEXT_FIELD, name, in: 1)
    }
    insert(4, FORMWORK_TEXT_AREA, "lines", in: 1)
    set(2, FORMWORK_COMPLETES, 1)
    if let occupied {
      set(1, FORMWORK_STATUS, occupied.rawValue)
      set(1, FORMWORK_BUSY, 1)
    }
    host.give(FORMWORK_FOCUS) { $0.node = focus }
    host.give(FORMWORK_RESIZED) { ($0.number, $0.count) = (80, 24) }
    host.give(FORMWORK_FLUSH) { $0.revision = 1 }
  }

  deinit { close(sink) }

  /// Runs the front end, at which something is typed, until it is detached.
  func run(typing typed: String) throws {
    host.onPost = { [unowned self] in note($0) }
    // The modes of the terminal are the front end's by now: a key is read as it comes.
    try terminal.typeUnfinished(typed)
    take("")
    let connection = try #require(HostConnection(host.table()))
    var frontEnd = ScreenFrontEnd()
    try frontEnd.run(connection)
  }

  private func note(_ post: ScriptedHost.Post) {
    let text = post.text.map { " \(String(decoding: $0, as: UTF8.self))" } ?? ""
    let line =
      switch formwork_message_kind(rawValue: post.kind) {
      case FORMWORK_EDIT: "EDIT \(post.node)\(text)"
      case FORMWORK_COMMIT: "COMMIT \(post.node)\(text)"
      case FORMWORK_COMPLETE: "COMPLETE\(text)"
      case FORMWORK_ACTIVATE: "ACTIVATE \(post.node)"
      case FORMWORK_BACK: "BACK"
      case FORMWORK_GO:
        post.flags & FORMWORK_NEXT.rawValue != 0 ? "GO next" : "GO \(post.node)"
      default: "POST \(post.kind)"
      }
    posts.append(line)
    take(line)
  }

  /// Does what is due after a post.
  private func take(_ line: String) {
    guard let step = steps.first, step.post == line else { return }
    steps.removeFirst()
    if !step.typed.isEmpty {
      do { try terminal.typeUnfinished(step.typed) } catch { Issue.record(error) }
    }
    guard let unread = step.unread else {
      step.given(self)
      return takeDrawn()
    }
    nonisolated(unsafe) let (host, given, terminal) = (self, step.given, terminal)
    Thread.detachNewThread {
      // What is typed comes to the side of programs in a moment; then it is read to the last that is not.
      terminal.waitUntil { $0 >= unread }
      terminal.waitUntil { $0 <= unread }
      given(host)
      host.takeDrawn()
    }
  }

  /// What is typed once all of that was taken in: where nothing is posted, a key is read that does nothing.
  private func takeDrawn() {
    guard let step = steps.first, step.post == "drawn" else { return }
    steps.removeFirst()
    nonisolated(unsafe) let (terminal, typed) = (terminal, step.typed)
    Thread.detachNewThread {
      terminal.waitUntil { $0 == 0 }
      do { try terminal.typeUnfinished(typed) } catch { Issue.record(error) }
    }
  }

  // MARK: Giving

  private func insert(_ node: UInt32, _ kind: formwork_node_kind, _ name: String, in parent: UInt32)
  {
    host.give(FORMWORK_INSERT, text: Array(name.utf8)) {
      ($0.node, $0.parent, $0.node_kind, $0.position) = (node, parent, kind.rawValue, 1_000)
    }
    host.give(FORMWORK_SET, text: Array(name.utf8)) {
      ($0.node, $0.property) = (node, FORMWORK_LABEL.rawValue)
      $0.flags = FORMWORK_HAS_TEXT.rawValue
    }
  }

  private func set(_ node: UInt32, _ property: formwork_property, _ number: Int) {
    host.give(FORMWORK_SET) {
      ($0.node, $0.property) = (node, property.rawValue)
      ($0.flags, $0.number) = (FORMWORK_HAS_NUMBER.rawValue, Int64(number))
    }
  }

  func flush() {
    revision += 1
    host.give(FORMWORK_FLUSH) { $0.revision = self.revision }
  }

  func setScreen(_ status: NodeStatus) {
    set(1, FORMWORK_STATUS, status.rawValue)
    set(1, FORMWORK_BUSY, 0)
    flush()
  }

  func focus(_ node: UInt32) {
    host.give(FORMWORK_FOCUS) { $0.node = node }
    flush()
  }

  /// Opens a question of one button.
  func ask() {
    insert(10, FORMWORK_ALERT, "question", in: 1)
    insert(11, FORMWORK_BUTTON, "yes", in: 10)
    focus(11)
  }

  func suggest(_ words: [String], replacing count: Int) {
    for word in words {
      host.give(FORMWORK_SUGGEST, text: Array(word.utf8)) {
        ($0.node, $0.revision, $0.count) = (2, self.revision, Int64(count))
      }
    }
    host.give(FORMWORK_SUGGEST, text: []) { ($0.node, $0.revision) = (2, self.revision) }
  }

  func detach() { host.give(FORMWORK_DETACH) }
}

extension BareTerminal {
  /// Waits until so many bytes are there to be read.
  fileprivate func waitUntil(_ isThere: (Int) -> Bool) {
    let end = ContinuousClock.now + defaultLimit
    while ContinuousClock.now < end {
      if let count = try? waitingByteCount, isThere(count) { return }
      sched_yield()
    }
    Issue.record("the terminal has something else to be read")
  }
}
