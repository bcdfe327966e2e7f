import FormworkCore
import FormworkSession
import FormworkSystem
import Glibc

extension RunnerProcess {
  /// Waits until the front end is loaded.
  ///
  /// - Parameter limit: How long that may take.
  /// - Returns: What the front end says of itself.
  /// - Throws: Why it was not loaded.
  func awaitLoading(limit: Duration) throws(FrontEndRefusal) -> FrontEndDescription {
    let end = ContinuousClock.now + limit
    while true {
      switch receive() {
      case .datagram(let datagram):
        return try description(from: datagram)
      case .nothing:
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else {
          throw .runnerFailed(Message("runner.slow", count: limit.wholeSeconds))
        }
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, left.wholeMilliseconds)
      case .end:
        switch awaitEnd() {
        case .exited(let status):
          throw .runnerFailed(Message("runner.ended", ["status": .number(Int(status))]))
        case .signalled(let signal):
          throw .runnerFailed(.verbatim(String(cString: strsignal(signal))))
        }
      }
    }
  }

  private func description(
    from datagram: UnsafeRawBufferPointer
  ) throws(FrontEndRefusal) -> FrontEndDescription {
    let message: RunnerMessage
    do {
      message = try RunnerMessage(datagram)
    } catch {
      throw .runnerFailed(Message("runner.brokeContract", ["fault": error.message]))
    }
    switch message {
    case .loaded(let result): return try result.get()
    case .refused(let refusal): throw refusal
    case .drained, .returned, .input: throw .runnerFailed("runner.outOfTurn")
    }
  }
}
