import Accounts
import Formwork
import FormworkCore
import FormworkHost
import FormworkSystem
import Glibc

/// Where a password is read from that is not typed: one line, without the newline at its end.
enum PasswordSource: Equatable {
  /// A file of the person's own that others may not read; `-` is standard input.
  case file(String)
  /// A descriptor that the program was started with.
  case descriptor(CInt)

  /// The one that options name, of which one at most is there.
  init?(file: String?, descriptor: CInt?) {
    if let file {
      self = .file(file)
    } else if let descriptor {
      self = .descriptor(descriptor)
    } else {
      return nil
    }
  }

  /// Reads the password; what it was read into is wiped.
  ///
  /// - Throws: ``Failure`` with the status of wrong usage: what is wrong, where, and the mend.
  func read() throws(Failure) -> Secret {
    switch self {
    case .file(let path): try Self.read(InputFile(path, refusal: "secretFile.refused"))
    case .descriptor(let number):
      try Self.read(InputFile(descriptor: number, refusal: "secretFile.refused"))
    }
  }

  private static func read(_ input: consuming InputFile) throws(Failure) -> Secret {
    if isatty(input.descriptor) == 1 { throw input.refused("secretFile.terminal") }
    if input.belongsToOthers { throw input.refused("secretFile.belongsToOthers") }
    if input.isOpenToOthers { throw input.refused("secretFile.openToOthers") }
    do throws(Failure) {
      // A code point has four bytes at most, and a line may end with two.
      let bytes = try WipedBytes(
        readingAll: input.descriptor, limit: TextLimits.password * 4 + 2,
        excess: "secretFile.tooLarge")
      return try bytes.withBytes { bytes throws(Failure) in try Self.line(in: bytes) }
    } catch {
      throw input.refused(error.message)
    }
  }

  private static func line(in bytes: UnsafeRawBufferPointer) throws(Failure) -> Secret {
    var line = bytes[...]
    if line.last == UInt8(ascii: "\n") {
      line.removeLast()
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
    }
    if line.isEmpty { throw Failure("secretFile.empty") }
    if line.contains(UInt8(ascii: "\n")) { throw Failure("secretFile.severalLines") }
    guard !line.contains(0), let secret = Secret(utf8: UnsafeRawBufferPointer(rebasing: line))
    else { throw Failure("secretFile.noText") }
    return secret
  }
}
