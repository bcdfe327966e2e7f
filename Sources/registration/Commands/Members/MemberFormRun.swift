import Accounts
import ArgumentParser
import Formwork
import FormworkArguments
import FormworkCore
import FormworkHost
import FormworkSession

extension Credentials {
  /// Signs in for a form that is filled in without a front end.
  func signInForForm(at store: any AccountStore) throws -> SignedIn? {
    try signIn(at: store, otherwise: MemberFormEnding.cancelled.words)
  }

  /// Runs a form, after a sign-in if it is needed.
  func runForm(
    _ make: @escaping (SignedIn, any AccountStore, Secret) -> any MemberFormOperations
  ) throws {
    let store = options.existingStore
    let known = try signInUnasked(at: store)
    if known == nil { try requireTerminal() }
    try checkStandardInput()
    let wakeUp = try WakeUp()
    let host = try options.makeHost(wakeUp)
    let recorder = FormResultRecorder<MemberFormEnding>()
    func formScreen(of owner: SignedIn, _ password: Secret) -> any Screen {
      func screen<Operations: MemberFormOperations>(_ operations: Operations) -> any Screen {
        operations.screen(Operations.name, recorder, wakeUp: wakeUp)
      }
      return screen(make(owner, store, password))
    }
    let first =
      known.map(formScreen)
      ?? screen(at: store, wakeUp) { .replace(formScreen(of: $0.signedIn, $0.password)) }
    let ending = host.run(first)
    if case .interrupted(let signal) = ending {
      console.printError(recorder.outcome.words)
      host.closeStoresAndEnd(with: signal)
    }
    try report(recorder.outcome, isLeft: ending == .finished)
  }

  /// Fills in a form without a front end; throws the exit status if nothing was done.
  @MainActor func runNonInteractively<Operations: MemberFormOperations>(
    _ operations: Operations, _ contents: [FieldID: FieldContent]
  ) throws {
    var asking = try options.frontEnds.formOptions()
    asking.answers = .given(contents)
    asking.isNonInteractive = true
    asking.endsBySignal = false
    let recorder = FormResultRecorder<MemberFormEnding>()
    let ending: MemberFormEnding
    do throws(FormError) {
      ending = try Form(Operations.name, operations: operations, catalogue: console.catalogue)
        .ask(asking, recorder: recorder)
    } catch {
      try error.report(recorder.outcome.words, by: console, closing: closeStores)
    }
    try report(ending)
  }

  /// Reports the outcome of a form, and throws the exit status: 130 if the user has left.
  private func report(_ ending: MemberFormEnding, isLeft: Bool = false) throws {
    switch ending {
    case .saved, .passwordChanged, .deleted:
      do throws(ProgramFailure) { try console.say(ending.words) } catch {
        throw ending.unreported(error)
      }
    case .sessionEnded, .cancelled, .unknown:
      console.printError(ending.words)
      throw ExitCode(ending == .cancelled && isLeft ? 130 : ProgramFailure.failed)
    }
  }
}
