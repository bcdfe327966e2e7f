import CFormwork
import FormworkCore
import FormworkSession
import Foundation
import TestSupport
import Testing

/// After any input and any messages, the terminal shows the same as after a complete redraw.
@Suite(.serialized) struct RandomScreenTests {
  static let seeds: Range<UInt64> = 0..<(isLongRun ? 500 : 20)

  @Test(arguments: seeds)
  func whatIsVisibleIsWhatARedrawShows(seed: UInt64) async throws {
    let end = try await onThreadOfItsOwn {
      let evening = try RandomEvening(seed: seed)
      try evening.run()
      return evening.terminal
    }
    #expect(end.faults == [])
    #expect(end.modes == [])
    #expect(end.isCursorVisible)
  }
}

/// A random user and a random host.
private final class RandomEvening {
  private let frontEnd: SteppedFrontEnd
  private var stream: RandomStream
  private var generator: SeededGenerator
  private let screen: ScriptedScreen
  private let session: Session

  /// The remaining steps.
  private var steps: [Step] = []
  /// The content of the terminal before other output was written to it.
  private var previous: NaiveTerminal?

  private enum Step {
    case type, tell
    /// Everything typed is read, and a key without a meaning removes the message about the previous key.
    case rest
    case redraw, compare
  }

  init(seed: UInt64) throws {
    (stream, generator) = (RandomStream(seed: seed), SeededGenerator(seed: seed))
    (screen, frontEnd) = (stream.screen(), try SteppedFrontEnd())
    session = Session(screen, wakeUp: try WakeUp())
    for _ in 0..<6 {
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        steps.append(Bool.random(using: &generator) ? .type : .tell)
      }
      steps += [.rest, .redraw, .compare]
    }
  }

  var terminal: NaiveTerminal { frontEnd.terminal }

  func run() throws {
    frontEnd.onPost = { [unowned self] in answer($0) }
    frontEnd.onQuiet = { [unowned self] in
      if steps.isEmpty { frontEnd.detach() } else { take(steps.removeFirst()) }
    }
    tell()
    try frontEnd.run()
    #expect(steps.isEmpty)
  }

  private func take(_ step: Step) {
    switch step {
    case .type: frontEnd.type(keys())
    case .tell:
      tell(
        (0...Int.random(in: 0...4, using: &generator)).flatMap { _ in
          stream.change(screen).map { ScriptMessage($0) }
        })
    case .rest:
      for (node, shown) in screen.tree.all where [.screen, .list].contains(shown.kind) {
        screen.tree.set(node, .status, nil)
      }
      tell()
      frontEnd.type("\u{1B}[99~".utf8)
    case .redraw:
      previous = frontEnd.terminal
      frontEnd.corrupt()
      frontEnd.type("\u{C}".utf8)
    case .compare: compare()
    }
  }

  private func compare() {
    guard let previous else { return }
    let terminal = frontEnd.terminal
    #expect(frontEnd.unreadCount == 0)
    if previous.cells != terminal.cells {
      Issue.record("\(previous.picture)\ndrawn afresh\n\(terminal.picture)")
    }
    #expect(previous.isCursorVisible == terminal.isCursorVisible)
    if terminal.isCursorVisible {
      #expect(previous.row == terminal.row && previous.column == terminal.column)
    }
  }

  // MARK: The person

  /// Returns random keys, with keys of this front end and invalid bytes, but no keys that stop the test.
  private func keys() -> [UInt8] {
    let own = [
      "\u{1B}OP", "\u{13}", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H", "\u{1B}[F", "\u{18}v", "\u{18}N",
      "\u{18}c", "\u{1F}", "\u{14}", "\u{19}", "\u{4}", "  ", "\u{1B}[1;5C", "\u{1B}[<64;5;5M",
    ]
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return Array((own.randomElement(using: &generator) ?? "").utf8)
    case 1:
      let (column, row) = (
        Int.random(in: 1...120, using: &generator), Int.random(in: 1...50, using: &generator)
      )
      return Array("\u{1B}[<0;\(column);\(row)M".utf8)
    case 2:
      let bytes = (0..<6).map { _ in UInt8.random(in: 0...255, using: &generator) }
      // The width of these characters is unknown to the emulator.
      return bytes.filter { ![3, 0x1A, 0x1C].contains($0) && !(0xCC...0xF4).contains($0) }
    default: return Array(stream.keys().utf8)
    }
  }

  // MARK: The host

  private func answer(_ post: ScriptMessage) {
    // The session would end.
    let leaving = [FORMWORK_QUIT, FORMWORK_SWITCH, FORMWORK_EDIT_OUTSIDE].map(\.rawValue)
    if leaving.contains(post.kind) { return tell() }
    session.post(post)
    deliver()
  }

  /// Tells messages, the changes of the screen, and a flush.
  private func tell(_ messages: [ScriptMessage] = []) {
    session.post(.unknown, revision: 0)
    deliver(after: messages)
  }

  private func deliver(after messages: [ScriptMessage] = []) {
    var batch = messages.map { message in
      guard message.is(FORMWORK_RESIZED) else { return message }
      var smaller = message
      (smaller.number, smaller.count) = (min(message.number, 100), min(message.count, 30))
      return smaller
    }
    for message in session.drain() {
      if message.is(FORMWORK_FLUSH) {
        frontEnd.tell(batch)
        batch = []
      } else {
        batch.append(message)
      }
    }
  }
}
