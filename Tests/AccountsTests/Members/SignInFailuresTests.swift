import FormworkCore
import Accounts
import Testing

@Suite struct SignInFailuresTests {
  /// After so many tries in a row, the next has to wait for so many seconds.
  private static let pauses = [
    0: 0, 4: 0, 5: 1, 6: 2, 7: 4, 8: 8, 9: 16, 10: 32, 11: 64, 12: 128, 13: 256, 14: 512, 15: 900,
    16: 900, 1000: 900, .max: 900,
  ]

  @Test(arguments: pauses) func pause(_ count: Int, _ seconds: Int) {
    let last = Moment(milliseconds: 5_000_000)
    func wait(_ milliseconds: Int) -> Duration? {
      var failures = SignInFailures(count: count, last: last)
      let moment = Moment(milliseconds: last.milliseconds + Int64(milliseconds))
      let wait = failures.count(at: moment)
      let next = count == .max ? count : count + 1
      // What has to wait is not counted; where the clock was set back, the pause begins there.
      #expect(
        failures
          == (wait == nil
            ? SignInFailures(count: next, last: moment)
            : SignInFailures(count: count, last: min(last, moment))))
      return wait
    }
    #expect(wait(seconds * 1000) == nil)
    if seconds > 0 {
      #expect(wait(seconds * 1000 - 1) == .milliseconds(1))
      #expect(wait(0) == .seconds(seconds))
      #expect(wait(-4_000_000) == .seconds(seconds))
    }
  }
}
