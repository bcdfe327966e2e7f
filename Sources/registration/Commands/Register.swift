import Accounts
import ArgumentParser
import FormworkCommands
import FormworkCore
import FormworkHost
import FormworkSession
import Glibc

/// `registration register`: fills in the form and makes an account.
struct Register: ParsableCommand {
  static let configuration = CommandConfiguration(describedBy: Guide.register)

  @OptionGroup var options: SharedOptions

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
    help: "Go on with what was entered and not submitted another time (default: ask).")
  var resume: Bool?

  /// Whether no front end shows the form.
  private var isUnattended: Bool { noInput || answers == "-" }

  func validate() throws {
    try ValidationError.checkPath(answers, of: "--answers")
    guard resume == true, draftOptions.noDrafts || isUnattended else { return }
    throw ValidationError(speaker.catalogue.text(for: "usage.resume"))
  }

  func run() throws {
    try reportingFailure {
      // A file may have all the answers that the form needs.
      if answers == "-" || answers == nil && !noInput { try checkStandardInput() }
      var prefilled = AnswersDocument()
      if let answers, answers != "-" { prefilled = try AnswersFile.read(answers) }
      let wakeUp = try WakeUp()
      let host = try options.makeHost(wakeUp)
      let drafts = isUnattended ? nil : draftOptions.makeDrafts()
      let registrar = Registrar(drafts: drafts)
      if answers == "-" {
        speaker.announce("answers.awaited")
        prefilled = try AnswersFile.read("-") { descriptor in
          guard let signal = host.awaitInput(on: descriptor) else { return }
          // What was typed may stand before it, or the key.
          speaker.announce(.verbatim(""))
          speaker.complain(registrar.outcome)
          host.end(with: signal)
        }
      }
      options.announceNewFile()
      let screen = FormScreen(
        FormViewModel(
          "registration", title: "registration.title", catalogue: speaker.catalogue,
          prefilled: prefilled.contents, counts: prefilled.counts),
        operations: RegistrationOperations(
          store: options.store,
          termsHint: options.termsHint(isInShell: false, isKept: drafts?.isKeeping == true)),
        responder: registrar,
        wakeUp: wakeUp, drafts: drafts,
        resumption: resume.map { $0 ? .always : .never } ?? .asked)
      // The form has them, and lets go of a secret that the person clears.
      prefilled = AnswersDocument()
      let ending =
        isUnattended
        ? UnattendedRun(screen: screen) { registrar.remark }.run(on: host) : host.run(screen)
      try report(ending, registrar, on: host)
    }
  }

  /// Says what has come of it, and gives the exit status.
  private func report(
    _ ending: Session.Ending, _ registrar: Registrar, on host: FormHost
  ) throws {
    if case .interrupted(let signal) = ending {
      speaker.complain(registrar.outcome)
      host.end(with: signal)
    }
    if let home = registrar.home {
      // Where the person was shown the greeting, it is not said again.
      guard isUnattended || !host.drawsOnStandardOutput || ending != .finished else { return }
      do throws(Failure) {
        for line in home.lines { try speaker.say(line) }
      } catch {
        throw Failure.untold(error)
      }
      return
    }
    speaker.complain(registrar.outcome)
    switch registrar.ending {
    case .cancelled where ending == .finished: throw ExitCode(130)
    case .declined: throw ExitCode(Failure.declined)
    case nil, .submitted, .cancelled: throw ExitCode(Failure.failed)
    }
  }
}
