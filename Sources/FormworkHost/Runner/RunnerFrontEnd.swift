import CFormwork
import CFormworkWire
import FormworkContract
import FormworkCore
import FormworkSession
import FormworkSystem
import Glibc

/// A front end that is loaded in a process of its own, to be run once.
///
/// What that process does or sends can end it, and nothing else.
final class RunnerFrontEnd: LoadedFrontEnd {
  let description: FrontEndDescription
  let mayEndInTheMiddle = true
  private let process: RunnerProcess
  private let lent = LentMessage()

  /// Whether what is lent has not been sent: there was no room for it.
  private var isHeld = false

  /// What comes after what is lent.
  private var upcoming: DisplayMessage?
  private var isFollowed = false

  /// How many input messages have been taken in.
  private var takenCount: Int64 = 0

  /// How many datagrams have come since it was told something, less what it took of what waits.
  private var unanswered = 0

  /// How much of what it was told waited for it when that was looked at last, in bytes.
  private var untaken = 0

  /// Whether it has asked for all of its first picture.
  private var hasDrawn = false

  /// Whether it asked for messages after ^C was pressed.
  private var hasAnswered = false

  private let limits: PatienceLimits
  private var vigil: Vigil?
  private var isLeaving = false

  /// How many datagrams are handled before signals and timers are looked at again.
  private static let datagramsPerRound = 16

  /// How many may come from a process that takes nothing of what waits for it.
  private static let floodLimit = 4_000

  /// How many may come from one that was told nothing, before it is asked whether it listens.
  private static let unaskedLimit = 1_000

  /// Waits until a runner has loaded its front end.
  ///
  /// - Parameters:
  ///   - process: The runner.
  ///   - name: What the front end has to call itself; `nil` where any name will do.
  ///   - limits: How long it may take for what it has to do.
  /// - Throws: Why it could not be loaded.
  init(
    _ process: RunnerProcess, of name: FrontEndName?, limits: PatienceLimits
  ) throws(FrontEndRefusal) {
    self.process = process
    self.limits = limits
    description = try process.awaitLoading(limit: limits.toDraw)
    try description.check(isCalled: name)
  }

  func run(_ session: Session, in context: RunContext) -> FrontEndMachine.Event {
    context.terminal.setRunner(process.identifier)
    defer { context.terminal.setRunner(nil) }
    start(context.streams)
    while true {
      noteInterrupt(context)
      if vigil?.aim == .answering { context.wakeUp.clear() } else { tell(session, context) }
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
    // The first datagram always finds room. The picture follows: a front end that asks early
    // waits for it.
    _ = process.send(message, isFollowed: true)
    vigil = Vigil(.drawing, limits)
  }

  /// Sends what the session has to tell, as far as there is room for it.
  ///
  /// The rest waits in the session, where it is the difference between two pictures, however long it
  /// takes.
  private func tell(_ session: Session, _ context: RunContext) {
    if isHeld {
      isHeld = !process.send(lent.pointer.pointee, isFollowed: isFollowed)
      if isHeld {
        // Signals and operations are heard nonetheless.
        context.wakeUp.clear()
        session.receive()
      }
    }
    if !isHeld, upcoming == nil { upcoming = session.next() }
    let hasNews = !isHeld && upcoming != nil
    while !isHeld, let message = upcoming {
      upcoming = session.next()
      lent.fill(with: message)
      if case .flush = message { lent.pointer.pointee.number = takenCount }
      isFollowed = upcoming != nil
      isHeld = !process.send(lent.pointer.pointee, isFollowed: isFollowed)
    }
    if hasNews { noteTold(context) }
    if session.ending != nil, !isLeaving {
      isLeaving = true
      if context.noteLeaving(session) { vigil = Vigil(.leaving, limits) }
    }
    // A session that has ended takes no news in any more.
    if isLeaving { context.wakeUp.clear() }
  }

  // MARK: Whether it listens

  /// Notes that something waits for the front end from now on.
  private func noteTold(_ context: RunContext) {
    if vigil?.endsOnTaking != true { unanswered = 0 }
    untaken = process.untakenByteCount
    if untaken > 0 || isHeld, context.apply(.told) == .watchTaking {
      vigil = Vigil(.taking, limits)
    }
  }

  /// Notes whether the front end has taken something of what waited for it.
  private func noteTaken(_ context: RunContext) {
    guard let aim = vigil?.aim, vigil?.endsOnTaking == true else { return }
    let before = untaken
    untaken = process.untakenByteCount
    guard untaken < before || untaken == 0 else { return }
    // Where it takes less than it causes, that adds up: to the system a datagram has 512 bytes at least.
    let isBehind = untaken > 0 || isHeld
    let rest = isBehind ? max(0, unanswered - (before - untaken) / 512) : 0
    defer { unanswered = rest }
    if aim == .answering {
      // It may still have something before the question: then it is looked at again at once.
      guard untaken == 0 else { return }
      hasAnswered = true
      context.wakeUp.raise()
      _ = context.apply(.caughtUp)
      vigil = hasDrawn ? nil : Vigil(.drawing, limits)
    } else if context.apply(.caughtUp) == .unwatch {
      vigil = nil
      // The rest has the whole time once more.
      if isBehind { noteTold(context) }
    }
  }

  /// Asks the front end whether it listens, by a message of which it learns nothing.
  private func ask(_ context: RunContext) {
    guard !isHeld else { return }
    var question = formwork_message()
    question.kind = FORMWORK_FLUSH.rawValue
    question.number = .min
    if process.send(question, isFollowed: false) { noteTold(context) }
  }

  /// Before the session is told of ^C, the front end has to show that it listens: to one that hangs
  /// it may have been meant, and then what was entered is not left for it.
  private func noteInterrupt(_ context: RunContext) {
    guard context.terminal.pendingSignal == SIGINT, !isLeaving else {
      hasAnswered = false
      return
    }
    guard !hasAnswered, vigil?.aim != .answering else { return }
    ask(context)
    vigil = Vigil(.answering, limits)
  }

  /// A process that the host has not stopped listens no more than one that hangs: it is asked, and so
  /// has to take something within its time.
  private func noteStop(_ context: RunContext) {
    if vigil == nil, process.isStopped, !context.terminal.isLent { ask(context) }
  }

  private func wait(_ wakeUp: WakeUp) {
    let wanted = isHeld ? POLLIN | POLLOUT : POLLIN
    var entries = [
      pollfd(fd: process.socket, events: Int16(wanted), revents: 0),
      pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.ended, events: Int16(POLLIN), revents: 0),
    ]
    // Interrupted by a signal, it returns early, which does no harm.
    poll(&entries, nfds_t(entries.count), vigil?.interval.wholeMilliseconds ?? -1)
  }

  /// Takes in what the process has sent.
  ///
  /// - Returns: How the front end came to an end, if it has.
  private func listen(_ session: Session, _ context: RunContext) -> FrontEndMachine.Event? {
    var hasEnded = false
    for _ in 0..<Self.datagramsPerRound {
      switch process.receive() {
      case .nothing:
        if hasEnded { return ended() }
        hasEnded = process.hasEnded
        // If it has, what it sent between the two looks is there to be received now.
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

  /// Counts a datagram of a front end that does not listen, and finds out whether it does.
  private func count(_ context: RunContext) throws(PacketFault) {
    unanswered += 1
    if isHeld || vigil?.endsOnTaking == true {
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
      // By now they are those of the front end. The runner knows them to the letter, and has the last word.
      context.terminal.noteModes()
      if context.apply(.drained) == .unwatch {
        hasDrawn = true
        if vigil?.aim == .drawing { vigil = nil }
        noteTold(context)
      }
      return nil
    case .returned(let code):
      process.awaitEnd(hasReturned: code == 0 && isLeaving)
      return code == 0 ? .returned : .failed(.gaveUp(code))
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

  /// Ends the process where its time is over.
  private func overdue(
    _ session: Session, _ context: RunContext
  ) -> FrontEndMachine.Event? {
    noteTaken(context)
    guard vigil != nil else { return nil }
    // A process that is stopped together with the program can do nothing.
    let isStopped = process.isStopped
    let couldAct =
      isStopped ? !context.terminal.isLent : context.streams.outputTakesMore
    guard vigil?.isOver(couldAct: couldAct) == true, let failure = vigil?.failure else {
      return nil
    }
    vigil = nil
    guard context.apply(.deadlinePassed) == .kill else { return nil }
    process.kill()
    process.awaitEnd()
    if failure == .didNotAnswer { session.forgiveInterrupt() }
    return .failed(isStopped ? .stopped : failure)
  }
}
