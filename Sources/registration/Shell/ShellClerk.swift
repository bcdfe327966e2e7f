import Accounts
import FormworkCore
import FormworkHost
import FormworkSession

/// The program around the shell: opens the form, and prints what a front end does not.
final class ShellClerk: ShellResponder {
  /// The form that was opened last.
  private(set) var registrar: Registrar?

  /// Whether a line came to nothing.
  private(set) var hasFailed = false

  /// Why answers could not be printed.
  private(set) var failure: Failure?

  private let operations: RegistrationOperations
  private let wakeUp: WakeUp
  private let printsAnswers: Bool
  private let isLeftByInterrupt: Bool
  private let drafts: DraftJournal?

  /// Makes one.
  ///
  /// - Parameters:
  ///   - operations: Those of the form.
  ///   - wakeUp: What the form's operations raise.
  ///   - printsAnswers: Whether answers go to standard output, because the front end does not draw
  ///     there.
  ///   - isLeftByInterrupt: Whether ^C leads from the form back to the shell.
  ///   - drafts: Where the form's drafts are kept, if anywhere.
  init(
    operations: RegistrationOperations, wakeUp: WakeUp, printsAnswers: Bool,
    isLeftByInterrupt: Bool,
    drafts: DraftJournal?
  ) {
    self.operations = operations
    self.wakeUp = wakeUp
    self.printsAnswers = printsAnswers
    self.isLeftByInterrupt = isLeftByInterrupt
    self.drafts = drafts
  }

  func screen(for request: ShellRequest) -> (any Screen)? {
    guard request.command == Guide.register.name else { return nil }
    let registrar = Registrar(drafts: drafts, isInShell: true)
    self.registrar = registrar
    return FormScreen(
      FormViewModel(
        "registration", title: "registration.title", catalogue: speaker.catalogue),
      operations: operations, responder: registrar,
      wakeUp: wakeUp, isLeftByInterrupt: isLeftByInterrupt,
      drafts: drafts)
  }

  func answered(_ answer: ShellAnswer) {
    switch answer {
    case .lines(let lines):
      guard printsAnswers, failure == nil else { return }
      do throws(Failure) {
        for line in lines { try speaker.say(line) }
      } catch {
        failure = registrar?.home == nil ? error : .untold(error)
      }
    case .complaint:
      hasFailed = true
    }
  }
}
