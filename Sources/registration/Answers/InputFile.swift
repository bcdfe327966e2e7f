import FormworkCore
import FormworkHost
import FormworkSystem
import Glibc

/// A file that an option names, open for reading; `-` is standard input.
struct InputFile: ~Copyable {
  let descriptor: CInt
  let isStandardInput: Bool
  private let name: Message
  private let refusal: String

  /// Opens it.
  ///
  /// - Parameters:
  ///   - path: What the option names.
  ///   - refusal: The key of the sentence that says why the `file` is of no use, by its `reason`.
  /// - Throws: ``Failure`` with the status of wrong usage.
  init(_ path: String, refusal: String) throws(Failure) {
    isStandardInput = path == "-"
    name = isStandardInput ? "file.standardInput" : .verbatim(path)
    self.refusal = refusal
    descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { throw refused(.unreadable(.last)) }
  }

  deinit { if !isStandardInput { close(descriptor) } }

  /// Why what is in it cannot be used.
  func refused(_ reason: Message) -> Failure {
    Failure(Message(refusal, ["file": name, "reason": reason]), status: Failure.usage)
  }
}

extension Message {
  static func unreadable(_ error: SystemError) -> Message {
    Message("file.unreadable", ["reason": Message(explaining: error)])
  }
}
