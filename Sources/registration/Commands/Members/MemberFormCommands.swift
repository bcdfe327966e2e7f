import Accounts
import ArgumentParser
import Formwork
import FormworkCommands
import FormworkCore
import FormworkHost
import FormworkSession
import Glibc

/// `registration profile`: changes the owner's names and e-mail address.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(describedBy: CommandCatalogue.profile)

  @OptionGroup var options: SharedOptions
  @OptionGroup var credentials: CredentialOptions

  @Option(
    help: ArgumentHelp(
      "Ask for nothing: change what this JSON object says; - is standard input.",
      valueName: "file"), completion: .file())
  var answers: String?

  func validate() throws {
    try ValidationError.checkPath(answers, of: "--answers")
    if answers != nil { try credentials.require(for: "--answers") }
  }

  func run() throws {
    try options.reportingFailure {
      guard let answers else {
        return try MemberFormRun(form: .profile, options: options, credentials: credentials).run()
      }
      let store = options.existingStore
      let owner = try credentials.signIn(
        at: store, options, otherwise: MemberFormEnding.cancelled.words)
      guard let owner else { return }
      if answers == "-" {
        try checkStandardInput()
        speaker.announce("answers.awaited")
      }
      let entered = try AnswersFile.read(answers, of: ProfileForm.answered)
      try MemberFormRun.runUnattended(
        ProfileForm.name, ProfileOperations(of: owner, in: store), entered.contents, options)
    }
  }
}

/// `registration password`: changes the owner's password.
struct PasswordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(describedBy: CommandCatalogue.password)

  @OptionGroup var options: SharedOptions
  @OptionGroup var credentials: CredentialOptions

  @Option(
    help: ArgumentHelp(
      "The new password: a file of one line that is yours alone, or - for standard input.",
      valueName: "file"), completion: .file())
  var newPasswordFile: String?

  @Option(
    help: ArgumentHelp(
      "The new password: one line, from a descriptor that the program is started with.",
      valueName: "number"))
  var newPasswordFd: CInt?

  private var source: PasswordSource? {
    PasswordSource(file: newPasswordFile, descriptor: newPasswordFd)
  }

  func validate() throws {
    try ValidationError.checkPath(newPasswordFile, of: "--new-password-file")
    if newPasswordFile != nil, newPasswordFd != nil {
      throw ValidationError.exclusive("--new-password-file", "--new-password-fd")
    }
    guard source != nil else { return }
    let option = newPasswordFile == nil ? "--new-password-fd" : "--new-password-file"
    try credentials.require(for: option)
    if credentials.passwordFile == nil, credentials.passwordFd == nil {
      let arguments = ["option": Message.verbatim(option)]
      throw ValidationError(
        speaker.catalogue.text(for: Message("usage.needsPassword", arguments)))
    }
  }

  func run() throws {
    try options.reportingFailure {
      guard let source, let username = credentials.username,
        let old = try credentials.readPassword()
      else {
        return try MemberFormRun(form: .password, options: options, credentials: credentials).run()
      }
      let new = try source.read()
      let store = options.existingStore
      let owner = try CredentialOptions.signIn(username, password: old, at: store)
      try MemberFormRun.runUnattended(
        PasswordForm.name, PasswordOperations(of: owner, in: store),
        [
          PasswordForm.old.id: .secret(old), PasswordForm.new.id: .secret(new),
          PasswordForm.again.id: .secret(new),
        ], options)
    }
  }
}

/// `registration delete`: deletes the owner's account.
struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(describedBy: CommandCatalogue.delete)

  @OptionGroup var options: SharedOptions
  @OptionGroup var credentials: CredentialOptions

  @Option(
    help: ArgumentHelp("Ask for nothing: the name of the account once more.", valueName: "name"),
    completion: .accounts)
  var confirm: String?

  func validate() throws {
    if confirm != nil { try credentials.require(for: "--confirm") }
  }

  func run() throws {
    try options.reportingFailure {
      guard let confirm else {
        if let username = credentials.username, isatty(STDIN_FILENO) == 0 {
          throw ProgramFailure(options.deletionHint(of: username), status: ProgramFailure.usage)
        }
        return try MemberFormRun(form: .delete, options: options, credentials: credentials).run()
      }
      let store = options.existingStore
      let owner = try credentials.signIn(
        at: store, options, otherwise: MemberFormEnding.cancelled.words)
      guard let owner else { return }
      try MemberFormRun.runUnattended(
        DeletionForm.name, DeletionOperations(of: owner, in: store),
        [DeletionForm.username.id: .text(confirm)], options)
    }
  }
}
