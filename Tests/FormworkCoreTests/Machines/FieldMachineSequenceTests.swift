import FormworkCore
import Testing

/// Ids, which outlive every state.
struct FieldMachineSequenceTests {
  private var machine = FieldMachine()

  @Test func itBeginsUntouched() {
    #expect(machine.state == .untouched)
  }

  @Test mutating func idsNeverRepeat() {
    let actions = apply(
      .edited(.needsCheck), .edited(.needsCheck), .excluded,
      .included(.holds, isDefault: true), .edited(.needsCheck), .excluded,
      .included(.needsCheck, isDefault: false),
      .refusedBySubmission(.new), .edited(.needsCheck), .committed(.needsCheck),
      .dependencyChanged(.needsCheck, reachesCheck: true), .excluded,
      .included(.holds, isDefault: true), .restored(.needsCheck), .edited(.broken(.new)),
      .committed(.needsCheck))
    #expect(
      actions == [
        .startPause(id(1)), .startPause(id(2)), .cancel(id(2)),
        .nothing, .startPause(id(3)), .cancel(id(3)), .startPause(id(4)),
        .cancel(id(4)), .startPause(id(5)), .check(id(5)),
        .check(id(6)), .cancel(id(6)),
        .nothing, .check(id(7)), .cancel(id(7)),
        .check(id(8)),
      ])
  }

  @Test mutating func idsGoOnAfterEachAnswer() {
    let actions = apply(
      .committed(.needsCheck), .checkPassed(id(1)),
      .dependencyChanged(.needsCheck, reachesCheck: true), .checkRefused(id(2), .new),
      .dependencyChanged(.needsCheck, reachesCheck: true), .pauseElapsed(id(3)),
      .checkFailed(id(3), .new), .committed(.needsCheck), .checkFailed(id(4), .new),
      .submitPressed(.needsCheck))
    #expect(
      actions == [
        .check(id(1)), .nothing,
        .check(id(2)), .nothing,
        .startPause(id(3)), .check(id(3)),
        .nothing, .check(id(4)), .nothing,
        .check(id(5)),
      ])
  }

  @Test mutating func aPauseAndItsCheckHaveOneID() {
    #expect(
      apply(.edited(.needsCheck), .pauseElapsed(id(1))) == [.startPause(id(1)), .check(id(1))])
    #expect(machine.state == .checking(id(1)))
  }

  @Test mutating func theAnswerToAnEndedCheckCountsForNothing() {
    let actions = apply(
      .committed(.needsCheck), .edited(.needsCheck), .checkRefused(id(1), .new),
      .pauseElapsed(id(1)), .pauseElapsed(id(2)), .checkPassed(id(1)))
    #expect(
      actions == [
        .check(id(1)), .startPause(id(2)), .nothing,
        .nothing, .check(id(2)), .nothing,
      ])
    #expect(machine.state == .checking(id(2)))
  }

  @Test mutating func aFieldComesBackAsItsContentDeserves() {
    _ = apply(.edited(.broken(.old)), .excluded, .edited(.holds), .left(.broken(.new)))
    #expect(machine.state == .excluded)
    _ = apply(.included(.broken(.new), isDefault: false))
    #expect(machine.state == .invalid(.new))
  }

  private mutating func apply(_ events: FieldMachine.Event...) -> [FieldMachine.Action] {
    events.map { machine.apply($0) }
  }

  private func id(_ number: UInt64) -> CheckID { CheckID(rawValue: number) }
}
