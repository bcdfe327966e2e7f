import Accounts
import FormworkCore
import FormworkHost
import FormworkSession
import FormworkSystem
import Glibc

/// The terms of an administrator: a file of plain text.
enum TermsFile {
  /// Reads the terms of a file; `-` is standard input.
  ///
  /// Lines may end with CR LF, and a byte order mark and blank lines at the end are left out.
  ///
  /// - Throws: ``Failure`` with the status of wrong usage: what is wrong, where, and the mend.
  static func read(_ path: String) throws(Failure) -> String {
    if path == "-" {
      try checkStandardInput()
      speaker.announce("input.terms")
    }
    let name = path == "-" ? "standard input" : path
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw unreadable(name, .last) }
    defer { if path != "-" { close(descriptor) } }
    let bytes: [UInt8]
    do {
      bytes = try [UInt8](readingFrom: descriptor, limit: Terms.byteLimit)
    } catch {
      throw unreadable(name, error)
    }
    return try text(of: bytes, name)
  }

  /// Understands the terms in a file's bytes.
  static func text(of bytes: [UInt8], _ name: String) throws(Failure) -> String {
    func refusal(_ reason: Violation.BadInput, _ place: String = "") -> Failure {
      let statement = Statement.violation(
        .badInput(reason), field: RegistrationForm.acceptTerms.id)
      return failure(name, place + RegistrationForm.messages.text(for: statement))
    }
    if bytes.count > Terms.byteLimit { throw refusal(.tooLarge(limit: Terms.byteLimit)) }
    guard var text = String(validating: bytes, as: UTF8.self) else { throw refusal(.notUTF8) }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    text = text.replacing("\r\n", with: "\n")
    let shown = text.replacingControls(allowingLines: true)
    var line = 1
    for (scalar, shown) in zip(text.unicodeScalars, shown.unicodeScalars) {
      guard scalar == shown else { throw refusal(.controlCharacter(scalar), "line \(line): ") }
      if scalar == "\n" { line += 1 }
    }
    while text.last?.isWhitespace == true { text.removeLast() }
    guard !text.isBlank else {
      throw failure(name, "there is nothing in it: --no-terms takes the terms away")
    }
    return text
  }

  private static func unreadable(_ name: String, _ error: SystemError) -> Failure {
    failure(name, "\(error): name a file that can be read")
  }

  private static func failure(_ name: String, _ reason: String) -> Failure {
    Failure(.verbatim("terms file \(name): \(reason)"), status: Failure.usage)
  }
}
