import FormworkHost
import Glibc
import TestSupport
import Testing

/// A process that may hold a password does not permit others to read its memory.
@Suite struct PreparationTests {
  /// In a separate process, because this cannot be undone.
  @Test func noOtherProcessMayLook() async {
    await #expect(processExitsWith: .success) {
      typealias Control = @convention(c) (CInt, CUnsignedLong, CUnsignedLong) -> CInt
      let prctl = unsafeBitCast(try #require(dlsym(nil, "prctl")), to: Control.self)
      let isDumpable: CInt = 3  // PR_GET_DUMPABLE
      try #require(prctl(isDumpable, 0, 0) == 1)
      try FormHost.prepareProcess()
      #expect(prctl(isDumpable, 0, 0) == 0)
      var limit = rlimit(rlim_cur: 1, rlim_max: 1)
      #expect(getrlimit(__rlimit_resource_t(4), &limit) == 0)  // RLIMIT_CORE
      #expect(limit.rlim_cur == 0 && limit.rlim_max == 0)
    }
  }
}
