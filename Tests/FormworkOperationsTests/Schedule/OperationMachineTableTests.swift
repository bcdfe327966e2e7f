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
    let questions = Question.questions(
      OperationMachine.State.samples, OperationMachine.Event.samples)
    let asked = Set(OperationMachine.cells.map(\.question))
    #expect(questions.subtracting(asked) == [])
    #expect(asked.subtracting(questions) == [])
    #expect(OperationMachine.cells.count == questions.count)
  }

  @Test func eachCaseIsAmongTheSamples() {
    #expect(
      Set(OperationMachine.State.samples.map(\.kind)) == Set(OperationMachine.State.Kind.allCases))
    #expect(
      Set(OperationMachine.Event.samples.map(\.kind)) == Set(OperationMachine.Event.Kind.allCases))
  }

  @Test func itBeginsHeldOrReady() {
    #expect(OperationMachine(dependencyCount: 3).state == .held(3))
    #expect(OperationMachine(dependencyCount: 0).state == .ready(attempt: 1))
  }
}
