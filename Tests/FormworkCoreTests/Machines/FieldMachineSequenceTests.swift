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

  private mutating func apply(_ events: FieldMachine.Event...) -> [FieldMachine.Action] {
    events.map { machine.apply($0) }
  }

  private func id(_ number: UInt64) -> CheckID { CheckID(rawValue: number) }
}
