import Accounts
import FormworkCore
import FormworkHost
import FormworkSession
import FormworkShell

/// The coordinator of the shell, which opens screens, and prints what front ends do not show.
final class ShellCoordinator: ShellResponder, NotificationReceiver {
  private var registrar: FormResultRecorder<Home>?

  /// The outcome of the registration on the screen, if any.
  var outcome: Message? { registrar?.outcome(drafts: drafts) }

  private(set) var hasFailed = false

  /// The reason if answers could not be printed.
  private(set) var failure: ProgramFailure?

  /// The shell, which shows who is signed in.
  weak var shell: ShellViewModel?

  private let operations: RegistrationOperations
  private let screens: MemberScreens
  private let wakeUp: WakeUp
  /// Whether answers go to standard output, where the front end does not draw.
  private let printsAnswers: Bool
  /// Whether ^C leads from the form back to the shell.
  private let isLeftByInterrupt: Bool
  private let drafts: DraftWriter?

  private var membership: Membership { screens.membership }

  init(
    operations: RegistrationOperations, screens: MemberScreens, wakeUp: WakeUp,
    printsAnswers: Bool, isLeftByInterrupt: Bool, drafts: DraftWriter?
  ) {
    self.operations = operations
    self.screens = screens
    self.wakeUp = wakeUp
    self.printsAnswers = printsAnswers
    self.isLeftByInterrupt = isLeftByInterrupt
    self.drafts = drafts
    screens.memberChanged = { [weak self] in self?.showMember() }
  }

  func screen(for request: ShellRequest) -> (any Screen)? {
    registrar = nil
    guard request.command == CommandCatalogue.register.name else {
      return screens.screen(for: request)
    }
    let registrar = FormResultRecorder<Home> { [drafts] recorder in
      .pop(
        recorder.receipt.map { .lines($0.lines) }
          ?? ShellAnswer.failure(recorder.outcome(drafts: drafts)))
    }
    self.registrar = registrar
    return operations.screen(
      "registration", registrar, wakeUp: wakeUp, isLeftByInterrupt: isLeftByInterrupt,
      catalogue: membership.catalogue, drafts: drafts)
  }

  func answered(_ answer: ShellAnswer) {
    showMember()
    switch answer {
    case .lines(let lines):
      guard printsAnswers, failure == nil else { return }
      let console = ProgramOutput("registration", membership.catalogue)
      do throws(ProgramFailure) {
        for line in lines { try console.say(line) }
      } catch {
        failure = registrar?.receipt == nil ? error : .unreported(error)
      }
    case .failure:
      hasFailed = true
    }
  }

  func receive(_ notification: SessionEnded) {
    guard membership.signOut(of: notification.session) else { return }
    screens.leaveAll()
    showMember()
  }

  private func showMember() {
    shell?.prompt = membership.prompt
    shell?.catalogue = membership.catalogue
  }
}
