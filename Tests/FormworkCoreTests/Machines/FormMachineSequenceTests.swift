import FormworkCore
import Testing

struct FormMachineSequenceTests {
  private var machine = FormMachine()

  @Test func itBeginsBlank() {
    #expect(machine.state == .blank)
  }

  @Test mutating func loadIDsRise() {
    let actions = apply(
      .opened, .loadFailed(load(1), .new), .retryRequested, .loaded(load(1), .plain),
      .loadFailed(load(2), .new), .retryRequested, .loadFailed(load(2), .old))
    #expect(
      actions == [
        .load(load(1)), .offerRetry, .load(load(2)), .nothing,
        .offerRetry, .load(load(3)), .nothing,
      ])
    #expect(machine.state == .loading(load(3)))
    #expect(apply(.loaded(load(3), .plain)) == [.begin(.plain)])
    #expect(machine.state == .editing)
  }

  @Test mutating func anAttemptAfterAFailureHasTheSameID() {
    beginEditing()
    let actions = apply(
      .validated(.ready), .failed(first, .new), .validated(.ready), .failed(first, .old),
      .edited, .validated(.pending), .checksSettled(.ready))
    #expect(
      actions == [
        .submit(first), .showFailed(.new), .submit(first), .showFailed(.old),
        .nothing, .nothing, .submit(first),
      ])
    #expect(apply(.accepted(first)) == [.end(.submitted)])
    #expect(machine.state == .submitted)
  }

  @Test mutating func aSubmissionAfterAnAnswerHasANewID() {
    beginEditing()
    let actions = apply(
      .validated(.ready), .refused(first, .new), .validated(.ready), .accepted(first),
      .failed(second, .new), .validated(.ready), .refused(second, .new), .validated(.ready))
    #expect(
      actions == [
        .submit(first), .showRefusals(.new), .submit(second), .nothing,
        .showFailed(.new), .submit(second), .showRefusals(.new), .submit(third),
      ])
    #expect(machine.state == .submitting(third))
  }

  private mutating func apply(_ events: FormMachine.Event...) -> [FormMachine.Action] {
    events.map { machine.apply($0) }
  }

  private mutating func beginEditing() {
    _ = apply(.opened, .loaded(load(1), .plain))
  }

  private func load(_ number: UInt64) -> LoadID { LoadID(rawValue: number) }

  private let first = SubmissionID(rawValue: 1)
  private let second = SubmissionID(rawValue: 2)
  private let third = SubmissionID(rawValue: 3)
}
