import Accounts
import ArgumentParser
import Formwork
import FormworkCommands
import FormworkCore
import FormworkHost
import FormworkSession

/// Runs a member's form for a command, after a sign-in if it is needed.
struct MemberFormRun {
  let form: MemberForm
  let options: SharedOptions
  let credentials: CredentialOptions

  func run() throws {
    let store = options.existingStore
    let known = try credentials.signInUnasked(at: store)
    if known == nil { try credentials.requireTerminal() }
    try checkStandardInput()
    let wakeUp = try WakeUp()
    let host = try options.makeHost(wakeUp)
    let clerk = FormResultRecorder<MemberFormEnding>()
    // A password that was just given is not asked for again.
    func screen(of owner: SignedIn, _ password: Secret) -> any Screen {
      MemberForms.screen(
        form, of: owner, store: store, wakeUp: wakeUp, isLeftByInterrupt: false,
        present: password, clerk: clerk)
    }
    let first =
      known.map(screen)
      ?? credentials.screen(at: store, wakeUp) { .replace(screen(of: $0.signedIn, $0.password)) }
    try Self.report(host.run(first), clerk, on: host)
  }

  /// Fills in a form without a front end; throws the exit status if nothing was done.
  static func runUnattended(
    _ name: String, _ operations: some MemberFormOperations, _ contents: [FieldID: FieldContent],
    _ options: SharedOptions
  ) throws {
    var asking = try options.frontEnds.formOptions(program: "registration")
    asking.answers = .given(contents)
    asking.isNonInteractive = true
    asking.endsBySignal = false
    let clerk = FormResultRecorder<MemberFormEnding>()
    let ending: MemberFormEnding
    do throws(FormError) {
      ending = try Form(name, operations: operations, catalogue: speaker.catalogue)
        .ask(asking, clerk: clerk)
    } catch {
      try error.reportAndCloseStores(clerk.outcome.words)
    }
    try tell(ending)
  }

  /// Reports the outcome of a form, and throws the exit status.
  private static func report(
    _ ending: Session.EndReason, _ clerk: FormResultRecorder<MemberFormEnding>, on host: FormHost
  ) throws {
    if case .interrupted(let signal) = ending {
      speaker.complain(clerk.outcome.words)
      host.closeStoresAndEnd(with: signal)
    }
    try tell(clerk.outcome, isLeft: ending == .finished)
  }

  /// Reports the outcome of a form, and throws the exit status: 130 if the user has left.
  private static func tell(_ ending: MemberFormEnding, isLeft: Bool = false) throws {
    switch ending {
    case .saved, .passwordChanged, .deleted:
      do throws(ProgramFailure) { try speaker.say(ending.words) } catch {
        throw ending.untold(error)
      }
    case .sessionEnded, .cancelled, .unknown:
      speaker.complain(ending.words)
      throw ExitCode(ending == .cancelled && isLeft ? 130 : ProgramFailure.failed)
    }
  }
}
