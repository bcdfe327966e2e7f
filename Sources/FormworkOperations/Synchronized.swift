import Glibc

/// A state with a mutex, whose holder may block, and whose changes a thread can wait for.
package final class Synchronized<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Calls a closure with exclusive access to the state.
  package func withState<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Replaces the state, and returns the previous one.
  package func exchange(_ new: sending State) -> State {
    withState { state in
      defer { state = new }
      return state
    }
  }

  /// Makes each waiting thread check the state again, or only one of them.
  package func signal(all: Bool = true) {
    if all { pthread_cond_broadcast(condition) } else { pthread_cond_signal(condition) }
  }

  /// Waits until `body` returns a result, at most as long as the limit.
  package func wait<Result>(limit: Duration, until body: (inout State) -> Result?) -> Result? {
    let deadline = SuspendingClock.now + limit
    return wait(until: { _ in deadline }) { state -> Result?? in
      if let result = body(&state) { return .some(result) }
      return SuspendingClock.now >= deadline ? .some(nil) : nil
    }
  }

  /// Waits until `body` returns a result; calls it at once, and again after each signal.
  package func wait<Result>(
    until deadline: (State) -> SuspendingClock.Instant?, _ body: (inout State) -> Result?
  ) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      if let deadline = deadline(state) {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let left = SuspendingClock.now.duration(to: deadline)
        var end = timespec()
        (end.tv_sec, end.tv_nsec) = time(left, after: (now.tv_sec, now.tv_nsec))
        pthread_cond_timedwait(condition, mutex, &end)
      } else {
        pthread_cond_wait(condition, mutex)
      }
    }
  }
}

typealias ClockTime = (seconds: Int, nanoseconds: Int)

/// Returns the time after a duration, rounded up to nanoseconds; never an earlier time.
func time(_ duration: Duration, after time: ClockTime) -> ClockTime {
  let (seconds, attoseconds) = max(.zero, duration).components
  let nanoseconds = time.nanoseconds + Int((attoseconds + 999_999_999) / 1_000_000_000)
  // Limit the duration to a century, which avoids overflow.
  let wholeSeconds = Int(min(seconds, 3_000_000_000)) + nanoseconds / 1_000_000_000
  return (time.seconds + wholeSeconds, nanoseconds % 1_000_000_000)
}

/// Starts a thread that blocks all signals except those of its own faults; returns whether it could.
///
/// Handlers run on a separate stack, because the stack of the thread may be full.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var everything = sigset_t()
  var previous = sigset_t()
  sigfillset(&everything)
  for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] {
    sigdelset(&everything, signal)
  }
  // A thread inherits the signal mask of the thread that creates it.
  pthread_sigmask(SIG_SETMASK, &everything, &previous)
  defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
  let argument = Unmanaged.passRetained(Body(body))
  var thread = pthread_t()
  let result = pthread_create(
    &thread, nil,
    { argument in
      let byteCount = 32_768
      let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
      var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: byteCount)
      sigaltstack(&stack, nil)
      if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
      stack.ss_flags = CInt(SS_DISABLE)
      sigaltstack(&stack, nil)
      memory.deallocate()
      return nil
    }, argument.toOpaque())
  guard result == 0 else {
    argument.release()
    return false
  }
  pthread_detach(thread)
  return true
}
