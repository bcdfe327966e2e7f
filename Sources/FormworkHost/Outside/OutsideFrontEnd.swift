import CFormwork
import CFormworkWire
import FormworkSession
import Glibc

/// A front end that is loaded in a process of its own, to be run once.
///
/// What that process does or sends can end it, and nothing else.
final class OutsideFrontEnd: LoadedFrontEnd {
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

  /// How many datagrams have come since there was room for the last time.
  private var unanswered = 0

  private var patience: Patience?
  private var isLeaving = false

  /// How long a front end may take to be loaded, and then to ask for all of its first picture.
  private static let patienceToDraw = Duration.seconds(5)

  /// How long it may take to leave.
  private static let patienceToLeave = Duration.seconds(1)

  /// How many datagrams are taken in before the others, who want to be heard, are looked at again.
  private static let datagramsPerRound = 64

  /// How many may come from a process that takes nothing of what waits for it.
  private static let floodLimit = 10_000

  /// Waits until a runner has loaded its front end.
  ///
  /// - Parameters:
  ///   - process: The runner.
  ///   - name: What the front end has to call itself; `nil` where any name will do.
  /// - Throws: Why it could not be loaded.
  init(_ process: RunnerProcess, of name: FrontEndName?) throws(FrontEndRefusal) {
    self.process = process
    description = try process.awaitLoading(limit: Self.patienceToDraw)
    try description.check(isCalled: name)
  }

  func run(_ session: Session, in context: RunContext) -> FrontEndMachine.Event {
    context.terminal.setCompanion(process.identifier)
    defer { context.terminal.setCompanion(nil) }
    start(context.streams)
    while true {
      tell(session, context)
      wait(context.wakeUp)
      if let end = listen(session, context) ?? overdue(context) { return end }
    }
  }

  private func start(_ streams: Streams) {
    var message = formwork_message()
    message.kind = FORMWORK_WIRE_RUN.rawValue
    message.number = Int64(streams.input)
    message.count = Int64(streams.output)
    // The first datagram always finds room.
    _ = process.send(message, isFollowed: false)
    patience = Patience(Self.patienceToDraw, at: .now)
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
    while !isHeld, let message = upcoming {
      upcoming = session.next()
      lent.fill(with: message)
      if case .flush = message { lent.pointer.pointee.number = takenCount }
      isFollowed = upcoming != nil
      isHeld = !process.send(lent.pointer.pointee, isFollowed: isFollowed)
      unanswered = 0
    }
    if session.ending != nil, !isLeaving {
      isLeaving = true
      if context.noteLeaving(session) { patience = Patience(Self.patienceToLeave, at: .now) }
    }
    // A session that has ended takes no news in any more.
    if isLeaving { context.wakeUp.clear() }
  }

  private func wait(_ wakeUp: WakeUp) {
    let wanted = isHeld ? POLLIN | POLLOUT : POLLIN
    var entries = [
      pollfd(fd: process.socket, events: Int16(wanted), revents: 0),
      pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.ended, events: Int16(POLLIN), revents: 0),
    ]
    // Interrupted by a signal, it returns early, which does no harm.
    poll(&entries, nfds_t(entries.count), patience?.interval.wholeMilliseconds ?? -1)
  }

  /// Takes in what the process has sent.
  ///
  /// - Returns: How the front end came to an end, if it has.
  private func listen(_ session: Session, _ context: RunContext) -> FrontEndMachine.Event? {
    for _ in 0..<Self.datagramsPerRound {
      switch process.receive() {
      case .nothing:
        return process.hasEnded ? ended() : nil
      case .end:
        return ended()
      case .datagram(let datagram):
        do throws(PacketFault) {
          if let end = try take(RunnerMessage(datagram), session, context) { return end }
          if isHeld { unanswered += 1 }
          if unanswered > Self.floodLimit { throw PacketFault.flood }
        } catch {
          process.kill()
          process.awaitEnd()
          return .failed(.brokeContract(error))
        }
      }
    }
    return nil
  }

  private func take(
    _ message: RunnerMessage, _ session: Session, _ context: RunContext
  ) throws(PacketFault) -> FrontEndMachine.Event? {
    switch message {
    case .input(let input):
      takenCount += 1
      if let input { session.post(input) }
      return nil
    case .drained:
      if context.apply(.drained) == .unwatch { patience = nil }
      return nil
    case .returned(let code):
      process.awaitEnd()
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
  private func overdue(_ context: RunContext) -> FrontEndMachine.Event? {
    let couldAct = !process.isStopped && context.streams.outputTakesMore
    guard patience?.isOver(at: .now, couldAct: couldAct) == true else { return nil }
    patience = nil
    guard context.apply(.deadlinePassed) == .kill else { return nil }
    process.kill()
    process.awaitEnd()
    return .failed(isLeaving ? .didNotLeave : .drewNothing)
  }
}
