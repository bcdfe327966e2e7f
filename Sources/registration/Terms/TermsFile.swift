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
      speaker.announce("terms.awaited")
    }
    let name: Message = path == "-" ? "file.standardInput" : .verbatim(path)
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(name, .unreadable(.last)) }
    defer { if path != "-" { close(descriptor) } }
    let bytes: [UInt8]
    do {
      bytes = try [UInt8](readingFrom: descriptor, limit: Terms.byteLimit)
    } catch {
      throw failure(name, .unreadable(error))
    }
    return try text(of: bytes, name)
  }

  /// Understands the terms in a file's bytes.
  static func text(of bytes: [UInt8], _ name: Message) throws(Failure) -> String {
    func fault(_ input: Violation.BadInput) -> Message {
      Violation.badInput(input).message(of: RegistrationForm.acceptTerms.id)
    }
    if bytes.count > Terms.byteLimit {
      throw failure(name, fault(.tooLarge(limit: Terms.byteLimit)))
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw failure(name, fault(.notUTF8))
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    text = text.replacing("\r\n", with: "\n")
    let shown = text.replacingControls(allowingLines: true)
    var line = 1
    for (scalar, shown) in zip(text.unicodeScalars, shown.unicodeScalars) {
      guard scalar == shown else {
        let reason = fault(.controlCharacter(scalar))
        throw failure(
          name, Message("terms.refusedLine", ["line": .number(line), "reason": reason]))
      }
      if scalar == "\n" { line += 1 }
    }
    while text.last?.isWhitespace == true { text.removeLast() }
    guard !text.isBlank else {
      throw failure(name, "terms.empty")
    }
    return text
  }

  private static func failure(_ name: Message, _ reason: Message) -> Failure {
    Failure(Message("terms.refused", ["file": name, "reason": reason]), status: Failure.usage)
  }
}
