import TestSupport
import Testing

@testable import FormworkCore

/// Tests of a section's machine against its table, which `Scripts/mutate` runs by name.
struct SectionMachineTableTests {
  @Test(arguments: SectionMachine.cells)
  func cell(_ cell: SectionMachine.SectionCell) {
    var machine = SectionMachine(state: cell.from.state, fault: cell.from.fault)
    #expect(machine.apply(cell.event) == cell.action)
    #expect(machine.standing == cell.to)
  }

  @Test func eachEventInEachStateIsThereOnce() {
    SectionMachine.SectionCell.expectTotal(
      SectionMachine.cells, SectionMachine.Standing.samples, SectionMachine.Event.samples)
  }

  @Test func eachCaseIsAmongTheSamples() {
    #expect(
      Set(SectionMachine.Standing.samples.map(\.state.kind))
        == Set(SectionMachine.State.Kind.allCases))
    #expect(
      Set(SectionMachine.Event.samples.map(\.kind)) == Set(SectionMachine.Event.Kind.allCases))
  }

  @Test func aSectionBeginsAsItIsMade() {
    for presence in SectionMachine.Presence.allCases {
      #expect(SectionMachine(presence).presence == presence)
      #expect(SectionMachine(state: .excluded(presence)).presence == presence)
      #expect(SectionMachine(presence).violations == [])
    }
    #expect(SectionMachine(state: .open, fault: .broken(.old)).violations == .old)
    #expect(SectionMachine(state: .open, fault: .refused(.old)).violations == .old)
  }
}
