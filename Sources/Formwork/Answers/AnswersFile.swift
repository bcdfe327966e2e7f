package import FormworkCore
package import FormworkHost
import FormworkJSON
import FormworkStorage

/// Answers from a file.
package enum AnswersFile {
  /// The limit of bytes: some fields at their maximum lengths, and their names.
  private static let limit = 8 << 20

  /// Reads answers from a file, or from standard input if the path is `-`.
  ///
  /// Wipes the bytes after reading. A file with secrets must be readable by its owner only.
  ///
  /// `waiting` waits until a descriptor can be read, and returns false if a signal asks the program
  /// to leave.
  package static func read(
    _ path: String, of items: [FormItem],
    waiting: (CInt) -> Bool = { _ in true }
  ) throws(ProgramFailure) -> AnswersDocument {
    let input = try InputFile(path, refusal: "answers.refused")
    let excess = Message.key("answers.tooLarge", count: limit)
    let answers = try input.read(limit: limit, excess: excess, waiting: waiting) {
      bytes throws(ProgramFailure) in
      input.endLine(after: bytes.last)
      return try Self.answers(in: bytes, of: items)
    }
    if answers.hasSecrets, input.isOpenToOthers {
      throw input.refused(.key("answers.openToOthers"))
    }
    return answers
  }

  static func answers(
    in document: UnsafeRawBufferPointer, of items: [FormItem]
  ) throws(ProgramFailure) -> AnswersDocument {
    if document.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      var name = ""
      if case .field(let field)? = items.first { name = field.id.rawValue }
      let example = "{\"\(name)\": \"...\", ...}"
      throw ProgramFailure(.key("answers.empty", ["example": .verbatim(example)]))
    }
    do {
      return try AnswersDocument(reading: document, of: items)
    } catch {
      throw ProgramFailure(error.message)
    }
  }
}
