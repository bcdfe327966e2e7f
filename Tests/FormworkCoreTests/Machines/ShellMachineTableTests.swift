import TestSupport
import Testing

@testable import FormworkCore

/// Tests of the shell's machine against its table, which `Scripts/mutate` runs by name.
struct ShellMachineTableTests {
  @Test(arguments: ShellMachine.cells)
  func cell(_ cell: Cell<ShellMachine.State, ShellMachine.Event, ShellMachine.Action>) {
    var machine = ShellMachine(state: cell.from, lastRun: RunID.i.rawValue)
    #expect(machine.apply(cell.event) == cell.action)
    #expect(machine.state == cell.to)
  }

  @Test func eachEventInEachStateIsThereOnce() {
    Cell.expectTotal(
      ShellMachine.cells, ShellMachine.State.samples, ShellMachine.Event.samples)
  }

  @Test func eachCaseIsAmongTheSamples() {
    #expect(ShellMachine.State.samples.map(\.kind) == ShellMachine.State.Kind.allCases)
    #expect(Set(ShellMachine.Event.samples.map(\.kind)) == Set(ShellMachine.Event.Kind.allCases))
  }
}
