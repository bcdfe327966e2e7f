import TestSupport
import Testing

@testable import FormworkCore

/// Tests of the form's machine against its table, which `Scripts/mutate` runs by name.
struct FormMachineTableTests {
  @Test(arguments: FormMachine.cells)
  func cell(_ cell: Cell<FormMachine.State, FormMachine.Event, FormMachine.Action>) {
    var machine = FormMachine(
      state: cell.from, lastLoad: LoadID.i.rawValue, lastRejected: SubmissionID.old.rawValue)
    #expect(machine.apply(cell.event) == cell.action)
    #expect(machine.state == cell.to)
  }

  @Test func eachEventInEachStateIsThereOnce() {
    Cell.expectTotal(
      FormMachine.cells, FormMachine.State.samples, FormMachine.Event.samples)
  }

  @Test func eachCaseIsAmongTheSamples() {
    #expect(FormMachine.State.samples.map(\.kind) == FormMachine.State.Kind.allCases)
    #expect(Set(FormMachine.Event.samples.map(\.kind)) == Set(FormMachine.Event.Kind.allCases))
  }
}
