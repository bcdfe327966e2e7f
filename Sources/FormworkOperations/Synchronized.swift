import Glibc

/// A state that one thread at a time may touch, and that a thread can wait for.
///
/// It stands on a lock of pthreads, which may be held while its holder blocks, and which the thread
/// sanitizer understands.
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

  /// Works on the state, alone.
  package func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Has each thread that waits look at the state again.
  func signal() { pthread_cond_broadcast(condition) }

  /// Waits until `body` has a result: it is asked at once, and again after each signal.
  ///
  /// - Parameters:
  ///   - deadline: When to ask again unsignalled, on the clock that stops while the system sleeps.
  ///   - body: Works on the state, alone.
  /// - Returns: What `body` has come to.
  func wait<Result>(
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

/// What a clock shows: seconds, and the nanoseconds of the next one.
typealias ClockTime = (seconds: Int, nanoseconds: Int)

/// A time so much later, to the nanosecond above; never an earlier one.
func time(_ duration: Duration, after time: ClockTime) -> ClockTime {
  let (seconds, attoseconds) = max(.zero, duration).components
  let nanoseconds = time.nanoseconds + Int((attoseconds + 999_999_999) / 1_000_000_000)
  // No task sleeps for a century.
  let wholeSeconds = Int(min(seconds, 3_000_000_000)) + nanoseconds / 1_000_000_000
  return (time.seconds + wholeSeconds, nanoseconds % 1_000_000_000)
}

/// Starts a thread that takes no signal but for its own faults: these on a stack apart, for a stack that is full has
/// no room for a handler.
///
/// - Returns: Whether there was room for one more.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var everything = sigset_t()
  var former = sigset_t()
  sigfillset(&everything)
  for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] {
    sigdelset(&everything, signal)
  }
  // A thread begins with the mask of the thread that makes it.
  pthread_sigmask(SIG_SETMASK, &everything, &former)
  defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
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
