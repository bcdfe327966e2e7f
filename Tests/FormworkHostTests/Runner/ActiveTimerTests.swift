import Testing

@testable import FormworkHost

/// The time limit of a front end, which runs only while the host looks.
@Suite struct ActiveTimerTests {
  /// Returns the results of looks after these pauses.
  private func outcomes(
    of limit: Duration, _ looks: [(after: Duration, couldAct: Bool)]
  ) -> [Bool] {
    var now = ContinuousClock.now
    var timer = ActiveTimer(limit, at: now)
    return looks.map { look in
      now += look.after
      return timer.isOver(at: now, couldAct: look.couldAct)
    }
  }

  @Test func itIsOverAfterItsTime() {
    let looks = Array(repeating: (after: Duration.seconds(1), couldAct: true), count: 10)
    #expect(outcomes(of: .seconds(10), looks) == Array(repeating: false, count: 9) + [true])
  }

  @Test func whatHindersDoesNotCount() {
    let hindered = Array(repeating: (after: Duration.seconds(1), couldAct: false), count: 100)
    let looks = hindered + Array(repeating: (after: .seconds(1), couldAct: true), count: 10)
    #expect(outcomes(of: .seconds(10), looks) == Array(repeating: false, count: 109) + [true])
  }

  /// A program that was stopped finds that an hour has passed, which does not count.
  @Test func timeWithoutALookDoesNotCount() {
    let looks = [(after: Duration.seconds(3600), couldAct: true), (.seconds(1), true)]
    #expect(outcomes(of: .seconds(10), looks) == [false, false])
  }

  @Test func itIsLookedAtTenTimes() {
    var timer = ActiveTimer(.seconds(10), at: .now)
    #expect(timer.interval == .seconds(1))
    let start = ContinuousClock.now
    for second in 1...9 { _ = timer.isOver(at: start + .seconds(second), couldAct: true) }
    #expect(timer.interval <= .seconds(1))
  }

  @Test func whatPeopleGet() {
    let limits = ResponseTimeouts.usual
    #expect(
      [limits.drawing, limits.reading, limits.answering, limits.leaving]
        == [.seconds(5), .seconds(10), .seconds(1), .seconds(1)])
  }
}
