public import ArgumentParser
public import Formwork
import FormworkHost

/// The options of a command that asks a form: its front end, its answers and its drafts.
///
/// ```swift
/// @OptionGroup var form: FormArguments
///
/// func run() throws {
///   let answers = try form.ask(Form(try Project.definition()))
/// }
/// ```
///
/// A program with many commands declares the three groups side by side instead: a debug build of ArgumentParser
/// checks each group several times for each level.
public struct FormArguments: ParsableArguments, Sendable {
  /// The front end that shows the form.
  @OptionGroup public var frontEnd: FrontEndArguments

  /// The answers that the form begins with.
  @OptionGroup public var answers: AnswerArguments

  /// The drafts of the form.
  @OptionGroup public var drafts: DraftArguments

  /// Creates the options of a command line that names none.
  public init() {}

  /// Creates the options from the groups that a command declares side by side.
  public init(
    _ frontEnd: FrontEndArguments, _ answers: AnswerArguments, _ drafts: DraftArguments
  ) {
    (self.frontEnd, self.answers, self.drafts) = (frontEnd, answers, drafts)
  }

  /// Validates the combination of the groups.
  public func validate() throws {
    guard answers.resume == true, drafts.noDrafts || answers.isNonInteractive else { return }
    throw ValidationError(Catalogue.host.spoken().text(for: .key("usage.resume")))
  }

  /// Returns options for a form, with the choices of all groups.
  ///
  /// Drafts are in `drafts`, by default those of the executable's name, unless the user wants none.
  public func formOptions(drafts store: sending FileDrafts? = nil) throws(FormError) -> FormOptions
  {
    var options = try frontEnd.formOptions()
    options.answers = answers.answers.map { $0 == "-" ? .standardInput : .file($0) }
    options.answersHint = .key("answers.hint")
    options.isNonInteractive = answers.isNonInteractive
    options.drafts = drafts.makeDrafts(in: store)
    options.resumption = answers.resume.map { $0 ? .always : .never } ?? .asked
    return options
  }

  /// Asks a form, and blocks the caller until the form has ended.
  ///
  /// Without answers, it prints the reason, and throws `FormError.exitStatus` as an `ExitCode`.
  ///
  /// - Returns: The receipt of the store, or the answers without a store.
  public func ask<Operations>(
    _ form: Form<Operations>, drafts: sending FileDrafts? = nil
  ) throws -> Operations.Receipt {
    do throws(FormError) {
      return try form.askBlocking(try formOptions(drafts: drafts), FormResultRecorder())
    } catch {
      throw status(after: error, of: form)
    }
  }

  /// Asks a form on a thread of its own, with the same result, and suspends the caller meanwhile.
  public func ask<Operations>(
    _ form: Form<Operations>, drafts: sending FileDrafts? = nil
  ) async throws -> Operations.Receipt {
    do throws(FormError) {
      return try await form.ask(try formOptions(drafts: drafts))
    } catch {
      throw status(after: error, of: form)
    }
  }

  private func status<Operations>(after error: FormError, of form: Form<Operations>) -> ExitCode {
    form.printError(for: error)
    return ExitCode(error.exitStatus)
  }
}

/// The options for the answers that a form begins with.
public struct AnswerArguments: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "Answers to begin with: a JSON object, or - for standard input, which implies --no-input.",
      valueName: "file"), completion: .file())
  package var answers: String?

  @Flag(help: "Never ask: fail if an answer is missing or not valid.")
  package var noInput = false

  @Flag(inversion: .prefixedNo, help: "Resume or discard the saved draft (default: ask).")
  package var resume: Bool?

  /// Creates the options of a command line that names none.
  public init() {}

  /// Validates the path of the file.
  public func validate() throws { try ValidationError.checkPath(answers, of: "--answers") }

  /// Whether no front end shows the form.
  public var isNonInteractive: Bool { noInput || answers == "-" }
}

/// The option of a command whose forms keep drafts.
public struct DraftArguments: ParsableArguments, Sendable {
  @Flag(help: "Keep nothing of a form that is not submitted, and resume nothing.")
  package var noDrafts = false

  /// Creates the options of a command line that names none.
  public init() {}

  /// Returns the drafts, which a form without a user does not use: a pipe has all answers again.
  package func makeDrafts(in store: sending FileDrafts? = nil) -> DraftWriter? {
    noDrafts ? nil : DraftWriter(store ?? FileDrafts())
  }
}
