import Accounts
import ArgumentParser
import Formwork
import FormworkCommands
import FormworkCore
import FormworkHost
import FormworkSession
import Glibc

/// `registration register`: fills in the form, and creates an account.
struct Register: @preconcurrency AccountsCommand {
  static let configuration = CommandConfiguration(describedBy: CommandCatalogue.register)

  @OptionGroup var frontEnds: FrontEndOptions
  @OptionGroup var accountOptions: AccountOptions

  @Option(
    help: ArgumentHelp(
      "Answers to begin with: a JSON object, or - for standard input, which implies --no-input.",
      valueName: "file"), completion: .file())
  var answers: String?

  @Flag(help: "Never ask: fail where an answer is missing or not valid.")
  var noInput = false

  @OptionGroup var draftOptions: DraftOptions

  @Flag(
    inversion: .prefixedNo,
    help: "Resume or discard the saved draft (default: ask).")
  var resume: Bool?

  /// Whether no front end shows the form.
  private var isNonInteractive: Bool { noInput || answers == "-" }

  func validate() throws {
    try ValidationError.checkPath(answers, of: "--answers")
    guard resume == true, draftOptions.noDrafts || isNonInteractive else { return }
    throw ValidationError(speaker.catalogue.text(for: "usage.resume"))
  }

  @MainActor func run() throws {
    try reportingFailure {
      // A file may have all answers.
      if answers == "-" || answers == nil && !noInput { try checkStandardInput() }
      var asking = try options.frontEnds.formOptions(program: "registration")
      asking.answers = answers.map { $0 == "-" ? .standardInput : .file($0) }
      asking.isNonInteractive = isNonInteractive
      asking.endsBySignal = false
      asking.drafts = isNonInteractive ? nil : draftOptions.makeDrafts()
      asking.resumption = resume.map { $0 ? .always : .never } ?? .asked
      options.announceNewFile()
      let form = Form(
        "registration", title: "registration.title", answered: RegistrationForm.answered,
        operations: RegistrationOperations(store: options.store),
        catalogue: speaker.catalogue)
      let recorder = FormResultRecorder<Home> { recorder in
        recorder.receipt.map { .replace(HomeScreen($0)) } ?? .pop(nil)
      }
      let home: Home
      do throws(FormError) {
        home = try form.ask(asking, recorder: recorder)
      } catch {
        try error.report(recorder.outcome(drafts: asking.drafts), by: speaker, closing: closeStores)
      }
      // Print no greeting that was shown on the screen.
      if recorder.isShown { return }
      do throws(ProgramFailure) {
        for line in home.lines { try speaker.say(line) }
      } catch {
        throw ProgramFailure.untold(error)
      }
    }
  }
}
