import ArgumentParser
import Formwork
import FormworkArguments
import FormworkCore
import FormworkHost
import FormworkSchema
import FormworkSession
import FormworkSystem

/// `formwork input QUESTION`: asks for a line of text.
struct Input: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "input", abstract: "Ask for a line of text.",
    usage: "formwork input [<options>] <question>", discussion: QuestionArguments.discussion)

  @OptionGroup var question: QuestionArguments

  @Option(name: .customLong("default"), help: .init("The initial answer.", valueName: "text"))
  var initial = ""

  @Option(help: .init("An example of the answer.", valueName: "text"))
  var placeholder: String?

  @Option(help: .init("The help about the question.", valueName: "text"))
  var helpText: String?

  @Option(
    help: .init(
      "The regular expression of ECMAScript that has to match the whole answer.",
      valueName: "pattern"))
  var pattern: String?

  @Option(help: .minimumLength) var minimumLength: Int?

  @Option(help: .maximumLength) var maximumLength: Int?

  @Flag(name: .customLong("optional"), help: .isOptional) var isOptional = false

  func validate() throws {
    try ValidationError.checkLengths(minimumLength, maximumLength)
    guard let pattern else { return }
    do { _ = try Pattern(pattern) } catch {
      throw ValidationError(
        key: "question.pattern", ["pattern": .shown(pattern), "fault": error.message])
    }
  }

  func run() throws {
    var field = Field.text("answer", label: question.label).initialAnswer(initial)
      .rule { text, _ in length(text.unicodeScalars.count) }
    if let placeholder { field = field.placeholder(.shown(placeholder)) }
    if let helpText { field = field.detail(.shown(helpText)) }
    if let source = pattern {
      // The pattern is valid by itself, so the group cannot end within it.
      let pattern = try Pattern("^(?:\(source))$")
      field = field.rule { text, _ in pattern.violation(by: text, source) }
    }
    try question.answer(isOptional ? field : field.required()) { [$0] }
  }

  /// Returns the violation of a length, also that of a default, which HTML would not validate.
  private func length(_ count: Int) -> Violation? {
    if let limit = minimumLength, count < limit { return .tooShort(limit: limit, count: count) }
    if let limit = maximumLength, count > limit { return .tooLong(limit: limit, count: count) }
    return nil
  }
}

/// `formwork password QUESTION`: asks for a text that is not displayed.
struct Password: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Ask for a text that is not displayed.",
    usage: "formwork password [<options>] <question>", discussion: QuestionArguments.discussion)

  @OptionGroup var question: QuestionArguments

  @Option(help: .minimumLength) var minimumLength: Int?

  @Flag(name: .customLong("confirm"), help: "Ask twice.") var isRepeated = false

  func validate() throws { try ValidationError.checkLengths(minimumLength, nil) }

  func run() throws {
    let first = Field.secret("answer", label: question.label).required()
      .length((minimumLength ?? 0)...)
    let again = Field.secret("again", label: .key("question.again", ["text": question.label]))
      .required().repeating(first)
    let secret = try isRepeated ? question.ask(again, after: first) : question.ask(first)
    _ = try console.put(secret)
    _ = try console.put("\n")
  }
}

/// `formwork choose QUESTION OPTION ...`: asks for one or several of some options.
struct Choose: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "choose", abstract: "Ask for one of several options, or for any number of them.",
    usage: "formwork choose [<options>] <question> <option> ...",
    discussion: QuestionArguments.discussion)

  @OptionGroup var question: QuestionArguments

  @Argument(help: .init("The options.", valueName: "option")) var options: [String]

  @Flag(help: "Ask for any number of options, and write each on a line.") var many = false

  @Option(
    name: .customLong("default"),
    help: .init(
      "The option that is chosen at first, or with --many one of them.", valueName: "option"))
  var initial: [String] = []

  @Flag(name: .customLong("optional"), help: .isOptional) var isOptional = false

  func validate() throws {
    if let option = options.indices.first(where: { options[..<$0].contains(options[$0]) }) {
      throw ValidationError(key: "question.twice", ["option": .shown(options[option].quoted)])
    }
    if options.contains(where: { $0.contains(where: \.isNewline) }) {
      throw ValidationError(key: "question.newline")
    }
    if let option = initial.first(where: { !options.contains($0) }) {
      throw ValidationError(key: "question.noOption", ["option": .shown(option.quoted)])
    }
    if !many, initial.count > 1 { throw ValidationError(key: "question.oneDefault") }
  }

  func run() throws {
    let options = options.map { FieldKind.Option($0, label: .shown($0)) }
    if many {
      let field = Field.choices("answer", label: question.label, options: options)
        .initialAnswer(initial)
      return try question.answer(isOptional ? field : field.required()) { $0 }
    }
    let field = Field.choice("answer", label: question.label, options: options)
      .initialAnswer(initial.first)
    if isOptional { return try question.answer(field) { [$0 ?? ""] } }
    try question.answer(field.required()) { [$0] }
  }
}

/// `formwork confirm QUESTION`: asks for yes or no.
struct Confirm: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm", abstract: "Ask for yes or no, which is the exit status.",
    usage: "formwork confirm [<options>] <question>",
    discussion: """
      Nothing is written to standard output.

      Exit status: 0 yes, 1 no or no valid answer, 2 wrong usage, 130 the user left the form.
      """)

  enum Decision: String, CaseIterable, ExpressibleByArgument { case yes, no }

  @OptionGroup var question: QuestionArguments

  @Option(name: .customLong("default"), help: "The initial answer.") var initial: Decision?

  func run() throws {
    if question.noInput, initial == nil { throw ProgramFailure(.key("question.noDefault")) }
    let field = Field.toggle("answer", label: question.label).initialAnswer(initial == .yes)
    if try !question.ask(field) { throw ExitCode(ProgramFailure.failed) }
  }
}

/// A question, and the options of all commands that ask one.
struct QuestionArguments: ParsableArguments {
  @Argument(help: .init("The question.", valueName: "question")) var text: String

  @Flag(help: "Never ask: take the default, or fail without a valid one.") var noInput = false

  @OptionGroup(title: "Front end") var frontEnd: FrontEndArguments

  fileprivate static let discussion = """
    Only the answer is written to standard output. If that is not a terminal, the question is shown on the \
    controlling terminal. A pipe answers with a line for each field.

    Exit status: 0 answered, 1 no valid answer, 2 wrong usage, 130 the user left the form.
    """

  fileprivate var label: Message { .shown(text) }

  /// Asks a form of one field, or of two, and returns the answer of the last one.
  fileprivate func ask<Answer>(
    _ field: Field<Answer>, after first: Field<Answer>? = nil
  ) throws -> Answer {
    let field = field.submittedByEnter()
    let definition = try ProgramFailure.asUsage {
      try FormDefinition("question", title: "") {
        if let first { first }
        field
      }
    }
    let form = Form(definition, sentences: sentences.entries)
    do throws(FormError) {
      var options = try frontEnd.formOptions()
      options.isNonInteractive = noInput
      func ask() throws(FormError) -> Answer {
        try form.askBlocking(options, FormResultRecorder())[field]
      }
      return noInput ? try ask() : try TerminalStreams.asking(ask)
    } catch {
      if case .notAccepted(let faults, _) = error {
        for fault in faults { console.printError(named(fault)) }
      } else {
        form.printError(for: error)
      }
      throw ExitCode(error.exitStatus)
    }
  }

  /// Returns a fault of the answer with the question in place of the field.
  private func named(_ fault: Message) -> Message {
    guard case .key("objection", let words, _) = fault, let reason = words["reason"] else {
      return fault
    }
    return .key("question.fault", ["question": label, "reason": reason])
  }

  /// Asks a form of one field, and writes the lines of its answer.
  fileprivate func answer<Answer>(
    _ field: Field<Answer>, lines: (Answer) -> [String]
  ) throws {
    for line in lines(try ask(field)) { _ = try console.put("\(line)\n".systemBytes) }
  }
}

extension Message {
  /// Returns a text of the command line in a readable form.
  fileprivate static func shown(_ text: String) -> Message { .path(text.replacingControls()) }
}

extension Pattern {
  /// Returns the violation by a text that the pattern does not match.
  fileprivate func violation(by text: String, _ source: String) -> Violation? {
    do {
      let isMatch = try Array(text.utf8).withUnsafeBufferPointer(matches)
      return isMatch ? nil : .customError(key: "pattern", ["pattern": .shown(source)])
    } catch {
      return .customError(Message(explaining: error))
    }
  }
}

extension ArgumentHelp {
  fileprivate static let minimumLength = ArgumentHelp(
    "The minimum number of characters.", valueName: "number")

  fileprivate static let maximumLength = ArgumentHelp(
    "The maximum number of characters.", valueName: "number")

  fileprivate static let isOptional = ArgumentHelp("Accept an empty answer.")
}

extension ValidationError {
  /// Creates the error of a sentence of the program.
  init(key: String, _ words: [String: Message] = [:]) {
    self.init(console.catalogue.text(for: .key(key, words)))
  }

  fileprivate static func checkLengths(_ minimum: Int?, _ maximum: Int?) throws(ValidationError) {
    let (minimum, maximum) = (minimum ?? 0, maximum ?? .max)
    if minimum < 0 || minimum > maximum { throw ValidationError(key: "question.lengths") }
  }
}
