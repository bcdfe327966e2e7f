import FormworkCore
import Testing

/// What spans more than one event: the ids of loads and submissions.
struct FormMachineSequenceTests {
  private var machine = FormMachine()

  @Test func itBeginsBlank() {
    #expect(machine.state == .blank)
  }

  @Test mutating func loadIDsRise() {
    let actions = apply(
      .opened, .loadFailed(load(1), .new), .retryRequested, .loaded(load(1)),
      .loadFailed(load(2), .new), .retryRequested, .loadFailed(load(2), .old))
    #expect(
      actions == [
        .load(load(1)), .nothing, .load(load(2)), .nothing,
        .nothing, .load(load(3)), .nothing,
      ])
    #expect(machine.state == .loading(load(3)))
    #expect(apply(.loaded(load(3))) == [.nothing])
    #expect(machine.state == .editing)
  }

  @Test mutating func anAttemptAfterAFailureHasTheSameID() {
    beginEditing()
    let actions = apply(
      .submitPressed(.ready), .failed(first, .new), .submitPressed(.ready), .failed(first, .old),
      .edited, .submitPressed(.pending), .checksSettled(.ready))
    #expect(
      actions == [
        .submit(first), .sayFailed(.new), .submit(first), .sayFailed(.old),
        .nothing, .nothing, .submit(first),
      ])
    #expect(apply(.accepted(first)) == [.nothing])
    #expect(machine.state == .submitted)
  }

  @Test mutating func aSubmissionAfterAnAnswerHasANewID() {
    beginEditing()
    let actions = apply(
      .submitPressed(.ready), .refused(first), .submitPressed(.ready), .accepted(first),
      .failed(second, .new), .submitPressed(.ready), .refused(second), .submitPressed(.ready))
    #expect(
      actions == [
        .submit(first), .showRefusals, .submit(second), .nothing,
        .sayFailed(.new), .submit(second), .showRefusals, .submit(third),
      ])
    #expect(machine.state == .submitting(third))
  }

  @Test mutating func aWithdrawnSubmissionUsesUpNoID() {
    beginEditing()
    let actions = apply(
      .submitPressed(.pending), .edited, .submitPressed(.pending),
      .leaveRequested(isChanged: true), .submitPressed(.barred), .submitPressed(.ready))
    #expect(
      actions == [
        .nothing, .sayWithdrawn, .nothing,
        .sayWithdrawn, .showViolations, .submit(first),
      ])
  }

  @Test mutating func anAnswerToAFailedAttemptIsNotWaitedFor() {
    beginEditing()
    _ = apply(.submitPressed(.ready), .failed(first, .new))
    #expect(apply(.accepted(first), .refused(first)) == [.nothing, .nothing])
    #expect(machine.state == .editing)
    #expect(apply(.submitPressed(.ready)) == [.submit(first)])
  }

  @Test mutating func aSecondWishToLeaveNeedsNoAnswer() {
    beginEditing()
    let actions = apply(
      .leaveRequested(isChanged: true), .leaveWithdrawn, .leaveRequested(isChanged: true),
      .leaveRequested(isChanged: true))
    #expect(actions == [.ask, .nothing, .ask, .nothing])
    #expect(machine.state == .cancelled)
  }

  private mutating func apply(_ events: FormMachine.Event...) -> [FormMachine.Action] {
    events.map { machine.apply($0) }
  }

  private mutating func beginEditing() {
    _ = apply(.opened, .loaded(load(1)))
  }

  private func load(_ number: UInt64) -> LoadID { LoadID(rawValue: number) }

  private let first = SubmissionID(rawValue: 1)
  private let second = SubmissionID(rawValue: 2)
  private let third = SubmissionID(rawValue: 3)
}
