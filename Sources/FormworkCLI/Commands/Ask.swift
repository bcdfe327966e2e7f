import ArgumentParser
import CFormworkSystem
import Formwork
import FormworkArguments
import FormworkAsk
import FormworkCore
import FormworkFrontEnd
import FormworkHost
import FormworkJSON
import FormworkSchema
import FormworkSystem
import Glibc

/// `formwork ask SCHEMA`: asks for a document that a JSON Schema describes.
struct Ask: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Ask for a document that a JSON Schema describes, and print it.",
    discussion: """
      The form is drawn on the terminal, even if standard input, output and error are elsewhere. Standard output \
      contains the answer, which is valid, and nothing else. 'man formwork-ask' has examples.

      Exit status: 0 answered, 1 not valid, 2 wrong usage or a schema with a fault, 3 declined, 130 left.
      """)

  @Argument(
    help: ArgumentHelp("The file with the schema, in JSON or YAML.", valueName: "schema"),
    completion: .file())
  var schema: String

  @OptionGroup var start: StartArguments

  @OptionGroup var sources: SourceArguments

  @Option(
    help: ArgumentHelp(
      "The file for the answer, or - for standard output (default).", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: "The format of the answer (default: by the name of the output file, or json).")
  var format: AnswerFormat?

  @Flag(help: "Run the programs that the schema names to check and complete texts.")
  var allowChecks = false

  @Flag(help: "Offer a button that declines to answer.")
  var allowDecline = false

  @Flag(help: "Show all answers before they are submitted.")
  var review = false

  @Flag(inversion: .prefixedNo, help: "Resume or discard the saved draft (default: ask).")
  var resume: Bool?

  @OptionGroup var drafts: DraftArguments

  /// The identity of the drafts, in place of the paths of schema and data; the form ends with its parent.
  @Option(help: .private) var draftsOf: String?

  /// The detail of the form of an agent, in place of the schema's own.
  @Option(help: .private) var detail: String?

  /// The label of the button that submits.
  @Option(help: .private) var submitLabel: String?

  @OptionGroup var frontEnds: FrontEndArguments

  func validate() throws {
    try ValidationError.checkPath(output, of: "--output")
  }

  func run() throws {
    if draftsOf != nil {
      _ = fws_die_with_parent(SIGTERM)
      try Self.awaitQuiet()
    }
    let form = try SchemaForm(
      of: schema, sources, data: start.file, showsConstants: draftsOf != nil)
    let format = self.format ?? AnswerFormat(ofFile: output ?? "")
    if format == .env, !form.isFlat {
      throw ProgramFailure(usage: .key("ask.notFlat"))
    }
    if format == .env, let fault = form.variableFault() {
      throw ProgramFailure(usage: fault)
    }
    let write = try makeWriter(format, isSecret: form.hasSecrets)
    let name = schema.pathComponents.last ?? schema
    let asked = try makeForm(form, named: name, write)
    if !allowChecks, form.hasPrograms { console.printErrorWithName(.key("ask.notRun")) }
    let answer: JSONNode
    do throws(FormError) {
      answer = try start.noInput ? ask(asked, form) : askAtTerminal(asked, form)
    } catch {
      asked.printError(for: error)
      throw ExitCode(error.exitStatus)
    }
    if write == nil { _ = try console.put(format.text(of: answer)) }
  }

  /// Waits until no key was pressed for a second: the keys were meant for the question before.
  private static func awaitQuiet() throws(SystemError) {
    guard isatty(STDIN_FILENO) == 1 else { return }
    let modes = try TerminalModes(descriptor: STDIN_FILENO)
    var signals = sigset_t()
    var previous = sigset_t()
    sigfillset(&signals)
    // A signal ends the program when the terminal has its modes again.
    pthread_sigmask(SIG_SETMASK, &signals, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    var pending = sigset_t()
    while poll(&entry, 1, 1000) > 0, entry.revents == Int16(POLLIN) {
      tcflush(STDIN_FILENO, TCIFLUSH)
      sigpending(&pending)
      if [SIGTERM, SIGINT, SIGHUP].contains(where: { sigismember(&pending, $0) == 1 }) { break }
    }
    _ = consume modes
  }

  private typealias Writer = @Sendable (JSONNode) throws -> Void

  /// Returns the function that writes the answer before the form ends; `nil` for a terminal.
  private func makeWriter(
    _ format: AnswerFormat, isSecret: Bool
  ) throws(ProgramFailure) -> Writer? {
    if let output, output != "-" {
      let file = try AnswerFile(path: output)
      return { try file.write(format.text(of: $0), isSecret: isSecret) }
    }
    guard isatty(STDOUT_FILENO) == 0 else { return nil }
    // The form may take the place of standard output.
    let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else { return nil }
    return { answer in
      let bytes = Array(format.text(of: answer).utf8)
      guard let error = bytes.withUnsafeBytes({ $0.write(to: descriptor) }) else { return }
      let words = ["path": Message.key("stream.output"), "reason": Message(explaining: error)]
      throw ProgramFailure(.key("ask.output", words))
    }
  }

  private func makeForm(
    _ form: SchemaForm, named name: String, _ write: Writer?
  ) throws(ProgramFailure) -> Form<SchemaOperations> {
    let definition: FormDefinition
    do {
      definition = try form.definition(
        named: name, detail: detail.map { .verbatim($0) },
        submitLabel: submitLabel.map { .verbatim($0) },
        declineLabel: allowDecline ? .key("ask.decline") : nil, isReviewed: review)
    } catch {
      throw ProgramFailure(usage: .document(schema, error.message))
    }
    let folder = Directory.parent(of: schema.hasSlash ? schema : "./\(schema)")
    var catalogue = Catalogue.form.overriding(Catalogue.ask.entries).spoken()
    if draftsOf != nil {
      catalogue = catalogue.rewritingTexts { $0.shortened(to: PersonQuestion.textLimit) }
    }
    return Form(
      definition.name, title: definition.title, answered: definition.items,
      operations: SchemaOperations(
        of: form, definition, programsIn: allowChecks ? folder : nil, write: write ?? { _ in }),
      catalogue: catalogue)
  }

  private func askAtTerminal(
    _ asked: Form<SchemaOperations>, _ form: SchemaForm
  ) throws(FormError) -> JSONNode {
    try TerminalStreams.asking(isInputRead: [schema, start.file].contains("-")) {
      () throws(FormError) in try ask(asked, form)
    }
  }

  /// The program of the drafts for this schema and this data: namesakes elsewhere have their own.
  private var draftsName: String {
    var hash = StableHash()
    let paths = [schema, start.file].map { $0.flatMap { Directory.canonicalPath(of: $0) } ?? "" }
    for text in draftsOf.map({ [$0] }) ?? paths { hash.combine(text) }
    return "formwork-\(String(hash.value, radix: 16))"
  }

  private func ask(
    _ asked: Form<SchemaOperations>, _ form: SchemaForm
  ) throws(FormError) -> JSONNode {
    var options = try frontEnds.formOptions()
    form.begin(&options)
    options.answersHint = .key("ask.hint")
    options.isNonInteractive = start.noInput
    // The form of an agent is on a page, or on a terminal elsewhere.
    options.isAnsweredElsewhere = draftsOf != nil
    // The data of an agent is part of the question, and in a new file each time.
    let data = draftsOf == nil ? start.file : nil
    options.drafts = drafts.makeDrafts(in: FileDrafts(program: draftsName, data: data))
    options.resumption = resume.map { $0 ? .always : .never } ?? .asked
    return try asked.askBlocking(options, FormResultRecorder())
  }
}

/// `formwork show SCHEMA`: prints the form of a schema.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the form of a JSON Schema: labels, kinds and rules.")

  @Argument(
    help: ArgumentHelp("The file with the schema, in JSON or YAML.", valueName: "schema"),
    completion: .file())
  var schema: String

  @OptionGroup var sources: SourceArguments

  func run() throws {
    let form = try SchemaForm(of: schema, sources)
    for line in form.outline(named: schema.pathComponents.last ?? schema) { try console.say(line) }
  }
}

/// The data that a form begins with.
struct StartArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("The document to begin with, in JSON or YAML.", valueName: "file"),
    completion: .file())
  var data: String?

  @Option(
    help: ArgumentHelp("The same as --data, or - for standard input.", valueName: "file"),
    completion: .file())
  var answers: String?

  @Flag(help: "Never ask: fail if a value is missing or not valid.")
  var noInput = false

  func validate() throws {
    if data != nil, answers != nil { throw ValidationError.exclusive("--data", "--answers") }
  }

  /// The file with the data.
  var file: String? { data ?? answers }
}

extension SchemaForm {
  /// Reads the form of a schema, and the data that it begins with.
  fileprivate init(
    of schema: String, _ sources: SourceArguments, data file: String? = nil,
    showsConstants: Bool = false
  ) throws {
    do {
      let compiled = try JSONSchema(readingFile: schema, options: sources.options)
      let data = try file.map { try DocumentFile.read($0) }
      try self.init(compiled, data: data?.root.node, showsConstants: showsConstants)
      try checkHints()
      if let file, file != "-", beginsWithSecrets, stat(at: file)?.isOpenToOthers ?? true {
        throw ProgramFailure(usage: .document(file, .key("answers.openToOthers")))
      }
    } catch let error as SchemaFormError {
      throw ProgramFailure(usage: .document(schema, error.message))
    } catch let error as any UserMessageError {
      throw ProgramFailure(usage: error.message)
    }
  }
}

/// The format of an answer.
enum AnswerFormat: String, CaseIterable, ExpressibleByArgument {
  case json, yaml, env

  /// Creates the usual format of a file with this name.
  init(ofFile name: String) {
    let name = name.lowercased()
    self = name.hasSuffix(".yaml") || name.hasSuffix(".yml") ? .yaml : .json
  }

  func text(of answer: JSONNode) -> String {
    switch self {
    case .json: answer.text(isPretty: true) + "\n"
    case .yaml: answer.yaml
    case .env: answer.assignments
    }
  }
}
