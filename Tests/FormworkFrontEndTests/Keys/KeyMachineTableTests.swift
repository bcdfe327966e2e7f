import TestSupport
import Testing

@testable import FormworkFrontEnd

/// Tests of the keys' machine against its table, which `Scripts/mutate` runs by name.
struct KeyMachineTableTests {
  @Test(arguments: KeyMachine.cells)
  func cell(_ cell: Cell<KeyMachine.State, KeyMachine.Event, KeyMachine.Step>) {
    var machine = KeyMachine(state: cell.from)
    #expect(machine.apply(cell.event) == cell.action)
    #expect(machine.state == cell.to)
  }

  @Test func eachByteInEachStateIsThereOnce() {
    Cell.expectTotal(KeyMachine.cells, KeyMachine.table.map(\.key), KeyMachine.events)
  }
}
