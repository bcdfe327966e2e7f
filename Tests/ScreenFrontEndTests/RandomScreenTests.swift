import CFormwork
import CFormworkSystem
import FormworkFrontEnd
import Glibc
import TestSupport
import Testing

@testable import FormworkConformance
@testable import ScreenFrontEnd

/// Whatever is typed, and whatever the host tells: what the terminal shows is the same when all of it is drawn afresh.
@Suite(.serialized) struct RandomScreenTests {
  @Test(arguments: 0..<50 as Range<UInt64>)
  func whatIsOnViewIsWhatIsDrawnAfresh(seed: UInt64) async throws {
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

/// A person and a host that both do what comes by chance, on the front end's own thread: a step is taken when that has
/// done all that the last one asked for.
private final class RandomEvening {
  private(set) var terminal = NaiveTerminal(rows: 24, columns: 80, joins: true)

  private let keyboard: Int32
  private let device: Int32
  private let output: UnsafeMutablePointer<FILE>
  private let host: TestSupport.ScriptedHost
  private var stream: RandomStream
  private var generator: SeededGenerator
  private var form: ScriptedForm
  private var revision: UInt64 = 0

  /// What is still to come.
  private var steps: [Step] = []
  /// How often the front end has asked for a message, and found none, since anything was read.
  private var quietCount = 0
  private var unreadCount: Int32 = 0
  private var readCount = 0
  /// What the terminal showed before it was drawn afresh.
  private var former: NaiveTerminal?

  private enum Step {
    case type, tell
    /// A key that means nothing: what was said of the key before is gone.
    case rest
    case drawAfresh, compare, detach
  }

  init(seed: UInt64) throws {
    (stream, generator) = (RandomStream(seed: seed), SeededGenerator(seed: seed))
    form = stream.form()
    keyboard = fws_open_pseudo_terminal()
    var path = [CChar](repeating: 0, count: 128)
    guard keyboard >= 0, fws_pseudo_terminal_path(keyboard, &path, path.count) == 0 else {
      throw SystemError(code: errno)
    }
    device = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard device >= 0, let output = tmpfile() else { throw SystemError(code: errno) }
    self.output = output
    host = TestSupport.ScriptedHost(input: device, output: fileno(output))
    for _ in 0..<6 {
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        steps.append(Bool.random(using: &generator) ? .type : .tell)
      }
      steps += [.rest, .drawAfresh, .compare]
    }
    steps.append(.detach)
  }

  deinit {
    close(keyboard)
    close(device)
    fclose(output)
  }

  func run() throws {
    host.onPost = { [unowned self] in answer($0) }
    host.onNothing = { [unowned self] in goOn() }
    tell(form.snapshot())
    var frontEnd = ScreenFrontEnd()
    let connection = try #require(HostConnection(host.table()))
    try frontEnd.run(connection)
    look(until: "\u{1B}[?1049l")
  }

  // MARK: Steps

  /// Takes the next step once the front end has drawn what came of the last one.
  private func goOn() {
    var entry = pollfd(fd: device, events: Int16(POLLIN), revents: 0)
    var unread: Int32 = 0
    if poll(&entry, 1, 0) > 0 { _ = ioctl(device, UInt(FIONREAD), &unread) }
    quietCount = unread == unreadCount ? quietCount + 1 : 0
    unreadCount = unread
    // Keys may be left unread: while something cannot be answered, or behind the one that waits for that.
    if quietCount < (unread == 0 ? 6 : 20) { return host.wakeFrontEnd() }
    quietCount = 0
    take(steps.isEmpty ? .detach : steps.removeFirst())
  }

  private func take(_ step: Step) {
    look()
    switch step {
    case .type: type(keys())
    case .tell:
      tell((0...Int.random(in: 0...4, using: &generator)).flatMap { _ in stream.change(&form) })
    case .rest: type("\u{1B}[99~")
    case .drawAfresh:
      former = terminal
      type("\u{C}")
    case .compare: compare()
    case .detach: give(.detach)
    }
    host.wakeFrontEnd()
  }

  private func compare() {
    guard let former, former.cells != terminal.cells else { return }
    Issue.record("\(former.picture)\ndrawn afresh\n\(terminal.picture)")
  }

  // MARK: The person

  private func type(_ keys: String) { type(Array(keys.utf8)) }

  private func type(_ keys: [UInt8]) { _ = write(keyboard, keys, keys.count) }

  /// Keys, among them some of this front end's, and bytes that are none; without those that would stop the test.
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
      return bytes.filter { ![3, 0x1A, 0x1C].contains($0) }
    default: return Array(stream.keys().utf8)
    }
  }

  // MARK: The host

  private func answer(_ post: TestSupport.ScriptedHost.Post) {
    let message = ScriptMessage(
      kind: post.kind, revision: post.revision, node: post.node, flags: post.flags,
      number: post.number, count: post.count, text: post.text ?? [])
    if let answer = form.answer(to: message) { tell(answer) }
  }

  private func tell(_ messages: [ScriptMessage]) {
    revision += 1
    for message in messages { give(message) }
    give(.flush(revision))
  }

  private func give(_ message: ScriptMessage) {
    var message = message
    if message.is(FORMWORK_RESIZED) {
      (message.number, message.count) = (min(message.number, 100), min(message.count, 30))
      terminal.spoil(rows: Int(message.count), columns: Int(message.number), with: "#")
    }
    host.give(
      formwork_message_kind(rawValue: message.kind),
      text: message.text.isEmpty ? nil : message.text
    ) {
      ($0.revision, $0.node, $0.parent) = (message.revision, message.node, message.parent)
      ($0.position, $0.node_kind) = (message.position, message.nodeKind)
      ($0.property, $0.flags) = (message.property, message.flags)
      ($0.number, $0.count) = (message.number, message.count)
    }
  }

  // MARK: The terminal

  /// Shows what was written since, as far as the last of some bytes where these are named; a bell is not seen.
  private func look(until last: String? = nil) {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(fileno(output), &chunk, chunk.count, readCount)
      guard count > 0 else { break }
      readCount += count
      bytes += chunk[..<count].filter { $0 != 7 }
    }
    if let last {
      let text = String(decoding: bytes, as: UTF8.self)
      bytes = Array(text[..<(text.ranges(of: last).last?.upperBound ?? text.endIndex)].utf8)
    }
    terminal.write(bytes)
  }
}
