package import Glibc

/// The limit of the size of files, which a shell's `ulimit -f` sets.
///
/// - SeeAlso: setrlimit(2), `RLIMIT_FSIZE`.
package enum FileSizeLimit {
  /// Whether there is a limit.
  package static var isSet: Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(1), &limit) == 0 && limit.rlim_cur != rlim_t.max
  }

  /// Does work in which a write beyond the limit fails with `EFBIG`, instead of ending the process by `SIGXFSZ`.
  ///
  /// The signal goes to the thread that writes: the work has to write on the thread that calls.
  package static func failing<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var (signal, before) = (sigset_t(), sigset_t())
    sigemptyset(&signal)
    sigaddset(&signal, SIGXFSZ)
    pthread_sigmask(SIG_BLOCK, &signal, &before)
    guard sigismember(&before, SIGXFSZ) == 0 else { return try work() }
    defer {
      var moment = timespec()
      while sigtimedwait(&signal, nil, &moment) == SIGXFSZ {}
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try work()
  }
}
