import TestSupport
import Testing

@testable import EditLineFrontEnd

/// The state machine of a question and its table; `Scripts/mutate` runs these tests by name.
struct PromptMachineTableTests {
  @Test(arguments: PromptMachine.cells)
  func cell(
    _ cell: TestSupport.Cell<PromptMachine.State, PromptMachine.Event, PromptMachine.Action>
  ) {
    var machine = PromptMachine(state: cell.from)
    #expect(machine.apply(cell.event) == cell.action)
    #expect(machine.state == cell.to)
  }

  @Test func eachEventInEachStateIsThereOnce() {
    TestSupport.Cell.expectTotal(
      PromptMachine.cells, PromptMachine.State.samples, PromptMachine.Event.samples)
  }

  @Test func eachCaseIsAmongTheSamples() {
    #expect(Set(PromptMachine.State.samples.map(\.kind)) == Set(PromptMachine.State.Kind.allCases))
    #expect(Set(PromptMachine.Event.samples.map(\.kind)) == Set(PromptMachine.Event.Kind.allCases))
  }
}
