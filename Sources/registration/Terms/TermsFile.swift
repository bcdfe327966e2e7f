import Accounts
import ArgumentParser
import Formwork
import FormworkArguments
import FormworkCore
import FormworkHost

struct TermsChange: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Ask new accounts to accept these terms: a file of UTF-8 text, or - for standard input.",
      valueName: "file"), completion: .file())
  var terms: String?

  @Flag(help: "Ask new accounts to accept nothing.")
  var noTerms = false

  func validate() throws {
    try ValidationError.checkPath(terms, of: "--terms")
    guard terms == nil || !noTerms else { throw ValidationError.exclusive("--terms", "--no-terms") }
  }

  var isChange: Bool { terms != nil || noTerms }

  func perform(_ set: (String?) throws -> Void) throws {
    if let terms { try set(try TermsFile.read(terms)) } else if noTerms { try set(nil) }
  }
}

/// The terms of an administrator: a file of plain text.
enum TermsFile {
  /// Reads the terms of a file; `-` is standard input.
  ///
  /// Lines may end with CR LF, and a byte order mark and blank lines at the end are left out.
  static func read(_ path: String) throws(ProgramFailure) -> String {
    if path == "-" {
      try checkStandardInput()
      console.announce(.key("terms.awaited"))
    }
    let input = try InputFile(path, refusal: "terms.refused")
    return try input.read(limit: Terms.byteLimit, excess: fault(.tooLarge(limit: Terms.byteLimit)))
    {
      bytes throws(ProgramFailure) in
      input.endLine(after: bytes.last)
      return try text(of: bytes)
    }
  }

  private static func fault(_ input: Violation.BadInput) -> Message {
    Violation.badInput(input).message(of: RegistrationForm.acceptTerms.id)
  }

  private static func text(of bytes: UnsafeRawBufferPointer) throws(ProgramFailure) -> String {
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw ProgramFailure(fault(.notUTF8))
    }
    text = text.replacing("\r\n", with: "\n")
    let shown = text.replacingControls(allowingLines: true)
    var line = 1
    for (scalar, shown) in zip(text.unicodeScalars, shown.unicodeScalars) {
      guard scalar == shown else {
        let reason = fault(.controlCharacter(scalar))
        throw ProgramFailure(
          .key("terms.refusedLine", ["line": .number(line), "reason": reason]))
      }
      if scalar == "\n" { line += 1 }
    }
    while text.last?.isWhitespace == true { text.removeLast() }
    guard !text.isBlank else { throw ProgramFailure(.key("terms.empty")) }
    return text
  }
}
