import Accounts
import ArgumentParser
import Formwork
import FormworkArguments
import FormworkCore
import FormworkHost
import FormworkSession

/// `registration register`: fills in the form, and creates an account.
struct Register: @preconcurrency AccountsCommand {
  static let configuration = CommandConfiguration(describedBy: CommandCatalogue.register)

  @OptionGroup var frontEnds: FrontEndArguments
  @OptionGroup var accountOptions: AccountOptions
  @OptionGroup var answerOptions: AnswerArguments
  @OptionGroup var draftOptions: DraftArguments

  private var form: FormArguments { FormArguments(frontEnds, answerOptions, draftOptions) }

  func validate() throws { try form.validate() }

  @MainActor func run() throws {
    try reportingFailure {
      // A file may contain all answers: then standard input is not needed.
      let (source, noInput) = (answerOptions.answers, answerOptions.noInput)
      if source == "-" || source == nil && !noInput { try checkStandardInput() }
      var asking = try form.formOptions(drafts: FileDrafts(program: "registration"))
      asking.endsBySignal = false
      options.announceNewFile()
      let form = Form(
        "registration", title: .key("registration.title"), answered: RegistrationForm.answered,
        operations: RegistrationOperations(store: options.store),
        catalogue: console.catalogue)
      let recorder = FormResultRecorder<Home> { recorder in
        recorder.receipt.map { .replace($0.screen()) } ?? .pop(nil)
      }
      let home: Home
      do throws(FormError) {
        home = try form.ask(asking, recorder: recorder)
      } catch {
        try error.report(recorder.outcome(drafts: asking.drafts), by: console, closing: closeStores)
      }
      // Print no greeting that was shown on the screen.
      if recorder.isShown { return }
      do throws(ProgramFailure) {
        for line in home.lines { try console.say(line) }
      } catch {
        throw ProgramFailure.unreported(error)
      }
    }
  }
}
