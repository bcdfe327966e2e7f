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
    let questions = Cell<ListMachine.State, ListMachine.Event, ListMachine.Action>
      .questions(ListMachine.State.samples, ListMachine.Event.samples)
    let asked = Set(ListMachine.cells.map(\.question))
    #expect(questions.subtracting(asked) == [])
    #expect(asked.subtracting(questions) == [])
    #expect(ListMachine.cells.count == questions.count)
  }

  @Test func eachCaseIsAmongTheSamples() {
    #expect(Set(ListMachine.State.samples.map(\.kind)) == Set(ListMachine.State.Kind.allCases))
    #expect(Set(ListMachine.Event.samples.map(\.kind)) == Set(ListMachine.Event.Kind.allCases))
  }
}
