import CFormwork
import CFormworkWire
import FormworkContract
import FormworkCore
import FormworkSession
import FormworkSystem
import Glibc

/// A front end in a separate process, which is run once.
final class RunnerFrontEnd: LoadedFrontEnd {
  let description: FrontEndDescription
  private let process: RunnerProcess
  private let lent = LentMessage()

  /// Whether the lent message is unsent, because the socket was full.
  private var isHeld = false

  /// The message after the lent one.
  private var upcoming: DisplayMessage?
  private var isFollowed = false

  /// The number of input messages received.
  private var takenCount: Int64 = 0

  /// The number of datagrams since the last message to the front end, reduced by its reading.
  private var unanswered = 0

  /// The size of the unread messages at the last check, in bytes.
  private var unread = 0

  /// Whether the front end has requested all of its first picture.
  private var hasDrawn = false

  /// Whether the front end has requested messages after ^C.
  private var hasAnswered = false
  private let limits: ResponseTimeouts
  private var deadline: ResponseDeadline?
  private var isLeaving = false

  /// The number of datagrams to handle before signals and timers are checked again.
  private static let datagramsPerRound = 16

  /// The maximum number of datagrams from a process that reads nothing.
  private static let floodLimit = 4_000

  /// The maximum number of unprompted datagrams before the front end is probed.
  private static let unaskedLimit = 1_000

  /// Waits until a runner has loaded its front end; the name `nil` accepts any.
  init(
    _ process: RunnerProcess, of name: FrontEndName?, limits: ResponseTimeouts
  ) throws(FrontEndLoadError) {
    self.process = process
    self.limits = limits
    description = try process.awaitLoading(limit: limits.drawing)
    try description.check(isCalled: name)
  }

  func run(_ session: Session, in context: RunContext) -> FrontEndMachine.Event {
    context.terminal.setRunner(process.identifier)
    defer { context.terminal.setRunner(nil) }
    start(context.streams)
    while true {
      noteInterrupt(context)
      if deadline?.aim == .answering {
        context.wakeUp.clear()
      } else {
        sendMessages(of: session, context)
      }
      if isLeaving, context.isEndedInTheBackground(session) {
        process.kill()
        process.awaitEnd()
        return .returned
      }
      noteStop(context)
      wait(context.wakeUp)
      if let end = listen(session, context) ?? overdue(session, context) { return end }
    }
  }

  private func start(_ streams: Streams) {
    var message = formwork_message()
    message.kind = FORMWORK_WIRE_RUN.rawValue
    message.number = Int64(streams.input)
    message.count = Int64(streams.output)
    // The first datagram always fits. The picture follows: a front end that asks early waits for it.
    _ = process.send(message, isFollowed: true)
    deadline = ResponseDeadline(.drawing, limits)
  }

  /// Sends messages while the socket has room; the session merges the rest into the next picture.
  private func sendMessages(of session: Session, _ context: RunContext) {
    if isHeld {
      isHeld = !process.send(lent.pointer.pointee, isFollowed: isFollowed)
      if isHeld {
        // Signals and operations are handled meanwhile.
        context.wakeUp.clear()
        session.receive()
      }
    }
    if !isHeld, upcoming == nil { upcoming = session.next() }
    let hasMessages = !isHeld && upcoming != nil
    while !isHeld, let message = upcoming {
      upcoming = session.next()
      lent.fill(with: message)
      if case .flush = message { lent.pointer.pointee.number = takenCount }
      isFollowed = upcoming != nil
      isHeld = !process.send(lent.pointer.pointee, isFollowed: isFollowed)
    }
    if hasMessages { noteSent(context) }
    if session.endReason != nil, !isLeaving {
      isLeaving = true
      if context.noteLeaving(session) { deadline = ResponseDeadline(.leaving, limits) }
    }
    // A session that has ended handles no further news.
    if isLeaving { context.wakeUp.clear() }
  }

  // MARK: Reading

  /// Notes that a message waits for the front end.
  private func noteSent(_ context: RunContext) {
    if deadline?.endsOnReading != true { unanswered = 0 }
    unread = process.unreadMessageByteCount
    if unread > 0 || isHeld, context.apply(.messageSent) == .watchReading {
      deadline = ResponseDeadline(.reading, limits)
    }
  }

  /// Notes whether the front end has read any pending messages.
  private func noteRead(_ context: RunContext) {
    guard let aim = deadline?.aim, deadline?.endsOnReading == true else { return }
    let before = unread
    unread = process.unreadMessageByteCount
    guard unread < before || unread == 0 else { return }
    // A front end that reads less than it sends accumulates: the system counts a datagram as 512 bytes at
    // least.
    let hasUnread = unread > 0 || isHeld
    let rest = hasUnread ? max(0, unanswered - (before - unread) / 512) : 0
    defer { unanswered = rest }
    if aim == .answering {
      // It may still have messages before the probe: then check again at once.
      guard unread == 0 else { return }
      hasAnswered = true
      context.wakeUp.raise()
      _ = context.apply(.caughtUp)
      deadline = hasDrawn ? nil : ResponseDeadline(.drawing, limits)
    } else if context.apply(.caughtUp) == .stopWatching {
      deadline = nil
      // The rest gets the whole time again.
      if hasUnread { noteSent(context) }
    }
  }

  /// Probes whether the front end reads its messages, with a message that the runner does not pass on.
  private func ask(_ context: RunContext) {
    guard !isHeld else { return }
    var question = formwork_message()
    question.kind = FORMWORK_FLUSH.rawValue
    question.number = .min
    if process.send(question, isFollowed: false) { noteSent(context) }
  }

  /// Makes the front end prove that it reads messages before ^C, which may be meant for it.
  private func noteInterrupt(_ context: RunContext) {
    guard context.terminal.pendingSignal == SIGINT, !isLeaving else {
      hasAnswered = false
      return
    }
    guard !hasAnswered, deadline?.aim != .answering else { return }
    ask(context)
    deadline = ResponseDeadline(.answering, limits)
  }

  /// Probes a process that something else than the host has stopped, so that it gets a time limit.
  private func noteStop(_ context: RunContext) {
    if deadline == nil, process.isStopped, !context.terminal.isOwnedByShell { ask(context) }
  }

  private func wait(_ wakeUp: WakeUp) {
    let wanted = isHeld ? POLLIN | POLLOUT : POLLIN
    var entries = [
      pollfd(fd: process.socket, events: Int16(wanted), revents: 0),
      pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.ended, events: Int16(POLLIN), revents: 0),
    ]
    // After a signal the call returns early, which does no harm.
    poll(&entries, nfds_t(entries.count), deadline?.interval.wholeMilliseconds ?? -1)
  }

  private func listen(_ session: Session, _ context: RunContext) -> FrontEndMachine.Event? {
    var hasEnded = false
    for _ in 0..<Self.datagramsPerRound {
      switch process.receive() {
      case .nothing:
        if hasEnded { return ended() }
        hasEnded = process.hasEnded
        // After its end, everything that it sent before can be received.
        if !hasEnded { return nil }
      case .end:
        return ended()
      case .datagram(let datagram):
        do throws(PacketFault) {
          if let end = try handle(RunnerMessage(datagram), session, context) { return end }
          try count(context)
        } catch {
          process.kill()
          process.awaitEnd()
          return .failed(.brokeContract(error))
        }
      }
    }
    return nil
  }

  /// Counts a datagram of a front end that does not read, and probes the front end.
  private func count(_ context: RunContext) throws(PacketFault) {
    unanswered += 1
    if isHeld || deadline?.endsOnReading == true {
      if unanswered > Self.floodLimit { throw .flood }
    } else if unanswered > Self.unaskedLimit, !isLeaving {
      ask(context)
    }
  }

  private func handle(
    _ message: RunnerMessage, _ session: Session, _ context: RunContext
  ) throws(PacketFault) -> FrontEndMachine.Event? {
    switch message {
    case .input(let input, let revision):
      takenCount += 1
      if let input { session.post(input, revision: revision) }
      return nil
    case .drained:
      // The terminal now has the modes of the front end. The runner knows them exactly, and its note takes
      // precedence.
      context.terminal.noteModes()
      if context.apply(.drained) == .stopWatching {
        hasDrawn = true
        if deadline?.aim == .drawing { deadline = nil }
        noteSent(context)
      }
      return nil
    case .returned(let code):
      process.awaitEnd(hasReturned: code == 0 && isLeaving)
      return code == 0 ? .returned : .failed(.returnedError(code))
    case .loaded: throw .kind(FORMWORK_WIRE_LOADED.rawValue)
    case .refused: throw .kind(FORMWORK_WIRE_REFUSED.rawValue)
    }
  }

  private func ended() -> FrontEndMachine.Event {
    switch process.awaitEnd() {
    case .exited(let status): .failed(.exited(status: status))
    case .signalled(let signal): .failed(.crashed(signal: signal))
    }
  }

  private func overdue(
    _ session: Session, _ context: RunContext
  ) -> FrontEndMachine.Event? {
    noteRead(context)
    guard deadline != nil else { return nil }
    // A process that is stopped together with the program cannot act.
    let isStopped = process.isStopped
    let couldAct =
      isStopped ? !context.terminal.isOwnedByShell : context.streams.outputTakesMore
    guard deadline?.isOver(couldAct: couldAct) == true, let failure = deadline?.failure else {
      return nil
    }
    deadline = nil
    guard context.apply(.deadlinePassed) == .kill else { return nil }
    process.kill()
    process.awaitEnd()
    if failure == .didNotAnswer { session.recoverFromInterrupt() }
    return .failed(isStopped ? .stopped : failure)
  }
}
