import FormworkCore
import CFormwork
import CFormworkWire
import FormworkSession
import FormworkSystem
import Glibc
import Logging

/// A host that keeps to a script: tells a front end what it is made to tell, answers what is posted,
/// and sits before the terminal.
final class ScriptedHost {
  let process: FrontEndProcess

  var form: ScriptedForm

  /// All that was posted since the front end was attached last.
  private(set) var posts: [ScriptMessage] = []

  /// That of the last flush.
  private(set) var revision: UInt64 = 0

  /// Adds to what is told between two flushes.
  var decorate: ([ScriptMessage]) -> [ScriptMessage] = { $0 }

  /// Told of each flush, and what is shown from then on.
  var onFlush: (ScriptedForm, UInt64) -> Void = { _, _ in }

  /// Judges each post before it is answered.
  var onPost: (ScriptMessage) throws(Failure) -> Void = { _ throws(Failure) in }

  /// Whether what is posted is answered.
  var answers = true

  /// Of what is answered, the kinds that are not.
  var withheld: [formwork_message_kind] = []

  /// Whether what is written to the terminal is read.
  var reads = true

  /// What came back when the front end returned.
  private(set) var returned: ScriptMessage?

  /// What the front end calls itself.
  private(set) var identifier = ""

  /// What the front end says that it needs: bits of `enum formwork_need`.
  private(set) var needs: UInt32 = 0

  /// What the probe has answered.
  private var answersOfProbe: [ScriptMessage] = []

  /// What is not said yet.
  private var outbox: [ScriptMessage] = []
  private var isDelivering = false

  private let log: Logger?
  private let trace: Trace
  private let deadline: ContinuousClock.Instant
  private var isDetached = false

  /// Whether `next` has given DETACH.
  private var isHeard = false

  /// So many looks in a row have to find a front end asleep before it counts as waiting.
  static let stillness = 10

  /// So many, where something is left that it could take.
  private static let longStillness = 150

  init(
    _ process: FrontEndProcess, _ form: ScriptedForm, log: Logger?, trace: Trace,
    deadline: ContinuousClock.Instant
  ) {
    self.process = process
    self.log = log
    self.trace = trace
    self.form = form
    self.deadline = deadline
  }

  var terminal: Terminal { process.terminal }

  // MARK: Beginning

  /// Waits until the front end is loaded.
  func awaitLoading() throws(Failure) {
    while true {
      switch process.receive() {
      case .message(let message) where message.kind == FORMWORK_WIRE_LOADED.rawValue:
        (identifier, needs) = (message.string, UInt32(truncatingIfNeeded: message.number))
        return
      case .message(let message): throw Failure(.verbatim(message.string))
      case .end: throw death(isLoading: true)
      case .nothing: try wait(limit: .milliseconds(100))
      }
    }
  }

  /// Runs the front end, and shows it nothing yet.
  func run() throws(Failure) {
    (posts, returned, isDetached, isHeard) = ([], nil, false, false)
    try send(ScriptMessage(kind: FORMWORK_WIRE_RUN.rawValue, number: 0, count: 1))
  }

  /// Shows the form, and waits until the front end waits.
  func attach() throws(Failure) {
    try run()
    try tell(form.snapshot())
    try settle()
  }

  /// Asks what the entry gives for a major version.
  func askEntry(major: UInt32) throws(Failure) -> ScriptMessage {
    try ask(ScriptMessage(kind: ProbeMessage.entry, number: Int64(major)))
  }

  /// Asks whether a text stands in the memory of the front end's process.
  func isInMemory(_ text: String) throws(Failure) -> Bool {
    let masked = WritableMemory.masked(text)
    return try ask(ScriptMessage(kind: ProbeMessage.search, text: masked)).number != 0
  }

  private func ask(_ question: ScriptMessage) throws(Failure) -> ScriptMessage {
    let known = answersOfProbe.count
    try send(question)
    while answersOfProbe.count == known { try receive(limit: .milliseconds(100)) }
    return answersOfProbe[known]
  }

  // MARK: Telling

  /// Tells something, and that the picture is consistent.
  func tell(_ messages: [ScriptMessage]) throws(Failure) {
    revision += 1
    onFlush(form, revision)
    var flush = ScriptMessage.flush(revision)
    // A runner holds back what was made before the host knew what the front end waits for.
    if process.program == .runner { flush.number = Int64(posts.count) }
    outbox += decorate(messages + [flush])
    try deliver()
  }

  func send(_ message: ScriptMessage) throws(Failure) {
    if message.is(FORMWORK_DETACH) { isDetached = true }
    outbox.append(message)
    try deliver()
  }

  /// Says all that is to be said, in order; what is posted meanwhile is answered behind it.
  private func deliver() throws(Failure) {
    guard !isDelivering else { return }
    isDelivering = true
    defer { (isDelivering, outbox) = (false, []) }
    var index = 0
    var still = 0
    while index < outbox.count {
      if process.send(outbox[index]) {
        if !ProbeMessage.isOwn(outbox[index]) { trace.note(told: outbox[index]) }
        (index, still) = (index + 1, 0)
        continue
      }
      if try receive(limit: .milliseconds(2)) { still = 0 }
      // Where the terminal takes nothing, the front end may wait for that.
      still = reads && process.isAsleep ? still + 1 : 0
      if still > Self.longStillness {
        throw hanging("deed.takesNothing", mend: "mend.takesNothing")
      }
    }
  }

  /// Tells the front end to return, for a reason of `enum formwork_reason` or a later one, and waits until it has.
  ///
  /// - Returns: What it leaves behind in its process.
  @discardableResult
  func detach(for reason: Int64 = 0) throws(Failure) -> Remains {
    var message = ScriptMessage.detach
    message.number = reason
    if !isDetached { try send(message) }
    return try awaitReturn()
  }

  /// Waits until the front end has returned, which it has been told to.
  @discardableResult
  func awaitReturn() throws(Failure) -> Remains {
    let limit = ContinuousClock.now + .seconds(1)
    while true {
      if let returned {
        guard returned.number == 0 else { throw Self.gaveUp(returned.number) }
        return Remains(returned)
      }
      try receive(limit: .milliseconds(2))
      // One that works is given the time of a slow machine.
      if returned == nil, ContinuousClock.now > limit, process.isAsleep {
        if isHeard { throw hanging("deed.returnsLate", mend: "mend.returnsLate") }
        // DETACH was taken, and not by `next`.
        if process.hasTakenAll { throw Self.readsWake }
        throw hanging("deed.doesNotReturn", mend: "mend.doesNotReturn")
      }
    }
  }

  // MARK: Typing

  func type(_ text: String) throws(Failure) { try terminal.type(Array(text.utf8)) }

  /// Types a text and Enter, and waits until the front end has done what it does then.
  ///
  /// - Returns: The COMMIT, if there is one.
  @discardableResult
  func enter(_ text: String) throws(Failure) -> ScriptMessage? {
    try type(text + "\r")
    let commit = try awaitPost(of: FORMWORK_COMMIT)
    try settle()
    return commit
  }

  /// Waits for something of these kinds to be posted from now on; `nil` where the front end waits itself.
  func awaitPost(of kinds: formwork_message_kind...) throws(Failure) -> ScriptMessage? {
    var start = posts.count
    var still = 0
    while still < Self.longStillness {
      if try receive(limit: .milliseconds(2)) { still = 0 }
      while start < posts.count {
        if kinds.contains(where: posts[start].is) { return posts[start] }
        start += 1
      }
      still = process.isAsleep ? still + 1 : 0
    }
    return nil
  }

  /// Waits until the front end waits, and has taken all that it was told and all that was typed.
  ///
  /// So many looks in a row as `stillness` says have to find it asleep.
  func settle(stillness: Int = ScriptedHost.stillness) throws(Failure) {
    var still = 0
    while true {
      if try receive(limit: .milliseconds(2)) { still = 0 }
      still = process.isAsleep ? still + 1 : 0
      let hasTakenAll = process.hasTakenAll && terminal.unreadByteCount == 0
      if still >= (hasTakenAll ? stillness : Self.longStillness) { return }
    }
  }

  /// Waits until the front end has waited for a while, whatever it has left to take.
  func rest() throws(Failure) {
    var still = 0
    while still < Self.longStillness {
      if try receive(limit: .milliseconds(2)) { still = 0 }
      still = process.isAsleep ? still + 1 : 0
    }
  }

  // MARK: Listening

  /// Waits for something to come, and handles it.
  ///
  /// - Returns: Whether anything came.
  @discardableResult
  func receive(limit: Duration) throws(Failure) -> Bool {
    try wait(limit: limit)
    var hasCome = reads && terminal.read()
    while true {
      switch process.receive() {
      case .nothing: return hasCome
      case .end:
        // A runner runs once.
        if returned != nil { return hasCome }
        throw death()
      case .message(let message):
        hasCome = true
        try handle(message)
      }
    }
  }

  private func handle(_ message: ScriptMessage) throws(Failure) {
    if !ProbeMessage.isOwn(message) { trace.note(posted: message, at: form) }
    switch message.kind {
    case FORMWORK_WIRE_RETURNED.rawValue:
      returned = message
      // What it wrote last may still be on its way.
      if reads { while terminal.read() {} }
      guard isDetached else { throw Self.left(message.number) }
    case FORMWORK_WIRE_DRAINED.rawValue: break
    case ProbeMessage.entry, ProbeMessage.search: answersOfProbe.append(message)
    case ProbeMessage.heard: isHeard = true
    case ProbeMessage.missed: throw Self.readsWake
    default:
      posts.append(message)
      if message.is(FORMWORK_LOG) {
        log?.info("\(message.string)", metadata: ["frontEnd": "\(identifier)"])
      }
      try onPost(message)
      guard answers, !withheld.contains(where: message.is), let answer = form.answer(to: message)
      else { return }
      try self.answer(answer)
    }
  }

  private func answer(_ messages: [ScriptMessage]) throws(Failure) {
    guard !isDetached else { return }
    if messages.first?.is(FORMWORK_DETACH) == true {
      try send(.detach)
    } else {
      try tell(messages)
    }
  }

  private func wait(limit: Duration) throws(Failure) {
    guard ContinuousClock.now < deadline else {
      throw hanging("deed.restless", mend: "mend.restless")
    }
    var entries = [
      pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reads ? terminal.controller : -1, events: Int16(POLLIN), revents: 0),
    ]
    poll(&entries, 2, limit.wholeMilliseconds)
  }

  // MARK: What may go wrong

  private static let readsWake = Failure("deed.readsWake", mend: "mend.readsWake")

  private func hanging(_ deed: Message, mend: Message) -> Failure {
    trace.end()
    return Failure(deed, mend: mend)
  }

  private func death(isLoading: Bool = false) -> Failure {
    trace.end()
    if let signal = process.endingSignal() {
      let words = ["signal": Message.verbatim(String(cString: strsignal(signal)))]
      return Failure(
        Message(isLoading ? "deed.crashes.loading" : "deed.crashes", words), mend: "mend.crashes")
    }
    return Failure(
      isLoading ? "deed.endsProcess.loading" : "deed.endsProcess", mend: "mend.endsProcess")
  }

  private static func left(_ code: Int64) -> Failure {
    code == 0 ? Failure("deed.returnsEarly", mend: "mend.returnsEarly") : gaveUp(code)
  }

  private static func gaveUp(_ code: Int64) -> Failure {
    let reason = Message(explaining: SystemError(code: CInt(truncatingIfNeeded: code)))
    return Failure(
      "deed.givesUp", ["code": .number(Int(code)), "reason": reason], mend: "mend.givesUp")
  }
}
