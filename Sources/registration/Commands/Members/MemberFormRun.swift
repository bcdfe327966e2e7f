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
    try signIn(at: store, otherwise: MemberFormResult.cancelled.words)
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
    let recorder = FormResultRecorder<MemberFormResult>()
    func formScreen(of owner: SignedIn, _ password: Secret) -> any Screen {
      func screen<Operations: MemberFormOperations>(_ operations: Operations) -> any Screen {
        operations.screen(Operations.name, recorder, wakeUp: wakeUp)
      }
      return screen(make(owner, store, password))
    }
    let first =
      known.map(formScreen)
      ?? screen(at: store, wakeUp) { .replace(formScreen(of: $0.signedIn, $0.password)) }
    let endReason = host.run(first)
    if case .interrupted(let signal) = endReason {
      console.printError(recorder.result.words)
      host.closeStoresAndEnd(with: signal)
    }
    try report(recorder.result, isLeft: endReason == .finished)
  }

  /// Fills in a form without a front end; throws the exit status if nothing was done.
  @MainActor func runNonInteractively<Operations: MemberFormOperations>(
    _ operations: Operations, _ contents: [FieldID: FieldContent]
  ) throws {
    var asking = try options.frontEnds.formOptions()
    asking.answers = .given(contents)
    asking.isNonInteractive = true
    asking.endsBySignal = false
    let recorder = FormResultRecorder<MemberFormResult>()
    let result: MemberFormResult
    do throws(FormError) {
      result = try Form(Operations.name, operations: operations, catalogue: console.catalogue)
        .ask(asking, recorder: recorder)
    } catch {
      try error.report(recorder.result.words, by: console, closing: closeStores)
    }
    try report(result)
  }

  /// Reports the outcome of a form, and throws the exit status: 130 if the user has left.
  private func report(_ result: MemberFormResult, isLeft: Bool = false) throws {
    switch result {
    case .saved, .passwordChanged, .deleted:
      do throws(ProgramFailure) { try console.say(result.words) } catch {
        throw result.unreported(error)
      }
    case .sessionEnded, .cancelled, .unknown:
      console.printError(result.words)
      throw ExitCode(result == .cancelled && isLeft ? 130 : ProgramFailure.failed)
    }
  }
}
