import TestSupport
import Testing

@testable import FormworkCore

/// Tests of the list's machine against its table, which `Scripts/mutate` runs by name.
struct ListMachineTableTests {
  @Test(arguments: ListMachine.cells)
  func cell(_ cell: Cell<ListMachine.State, ListMachine.Event, ListMachine.Action>) {
    var machine = ListMachine(state: cell.from, lastLoad: LoadID.i.rawValue)
    #expect(machine.apply(cell.event) == cell.action)
    #expect(machine.state == cell.to)
  }

  @Test func eachEventInEachStateIsThereOnce() {
    Cell.expectTotal(
      ListMachine.cells, ListMachine.State.samples, ListMachine.Event.samples)
  }

  @Test func eachCaseIsAmongTheSamples() {
    #expect(Set(ListMachine.State.samples.map(\.kind)) == Set(ListMachine.State.Kind.allCases))
    #expect(Set(ListMachine.Event.samples.map(\.kind)) == Set(ListMachine.Event.Kind.allCases))
  }
}
