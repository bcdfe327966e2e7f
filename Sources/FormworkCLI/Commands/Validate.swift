public import ArgumentParser
import FormworkArguments
import FormworkCore
import FormworkHost
import FormworkJSON
import FormworkSchema
import FormworkSystem

/// `formwork validate SCHEMA [DATA ...]`: validates documents by a JSON Schema.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Validate JSON or YAML documents by a JSON Schema.",
    discussion: """
      Each violation is a line with the file, line and column, JSON pointer and reason; \
      at most 1000 are reported. Without documents, only the schema is checked. Drafts: 2020-12, 7 and 4.

      Exit status: 0 valid, 1 not valid, 2 wrong usage or a schema with a fault, 3 a limit was reached.
      """)

  @Argument(
    help: ArgumentHelp("The file with the schema, or - for standard input.", valueName: "schema"),
    completion: .file())
  var schema: String

  @Argument(
    help: ArgumentHelp("The files with the documents, or - for standard input.", valueName: "data"),
    completion: .file())
  var data: [String] = []

  @Flag(help: "Do not validate the formats of texts, such as 'email'.")
  var formatAnnotation = false

  @Option(help: "The form of the results: lines of text, or the basic output of JSON Schema.")
  var output = Output.text

  @OptionGroup var sources: SourceArguments

  @Option(help: "Check that the schema belongs to a subset: 'mcp' of the Model Context Protocol.")
  var profile: SchemaProfile?

  @OptionGroup(title: "Limits") var limits: LimitArguments

  enum Output: String, CaseIterable, ExpressibleByArgument { case text, json }

  func validate() throws {
    guard ([schema] + data).count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError(key: "validate.twoInputs")
    }
  }

  func run() throws {
    let schema: JSONSchema
    do {
      schema = try JSONSchema(readingFile: self.schema, options: options)
      if let profile { try check(schema, profile) }
    } catch let error as any UserMessageError {
      throw ExitCode(try fail(error, self.schema, fault: ProgramFailure.usage))
    }
    guard !data.isEmpty else { return try report([], of: self.schema, "validate.schema") }
    var status: CInt = 0
    for file in data { status = max(status, try validate(file, by: schema)) }
    if status != 0 { throw ExitCode(status) }
  }

  private static let undecided: CInt = 3

  /// The maximum number of violations that are reported for a document.
  private static let reported = 1_000

  /// The output, whose sentences about limits name the options.
  private static let console = ProgramOutput(
    "formwork",
    sentences.overriding([
      "json.tooLong": "more than {count} bytes: shorten the document, or raise --limit-bytes",
      "json.tooDeep": "nested more than {count} deep: nest it less, or raise --limit-depth",
      "json.tooManyDigits":
        "a number of more than {count} digits: shorten it, or raise --limit-digits",
    ]).spoken())

  private var options: JSONSchema.Options {
    var options = sources.options
    options.isFormatAsserted = !formatAnnotation
    options.sources.limits = limits.document
    options.limits.steps = limits.limitSteps
    options.limits.violations = Self.reported + 1
    return options
  }

  /// Throws the first violation of a profile by the schema.
  private func check(_ schema: JSONSchema, _ profile: SchemaProfile) throws {
    let violations = try profile.schema().violations(of: schema.document)
    guard let first = violations.firstSpecific else { return }
    let fault = Message.key(
      "validate.profile",
      ["profile": .verbatim(profile.rawValue), "fault": first.message(in: self.schema)])
    throw ProgramFailure(usage: fault)
  }

  /// Reports the result for a file, and returns the exit status.
  private func validate(_ file: String, by schema: JSONSchema) throws -> CInt {
    let violations: [SchemaViolation]
    do {
      violations = try schema.violations(of: DocumentFile.read(file, limits: limits.document))
    } catch let error as any UserMessageError {
      return try fail(error, file, fault: ProgramFailure.failed)
    }
    try report(violations, of: file, "validate.valid")
    return violations.isEmpty ? 0 : ProgramFailure.failed
  }

  /// Reports an error that kept a file from being validated, and returns the exit status.
  private func fail(_ error: any UserMessageError, _ file: String, fault: CInt) throws -> CInt {
    let message = (error as? SchemaLimitExceeded)?.message(in: file) ?? error.message
    Self.console.printErrorWithName(message)
    if output == .json {
      try say(json: file, [JSONMember("error", .text(Self.console.catalogue.text(for: message)))])
    }
    return switch error {
    case DocumentError.limit, is SchemaLimitExceeded: Self.undecided
    case let error as SchemaError where error.isLimit: Self.undecided
    case DocumentError.fault: fault
    default: ProgramFailure.usage
    }
  }

  /// Reports the violations of a file, or that it is valid.
  private func report(_ violations: [SchemaViolation], of file: String, _ valid: String) throws {
    let isCut = violations.count > Self.reported
    let violations = Array(violations.prefix(Self.reported))
    guard output == .text else {
      let cut = isCut ? [JSONMember("truncated", JSONNode(.bool(true)))] : []
      return try say(json: file, violations.basicOutput(in: Self.console.catalogue) + cut)
    }
    let name = ["file": Message.documentName(file)]
    if violations.isEmpty { try say(.key(valid, name)) }
    for violation in violations { try say(violation.message(in: file)) }
    if isCut { try say(.key("validate.more", name)) }
  }

  private func say(json file: String, _ members: [JSONMember]) throws {
    try say(.verbatim(JSONNode(.object([JSONMember("file", .text(file))] + members)).text()))
  }

  /// Writes a line; a failure has another status than a document that is not valid.
  private func say(_ line: Message) throws {
    try ProgramFailure.asUsage { try Self.console.say(line) }
  }
}

/// The limits of the documents and of a validation.
struct LimitArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The maximum length of a document in bytes.", valueName: "number"))
  var limitBytes = JSONDocument.Limits().byteCount

  @Option(help: ArgumentHelp("The maximum depth of a document.", valueName: "number"))
  var limitDepth = JSONDocument.Limits().depth

  @Option(help: ArgumentHelp("The maximum number of digits of a number.", valueName: "number"))
  var limitDigits = JSONDocument.Limits().digitCount

  @Option(
    help: ArgumentHelp("The maximum number of steps of a validation.", valueName: "number"))
  var limitSteps = JSONSchema.Limits().steps

  var document: JSONDocument.Limits {
    var limits = JSONDocument.Limits()
    (limits.byteCount, limits.depth, limits.digitCount) = (limitBytes, limitDepth, limitDigits)
    return limits
  }

  func validate() throws {
    let isSound =
      limitBytes > 0 && (1...1_000).contains(limitDepth) && limitDigits > 0 && limitSteps > 0
    guard !isSound else { return }
    throw ValidationError(key: "validate.limit")
  }
}

/// The documents that a schema may refer to.
struct SourceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder with the documents whose URIs begin with a prefix.", valueName: "prefix=folder"))
  var map: [MappedFolder] = []

  @Option(
    help: ArgumentHelp(
      "A folder outside that of the schema whose files may be referred to.", valueName: "folder"),
    completion: .directory)
  var allowFiles: [String] = []

  var options: JSONSchema.Options {
    var options = JSONSchema.Options()
    options.sources.folders = map.map { ($0.prefix, $0.folder) }
    options.sources.allowedFolders = allowFiles
    return options
  }

  func validate() throws {
    if let folder = (map.map(\.folder) + allowFiles).first(where: { !Directory.exists($0) }) {
      throw ValidationError(key: "validate.noFolder", ["folder": .documentName(folder)])
    }
  }
}

/// The folder of the documents whose URIs begin with a prefix.
struct MappedFolder: ExpressibleByArgument {
  let prefix: String
  let folder: String

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else { return nil }
    prefix = String(argument[..<sign])
    folder = String(argument[argument.index(after: sign)...])
  }
}

extension SchemaProfile: ExpressibleByArgument {}

extension [SchemaViolation] {
  /// Returns the members of the output format "basic".
  ///
  /// Source: JSON Schema draft 2020-12, section 12.4.2.
  fileprivate func basicOutput(in catalogue: Catalogue) -> [JSONMember] {
    let errors = map { violation in
      JSONNode.members([
        "keywordLocation": .text(violation.keywordPath),
        "absoluteKeywordLocation": .text(violation.keywordLocation),
        "instanceLocation": .text(violation.pointer),
        "error": .text(catalogue.text(for: violation.reason)),
      ])
    }
    let valid = JSONMember("valid", JSONNode(.bool(isEmpty)))
    return isEmpty ? [valid] : [valid, JSONMember("errors", JSONNode(.array(errors)))]
  }
}
