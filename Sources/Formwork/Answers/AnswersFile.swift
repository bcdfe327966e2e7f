package import FormworkCore
package import FormworkHost
import FormworkJSON
package import FormworkSession
import Glibc

/// Answers that were written before the form is opened.
package enum AnswersFile {
  /// Reads the answers of a file; `-` is standard input.
  ///
  /// The file's bytes are wiped once they are read. A file that holds secrets has to be its owner's
  /// alone.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - items: What may be answered.
  ///   - waiting: Waits until a descriptor can be read; false where a signal asks the program to leave.
  /// - Returns: What is answered.
  /// - Throws: ``Failure`` with the status of wrong usage: what is wrong, where, and the mend.
  package static func read(
    _ path: String, of items: [FormItem],
    waiting: (CInt) -> Bool = { _ in true }
  ) throws(Failure) -> AnswersDocument {
    let input = try InputFile(path, refusal: "answers.refused")
    let answers: AnswersDocument
    do throws(Failure) {
      let bytes = try WipedBytes(readingAll: input.descriptor, waiting: waiting)
      answers = try bytes.withBytes { bytes throws(Failure) in
        input.endLine(after: bytes.last)
        return try Self.answers(in: bytes, of: items)
      }
    } catch {
      throw input.refused(error.message)
    }
    if answers.hasSecrets, input.isOpenToOthers { throw input.refused("answers.openToOthers") }
    return answers
  }

  /// Understands the answers in a document.
  static func answers(
    in document: UnsafeRawBufferPointer, of items: [FormItem]
  ) throws(Failure) -> AnswersDocument {
    if document.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      var name = ""
      if case .field(let field)? = items.first { name = field.id.rawValue }
      let example = "{\"\(name)\": \"...\", ...}"
      throw Failure(Message("answers.empty", ["example": .verbatim(example)]))
    }
    do {
      return try AnswersDocument(reading: document, of: items)
    } catch {
      throw Failure(error.message)
    }
  }
}
