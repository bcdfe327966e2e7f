import TestSupport
import Testing

@testable import FormworkHost

/// Tests of the front end's machine against its table, which `Scripts/mutate` runs by name.
struct FrontEndMachineTableTests {
  @Test(arguments: FrontEndMachine.cells)
  func cell(_ cell: Cell<FrontEndMachine.State, FrontEndMachine.Event, FrontEndMachine.Action>) {
    var machine = FrontEndMachine(state: cell.from)
    #expect(machine.apply(cell.event) == cell.action)
    #expect(machine.state == cell.to)
  }

  @Test func eachEventInEachStateIsThereOnce() {
    let questions = Cell<FrontEndMachine.State, FrontEndMachine.Event, FrontEndMachine.Action>
      .questions(FrontEndMachine.State.allCases, FrontEndMachine.Event.samples)
    let asked = Set(FrontEndMachine.cells.map(\.question))
    #expect(questions.subtracting(asked) == [])
    #expect(asked.subtracting(questions) == [])
    #expect(FrontEndMachine.cells.count == questions.count)
    #expect(questions.count == 100)
  }
}
