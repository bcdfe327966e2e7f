import Accounts
import ArgumentParser
import Formwork
import FormworkArguments
import FormworkCore
import FormworkHost
import Glibc

/// `registration profile`: changes the owner's names and e-mail address.
struct ProfileCommand: @preconcurrency MemberCommand {
  static let configuration = CommandConfiguration(describedBy: CommandCatalogue.profile)

  @OptionGroup var frontEnds: FrontEndArguments
  @OptionGroup var accountOptions: AccountOptions
  @OptionGroup var credentialOptions: CredentialOptions

  @Option(
    help: ArgumentHelp(
      "Do not ask, but change the values in this JSON object; - is standard input.",
      valueName: "file"), completion: .file())
  var answers: String?

  func validate() throws {
    try ValidationError.checkPath(answers, of: "--answers")
    if answers != nil { try credentialOptions.require(for: "--answers") }
  }

  @MainActor func run() throws {
    try options.reportingFailure {
      guard let answers else {
        return try credentials.runForm { owner, store, _ in
          ProfileOperations(owner: owner, store: store)
        }
      }
      let store = options.existingStore
      guard let owner = try credentials.signInForForm(at: store) else { return }
      if answers == "-" {
        try checkStandardInput()
        console.announce(.key("answers.awaited"))
      }
      let entered = try AnswersFile.read(answers, of: ProfileForm.answered)
      try credentials.runNonInteractively(
        ProfileOperations(owner: owner, store: store), entered.contents)
    }
  }
}

/// `registration password`: changes the owner's password.
struct PasswordCommand: @preconcurrency MemberCommand {
  static let configuration = CommandConfiguration(describedBy: CommandCatalogue.password)

  @OptionGroup var frontEnds: FrontEndArguments
  @OptionGroup var accountOptions: AccountOptions
  @OptionGroup var credentialOptions: CredentialOptions

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

  func validate() throws {
    let option = try PasswordSource.option(
      "--new-password", file: newPasswordFile, descriptor: newPasswordFd)
    guard let option else { return }
    try credentialOptions.require(for: option)
    if credentialOptions.passwordFile == nil, credentialOptions.passwordFd == nil {
      let arguments = ["option": Message.verbatim(option)]
      throw ValidationError(
        console.catalogue.text(for: .key("usage.needsPassword", arguments)))
    }
  }

  @MainActor func run() throws {
    try options.reportingFailure {
      guard let source = PasswordSource(file: newPasswordFile, descriptor: newPasswordFd),
        let username = credentials.username, let old = try credentials.readPassword()
      else {
        // A password that was just given is not asked for again.
        return try credentials.runForm { PasswordOperations(owner: $0, store: $1, present: $2) }
      }
      let new = try source.read()
      let store = options.existingStore
      let owner = try Credentials.signIn(username, password: old, at: store)
      try credentials.runNonInteractively(
        PasswordOperations(owner: owner, store: store),
        [
          PasswordForm.old.id: .secret(old), PasswordForm.new.id: .secret(new),
          PasswordForm.again.id: .secret(new),
        ])
    }
  }
}

/// `registration delete`: deletes the owner's account.
struct DeleteCommand: @preconcurrency MemberCommand {
  static let configuration = CommandConfiguration(describedBy: CommandCatalogue.delete)

  @OptionGroup var frontEnds: FrontEndArguments
  @OptionGroup var accountOptions: AccountOptions
  @OptionGroup var credentialOptions: CredentialOptions

  @Option(
    help: ArgumentHelp("Do not ask; repeat the name of the account here.", valueName: "name"),
    completion: .accounts)
  var confirm: String?

  func validate() throws {
    if confirm != nil { try credentialOptions.require(for: "--confirm") }
  }

  @MainActor func run() throws {
    try options.reportingFailure {
      guard let confirm else {
        if let username = credentials.username, isatty(STDIN_FILENO) == 0 {
          throw ProgramFailure(usage: options.deletionHint(of: username))
        }
        return try credentials.runForm { owner, store, _ in
          DeletionOperations(owner: owner, store: store)
        }
      }
      let store = options.existingStore
      guard let owner = try credentials.signInForForm(at: store) else { return }
      try credentials.runNonInteractively(
        DeletionOperations(owner: owner, store: store),
        [DeletionForm.username.id: .text(confirm)])
    }
  }
}
