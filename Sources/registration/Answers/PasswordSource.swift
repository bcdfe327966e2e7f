import Accounts
import ArgumentParser
import Formwork
import FormworkArguments
import FormworkCore
import FormworkHost
import Glibc

/// The source of a password that is not typed: one line, without the newline at its end.
enum PasswordSource: Equatable {
  /// A file of the user that others may not read; `-` is standard input.
  case file(String)
  /// A descriptor that was open when the program started.
  case descriptor(CInt)

  /// Creates the source that an option names; `nil` without an option.
  init?(file: String?, descriptor: CInt?) {
    let source = file.map { Self.file($0) } ?? descriptor.map { .descriptor($0) }
    guard let source else { return nil }
    self = source
  }

  /// Returns the option that names a source, if any; throws if there are two.
  static func option(
    _ name: String, file: String?, descriptor: CInt?
  ) throws(ValidationError) -> String? {
    try ValidationError.checkPath(file, of: "\(name)-file")
    if file != nil, descriptor != nil {
      throw ValidationError.exclusive("\(name)-file", "\(name)-fd")
    }
    return file == nil ? descriptor.map { _ in "\(name)-fd" } : "\(name)-file"
  }

  /// Reads the password, and wipes the buffer.
  func read() throws(ProgramFailure) -> Secret {
    switch self {
    case .file(let path): try Self.read(InputFile(path, refusal: "secretFile.refused"))
    case .descriptor(let number):
      try Self.read(InputFile(descriptor: number, refusal: "secretFile.refused"))
    }
  }

  private static func read(_ input: consuming InputFile) throws(ProgramFailure) -> Secret {
    if isatty(input.descriptor) == 1 { throw input.refused(.key("secretFile.terminal")) }
    if input.belongsToOthers { throw input.refused(.key("secretFile.belongsToOthers")) }
    if input.isOpenToOthers { throw input.refused(.key("secretFile.openToOthers")) }
    // A code point has four bytes at most, and a line may end with two.
    let limit = TextLimits.password * 4 + 2
    return try input.read(
      limit: limit, excess: .key("secretFile.tooLarge", count: limit), Self.line)
  }

  private static func line(in bytes: UnsafeRawBufferPointer) throws(ProgramFailure) -> Secret {
    var line = bytes[...]
    if line.last == UInt8(ascii: "\n") {
      line.removeLast()
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
    }
    if line.isEmpty { throw ProgramFailure(.key("secretFile.empty")) }
    if line.contains(UInt8(ascii: "\n")) { throw ProgramFailure(.key("secretFile.severalLines")) }
    guard !line.contains(0), let secret = Secret(utf8: UnsafeRawBufferPointer(rebasing: line))
    else { throw ProgramFailure(.key("secretFile.noText")) }
    return secret
  }
}
