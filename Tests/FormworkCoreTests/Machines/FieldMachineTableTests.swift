import TestSupport
import Testing

@testable import FormworkCore

/// Tests of the field's machine against its table, which `Scripts/mutate` runs by name.
struct FieldMachineTableTests {
  @Test(arguments: FieldMachine.cells)
  func cell(_ cell: Cell<FieldMachine.State, FieldMachine.Event, FieldMachine.Action>) {
    var machine = FieldMachine(state: cell.from, lastCheck: CheckID.i.rawValue)
    #expect(machine.apply(cell.event) == cell.action)
    #expect(machine.state == cell.to)
  }

  @Test func eachEventInEachStateIsThereOnce() {
    Cell.expectTotal(
      FieldMachine.cells, FieldMachine.State.samples, FieldMachine.Event.samples)
  }

  @Test func eachCaseIsAmongTheSamples() {
    #expect(FieldMachine.State.samples.map(\.kind) == FieldMachine.State.Kind.allCases)
    #expect(Set(FieldMachine.Event.samples.map(\.kind)) == Set(FieldMachine.Event.Kind.allCases))
  }
}
