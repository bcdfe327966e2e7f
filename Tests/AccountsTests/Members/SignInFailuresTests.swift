import FormworkCore
import Accounts
import Testing

@Suite struct SignInFailuresTests {
  /// The number of failures in a row, and the seconds before the next try.
  private static let pauses = [
    0: 0, 4: 0, 5: 1, 6: 2, 7: 4, 8: 8, 9: 16, 10: 32, 11: 64, 12: 128, 13: 256, 14: 512, 15: 900,
    16: 900, 1000: 900, .max: 900,
  ]

  @Test(arguments: pauses, [0, 1]) func pause(_ pause: (key: Int, value: Int), _ openCount: Int) {
    let (count, seconds) = (pause.key, pause.value)
    let refused = max(0, count - openCount)
    let last = Timestamp(milliseconds: 5_000_000)
    func hold(_ milliseconds: Int) -> SignInFailures.RetryDelay? {
      var failures = SignInFailures(count: count, refusedCount: refused, last: last)
      let moment = Timestamp(milliseconds: last.milliseconds + Int64(milliseconds))
      let hold = failures.count(at: moment)
      let next = count == .max ? count : count + 1
      // A delayed try is not counted. If the clock was set back, the pause starts there.
      #expect(
        failures
          == (hold == nil
            ? SignInFailures(count: next, refusedCount: refused, last: moment)
            : SignInFailures(count: count, refusedCount: refused, last: min(last, moment))))
      return hold
    }
    // A try without a result expires after half a minute.
    func expected(_ wait: Duration) -> SignInFailures.RetryDelay {
      let age = Duration.seconds(seconds) - wait
      return openCount > 0 && age < .seconds(30) ? .openTries(wait) : .wrongPasswords(wait)
    }
    #expect(hold(seconds * 1000) == nil)
    if seconds > 0 {
      #expect(hold(seconds * 1000 - 1) == expected(.milliseconds(1)))
      #expect(hold(0) == expected(.seconds(seconds)))
      #expect(hold(-4_000_000) == expected(.seconds(seconds)))
    }
  }

  /// An edited file may contain any number, but the pause ends.
  @Test(arguments: [Int64.min, -1, 0]) func aMomentBeforeAllOthersIsLongAgo(_ last: Int64) {
    var failures = SignInFailures(count: .max, last: Timestamp(milliseconds: last))
    #expect(failures.count(at: Timestamp(milliseconds: 1_000_000)) == nil)
  }

  @Test func wrongPasswordsAreNoMoreThanTries() {
    for (count, refused, next) in [(0, 0, 0), (1, 0, 1), (1, 1, 1), (3, 1, 2), (1, .max, 1)] {
      var failures = SignInFailures(count: count, refusedCount: refused)
      failures.refuse()
      #expect(failures == SignInFailures(count: count, refusedCount: next))
    }
  }

  /// The store asks again while other tries run, with a limit.
  @Test func triesUnderWayAreWaitedFor() async throws {
    let open = SignInFailures.RetryDelay.openTries(.seconds(1))
    let wrong = SignInFailures.RetryDelay.wrongPasswords(.seconds(1))
    for (answers, count) in [
      ([nil], 1), ([wrong], 1), ([open, nil], 2), ([open, open, wrong], 3),
      ([open, open, open], 3),
    ] as [([SignInFailures.RetryDelay?], Int)] {
      var asked = 0
      let hold = try await SignInFailures.begin(pause: .zero, limit: 2) {
        defer { asked += 1 }
        return answers[asked]
      }
      #expect(asked == count)
      #expect(hold == answers[count - 1])
    }
  }

  // MARK: Keys

  /// SipHash-2-4, from its authors' test vectors.
  @Test(
    arguments: [
      "": 0x310E_0EDD_47DB_6F72, "\u{0}": 0xFD67_DC93_C539_F874,
      "\u{0}\u{1}": 0x5A4F_A9D9_0980_6C0D,
    ] as [String: UInt])
  func placesAreThoseOfSipHash(_ name: String, _ place: UInt) throws {
    #expect(FailureKey.known.place(of: UsernameKey(name)) == Int(bitPattern: place))
  }

  @Test func keysHaveOneLengthAndAreDrawn() {
    for count in [0, 15, 17] { #expect(FailureKey([UInt8](repeating: 1, count: count)) == nil) }
    let keys = (0..<8).map { _ in FailureKey.random().bytes }
    #expect(Set(keys).count == keys.count && keys.allSatisfy { FailureKey($0) != nil })
  }

  @Test func spellingsOfANameAreOne() {
    let key = FailureKey.known
    #expect(key.place(of: UsernameKey("ADA")) == key.place(of: UsernameKey("ada")))
    #expect(key.place(of: UsernameKey("ada")) != key.place(of: UsernameKey("eve")))
  }
}
