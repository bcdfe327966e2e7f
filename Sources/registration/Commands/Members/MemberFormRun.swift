import Accounts
import ArgumentParser
import FormworkCore
import FormworkHost
import FormworkSession

/// Fills in a member's form on a front end, for a command; who has not signed in yet does so first.
struct MemberFormRun {
  let form: MemberForm
  let options: SharedOptions
  let credentials: CredentialOptions

  func run() throws {
    let store = options.existingStore
    let owner = try credentials.signInUnasked(at: store)
    if owner == nil { try credentials.requireTerminal() }
    try checkStandardInput()
    let wakeUp = try WakeUp()
    let host = try options.makeHost(wakeUp)
    let clerk = MemberFormClerk { _ in .pop(nil) }
    func screen(of owner: SignedIn) -> any Screen {
      MemberForms.screen(
        form, of: owner, store: store, wakeUp: wakeUp, isLeftByInterrupt: false, clerk: clerk)
    }
    let first =
      owner.map(screen)
      ?? credentials.screen(at: store, wakeUp) { .replace(screen(of: $0)) }
    try Self.report(host.run(first), clerk, on: host)
  }

  /// Fills in a form without a front end.
  ///
  /// - Parameters:
  ///   - name: The stable name of its screen.
  ///   - operations: Those of the form.
  ///   - contents: What stands in its fields, by their names.
  ///   - options: Those of the command.
  /// - Throws: The exit status, where nothing was done: why is said.
  static func runUnattended(
    _ name: String, _ operations: some MemberFormOperations, _ contents: [FieldID: FieldContent],
    _ options: SharedOptions
  ) throws {
    let wakeUp = try WakeUp()
    let host = try options.makeHost(wakeUp)
    let clerk = MemberFormClerk { _ in .pop(nil) }
    let screen = FormScreen(
      FormViewModel(name, catalogue: speaker.catalogue, prefilled: contents),
      operations: operations, responder: clerk, wakeUp: wakeUp)
    let run = UnattendedRun(screen: screen) { clerk.remark }
    try report(run.run(on: host), clerk, on: host)
  }

  /// Says what has come of a form, and gives the exit status.
  private static func report(
    _ ending: Session.Ending, _ clerk: MemberFormClerk, on host: FormHost
  ) throws {
    let outcome = clerk.outcome
    if case .interrupted(let signal) = ending {
      speaker.complain(outcome.words)
      host.end(with: signal)
    }
    switch outcome {
    case .saved, .passwordChanged, .deleted: try speaker.say(outcome.words)
    case .sessionEnded, .cancelled, .unknown:
      speaker.complain(outcome.words)
      let isLeft = outcome == .cancelled && ending == .finished
      throw ExitCode(isLeft ? 130 : Failure.failed)
    }
  }
}
