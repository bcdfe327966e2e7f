import CFormwork
import CFormworkWire
import FormworkCore
import FormworkHost
import FormworkSession
import FormworkSystem
import FormworkTools
import Glibc
import Logging

/// A session for a front end in a process of its own, and the user at the terminal of that front end.
///
/// A check changes the screen, withholds answers, and puts in messages that no session sends.
final class SessionHost {
  let terminal: BareTerminal
  private(set) var allOutput: [UInt8] = []
  private(set) var session: Session
  private(set) var revision: UInt64 = 0

  /// The identifier and the needs of the front end in a message; `nil` until it is loaded.
  private(set) var loaded: ScriptMessage?

  /// The screen of the next run.
  var screen: ScriptedScreen

  /// The messages that the front end has posted in this run.
  private(set) var posts: [ScriptMessage] = []

  /// Replaces each message of the session.
  var decorate: (ScriptMessage) -> [ScriptMessage] = { [$0] }

  /// Learns each picture, and validates each post.
  var validator: PostValidator?

  /// Whether the session gets the posts, except those of some kinds, and whether the output is read.
  var answers = true
  var withheld: [formwork_message_kind] = []
  var reads = true

  private let process: RunnerProcess
  private let isRunner: Bool
  private let wakeUp: WakeUp
  private let trace: Trace
  private let log: Logger?
  private let deadline: ContinuousClock.Instant
  private var outputStart = 0
  private var isDelivering = false
  private var isDetached = false

  /// Whether `next` has returned DETACH.
  private var isHeard = false

  /// The last answer of the probe, and its message about the end of the run.
  private var answer: ScriptMessage?
  private var returned: ScriptMessage?

  static let size = WindowSize(columns: 80, rows: 24)

  /// The number of looks in a row, 2 ms apart, that find a front end asleep before it counts as waiting.
  static let quietCount = 10

  /// The number of looks in a row while something is left that the front end could take.
  private static let longQuietCount = 150

  init(
    _ screen: ScriptedScreen, _ file: FrontEndFile, by checker: String,
    in mode: ProbeMode? = .usual, log: Logger? = nil, trace: Trace,
    deadline: ContinuousClock.Instant
  ) throws(CheckFailure) {
    do {
      wakeUp = try WakeUp()
      terminal = try BareTerminal(size: Self.size)
    } catch {
      throw CheckFailure(.key("problem.noTerminal", ["reason": Message(explaining: error)]))
    }
    terminal.setUnusualModes()
    process = try RunnerProcess(mode, of: file, by: checker, on: terminal.path)
    isRunner = mode == nil
    (self.screen, self.log, self.trace, self.deadline) = (screen, log, trace, deadline)
    session = Session(screen, wakeUp: wakeUp)
    loaded = try ask(nil)
  }

  /// Runs the front end with a new session, and sends no message yet.
  func run() throws(CheckFailure) {
    (posts, revision, returned, isDetached, isHeard) = ([], 0, nil, false, false)
    forgetOutput()
    session = Session(screen, wakeUp: wakeUp) { [log, loaded] line in
      log?.info("\(line)", metadata: ["frontEnd": "\(loaded?.string ?? "")"])
    }
    try send(ScriptMessage(kind: FORMWORK_WIRE_RUN.rawValue, number: 0, count: 1))
  }

  /// Runs the front end, shows the screen, and waits until the front end waits.
  @discardableResult
  func attach() throws(CheckFailure) -> SessionHost {
    try run()
    try show()
    return self
  }

  /// Sends messages, then what has changed on the screen, and a flush.
  func tell(_ messages: [ScriptMessage] = []) throws(CheckFailure) {
    // A flush follows such a post, whatever has changed.
    session.post(.unknown, revision: revision)
    try deliver(messages)
  }

  /// Sends the same, and waits until the front end waits.
  func show(_ messages: [ScriptMessage] = []) throws(CheckFailure) {
    try tell(messages)
    try settle()
  }

  /// Sends messages, all that the session has, and those that it has after posts that come meanwhile.
  private func deliver(_ messages: [ScriptMessage] = []) throws(CheckFailure) {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    for message in messages { try send(message) }
    while !isDetached, let display = session.next() {
      var message = ScriptMessage(display)
      if message.is(FORMWORK_FLUSH) {
        revision = message.revision
        validator?.note(session.screen.tree, at: revision)
        // A runner holds back what was made before the host knew what the front end waits for.
        if isRunner { message.number = Int64(posts.count) }
      }
      for message in decorate(message) { try send(message) }
    }
  }

  /// Sends a message as soon as there is room for it.
  func send(_ message: ScriptMessage) throws(CheckFailure) {
    if message.is(FORMWORK_DETACH) { isDetached = true }
    func sent() -> Bool? { message.lend { process.send($0, isFollowed: false) } ? true : nil }
    while sent() == nil, try watch({ _ in sent() }) == nil {
      // If the terminal takes nothing, the front end may wait for that.
      if reads { throw hanging("takesNothing") }
    }
    trace.note(sent: message)
  }

  /// Sends DETACH with a reason of `enum formwork_reason`, and waits until the front end has returned.
  @discardableResult
  func detach(for reason: UInt32 = 0) throws(CheckFailure) -> ScriptMessage {
    if !isDetached {
      try send(ScriptMessage(kind: FORMWORK_DETACH.rawValue, number: Int64(reason)))
    }
    let limit = ContinuousClock.now + .seconds(1)
    while true {
      if let returned { return returned }
      try receive(limit: .milliseconds(2))
      // A front end that works gets the time of a slow machine.
      if returned == nil, ContinuousClock.now > limit, process.isAsleep {
        if isHeard { throw hanging("returnsLate") }
        // The front end has taken DETACH, but not by `next`.
        if process.unreadMessageByteCount == 0 { throw CheckFailure("readsWake") }
        throw hanging("doesNotReturn")
      }
    }
  }

  /// Asks the probe, and waits for its answer; without a question, waits until the front end is loaded.
  func ask(_ question: ScriptMessage?) throws(CheckFailure) -> ScriptMessage {
    answer = nil
    if let question { try send(question) }
    while true {
      if let answer { return answer }
      try receive(limit: .milliseconds(100))
    }
  }

  func type(_ text: String) throws(CheckFailure) { try type(Array(text.utf8)) }

  func type(_ bytes: [UInt8]) throws(CheckFailure) {
    guard (try? terminal.typeUnfinished(bytes)) != nil else { throw CheckFailure("doesNotRead") }
    // A front end that they wake up does not count as asleep, however busy the machine is.
    _ = unreadByteCount
  }

  /// The number of unread bytes, without those of an incomplete line if the terminal gives lines.
  var unreadByteCount: Int { (try? terminal.waitingByteCount) ?? 0 }

  /// Types a text and Enter, and returns the COMMIT, if any, after the front end waits.
  @discardableResult
  func enter(_ text: String) throws(CheckFailure) -> ScriptMessage? {
    try type(text + "\r")
    let commit = try awaitPost(of: [FORMWORK_COMMIT])
    try settle()
    // A front end may rest for up to a second.
    for _ in 1...2 where process.unreadMessageByteCount > 0 { try settle() }
    if let commit, process.unreadMessageByteCount > 0 { throw hanging("hangs", after: commit) }
    return commit
  }

  /// The output of this run, or since it was forgotten.
  var output: [UInt8] { Array(allOutput[outputStart...]) }

  /// Whether the front end is not for users at a terminal: it neither needs one nor names modes.
  var readsNoKeys: Bool { loaded?.number == 0 }

  /// Whether the front end shows its pictures elsewhere, such as on a page in a browser.
  var showsElsewhere: Bool { readsNoKeys && !allOutput.contains("Berth") }

  /// The text of this output.
  var shown: [UInt8] { TerminalOutput(output).text }

  func forgetOutput() { outputStart = allOutput.count }

  /// Whether the front end has posted an EDIT with a text somewhere in its own.
  func hasEdited(_ text: String = "") -> Bool {
    posts.contains { $0.is(FORMWORK_EDIT) && (text.isEmpty || $0.string.contains(text)) }
  }

  /// Waits for a new post of some kinds; returns `nil` if the front end waits itself.
  func awaitPost(of kinds: [formwork_message_kind]) throws(CheckFailure) -> ScriptMessage? {
    let start = posts.count
    return try watch { _ in posts.dropFirst(start).first { kinds.contains(where: $0.is) } }
  }

  /// Waits until the front end sleeps, and has taken all messages and keys, or for longer.
  ///
  /// A front end that reads no keys leaves them in the terminal for ever.
  func settle(quietCount: Int = SessionHost.quietCount) throws(CheckFailure) {
    _ = try watch { asleepCount -> Void? in
      let isBusy = process.unreadMessageByteCount > 0 || !readsNoKeys && unreadByteCount > 0
      return isBusy || asleepCount < quietCount ? nil : ()
    }
  }

  /// Calls `find` until it returns something, or the front end has slept for long.
  func watch<Found>(_ find: (_ asleepCount: Int) -> Found?) throws(CheckFailure) -> Found? {
    var asleepCount = 0
    while asleepCount < Self.longQuietCount {
      if try receive(limit: .milliseconds(2)) { asleepCount = 0 }
      asleepCount = process.isAsleep ? asleepCount + 1 : 0
      if let found = find(asleepCount) { return found }
    }
    return nil
  }

  /// Takes output and messages, and returns whether any came within a limit.
  @discardableResult
  private func receive(limit: Duration) throws(CheckFailure) -> Bool {
    guard ContinuousClock.now < deadline else { throw hanging("restless") }
    var entries = [
      pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reads ? terminal.controller : -1, events: Int16(POLLIN), revents: 0),
    ]
    poll(&entries, 2, limit.wholeMilliseconds)
    var hasCome = readOutput()
    while true {
      switch process.receive() {
      case .nothing: return hasCome
      case .end:
        // A runner runs once.
        if returned != nil { return hasCome }
        throw death()
      case .datagram(let datagram):
        guard let message = ScriptMessage(datagram: datagram) else { throw death() }
        hasCome = true
        try handle(message)
      }
    }
  }

  /// Reads the output that is there, and returns whether there was any.
  private func readOutput() -> Bool {
    guard reads else { return false }
    var chunk = [UInt8](repeating: 0, count: 16_384)
    let count = read(terminal.controller, &chunk, chunk.count)
    guard count > 0 else { return false }
    allOutput += chunk[..<count]
    return true
  }

  private func handle(_ message: ScriptMessage) throws(CheckFailure) {
    trace.note(posted: message, at: session.screen.tree)
    switch message.kind {
    case FORMWORK_WIRE_RETURNED.rawValue:
      returned = message
      // Its last output may still be on its way.
      while readOutput() {}
      guard message.number == 0 else {
        let error = SystemError(code: CInt(truncatingIfNeeded: message.number))
        let words = ["code": Message.number(Int(error.code)), "reason": Message(explaining: error)]
        throw CheckFailure("givesUp", words)
      }
      guard isDetached else { throw CheckFailure("returnsEarly") }
    case FORMWORK_WIRE_DRAINED.rawValue: break
    case FORMWORK_WIRE_LOADED.rawValue, ProbeMessage.entry, ProbeMessage.search: answer = message
    case FORMWORK_WIRE_REFUSED.rawValue: throw CheckFailure(.verbatim(message.string))
    case ProbeMessage.heard: isHeard = true
    case ProbeMessage.missed: throw CheckFailure("readsWake")
    default:
      posts.append(message)
      try validator?.check(message)
      guard answers || message.is(FORMWORK_LOG), !withheld.contains(where: message.is) else {
        return
      }
      session.post(message)
      try deliver()
    }
  }

  /// Returns the fault of a front end that hangs, and keeps the last messages.
  func hanging(_ fault: String, after post: ScriptMessage? = nil) -> CheckFailure {
    trace.end()
    return post?.failure(fault) ?? CheckFailure(fault)
  }

  private func death() -> CheckFailure {
    trace.end()
    let moment = loaded == nil ? ".loading" : ""
    guard case .signalled(let number) = process.awaitEnd() else {
      return CheckFailure("endsProcess\(moment)", fix: "endsProcess")
    }
    let signal = ["signal": Message.verbatim(String(cString: strsignal(number)))]
    return CheckFailure("crashes\(moment)", signal, fix: "crashes")
  }
}
