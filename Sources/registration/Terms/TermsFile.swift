import Accounts
import ArgumentParser
import Formwork
import FormworkArguments
import FormworkCore
import FormworkHost
import FormworkSystem

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
      speaker.announce(.key("terms.awaited"))
    }
    let input = try InputFile(path, refusal: "terms.refused")
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try [UInt8](readingFrom: input.descriptor, limit: Terms.byteLimit)
    } catch {
      throw input.refused(.unreadable(error))
    }
    input.endLine(after: bytes.last)
    return try text(of: bytes, from: input)
  }

  private static func text(
    of bytes: [UInt8], from input: borrowing InputFile
  ) throws(ProgramFailure) -> String {
    func fault(_ input: Violation.BadInput) -> Message {
      Violation.badInput(input).message(of: RegistrationForm.acceptTerms.id)
    }
    if bytes.count > Terms.byteLimit {
      throw input.refused(fault(.tooLarge(limit: Terms.byteLimit)))
    }
    if let reason = Message.otherEncoding(of: bytes) { throw input.refused(reason) }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw input.refused(fault(.notUTF8))
    }
    text = text.replacing("\r\n", with: "\n")
    let shown = text.replacingControls(allowingLines: true)
    var line = 1
    for (scalar, shown) in zip(text.unicodeScalars, shown.unicodeScalars) {
      guard scalar == shown else {
        let reason = fault(.controlCharacter(scalar))
        throw input.refused(
          .key("terms.refusedLine", ["line": .number(line), "reason": reason]))
      }
      if scalar == "\n" { line += 1 }
    }
    while text.last?.isWhitespace == true { text.removeLast() }
    guard !text.isBlank else { throw input.refused(.key("terms.empty")) }
    return text
  }
}
