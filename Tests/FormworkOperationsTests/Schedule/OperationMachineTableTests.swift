import TestSupport
import Testing

@testable import FormworkOperations

/// Tests of an operation's machine against its table, which `Scripts/mutate` runs by name.
struct OperationMachineTableTests {
  typealias Question = Cell<
    OperationMachine.State, OperationMachine.Event, OperationMachine.Action
  >

  @Test(arguments: OperationMachine.cells)
  func cell(_ cell: Question) {
    var machine = OperationMachine(state: cell.from)
    #expect(machine.apply(cell.event) == cell.action)
    #expect(machine.state == cell.to)
  }

  @Test func eachEventInEachStateIsThereOnce() {
    Question.expectTotal(
      OperationMachine.cells, OperationMachine.State.samples, OperationMachine.Event.samples)
  }

  @Test func eachCaseIsAmongTheSamples() {
    #expect(
      Set(OperationMachine.State.samples.map(\.kind)) == Set(OperationMachine.State.Kind.allCases))
    #expect(
      Set(OperationMachine.Event.samples.map(\.kind)) == Set(OperationMachine.Event.Kind.allCases))
  }

  @Test func itBeginsReady() { #expect(OperationMachine().state == .ready(attempt: 1)) }
}
