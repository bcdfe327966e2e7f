import FormworkCore
import FormworkJSON
import FormworkSystem

/// A program that a schema names and the user has allowed, run without a shell.
struct SchemaProgram: Equatable, Sendable {
  /// The program and its arguments.
  let arguments: [String]

  /// Creates a program from an array of texts; `nil` if it is something else.
  init?(_ element: JSONElement) {
    let arguments = element.elements.compactMap(\.string)
    if arguments.isEmpty || arguments.count < element.count { return nil }
    self.arguments = arguments
  }

  /// Creates the program with a name; `nil` if there is none.
  init?(named name: String) {
    guard let document = try? JSONDocument(parsing: name) else { return nil }
    self.init(document.root)
  }

  /// The name by which the operations of a form know the program.
  var name: String { JSONNode(.array(arguments.map { JSONNode(.string($0)) })).text() }

  /// Returns the reason why the program refuses a text; `nil` if it does not.
  @concurrent func violation(by text: String, in folder: String) async throws -> Violation? {
    let (end, output) = try await run(on: text, in: folder)
    switch end {
    case .exited(0): return nil
    case .exited(1):
      guard let line = Self.lines(of: output).first else { throw failure("ask.program.silent") }
      return .customError(.verbatim(line))
    case .exited(let status):
      throw failure("ask.program.exited", ["status": .number(Int(status))])
    case .signalled(let signal):
      throw failure("ask.program.signalled", ["signal": .number(Int(signal))])
    }
  }

  /// Returns the lines that the program writes for a text; none if it fails.
  @concurrent func completions(of text: String, in folder: String) async throws -> [String] {
    let (end, output) = try await run(on: text, in: folder)
    return end == .exited(0) ? Self.lines(of: output) : []
  }

  /// Runs the program with a text as its standard input.
  ///
  /// A name with a slash is relative to the folder; another one is found by `PATH`.
  @concurrent private func run(
    on text: String, in folder: String
  ) async throws -> (end: ProcessEnd, output: [UInt8]) {
    var words = arguments
    if words[0].hasSlash, !words[0].isAbsolutePath { words[0] = "\(folder)/\(words[0])" }
    do {
      let process = try ProgramProcess(words, input: Array(text.utf8))
      return try await withTaskCancellationHandler {
        try process.awaitEnd()
      } onCancel: {
        process.stop()
      }
    } catch let error as SystemError {
      throw failure("ask.program.failed", ["reason": Message(explaining: error)])
    } catch is ProgramProcess.OutputLimit {
      throw failure("ask.program.limit", ["limit": .number(ProgramProcess.outputLimit)])
    }
  }

  private func failure(_ key: String, _ words: [String: Message] = [:]) -> ProgramFault {
    let program = Message.verbatim(arguments[0].replacingControls())
    return ProgramFault(message: .key(key, words.merging(["program": program]) { $1 }))
  }

  /// The length of a line that is shown.
  private static let lineLimit = 500

  /// Returns the lines of an output that are not empty, without control characters.
  private static func lines(of output: [UInt8]) -> [String] {
    output.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let text = String(decoding: line, as: UTF8.self).replacingControls().prefix(lineLimit)
      return text.allSatisfy(\.isWhitespace) ? nil : String(text)
    }
  }
}

/// The reason why a program could not check a text.
private struct ProgramFault: UserMessageError {
  let message: Message
}
